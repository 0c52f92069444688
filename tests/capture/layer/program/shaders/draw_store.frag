#version 450
layout(set = 0, binding = 1) buffer Values {
    uint values[];
};
layout(push_constant) uniform Push {
    float depth;
    uint row;
} push;
layout(location = 0) flat in uint tint;
layout(location = 0) out uint colour;

// Discards in every third column, and writes memory.
void main() {
    uint x = uint(gl_FragCoord.x);
    uint y = uint(gl_FragCoord.y);
    if (x % 3 == 1) discard;
    colour = tint;
    values[256 + y * push.row + x] = tint;
}
