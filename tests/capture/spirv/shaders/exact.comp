#version 450
// A kernel whose accesses the test computes again. exact_access.cpp has the same code for the CPU.
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference_uvec2 : require
#extension GL_EXT_nonuniform_qualifier : require
layout(local_size_x = 5, local_size_y = 3, local_size_z = 2) in;
layout(buffer_reference, std430) buffer Far { uint w[]; };
layout(std430, set = 0, binding = 0) buffer In {
    uint head;
    uvec2 pair[64];
    mat3 m[2];
    layout(row_major) mat3 r[2];
    uint v[];
};
layout(std430, set = 0, binding = 1) buffer Out { uint o[]; }
outs[3];
layout(std140, set = 0, binding = 2) uniform Constants { uvec4 c[4]; };
layout(set = 0, binding = 3, r32ui) uniform uimageBuffer texels;
layout(push_constant) uniform Push { uvec2 far; };

void main() {
    uint i = gl_LocalInvocationIndex + 30u * (gl_WorkGroupID.x + gl_NumWorkGroups.x * gl_WorkGroupID.y);
    uint x = v[i];
    if ((i & 1u) != 0u) {
        x += pair[i & 63u].y;
    } else if ((i & 2u) != 0u) {
        x += pair[x & 63u].x + c[i & 3u].z;
    } else {
        x += uint(m[i & 1u][2][i % 3u]) + uint(r[1][i % 3u].y);
    }
    for (uint k = 0; k < (i & 3u); ++k) {
        if (k == 2u && (i & 8u) != 0u) break;
        x = x * 5u + imageLoad(texels, int(x & 63u)).x;
    }
    atomicAdd(head, 1u);
    vec3 column = m[i & 1u][i % 3u];
    vec3 row = r[i & 1u][i % 3u];
    x += uint(column.x + row.z);
    Far(far).w[i] = x;
    outs[nonuniformEXT(i % 3u)].o[i] = x;
    if (i % 7u == 3u) return;
    outs[1].o[i + 512u] = x;
}
