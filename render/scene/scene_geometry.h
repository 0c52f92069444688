#pragma once

#include "render/gl/gl_object.h"
#include "render/gl/value_store.h"
#include "render/scene/prepared_scene.h"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace hitmap {

/// The programs of the mesh view (shaders/), built once for all panes, one after the other: each takes some
/// milliseconds.
struct ScenePrograms {
    /// Builds the next one; true when all are there. Throws Error where one does not build.
    bool build_next();
    [[nodiscard]] bool complete() const;

    GlProgram visibility;
    GlProgram visibility_orthographic;
    // "marks": with patterns for what is faded and for the sides of a difference
    GlProgram resolve;
    GlProgram resolve_marks;
    GlProgram box_edges;
    GlProgram box_edges_marks;
    GlProgram box_halos;
    GlProgram box_halos_marks;
    GlProgram box_lines; ///< 1 pixel wide, without halo
    GlProgram box_lines_marks;
    GlProgram guide_lines;
    GlProgram outlines; ///< of highlighted elements
    GlProgram outline_rims;
    GlProgram hidden_outlines;

private:
    std::size_t built_ = 0;
};

/// Most triangles that a picture can tell apart: 26 bits a pixel, one number for "nothing".
inline constexpr std::uint64_t most_triangles = (std::uint64_t{1} << 26U) - 1;

/// GPU buffers of one scene, and one buffer of values for all panes that show it, so that a further pane
/// costs only its picture: the values belong to the pane that drew last, others upload theirs again. To be
/// created, used and destroyed with the same context or another of its share group current, by one thread.
class SceneGeometry {
public:
    /// Allocates; nothing is uploaded yet. Throws Error where the GPU has too little memory or cannot address
    /// so much.
    explicit SceneGeometry(std::shared_ptr<const PreparedScene> prepared);

    /// Builds programs: one where `max_bytes` are few, else all; true when all are there. What it built
    /// counts as some bytes, which are taken off.
    bool build_programs(std::uint64_t& max_bytes);
    /// Uploads at most about `max_bytes` more; true when everything is there. Loop over it to stay
    /// responsive; drawing calls it for the rest.
    bool upload(std::uint64_t max_bytes = ~std::uint64_t{0});

    [[nodiscard]] const PreparedScene& prepared() const { return *prepared_; }
    [[nodiscard]] const RecordedScene& scene() const { return *prepared_->scene; }
    /// Of all buffers, values included. Programs are not counted.
    [[nodiscard]] std::uint64_t gpu_bytes() const;
    /// Triangles, from the first in drawing order on, that upload() brought there with all that they need.
    [[nodiscard]] std::uint64_t triangles_ready() const;
    [[nodiscard]] bool boxes_ready() const; ///< as triangles_ready()
    [[nodiscard]] const ScenePrograms& programs() const { return programs_; }

private:
    friend class SceneRenderer;

    std::shared_ptr<const PreparedScene> prepared_;
    ScenePrograms programs_;
    GlBuffer vertices_;       ///< vec3
    GlBuffer indices_;        ///< uvec3 a triangle, in drawing order
    BufferTexture slots_;     ///< uint a triangle: its face slot
    BufferTexture boxes_;     ///< two vec3 a box
    BufferTexture box_order_; ///< uint a box: boxes by level
    ValueStore face_values_;  ///< of face slots
    ValueStore box_values_;
    unsigned upload_part_ = 0;
    std::uint64_t upload_done_ = 0; ///< bytes of that part
};

} // namespace hitmap
