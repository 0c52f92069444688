#version 450
// Derivatives need helper invocations, which must not be recorded.
#extension GL_EXT_demote_to_helper_invocation : require
layout(set = 0, binding = 0) buffer Values {
    vec2 corners[3];
    uint unused[26];
    uint v[];
};
layout(location = 0) out float colour;
void main() {
    uint x = uint(gl_FragCoord.x), y = uint(gl_FragCoord.y);
    float value = float(v[y * 16u + x]);
    if (x % 5u == 2u) demote;
    float change = dFdx(value) + dFdy(value);
    value += float(v[256u + y]) + change;
    if (y % 4u == 3u) discard;
    v[512u + y * 16u + x] = uint(value) + 1u;
    colour = value;
}
