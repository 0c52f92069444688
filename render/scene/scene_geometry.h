#pragma once

#include "render/elements/prepared_scene.h"
#include "render/gl/gl_object.h"
#include "render/gl/value_store.h"
#include "render/scene/cell_buffers.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace hitmap {

/// The programs of the mesh view (shaders/), built one by one, since each takes several milliseconds. All
/// panes share them.
struct ScenePrograms {
    /// Builds the next program. Returns whether all are built. Throws Error if that fails.
    bool build_next();
    [[nodiscard]] bool complete() const;

    GlProgram visibility;
    GlProgram visibility_orthographic;
    // "marks": variants with patterns for faded elements and for the sides of a difference
    GlProgram resolve;
    GlProgram resolve_marks;
    GlProgram box_edges;
    GlProgram box_edges_marks;
    GlProgram box_halos;
    GlProgram box_halos_marks;
    GlProgram box_lines; ///< 1 pixel wide, without halo
    GlProgram box_lines_marks;
    GlProgram guide_lines;
    GlProgram outlines; ///< draws outlines of highlighted elements
    GlProgram outline_rims;
    GlProgram hidden_outlines;

private:
    std::size_t built_ = 0;
};

/// Maximum number of triangles of a picture: 26 bits per pixel, of which one number stands for "nothing".
inline constexpr std::uint64_t most_triangles = (std::uint64_t{1} << 26U) - 1;

/// GPU buffers of one scene and one buffer of values. All panes that show the scene share them, so that an
/// additional pane needs memory only for its picture. The values are those of the pane that drew last; other
/// panes upload theirs again. It must be created, used and destroyed by one thread, with the same context or
/// one of its share group current.
class SceneGeometry {
public:
    /// Takes the memory for faces and uploads nothing yet. Boxes take memory when they are wanted first: they
    /// are hidden at first, and half of all. Throws Error if the GPU has too little memory or cannot address
    /// the size.
    explicit SceneGeometry(std::shared_ptr<const PreparedScene> prepared);

    /// Builds one program if `max_bytes` is small, otherwise all of them. Returns whether all are built.
    /// Building counts as some bytes, which are subtracted from `max_bytes`.
    bool build_programs(std::uint64_t& max_bytes);
    /// Takes the memory for boxes and their values, and for the fade bits of boxes if `with_fade` is set,
    /// unless it has it already. Throws Error if the GPU has too little memory or cannot address the size;
    /// then nothing has changed, and what is there can still be drawn.
    void allocate_boxes(bool with_fade = false);
    /// Uploads about `max_bytes` more. Returns whether everything that is wanted is uploaded. Call it
    /// repeatedly to stay responsive; drawing uploads the rest of what it shows.
    /// Throws what allocate_boxes() throws if boxes are wanted for the first time.
    /// @param with_boxes  whether boxes are wanted after the faces; a scene may have more memory in them
    bool upload(std::uint64_t max_bytes = ~std::uint64_t{0}, bool with_boxes = true);

    [[nodiscard]] const PreparedScene& prepared() const { return *prepared_; }
    [[nodiscard]] const RecordedScene& scene() const { return *prepared_->scene; }
    /// Memory of the buffers that exist, including values, in bytes. Programs are not included.
    [[nodiscard]] std::uint64_t gpu_bytes() const;
    /// The number of triangles, from the first in drawing order, that upload() has uploaded completely.
    [[nodiscard]] std::uint64_t triangles_ready() const;
    [[nodiscard]] bool boxes_ready() const; ///< like triangles_ready()
    [[nodiscard]] const ScenePrograms& programs() const { return programs_; }
    /// The buffers of PreparedScene::cells, and the programs that draw them.
    [[nodiscard]] std::span<CellBuffers> cells() { return cells_; }
    [[nodiscard]] CellPrograms& cell_programs() { return cell_programs_; }

private:
    friend class PaneFaces;
    friend class PaneBoxes;
    struct Part;
    /// How much of some buffers, one after the other, is uploaded.
    struct Uploaded {
        unsigned parts = 0;      ///< complete ones
        std::uint64_t bytes = 0; ///< of the next part
    };
    /// Uploads at most about `max_bytes`, which are subtracted. Returns whether all parts are complete.
    bool upload(std::span<const Part> parts, Uploaded& uploaded, std::uint64_t& max_bytes) const;

    std::shared_ptr<const PreparedScene> prepared_;
    ScenePrograms programs_;
    GlBuffer vertices_;       ///< vec3
    GlBuffer indices_;        ///< one uvec3 per triangle, in drawing order
    BufferTexture slots_;     ///< one uint per triangle: its face slot
    BufferTexture boxes_;     ///< two vec3 per box
    BufferTexture box_order_; ///< one uint per box: boxes by level
    ValueStore face_values_;  ///< values of face slots
    ValueStore box_values_;
    std::vector<CellBuffers> cells_; ///< [PreparedScene::cells]
    CellPrograms cell_programs_;
    Uploaded uploaded_faces_;
    Uploaded uploaded_boxes_;
};

} // namespace hitmap
