#include "bindings.glsl"

layout(location = HITMAP_UNIFORM_FIRST_TRIANGLE) uniform uint first_triangle;
layout(location = 0) out uint seen;

void main() {
    seen = first_triangle + uint(gl_PrimitiveID) + 1u;
}
