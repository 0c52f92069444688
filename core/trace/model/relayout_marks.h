#pragma once

#include "core/trace/model/recording.h"

#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// Options of recordings whose addresses were moved (docs/relayout.md): what was changed, and a reason for
/// each way in which the recording is an estimate of what the program would have done.
inline constexpr std::string_view relayout_option = "relayout";
inline constexpr std::string_view relayout_estimate_option = "relayout-estimate";

/// The reasons why a recording is an estimate; empty if it is none.
[[nodiscard]] std::vector<std::string> recorded_estimates(const RecordingInfo& info);

} // namespace hitmap
