#version 460
// Storage and uniform buffers, matrices, small types, arrays of descriptors and device addresses.
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference2 : require
#extension GL_EXT_scalar_block_layout : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_nonuniform_qualifier : require
layout(local_size_x = 32) in;
struct Box {
    vec3 lower;
    float pad;
    vec3 upper;
    uint child[2];
};
layout(std430, set = 0, binding = 0) buffer Nodes {
    uint count;
    Box nodes[];
}
tree;
layout(std140, set = 0, binding = 1) uniform Camera {
    mat4 view;
    layout(row_major) mat4x3 rows[2];
    vec4 eye;
}
camera;
layout(std430, set = 1, binding = 2) buffer Out { float value[]; }
outputs[4];
layout(std430, set = 1, binding = 3) buffer Small {
    uint8_t bytes[64];
    uint16_t halves[32];
    uint64_t longs[];
}
small;
layout(buffer_reference, buffer_reference_align = 4) buffer List;
layout(scalar, buffer_reference, buffer_reference_align = 4) buffer List {
    vec3 point;
    uint64_t id;
    List tail;
};
layout(push_constant) uniform Push {
    List list;
    uint n;
}
push;

void main() {
    uint i = gl_GlobalInvocationID.x;
    Box box = tree.nodes[i];
    float sum = box.lower.x + tree.nodes[i + 1].upper.y;
    sum += tree.nodes[2].child[i & 1];
    sum += camera.view[1].y;
    sum += camera.view[i & 3][i & 1];
    sum += camera.rows[i & 1][2].z;
    sum += dot(camera.rows[1][i & 3], vec3(1));
    mat4 view = camera.view;
    mat4x3 row = camera.rows[1];
    sum += view[0][0] + row[0][0];
    atomicAdd(tree.count, 1u);
    small.bytes[i] = uint8_t(i);
    small.halves[i & 31] = uint16_t(i);
    small.longs[i] = i;
    List list = push.list;
    sum += list.point.y;
    sum += list.tail.point.x;
    sum += (list + int(i)).point.z;
    outputs[2].value[i] = sum;
    outputs[nonuniformEXT(i & 3)].value[int(i) - 1] = sum;
    outputs[push.n].value[i] = outputs[1].value[0];
}
