#pragma once

#include "core/report/column/json_row.h"
#include "core/trace/model/recording.h"

#include <string>

namespace hitmap {

/// As it is printed. Names of files may be no UTF-8; what is not is replaced.
[[nodiscard]] inline std::string json_text(const Json& json) {
    return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

/// The object of `hitmap info --json`.
[[nodiscard]] Json info_json(const RecordingInfo& info, std::uint32_t version, bool incomplete);

[[nodiscard]] Json camera_json(const Camera& camera);

} // namespace hitmap
