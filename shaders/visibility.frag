// Writes the visible triangle and how much it faces the eye. HITMAP_ORTHOGRAPHIC is for parallel rays.
#include "bindings.glsl"

layout(location = HITMAP_UNIFORM_FIRST_TRIANGLE) uniform uint first_triangle;
layout(location = HITMAP_UNIFORM_RAY) uniform vec4 ray;
layout(location = HITMAP_UNIFORM_DEPTH_LENGTH) uniform float depth_length;
layout(location = 0) out uint seen;

// Cosine of the angle between the triangle's normal and the ray of the pixel. It follows from the slope of the depth, so
// that no vertex has to be loaded. The reversed depth s is proportional to 1 / distance in perspective, and decreases
// linearly with the distance otherwise.
float facing() {
    float s = gl_FragCoord.z;
    vec2 slope = vec2(dFdx(s), dFdy(s)) / ray.xy;
#ifdef HITMAP_ORTHOGRAPHIC
    slope *= depth_length;
    return inversesqrt(1.0 + dot(slope, slope));
#else
    // Points v / s of the plane satisfy n . v = s for v = (x, y, -1), so that n = (slope, slope . v.xy - s).
    vec2 v = gl_FragCoord.xy * ray.xy + ray.zw;
    vec3 n = vec3(slope, dot(slope, v) - s);
    return s * inversesqrt(max(dot(n, n) * (dot(v, v) + 1.0), 1e-37));
#endif
}

void main() {
    uint shade = uint(clamp(facing(), 0.0, 1.0) * 63.0 + 0.5);
    seen = (first_triangle + uint(gl_PrimitiveID) + 1u) << 6 | shade;
}
