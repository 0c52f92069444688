#pragma once

#include "render/gl/gl_object.h"
#include "render/image/colour_map.h"
#include "render/scene/scene_geometry.h"
#include "render/scene/scene_renderer.h"
#include "render/view/colour_range.h"
#include "render/view/view.h"

#include <cstdint>

namespace hitmap {

/// Uniforms of shaders/value_colour.glsl of the program in use.
void set_value_colours(const ColourRange& range, bool marks, bool fade);

/// Device pixels of the edges of triangles (View::wireframe).
[[nodiscard]] int wire_width(float pixel_scale);

/// From what is seen in each pixel to its colour.
class ResolvePass {
public:
    /// Binds the map that the range asks for.
    void bind_colour_map(const View& view, const ColourRange& range);
    /// Into the framebuffer bound: the picture with the depth of what is seen.
    void draw(const ScenePrograms& programs, const View& view, const ColourRange& range,
              const DrawTarget& target, bool fade);
    [[nodiscard]] std::uint64_t gpu_bytes() const { return map_ == nullptr ? 0 : 3 * ColourMap::size; }

private:
    GlVertexArray nothing_ = GlVertexArray::create(); ///< the triangle is in the shader
    GlTexture texture_;
    const ColourMap* map_ = nullptr; ///< in the texture
};

} // namespace hitmap
