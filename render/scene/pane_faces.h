#pragma once

#include "render/scene/pane_layer.h"
#include "render/scene/part_indices.h"
#include "render/scene/resolve_pass.h"
#include "render/scene/scene_geometry.h"

#include <cstdint>
#include <memory>

namespace hitmap {

/// The faces of a pane, which it draws into the visibility buffer over several calls; their colours come
/// from there.
class PaneFaces : public PaneLayer {
public:
    /// The geometry must outlive the layer.
    explicit PaneFaces(SceneGeometry& geometry);
    ~PaneFaces() override;
    PaneFaces(const PaneFaces&) = delete;
    PaneFaces& operator=(const PaneFaces&) = delete;
    PaneFaces(PaneFaces&&) = delete;
    PaneFaces& operator=(PaneFaces&&) = delete;

    [[nodiscard]] bool is_optional() const override { return false; }
    void set_part(const std::shared_ptr<const ScenePart>& part) override { part_.set(part); }
    /// Rises with each other part.
    [[nodiscard]] std::uint64_t part_version() const { return part_.version(); }
    void reserve(const View& /*view*/) override {} // the geometry takes their memory
    bool hold_values(const View& view, std::uint64_t& max_bytes) override;
    bool hold_geometry(std::uint64_t& max_bytes) override;

    /// The visibility buffer was cleared: the next draw_visibility() begins with the first triangle.
    void restart() { triangles_drawn_ = 0; }
    /// Adds triangles to the visibility buffer.
    void draw_visibility(const LayerPicture& picture, DrawState& state);
    /// Draws the colours of the triangles that are seen, if faces are shown.
    void draw_colours(const LayerPicture& picture, ResolvePass& resolve) const;
    /// Draws nothing else.
    bool prepare(const LayerPicture& /*picture*/, DrawState& /*state*/) override { return false; }
    void draw(const LayerPicture& /*picture*/) override {}

    [[nodiscard]] std::uint64_t gpu_bytes() const override { return part_.gpu_bytes(); }

private:
    void set_visibility_program(const LayerPicture& picture) const;

    SceneGeometry& geometry_;
    PartIndices part_;
    GlVertexArray layout_ = GlVertexArray::create();
    std::uint64_t triangles_drawn_ = 0;
};

} // namespace hitmap
