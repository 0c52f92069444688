#pragma once

#include "core/analysis/simt/pixel_rays.h"
#include "render/elements/highlights.h"
#include "widgets/session/recording/open_recording.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace hitmap {

/// The rays of a pixel, with their lines for the mesh view. Immutable.
struct DrawnRays {
    std::shared_ptr<const OpenRecording> recording;
    PixelRays rays;
    std::shared_ptr<const std::vector<RayLine>> lines; ///< [rays.rays]
};

/// What stepping through accesses has reached. Immutable.
struct AccessTrail {
    std::vector<Highlight> visited; ///< distinct boxes and faces up to the current access, in no order
    // The current access:
    std::uint64_t request = 0;
    std::uint32_t launch = 0;
    std::uint32_t warp = 0;
    std::uint8_t lane = 0;
};

/// Throws what pixel_rays() throws. The recording must have a scene.
[[nodiscard]] std::shared_ptr<const DrawnRays> drawn_rays(std::shared_ptr<const OpenRecording> recording,
                                                          std::uint32_t pixel, const JobContext& job);

} // namespace hitmap
