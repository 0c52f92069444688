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

/// Edges of the accessed boxes.
class BoxPass {
public:
    /// [boxes]; null: none accessed.
    void set_values(std::shared_ptr<const std::vector<float>> values);

    /// Looks for accessed boxes of the levels, among `boxes` more; true when all were found.
    bool find(const PreparedScene& prepared, LevelRange levels, std::uint64_t boxes);
    struct Style {
        bool halo = true;
        bool fade = false;
        std::uint64_t most_boxes = ~std::uint64_t{0};
    };
    /// What was found; depth test on.
    void draw(const ScenePrograms& programs, const ColourRange& range, const LineTarget& target,
              const Style& style) const;
    /// What was found until now, and the values that it was found by (null: none).
    [[nodiscard]] const BoxRuns& runs() const { return search_.found(); }
    [[nodiscard]] const std::vector<float>* values() const { return values_.get(); }

private:
    std::shared_ptr<const std::vector<float>> values_;
    bool changed_ = true;
    BoxRunSearch search_;
    GlVertexArray nothing_ = GlVertexArray::create(); ///< vertices come from buffer textures
};

} // namespace hitmap
