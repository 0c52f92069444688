#version 460
// Texel buffers and images, alone, in arrays and as arguments.
#extension GL_EXT_nonuniform_qualifier : require
layout(local_size_x = 8, local_size_y = 4) in;
layout(set = 0, binding = 0) uniform samplerBuffer texels;
layout(set = 0, binding = 1, rgba8) uniform imageBuffer out_texels;
layout(set = 0, binding = 2, r32ui) uniform uimageBuffer counters;
layout(set = 0, binding = 3, rgba32f) uniform image2D picture;
layout(set = 0, binding = 4) uniform sampler2D textures[3];
layout(set = 0, binding = 5) uniform sampler2DArray layers;
layout(set = 0, binding = 6, r32ui) uniform uimage2D grid;
layout(set = 0, binding = 7) uniform textureBuffer plain[];
layout(set = 0, binding = 8) uniform texture2D separate;
layout(set = 0, binding = 9) uniform sampler how;

vec4 two(sampler2D source, vec2 p) { return textureLod(source, p, 0); }
vec4 one(samplerBuffer source, int i) { return texelFetch(source, i); }

void main() {
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    int i = int(gl_LocalInvocationIndex);
    vec4 v = texelFetch(texels, i);
    v += one(texels, i + 1);
    imageStore(out_texels, i, v);
    imageAtomicAdd(counters, i & 3, 2u);
    imageAtomicMax(grid, p, 2u);
    v += imageLoad(picture, p);
    v += texelFetch(plain[nonuniformEXT(i & 1)], i);
    v += texture(textures[1], vec2(p));
    v += textureLod(layers, vec3(p, 1), 0);
    v += texelFetch(textures[i & 1], p, 0);
    v += textureGather(textures[2], vec2(p));
    v += texture(sampler2D(separate, how), vec2(p));
    v += two(textures[0], vec2(p)) + two(textures[2], vec2(p));
    imageStore(picture, p, v);
}
