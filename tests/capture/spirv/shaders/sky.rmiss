#version 460
#extension GL_EXT_ray_tracing : require
layout(set = 0, binding = 6) uniform Sky { vec4 zenith; vec4 horizon; };
layout(location = 0) rayPayloadInEXT vec4 p;
void main() { p = mix(horizon, zenith, gl_WorldRayDirectionEXT.y); }
