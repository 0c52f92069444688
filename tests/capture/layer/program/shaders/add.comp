#version 450
layout(local_size_x = 8) in;
layout(std430, binding = 0) buffer In { uint values[]; };
layout(std430, binding = 1) buffer Out { uint results[]; };

void main() {
    uint i = gl_GlobalInvocationID.x;
    results[i] = results[i] + values[i];
}
