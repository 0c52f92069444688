#pragma once

#include "render/gl/gl_object.h"
#include "render/image/colour_map.h"
#include "render/scene/draw_options.h"
#include "render/scene/scene_geometry.h"
#include "render/view/colour_range.h"
#include "render/view/view.h"

#include <cstdint>

namespace hitmap {

/// Sets the uniforms of shaders/value_colour.glsl of the program in use.
void set_value_colours(const ColourRange& range, bool marks, bool fade);
/// Sets the uniforms of shaders/surface_colour.glsl, too.
void set_surface_colours(const View& view, const ColourRange& range, const DrawTarget& target, bool marks,
                         bool fade);

/// Width of the edges of triangles (View::wireframe) in device pixels.
[[nodiscard]] int wire_width(float pixel_scale);

/// Computes the colour of each pixel from the visibility buffer.
class ResolvePass {
public:
    /// Binds the colour map that the range requires.
    void bind_colour_map(const View& view, const ColourRange& range);
    /// Draws into the bound framebuffer: the picture with the depth of the visibility buffer.
    void draw(const ScenePrograms& programs, const View& view, const ColourRange& range,
              const DrawTarget& target, bool fade);
    [[nodiscard]] std::uint64_t gpu_bytes() const { return map_ == nullptr ? 0 : 3 * ColourMap::size; }

private:
    GlVertexArray nothing_ = GlVertexArray::create(); ///< empty, since the shader generates the triangle
    GlTexture texture_;
    const ColourMap* map_ = nullptr; ///< the map that is in the texture
};

} // namespace hitmap
