#include "bindings.glsl"
#include "value_colour.glsl"

layout(binding = HITMAP_TEXTURE_VISIBILITY) uniform usampler2D visibility;
layout(binding = HITMAP_TEXTURE_SLOTS) uniform usamplerBuffer slots;
layout(binding = HITMAP_TEXTURE_FACE_VALUES) uniform samplerBuffer values;
layout(binding = HITMAP_TEXTURE_INDICES) uniform usamplerBuffer indices;
layout(binding = HITMAP_TEXTURE_VERTICES) uniform samplerBuffer vertices;
layout(location = HITMAP_UNIFORM_EYE) uniform vec4 eye;
layout(location = HITMAP_UNIFORM_BACKGROUND) uniform vec4 background;
layout(location = HITMAP_UNIFORM_HATCH_ORIGIN) uniform vec2 hatch_origin;
layout(location = HITMAP_UNIFORM_HATCH_SCALE) uniform float hatch_scale;
layout(location = HITMAP_UNIFORM_NOT_ACCESSED) uniform vec3 not_accessed;
layout(location = 0) out vec4 colour;

// Head light: brightest where the triangle faces the eye, the same on both sides. Stays within 1/16 around the
// base colour, so that no shade comes near a colour of the map.
vec3 shaded_grey(int triangle) {
    uvec3 corner = texelFetch(indices, triangle).xyz;
    vec3 a = texelFetch(vertices, int(corner.x)).xyz;
    vec3 normal = cross(texelFetch(vertices, int(corner.y)).xyz - a, texelFetch(vertices, int(corner.z)).xyz - a);
    vec3 to_eye = eye.xyz - eye.w * a;
    float facing = abs(dot(normal, to_eye)) * inversesqrt(max(dot(normal, normal) * dot(to_eye, to_eye), 1e-38));
    // Second cue besides the colour: two of eight diagonal lines of pixels are darker.
    vec2 pixel = (gl_FragCoord.xy + hatch_origin) / hatch_scale;
    float line = step(fract((pixel.x + pixel.y) * 0.125), 0.15);
    return not_accessed + (0.11 * facing - 0.047 - 0.055 * line * facing);
}

void main() {
    uint seen = texelFetch(visibility, ivec2(gl_FragCoord.xy), 0).r;
    if (seen == 0u) {
        colour = background;
        return;
    }
    int triangle = int(seen - 1u);
    float value = texelFetch(values, int(texelFetch(slots, triangle).r)).r;
    colour = vec4(was_accessed(value) ? colour_of(value) : shaded_grey(triangle), 1.0);
}
