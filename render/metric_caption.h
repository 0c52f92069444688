#pragma once

#include "core/profile/cache_model.h"
#include "core/profile/metric.h"
#include "core/trace/recording.h"
#include "render/view_state.h"

#include <optional>
#include <string>
#include <vector>

namespace hitmap {

/// The lines under a picture that tell how to make it again: recording and tracer options; metric, cache
/// configuration and frame. The same for the window and the command line.
/// @param metric  nothing: of the curves of hit rates and accesses
/// @param only    what counts
[[nodiscard]] std::vector<std::string> metric_caption(const RecordingInfo& info, const ModelConfig& config,
                                                      std::optional<Metric> metric, const FrameRange& frames,
                                                      const Restriction& only = {});

} // namespace hitmap
