#version 450
layout(set = 0, binding = 0) buffer Points { vec4 v[]; };
layout(location = 0) out vec2 uv;
void main() {
    gl_Position = v[gl_VertexIndex];
    uv = v[gl_InstanceIndex].xy;
}
