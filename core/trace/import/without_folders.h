#pragma once

#include "core/base/error.h"
#include "core/base/text/printable.h"

#include <string>
#include <string_view>

namespace hitmap {

/// The message of an error with `name` in the place of the path of its file, for what is stored in a
/// recording, which names no folders of the machine that made it.
[[nodiscard]] inline std::string without_folders(const FileError& error, std::string_view name) {
    const std::string path = printable(error.file());
    const std::string_view text = error.what();
    const std::size_t at = text.find(path);
    return std::string(name) + (at == std::string_view::npos ? ": " + std::string(text)
                                                             : std::string(text.substr(at + path.size())));
}

} // namespace hitmap
