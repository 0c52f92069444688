#pragma once

#include "core/jobs/progress.h"
#include "core/trace/model/recording.h"

#include <cstdint>
#include <vector>

namespace hitmap {

/// The triangles in the subtree of a box, seen by the recorded camera.
struct BoxSlant {
    std::uint32_t triangles = 0;
    float degrees = 0.0F; ///< mean slant of the triangles, weighted by area; 0 if they have no area
};

/// [boxes] A triangle counts for the first leaf whose box contains it, and for all boxes above that leaf.
/// Needs the links to parents and a camera: empty if the recording lacks them. Throws Cancelled.
[[nodiscard]] std::vector<BoxSlant> box_slants(const RecordedScene& scene, const JobContext& job = {});

} // namespace hitmap
