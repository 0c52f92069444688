// The colour of a value, as ColourMap::at computes it, without shading.
layout(binding = HITMAP_TEXTURE_COLOUR_MAP) uniform sampler1D colour_map;
layout(location = HITMAP_UNIFORM_RANGE) uniform vec2 range;

// Tests the bits, since compilers may assume that isnan() is never true.
bool was_accessed(float value) {
    return (floatBitsToUint(value) & 0x7fffffffu) <= 0x7f800000u;
}

vec3 colour_of(float value) {
    float t = clamp((value - range.x) * range.y, 0.0, 1.0);
    return texelFetch(colour_map, min(int(t * 256.0), 255), 0).rgb;
}

// Black or white, whichever has the larger contrast to the colour.
vec3 contrast_to(vec3 colour) {
    vec3 linear = pow(colour, vec3(2.2));
    // The contrasts to black and to white (WCAG) are equal at a luminance of 0.18. The larger one is at least 4.5.
    return dot(linear, vec3(0.2126, 0.7152, 0.0722)) > 0.18 ? vec3(0.08) : vec3(1.0);
}

#ifdef HITMAP_MARKS
layout(location = HITMAP_UNIFORM_MARKS) uniform int marks;
layout(location = HITMAP_UNIFORM_ONLY_A) uniform vec3 only_a;
layout(location = HITMAP_UNIFORM_ONLY_B) uniform vec3 only_b;

// In a difference: 1 if only B accesses the element, -1 if only A does, 0 if both do.
int only_side(float value) {
    if ((marks & HITMAP_MARK_DIFFERENCE) == 0) return 0;
    uint bits = floatBitsToUint(value);
    return (bits & 0x7fffffffu) != 0x7f800000u ? 0 : (bits >> 31) != 0u ? -1 : 1;
}

bool is_faded(usamplerBuffer fade, int element) {
    return (marks & HITMAP_MARK_FADE) != 0 && (texelFetch(fade, element >> 5).r >> uint(element & 31) & 1u) != 0u;
}
#endif
