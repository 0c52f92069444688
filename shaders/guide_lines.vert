// Axes, grid, frustum and outlines of highlighted elements, with one instance for each line. HITMAP_HIGHLIGHT is for
// lines that lie on the edges of an element. For HITMAP_DASHED see guide_lines.frag.
#include "bindings.glsl"
#include "thick_line.glsl"

layout(location = HITMAP_ATTRIBUTE_POSITION) in vec3 start;
layout(location = HITMAP_ATTRIBUTE_END) in vec3 end;
layout(location = HITMAP_ATTRIBUTE_COLOUR) in vec3 colour;
layout(location = HITMAP_UNIFORM_WORLD_TO_CLIP) uniform mat4 world_to_clip;
flat out vec3 line_colour;

#ifdef HITMAP_HIGHLIGHT
layout(location = HITMAP_UNIFORM_NEARER) uniform float nearer;
#endif
#ifdef HITMAP_DASHED
noperspective out float along;
#endif

void main() {
    line_colour = colour;
    gl_Position = thick_line_vertex(world_to_clip * vec4(start, 1.0), world_to_clip * vec4(end, 1.0), gl_VertexID);
#ifdef HITMAP_HIGHLIGHT
    gl_Position.z *= nearer;
#endif
#ifdef HITMAP_DASHED
    along = line_along;
#endif
}
