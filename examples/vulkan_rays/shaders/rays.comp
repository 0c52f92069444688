#version 460
// A ray tracer with ray queries: each thread traces the rays of one pixel.
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_ray_query : require

layout(local_size_x_id = 0) in;

#include "tracer_parts.glsl"

Hit traced(Ray ray, float length, bool any) {
    rayQueryEXT query;
    const uint flags = gl_RayFlagsOpaqueEXT | (any ? gl_RayFlagsTerminateOnFirstHitEXT : 0u);
    rayQueryInitializeEXT(query, scene, flags, 0xff, ray.origin, 0.0, ray.direction, length);
    while (rayQueryProceedEXT(query)) {
    }
    if (rayQueryGetIntersectionTypeEXT(query, true) != gl_RayQueryCommittedIntersectionTriangleEXT) return no_hit;
    const vec2 shares = rayQueryGetIntersectionBarycentricsEXT(query, true);
    return Hit(rayQueryGetIntersectionTEXT(query, true), rayQueryGetIntersectionPrimitiveIndexEXT(query, true), shares.x,
               shares.y);
}

void main() {
    if (gl_GlobalInvocationID.x < width * height) trace_pixel(gl_GlobalInvocationID.x);
}
