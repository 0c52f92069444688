// Colours of the pixels with a visible triangle; the depth test skips other pixels. HITMAP_MARKS adds patterns for faded
// faces and for the sides of a difference, and the edges of triangles.
#include "bindings.glsl"
#include "value_colour.glsl"

layout(binding = HITMAP_TEXTURE_VISIBILITY) uniform usampler2D visibility;
layout(binding = HITMAP_TEXTURE_SLOTS) uniform usamplerBuffer slots;
layout(binding = HITMAP_TEXTURE_FACE_VALUES) uniform samplerBuffer values;
layout(location = HITMAP_UNIFORM_HATCH_ORIGIN) uniform vec2 hatch_origin;
layout(location = HITMAP_UNIFORM_HATCH_SCALE) uniform float hatch_scale;
layout(location = HITMAP_UNIFORM_NOT_ACCESSED) uniform vec3 not_accessed;
layout(location = HITMAP_UNIFORM_SHADING) uniform float shading;
layout(location = 0) out vec4 colour;

vec2 logical_pixel() {
    return (gl_FragCoord.xy + hatch_origin) / hatch_scale;
}

// A light at the eye: brightest where the triangle faces the eye, the same on both sides. It changes the base colour by
// at most 1/16, so that no shade is similar to a colour of the map.
vec3 shaded_grey(float facing) {
    // The hatching distinguishes these faces besides the colour: two of eight diagonal lines of pixels are darker.
    vec2 pixel = logical_pixel();
    float line = step(fract((pixel.x + pixel.y) * 0.125), 0.15);
    return not_accessed + (0.11 * facing - 0.047 - 0.055 * line * facing);
}

#ifdef HITMAP_MARKS
layout(binding = HITMAP_TEXTURE_FACE_FADE) uniform usamplerBuffer fade;
layout(location = HITMAP_UNIFORM_WIRE) uniform int wire;

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

uint triangle_at(ivec2 pixel) {
    return texelFetch(visibility, clamp(pixel, ivec2(0), textureSize(visibility, 0) - 1), 0).r >> 6;
}

// A pixel is on an edge if the pixel to the right or above has another triangle, or if the pixel to the left or below has
// none. Thus each visible edge is drawn once, and hidden edges are not drawn.
bool on_edge(ivec2 pixel, uint here) {
    for (int d = 1; d <= wire; ++d) {
        if (triangle_at(pixel + ivec2(d, 0)) != here || triangle_at(pixel + ivec2(0, d)) != here) return true;
        if (triangle_at(pixel - ivec2(d, 0)) == 0u || triangle_at(pixel - ivec2(0, d)) == 0u) return true;
    }
    return false;
}

// Opacity of an edge. If triangles are not larger than the width of an edge, full edges would hide every colour.
float edge_strength(ivec2 pixel, uint here) {
    int others = 0;
    int d = 2 * wire;
    for (int y = -1; y <= 1; ++y) {
        for (int x = -1; x <= 1; ++x)
            others += triangle_at(pixel + ivec2(x, y) * d) != here ? 1 : 0;
    }
    return others < 7 ? 1.0 : 0.25;
}
#endif

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    uint seen = texelFetch(visibility, pixel, 0).r;
    int slot = int(texelFetch(slots, int(seen >> 6) - 1).r);
    float value = texelFetch(values, slot).r;
    float facing = float(seen & 63u) / 63.0;
    bool accessed = was_accessed(value);
    colour = vec4(accessed ? colour_of(value) : shaded_grey(facing), 1.0);
#ifdef HITMAP_MARKS
    int side = accessed ? only_side(value) : 0;
    if (side != 0) colour.rgb = striped(side);
    if (accessed && is_faded(fade, slot)) colour.rgb = dotted(colour.rgb);
#endif
    // A light at the eye keeps the hue of the colour bar and makes faces that are seen from the side darker.
    if (accessed) colour.rgb *= 1.0 - shading * (1.0 - facing);
#ifdef HITMAP_MARKS
    if (wire > 0 && on_edge(pixel, seen >> 6))
        colour.rgb = mix(colour.rgb, contrast_to(colour.rgb), edge_strength(pixel, seen >> 6));
#endif
}
