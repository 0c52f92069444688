#pragma once

#include "core/cache/sdcm.h"
#include "core/profile/metric.h"
#include "core/trace/recording.h"

#include <cstdint>
#include <string>
#include <vector>

namespace hitmap {

/// Frame f of q, as in a caption.
struct FrameNumber {
    std::uint64_t q = 1;
    std::uint64_t f = 0;
};

/// The lines under a picture that tell how to make it again: recording and tracer options; metric, cache
/// configuration and frame. The same for the window and the command line.
[[nodiscard]] std::vector<std::string> metric_caption(const RecordingInfo& info, const SdcmConfig& config,
                                                      Metric metric, FrameNumber frame);

} // namespace hitmap
