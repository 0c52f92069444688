#pragma once

#include "core/report/column/json_row.h"
#include "core/trace/model/recording.h"

#include <filesystem>
#include <string>

namespace hitmap {

/// Returns the options of a recording by their keys. A key that occurs several times has an array.
[[nodiscard]] Json options_json(const RecordingInfo& info);
/// Returns what an export says about the recording that it was made from: with the layout that was applied,
/// if `layout` is not empty, and with the origins of fields that were not recorded, except those of the view.
[[nodiscard]] Json provenance_json(const std::string& file, const std::filesystem::path& layout,
                                   const RecordingInfo& info);

} // namespace hitmap
