#version 460
#extension GL_EXT_demote_to_helper_invocation : require
layout(location = 0) in vec2 uv;
layout(location = 1) flat in int layer;
layout(location = 0) out vec4 colour;
layout(set = 0, binding = 0) uniform sampler2D image;
layout(set = 0, binding = 1) buffer Rows { vec4 v[]; };
layout(set = 0, binding = 2, input_attachment_index = 0) uniform subpassInput before;
void main() {
    vec4 c = texture(image, uv);
    if (c.x > 0.5) demote;
    if (gl_FragCoord.x > 7.0) discard;
    c += v[layer] * dFdx(c) + subpassLoad(before);
    v[layer + 1] = c;
    colour = c;
}
