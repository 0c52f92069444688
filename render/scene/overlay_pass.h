#pragma once

#include "render/elements/highlights.h"
#include "render/gl/gl_object.h"
#include "render/scene/guides.h"
#include "render/scene/line_target.h"
#include "render/scene/scene_geometry.h"
#include "render/view/view.h"

#include <cstdint>
#include <vector>

namespace hitmap {

/// Lines in GPU memory; each has its own colour.
class LineBatch {
public:
    void upload(const std::vector<GuideLine>& lines);
    /// Draws with the program in use. `width`: logical pixels.
    void draw(const LineTarget& target, std::size_t first, std::size_t count, float width) const;
    [[nodiscard]] std::size_t size() const { return count_; }
    [[nodiscard]] std::uint64_t gpu_bytes() const { return count_ * sizeof(GuideLine); }

private:
    GlVertexArray layout_;
    GlBuffer buffer_;
    std::size_t count_ = 0;
};

/// Draws all lines over the mesh except the boxes.
class OverlayPass {
public:
    /// Draws axes, grid and frustum according to the view; needs the depth test.
    void draw_guides(const SceneGeometry& geometry, const View& view, const LineTarget& target);
    /// Throws std::invalid_argument if the scene has no such element.
    void set_highlights(const RecordedScene& scene, const Highlights& highlights);
    [[nodiscard]] bool has_highlights() const { return !highlights_.empty(); }
    void draw_highlights(const SceneGeometry& geometry, const LineTarget& target);
    [[nodiscard]] std::uint64_t gpu_bytes() const {
        return guides_.gpu_bytes() + outlines_.gpu_bytes() + rays_.gpu_bytes();
    }

private:
    void take_rays();
    void draw_rays(const SceneGeometry& geometry, const LineTarget& target);

    LineBatch guides_;
    LineBatch outlines_;
    LineBatch rays_;
    Highlights shown_;                  ///< the highlights in highlights_
    std::vector<GuideLine> highlights_; ///< touched, then hovered, then selected, then the region
    std::size_t hovered_from_ = 0;
    std::size_t selected_from_ = 0;
    bool outlines_changed_ = false;
    std::vector<GuideLine> ray_lines_; ///< rims, then lines; in each, the current ray is last
    std::size_t ray_rims_ = 0;         ///< number of rims, and of lines
    std::size_t current_from_ = 0;     ///< rims before those of the current ray
};

} // namespace hitmap
