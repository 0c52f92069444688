#pragma once

#include "core/trace/import/recording_format.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hitmap {

/// The name and the bytes of each file of a recording.
using TextFiles = std::vector<std::pair<std::string, std::string>>;

/// Imports files by the format that recognises the first one, checks the result as `hitmap
/// validate` does, and returns it as written by recording_text(). Returns the message of a FileError instead,
/// or "not recognised".
[[nodiscard]] std::string imported_files(const ImportFiles& files, const ImportChoices& choices = {});
[[nodiscard]] std::string imported(const TextFiles& texts, const ImportChoices& choices = {});

/// As imported(), without the lines before the first launch.
[[nodiscard]] std::string imported_body(const TextFiles& texts, const ImportChoices& choices = {});

} // namespace hitmap
