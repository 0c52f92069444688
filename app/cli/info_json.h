#pragma once

#include "core/trace/recording.h"

#include <nlohmann/json.hpp>

namespace hitmap {

/// Keys keep the order in which they are written.
using Json = nlohmann::ordered_json;

/// The object of `hitmap info --json` (design 4.4).
[[nodiscard]] Json info_json(const RecordingInfo& info, std::uint32_t version, bool incomplete);

[[nodiscard]] Json camera_json(const Camera& camera);

} // namespace hitmap
