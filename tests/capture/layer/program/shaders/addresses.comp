#version 460
#extension GL_EXT_buffer_reference : require
layout(local_size_x = 4, local_size_y = 4) in;
layout(buffer_reference) buffer Node;
layout(buffer_reference, std430) buffer Node { Node next; uint value; uint pad; };
layout(push_constant) uniform Push { Node first; } push;
layout(std430, binding = 0) buffer Out { uint results[]; };

void main() {
    Node node = push.first;
    uint sum = 0;
    for (uint k = 0; k <= gl_LocalInvocationID.y; ++k) {
        sum += node.value;
        node = node.next;
    }
    results[gl_LocalInvocationIndex] = sum;
}
