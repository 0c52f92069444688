#version 460
// Its only accesses to memory are those of the traversal.
#extension GL_EXT_ray_query : require
layout(set = 0, binding = 0) uniform accelerationStructureEXT scene;
layout(location = 0) out float lit;
void main() {
    rayQueryEXT query;
    rayQueryInitializeEXT(query, scene, gl_RayFlagsTerminateOnFirstHitEXT, 0xff, vec3(gl_FragCoord.xy, 0), 0.0,
                          vec3(0, 0, 1), 100.0);
    while (rayQueryProceedEXT(query)) {
    }
    lit = rayQueryGetIntersectionTypeEXT(query, true) == gl_RayQueryCommittedIntersectionNoneEXT ? 1 : 0;
}
