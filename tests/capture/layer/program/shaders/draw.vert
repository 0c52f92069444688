#version 450
layout(location = 0) in uint tint;
layout(location = 0) flat out uint tint_of_triangle;
layout(push_constant) uniform Push {
    float depth;
    uint row;
} push;

// A triangle over the whole picture.
void main() {
    tint_of_triangle = tint;
    gl_Position = vec4(gl_VertexIndex == 1 ? 3 : -1, gl_VertexIndex == 2 ? 3 : -1, push.depth, 1);
}
