#version 460
#extension GL_EXT_ray_tracing : require
layout(set = 0, binding = 1) buffer Colours { vec4 v[]; };
layout(location = 0) rayPayloadInEXT vec4 p;
hitAttributeEXT vec2 place;
void main() { p = v[gl_PrimitiveID] * place.x; }
