#version 450
layout(local_size_x = 5, local_size_y = 3, local_size_z = 2) in;
layout(std430, binding = 0) buffer Counters { uint counters[]; };
layout(std430, binding = 1) buffer Out { uvec4 results[]; };

void main() {
    uint i = gl_WorkGroupID.x * 30 + gl_LocalInvocationIndex;
    uint bits = 0;
    if (gl_LocalInvocationID.x != gl_LocalInvocationID.y) {
        bits = atomicOr(counters[gl_WorkGroupID.x], 0);
    }
    results[i].yz = uvec2(i, bits);
}
