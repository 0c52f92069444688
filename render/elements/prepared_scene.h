#pragma once

#include "core/geometry/mesh/aabb.h"
#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/trace/model/recording.h"
#include "render/elements/drawn_cells.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace hitmap {

/// The data of a scene that is computed before its upload to the GPU. It is computed by a worker and uses no
/// OpenGL.
struct PreparedScene {
    std::shared_ptr<const RecordedScene> scene;
    /// Bounds of all finite faces and drawn cells or, without them, of the boxes; a unit box if there is
    /// none of them.
    Aabb bounds;

    /// Face slots in drawing order, without padding, one for each triangle that is drawn. The order is from
    /// coarse to fine: each prefix that ends at the border of a stage shows the whole scene with fewer
    /// triangles, the largest ones of each neighbourhood.
    std::vector<std::uint32_t> draw_slots;
    /// [draw_slots] 1 + the number of the copy that is drawn with the values of the slot, 0: the face itself;
    /// empty: the scene has no copies.
    std::vector<std::uint32_t> draw_copies;
    /// Ends of the stages in draw_slots, rising; the last one is draw_slots.size().
    std::vector<std::uint64_t> stages;

    std::vector<std::uint32_t> box_order; ///< all boxes, sorted by level, then by slot
    /// [levels + 1] start of each level in box_order; one level if levels are not known.
    std::vector<std::uint64_t> level_starts;

    std::vector<DrawnCells> cells; ///< of the kinds that are not mesh_kinds

    /// Distance along the axis of the recorded camera to the triangle in the centre of its view (von Buelow
    /// et al. 2022, section 5.5), or to the far side of the bounds if there is none.
    float frustum_distance = 1.0F;

    /// The vertices of a triangle of draw_slots.
    [[nodiscard]] const glm::uvec3& drawn_corners(std::size_t i) const {
        const std::uint32_t copy = draw_copies.empty() ? 0 : draw_copies[i];
        return copy == 0 ? scene->face_slots[draw_slots[i]] : scene->face_copies[copy - 1].corners;
    }
    [[nodiscard]] std::uint32_t levels() const { return static_cast<std::uint32_t>(level_starts.size() - 1); }
};

/// Throws Cancelled, and Error if an element has a vertex that does not exist. The scene must not be null.
/// @param pool  null: on the calling thread alone; the result is the same
[[nodiscard]] std::shared_ptr<const PreparedScene> prepare_scene(std::shared_ptr<const RecordedScene> scene,
                                                                 const JobContext& job = {},
                                                                 ThreadPool* pool = nullptr);

} // namespace hitmap
