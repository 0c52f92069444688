#pragma once

#include "render/gl_object.h"
#include "render/prepared_scene.h"

#include <cstdint>
#include <memory>

namespace hitmap {

/// A buffer that shaders read through a texture, element by element.
struct BufferTexture {
    GlBuffer buffer;
    GlTexture texture;
};

/// The programs of the mesh view (shaders/), built once for all panes.
struct ScenePrograms {
    ScenePrograms();
    GlProgram visibility;
    GlProgram visibility_orthographic;
    GlProgram resolve;
    GlProgram box_edges;
    GlProgram box_halos;
    GlProgram box_lines; ///< 1 pixel wide, without halo
    GlProgram guide_lines;
};

/// Most triangles that a picture can tell apart: 26 bits a pixel, one number for "nothing".
inline constexpr std::uint64_t most_triangles = (std::uint64_t{1} << 26U) - 1;

/// GPU buffers of one scene, and one buffer of values for all panes that show it, so that a further pane
/// costs only its picture: the values belong to the pane that drew last, others upload theirs again. To be
/// created, used and destroyed with the same context (or one of its share group) current.
class SceneGeometry {
public:
    /// Allocates; nothing is uploaded yet. Throws Error where the GPU has too little memory or cannot address
    /// so much.
    explicit SceneGeometry(std::shared_ptr<const PreparedScene> prepared);

    /// Uploads at most about `max_bytes` more; true when everything is there. Loop over it to stay
    /// responsive; drawing calls it for the rest.
    bool upload(std::uint64_t max_bytes = ~std::uint64_t{0});

    [[nodiscard]] const PreparedScene& prepared() const { return *prepared_; }
    [[nodiscard]] const RecordedScene& scene() const { return *prepared_->scene; }
    [[nodiscard]] std::uint64_t gpu_bytes() const { return gpu_bytes_; } ///< of all buffers, values included

private:
    friend class SceneRenderer;

    [[nodiscard]] GlBuffer allocate(std::uint64_t bytes);
    [[nodiscard]] BufferTexture allocate(unsigned format, std::uint64_t elements,
                                         std::uint64_t element_bytes);

    std::shared_ptr<const PreparedScene> prepared_;
    ScenePrograms programs_;
    std::uint64_t gpu_bytes_ = 0;
    GlBuffer vertices_;         ///< vec3
    GlBuffer indices_;          ///< uvec3 a triangle, in drawing order
    BufferTexture slots_;       ///< uint a triangle: its face slot
    BufferTexture boxes_;       ///< two vec3 a box
    BufferTexture box_order_;   ///< uint a box: boxes by level
    BufferTexture face_values_; ///< float a face slot
    BufferTexture box_values_;  ///< float a box
    const void* values_owner_ = nullptr;
    unsigned upload_part_ = 0;
    std::uint64_t upload_done_ = 0; ///< bytes of that part
};

} // namespace hitmap
