#version 450
layout(set = 0, binding = 0) buffer Values {
    vec2 corners[3];
    uint unused[26];
    uint v[];
};
void main() { gl_Position = vec4(corners[gl_VertexIndex], 0, 1); }
