#version 450
layout(local_size_x = 20) in;
layout(std430, binding = 0) buffer In { uint values[]; } source;
layout(std430, binding = 1) buffer Out { uint results[]; };
shared uint total;

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint sum = source.values[i];
    if (i % 4 == 1) {
        sum += source.values[(i + 1) % 40];
    } else if (i % 4 == 2) {
        sum *= source.values[39 - i];
    }
    for (uint k = 0; k < i % 5; ++k) {
        sum += source.values[(i * k) % 40];
    }
    if (gl_LocalInvocationIndex == 0) {
        total = 3;
    }
    barrier();
    results[i] = sum + total;
}
