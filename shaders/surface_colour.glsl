// The colour of a visible element of one kind, whose values and marks are bound.
#include "value_colour.glsl"

layout(binding = HITMAP_TEXTURE_FACE_VALUES) uniform samplerBuffer values;
layout(location = HITMAP_UNIFORM_HATCH_ORIGIN) uniform vec2 hatch_origin;
layout(location = HITMAP_UNIFORM_HATCH_SCALE) uniform float hatch_scale;
layout(location = HITMAP_UNIFORM_NOT_ACCESSED) uniform vec3 not_accessed;
layout(location = HITMAP_UNIFORM_SHADING) uniform float shading;

vec2 logical_pixel() {
    return (gl_FragCoord.xy + hatch_origin) / hatch_scale;
}

// A light at the eye: brightest where the triangle faces the eye, the same on both sides. It changes the base colour by
// at most 1/16, so that no shade is similar to a colour of the map.
vec3 shaded_grey(float facing) {
    // The hatching distinguishes these elements besides the colour: two of eight diagonal lines of pixels are darker.
    vec2 pixel = logical_pixel();
    float line = step(fract((pixel.x + pixel.y) * 0.125), 0.15);
    return not_accessed + (0.11 * facing - 0.047 - 0.055 * line * facing);
}

#ifdef HITMAP_MARKS
layout(binding = HITMAP_TEXTURE_FACE_FADE) uniform usamplerBuffer fade;

// Stripes of A are vertical, those of B horizontal, as in pattern_at() of render/picture/colour_bar.cpp.
vec3 striped(int side) {
    vec2 pixel = logical_pixel();
    if (side < 0) return fract(pixel.x * 0.125) < 0.25 ? mix(only_a, vec3(1.0), 0.55) : only_a;
    return fract(pixel.y * 0.125) < 0.25 ? mix(only_b, vec3(0.0), 0.45) : only_b;
}

// A pale colour with dots of the full colour.
vec3 dotted(vec3 full) {
    ivec2 cell = ivec2(floor(logical_pixel() / 3.0));
    bool dot = (cell.y & 1) == 0 && ((cell.x + cell.y) & 3) == 0;
    return dot ? full : mix(full, vec3(0.93), 0.75);
}
#endif

// facing: cosine of the angle between the surface and the ray of the pixel.
vec3 surface_colour(int element, float facing) {
    float value = texelFetch(values, element).r;
    bool accessed = was_accessed(value);
    vec3 result = accessed ? colour_of(value) : shaded_grey(facing);
#ifdef HITMAP_MARKS
    int side = accessed ? only_side(value) : 0;
    if (side != 0) result = striped(side);
    if (accessed && is_faded(fade, element)) result = dotted(result);
#endif
    // A light at the eye keeps the hue of the colour bar and makes surfaces that are seen from the side darker.
    if (accessed) result *= 1.0 - shading * (1.0 - facing);
    return result;
}
