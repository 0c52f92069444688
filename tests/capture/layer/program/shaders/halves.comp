#version 450
layout(local_size_x = 8) in;
layout(std430, binding = 0) buffer In { uint values[]; };

void main() {
    uint i = gl_GlobalInvocationID.x;
    values[i] = i;
    if (i % 2 == 0) {
        values[i] = 7;
    }
}
