#pragma once

#include "core/report/column/json_row.h"
#include "core/trace/model/recording.h"

#include <string>

namespace hitmap {

/// Formats JSON for output. Bytes that are not UTF-8, such as in file names, are replaced.
[[nodiscard]] inline std::string json_text(const Json& json) {
    return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

/// Returns the object that `hitmap info --json` prints.
[[nodiscard]] Json info_json(const RecordingInfo& info, std::uint32_t version, bool incomplete);

[[nodiscard]] Json camera_json(const Camera& camera);

} // namespace hitmap
