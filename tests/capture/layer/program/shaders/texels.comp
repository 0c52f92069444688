#version 450
layout(local_size_x = 8) in;
layout(binding = 0, r32ui) uniform uimageBuffer texels;
layout(binding = 1) uniform usamplerBuffer halves;
layout(std140, binding = 2) uniform Small { uvec4 first; uvec4 second[2]; };

void main() {
    int i = int(gl_GlobalInvocationID.x);
    uint a = imageLoad(texels, i).x;
    uint b = texelFetch(halves, 2 * i).x;
    imageStore(texels, i, uvec4(a + b + second[i % 2].y));
}
