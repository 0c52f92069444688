#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_ray_tracing : require

#include "payload.glsl"

layout(location = 0) rayPayloadInEXT Payload payload;

void main() {
    payload.triangle = no_triangle;
}
