#pragma once

#include "render/gl/gl_object.h"
#include "render/scene/line_target.h"
#include "render/view/colour_range.h"

#include <cstdint>
#include <functional>

namespace hitmap {

/// The variants of the program that draws edges in the colours of values (shaders/box_edges.*).
enum class EdgeProgram : std::uint8_t {
    edges,
    halos, ///< the rims around edges
    lines, ///< 1 pixel wide, without halo
};

struct EdgeStyle {
    bool halo = true; ///< otherwise lines are drawn
    bool marks = false;
    bool fade = false;
};

/// Draws edges into the bound framebuffer, with the textures that are bound. Needs the depth test.
/// @param program_of  returns a program; with marks if the style has them
/// @param draw        draws with the program in use; it gets the GL primitive and the vertices of an edge
void draw_edges(const std::function<const GlProgram&(EdgeProgram)>& program_of, const ColourRange& range,
                const LineTarget& target, const EdgeStyle& style,
                const std::function<void(unsigned primitive, int vertices_of_edge)>& draw);

} // namespace hitmap
