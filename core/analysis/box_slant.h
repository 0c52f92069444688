#pragma once

#include "core/jobs/progress.h"
#include "core/trace/model/recording.h"

#include <cstdint>
#include <vector>

namespace hitmap {

/// Triangles below a box, seen by the recorded camera.
struct BoxSlant {
    std::uint32_t triangles = 0;
    float degrees = 0.0F; ///< mean of the triangles' slants, weighted by their areas; 0 without any area
};

/// [boxes] A triangle counts for the first leaf whose box holds it, and for all boxes above that. Needs links
/// to parents and a camera: empty where the recording has none. Throws Cancelled.
[[nodiscard]] std::vector<BoxSlant> box_slants(const RecordedScene& scene, const JobContext& job = {});

} // namespace hitmap
