#pragma once

#include "render/gl/gl_object.h"
#include "render/scene/box_runs.h"
#include "render/scene/overlay_pass.h"
#include "render/scene/scene_geometry.h"
#include "render/view/colour_range.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace hitmap {

/// Draws the edges of accessed boxes.
class BoxPass {
public:
    /// [boxes]; null: no box is accessed.
    void set_values(std::shared_ptr<const std::vector<float>> values);

    /// Searches `boxes` more boxes for accessed boxes of the levels. Returns whether the search is complete.
    bool find(const PreparedScene& prepared, LevelRange levels, std::uint64_t boxes);
    struct Style {
        bool halo = true;
        bool fade = false;
        std::uint64_t most_boxes = ~std::uint64_t{0};
    };
    /// Draws the boxes found so far; needs the depth test.
    void draw(const ScenePrograms& programs, const ColourRange& range, const LineTarget& target,
              const Style& style) const;
    /// The result of the search so far, and the values that it used (null: none).
    [[nodiscard]] const BoxRuns& runs() const { return search_.found(); }
    [[nodiscard]] const std::vector<float>* values() const { return values_.get(); }

private:
    std::shared_ptr<const std::vector<float>> values_;
    bool changed_ = true;
    BoxRunSearch search_;
    GlVertexArray nothing_ = GlVertexArray::create(); ///< empty, since vertices come from buffer textures
};

} // namespace hitmap
