// HITMAP_INVERTED draws the rim of a line. HITMAP_DASHED alternates dashes of the colours of the line and of its rim,
// which are visible on every background.
flat in vec3 line_colour;
layout(location = 0) out vec4 colour;

#ifdef HITMAP_DASHED
#include "bindings.glsl"
layout(location = HITMAP_UNIFORM_HATCH_SCALE) uniform float hatch_scale;
noperspective in float along;
#endif

void main() {
#ifdef HITMAP_DASHED
    bool rim = mod(along, 8.0 * hatch_scale) >= 4.0 * hatch_scale;
    colour = vec4(rim ? vec3(1.08) - line_colour : line_colour, 1.0);
#elif defined(HITMAP_INVERTED)
    colour = vec4(vec3(1.08) - line_colour, 1.0);
#else
    colour = vec4(line_colour, 1.0);
#endif
}
