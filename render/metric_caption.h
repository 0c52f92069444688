#pragma once

#include "core/profile/cache_model.h"
#include "core/profile/metric.h"
#include "core/trace/recording.h"
#include "render/view_state.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// The lines under a picture that tell how to make it again: recording and tracer options; metric, cache
/// configuration and frame. The same for the window and the command line.
/// @param metric  nothing: of the curves of hit rates and accesses
/// @param only    what counts
[[nodiscard]] std::vector<std::string> metric_caption(const RecordingInfo& info, const ModelConfig& config,
                                                      std::optional<Metric> metric, const FrameRange& frames,
                                                      const Restriction& only = {});
/// The same of what is no metric, such as "Stack sectors".
[[nodiscard]] std::vector<std::string> picture_caption(const RecordingInfo& info, const ModelConfig& config,
                                                       std::string_view subject, const FrameRange& frames,
                                                       const Restriction& only = {});
/// Subject of pictures of stack_framebuffer_of().
inline constexpr std::string_view stack_caption = "Stack sectors of pixels, whole recording";

} // namespace hitmap
