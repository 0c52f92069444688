#version 450
layout(local_size_x = 5, local_size_y = 2, local_size_z = 2) in;
layout(constant_id = 0) const uint steps = 3;
layout(push_constant) uniform Push { uint seed; } push;
layout(std430, binding = 0) buffer In { uint values[]; };
layout(std430, binding = 1) buffer Counters { uint counters[]; };
layout(std430, binding = 2) buffer Out { uint results[]; };
shared uint total;

void main() {
    uvec3 n = gl_NumWorkGroups;
    uint group = (gl_WorkGroupID.z * n.y + gl_WorkGroupID.y) * n.x + gl_WorkGroupID.x;
    uint i = group * 20 + gl_LocalInvocationIndex;
    if (gl_LocalInvocationIndex == 0) total = 0;
    barrier();
    for (uint k = 0; k < steps + i % 4; ++k) {
        atomicAdd(total, values[(i * 3 + k * n.x) % 1024]);
    }
    barrier();
    if (i % 3 == 0) return;
    atomicAdd(counters[gl_WorkGroupID.z], total + push.seed);
    results[i] += total * n.x + n.y * 7 + n.z;
}
