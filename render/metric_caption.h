#pragma once

#include "core/profile/cache_model.h"
#include "core/profile/compared_sides.h"
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

/// The lines under the picture of a difference: what it is and on whose geometry, then the lines of each
/// side behind its letter.
/// @param baseline, compared  as metric_caption() has them, after the name of the recording
[[nodiscard]] std::vector<std::string> difference_caption(Metric metric, const SideLetters& letters,
                                                          Side shown_on,
                                                          const std::vector<std::string>& baseline,
                                                          const std::vector<std::string>& compared);

} // namespace hitmap
