#pragma once

#include "render/elements/box_runs.h"
#include "render/gl/gl_object.h"
#include "render/scene/edge_passes.h"
#include "render/scene/scene_geometry.h"
#include "render/view/colour_range.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace hitmap {

/// Draws the edges of accessed boxes.
class BoxPass {
public:
    /// Searches `boxes` more boxes for accessed boxes of the levels. Returns whether the search is complete.
    /// @param values  [boxes] null: no box is accessed. Other values than before begin another search
    bool find(const PreparedScene& prepared, const std::shared_ptr<const std::vector<float>>& values,
              LevelRange levels, std::uint64_t boxes);
    /// Draws the boxes found so far, at most `most_boxes` of them. The textures of boxes are bound.
    void draw(const ScenePrograms& programs, const ColourRange& range, const LineTarget& target,
              const EdgeStyle& style, std::uint64_t most_boxes) const;
    /// The result of the search so far, and the values that it used (null: none).
    [[nodiscard]] const BoxRuns& runs() const { return search_.found(); }
    [[nodiscard]] const std::vector<float>* values() const { return values_.get(); }

private:
    std::shared_ptr<const std::vector<float>> values_;
    BoxRunSearch search_;
    GlVertexArray nothing_ = GlVertexArray::create(); ///< empty, since vertices come from buffer textures
};

} // namespace hitmap
