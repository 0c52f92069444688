#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer In { uint values[]; };
layout(std430, binding = 1) buffer Out { uint results[]; };

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint sum = 0;
    for (uint k = 0; k < 16; ++k) {
        sum += values[(i * 7 + k * 32) % 4096];
    }
    results[i] = sum;
}
