// From a value to its colour, as ColourMap::at does it: flat, whatever the light.
layout(binding = HITMAP_TEXTURE_COLOUR_MAP) uniform sampler1D colour_map;
layout(location = HITMAP_UNIFORM_RANGE) uniform vec2 range;

// By the bits: compilers may assume that isnan() is never true.
bool was_accessed(float value) {
    return (floatBitsToUint(value) & 0x7fffffffu) <= 0x7f800000u;
}

vec3 colour_of(float value) {
    float t = clamp((value - range.x) * range.y, 0.0, 1.0);
    return texelFetch(colour_map, min(int(t * 256.0), 255), 0).rgb;
}
