#version 450
layout(local_size_x = 1, local_size_y = 32) in;
layout(std430, binding = 0) buffer In { uint values[]; };
layout(std430, binding = 1) buffer Out { uint results[]; };

void main() {
    results[gl_LocalInvocationIndex] = values[gl_LocalInvocationIndex] + 1;
}
