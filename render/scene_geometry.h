#pragma once

#include "core/geometry/aabb.h"
#include "core/jobs/progress.h"
#include "core/trace/recording.h"
#include "render/gl_object.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace hitmap {

/// What has to be worked out of a scene before it can go to the GPU. Made by a worker; no OpenGL.
struct PreparedScene {
    std::shared_ptr<const RecordedScene> scene;
    Aabb bounds; ///< of all faces and boxes that are finite; a unit box where there are none
    /// Face slots in drawing order, without padding. Coarse first: each prefix that ends at a stage border is
    /// a picture of the whole scene by fewer triangles, the largest of each neighbourhood.
    std::vector<std::uint32_t> draw_slots;
    std::vector<std::uint64_t> stages; ///< borders in draw_slots, rising; the last one is draw_slots.size()
    /// Distance along the recorded camera's axis to the triangle in the middle of its view (paper 1, section
    /// 5.5); distance to the far side of the bounds where there is none.
    float frustum_distance = 1.0F;
};

/// Throws Cancelled; Error where a face names a vertex that does not exist. The scene must not be null.
[[nodiscard]] std::shared_ptr<const PreparedScene> prepare_scene(std::shared_ptr<const RecordedScene> scene,
                                                                 const JobContext& job = {});

/// GPU buffers of one scene, and one buffer of values for all panes that show it, so that a further pane
/// costs only its picture: the values belong to the pane that drew last, others upload theirs again. To be
/// created, used and destroyed with the same context (or one of its share group) current.
class SceneGeometry {
public:
    /// Allocates; nothing is uploaded yet. Throws Error where the GPU has too little memory.
    explicit SceneGeometry(std::shared_ptr<const PreparedScene> prepared);

    /// Uploads at most about `max_bytes` more; true when everything is there. Loop over it to stay
    /// responsive.
    bool upload(std::uint64_t max_bytes = ~std::uint64_t{0});

    [[nodiscard]] const PreparedScene& prepared() const { return *prepared_; }
    [[nodiscard]] const RecordedScene& scene() const { return *prepared_->scene; }
    [[nodiscard]] std::uint64_t gpu_bytes() const { return gpu_bytes_; } ///< buffers, values included

private:
    friend class SceneRenderer;
    struct BufferTexture {
        GlBuffer buffer;
        GlTexture texture;
    };

    std::shared_ptr<const PreparedScene> prepared_;
    BufferTexture vertices_;    ///< vec3
    BufferTexture indices_;     ///< uvec3 a triangle, in drawing order
    BufferTexture slots_;       ///< uint a triangle: its face slot
    BufferTexture face_values_; ///< float a face slot
    BufferTexture boxes_;       ///< two vec3 a box
    BufferTexture box_values_;  ///< float a box
    const void* values_owner_ = nullptr;
    std::uint64_t uploaded_ = 0;
    std::uint64_t gpu_bytes_ = 0;
};

} // namespace hitmap
