#version 450
layout(local_size_x_id = 1) in;
layout(constant_id = 0) const uint factor = 1;
layout(std430, binding = 0) buffer In { uint values[]; };
layout(std430, binding = 1) buffer Out { uint results[]; };

void main() {
    uint i = gl_GlobalInvocationID.x;
    atomicAdd(results[i % 32], values[i] * factor);
}
