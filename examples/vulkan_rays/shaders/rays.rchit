#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_ray_tracing : require

#include "payload.glsl"

layout(location = 0) rayPayloadInEXT Payload payload;
hitAttributeEXT vec2 shares;

void main() {
    payload = Payload(gl_HitTEXT, gl_PrimitiveID, shares.x, shares.y);
}
