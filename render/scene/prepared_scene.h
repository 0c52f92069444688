#pragma once

#include "core/geometry/aabb.h"
#include "core/jobs/progress.h"
#include "core/trace/model/recording.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace hitmap {

/// What has to be worked out of a scene before it can go to the GPU. Made by a worker; no OpenGL.
struct PreparedScene {
    std::shared_ptr<const RecordedScene> scene;
    Aabb
        bounds; ///< of all finite faces, or boxes where there are no faces; a unit box where there is nothing

    /// Face slots in drawing order, without padding. Coarse first: each prefix that ends at a stage border is
    /// a picture of the whole scene by fewer triangles, the largest ones of each neighbourhood.
    std::vector<std::uint32_t> draw_slots;
    std::vector<std::uint64_t> stages; ///< borders in draw_slots, rising; the last one is draw_slots.size()

    std::vector<std::uint32_t> box_order;    ///< all boxes, by level, then by slot
    std::vector<std::uint64_t> level_starts; ///< [levels + 1] borders in box_order; one level where not known

    /// Distance along the recorded camera's axis to the triangle in the middle of its view (von Buelow et al.
    /// 2022, section 5.5); to the far side of the bounds where there is none.
    float frustum_distance = 1.0F;

    [[nodiscard]] std::uint32_t levels() const { return static_cast<std::uint32_t>(level_starts.size() - 1); }
};

/// Throws Cancelled; Error where a face names a vertex that does not exist. The scene must not be null.
[[nodiscard]] std::shared_ptr<const PreparedScene> prepare_scene(std::shared_ptr<const RecordedScene> scene,
                                                                 const JobContext& job = {});

} // namespace hitmap
