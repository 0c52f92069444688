#version 450
layout(set = 0, binding = 0) uniform Parameters {
    uint first;
} parameters;
layout(set = 0, binding = 1) readonly buffer Values {
    uint values[];
};
layout(push_constant) uniform Push {
    float depth;
    uint row;
} push;
layout(location = 0) flat in uint tint;
layout(location = 0) out uint colour;

void main() {
    uint x = uint(gl_FragCoord.x);
    uint y = uint(gl_FragCoord.y);
    uint first = parameters.first;
    colour = values[first + y * push.row + x] + tint;
}
