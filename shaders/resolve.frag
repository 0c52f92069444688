// Colours of the pixels with a visible triangle; the depth test skips other pixels. HITMAP_MARKS adds patterns for faded
// faces and for the sides of a difference, and the edges of triangles.
#include "bindings.glsl"
#include "surface_colour.glsl"

layout(binding = HITMAP_TEXTURE_VISIBILITY) uniform usampler2D visibility;
layout(binding = HITMAP_TEXTURE_SLOTS) uniform usamplerBuffer slots;
layout(location = 0) out vec4 colour;

#ifdef HITMAP_MARKS
layout(location = HITMAP_UNIFORM_WIRE) uniform int wire;

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
    colour = vec4(surface_colour(slot, float(seen & 63u) / 63.0), 1.0);
#ifdef HITMAP_MARKS
    if (wire > 0 && on_edge(pixel, seen >> 6))
        colour.rgb = mix(colour.rgb, contrast_to(colour.rgb), edge_strength(pixel, seen >> 6));
#endif
}
