// Colours of the pixels in which a triangle is seen; the depth test leaves the others out.
#include "bindings.glsl"
#include "value_colour.glsl"

layout(binding = HITMAP_TEXTURE_VISIBILITY) uniform usampler2D visibility;
layout(binding = HITMAP_TEXTURE_SLOTS) uniform usamplerBuffer slots;
layout(binding = HITMAP_TEXTURE_FACE_VALUES) uniform samplerBuffer values;
layout(location = HITMAP_UNIFORM_HATCH_ORIGIN) uniform vec2 hatch_origin;
layout(location = HITMAP_UNIFORM_HATCH_SCALE) uniform float hatch_scale;
layout(location = HITMAP_UNIFORM_NOT_ACCESSED) uniform vec3 not_accessed;
layout(location = 0) out vec4 colour;

// Head light: brightest where the triangle faces the eye, the same on both sides. Stays within 1/16 around the
// base colour, so that no shade comes near a colour of the map.
vec3 shaded_grey(float facing) {
    // Second cue besides the colour: two of eight diagonal lines of pixels are darker.
    vec2 pixel = (gl_FragCoord.xy + hatch_origin) / hatch_scale;
    float line = step(fract((pixel.x + pixel.y) * 0.125), 0.15);
    return not_accessed + (0.11 * facing - 0.047 - 0.055 * line * facing);
}

void main() {
    uint seen = texelFetch(visibility, ivec2(gl_FragCoord.xy), 0).r;
    float value = texelFetch(values, int(texelFetch(slots, int(seen >> 6) - 1).r)).r;
    float facing = float(seen & 63u) / 63.0;
    colour = vec4(was_accessed(value) ? colour_of(value) : shaded_grey(facing), 1.0);
}
