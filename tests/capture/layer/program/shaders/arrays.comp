#version 450
layout(local_size_x = 8) in;
layout(constant_id = 3) const uint step = 1;
layout(push_constant) uniform Push { uint chosen; } push;
layout(std430, binding = 0) buffer In { uint head[4]; uint values[]; } sources[3];
layout(std430, binding = 1) buffer Out { uint results[]; };

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint fixed_one = sources[2].values[i];
    uint chosen_one = sources[push.chosen].values[i * step];
    results[i] = fixed_one + chosen_one;
}
