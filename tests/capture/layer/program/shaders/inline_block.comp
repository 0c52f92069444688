#version 450
layout(local_size_x = 8) in;
layout(std430, binding = 0) buffer Out { uint results[]; };
layout(std140, binding = 1) uniform Inline { uvec4 head; uvec4 more; };

void main() {
    results[gl_GlobalInvocationID.x] += head.y + more[gl_GlobalInvocationID.x % 4];
}
