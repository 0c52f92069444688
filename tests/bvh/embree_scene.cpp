#include "tests/bvh/embree_scene.h"

#include <algorithm>
#include <limits>

namespace hitmap::test {

EmbreeScene::EmbreeScene(const Mesh& mesh)
    : device_(rtcNewDevice("threads=1"), rtcReleaseDevice),
      scene_(rtcNewScene(device_.get()), rtcReleaseScene) {
    rtcSetSceneFlags(scene_.get(), RTC_SCENE_FLAG_ROBUST);
    const RTCGeometry geometry = rtcNewGeometry(device_.get(), RTC_GEOMETRY_TYPE_TRIANGLE);
    auto* positions = static_cast<glm::vec3*>(rtcSetNewGeometryBuffer(
        geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, sizeof(glm::vec3), mesh.positions.size()));
    auto* faces = static_cast<glm::uvec3*>(rtcSetNewGeometryBuffer(
        geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, sizeof(glm::uvec3), mesh.faces.size()));
    std::copy(mesh.positions.begin(), mesh.positions.end(), positions);
    std::copy(mesh.faces.begin(), mesh.faces.end(), faces);
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(scene_.get(), geometry);
    rtcReleaseGeometry(geometry);
    rtcCommitScene(scene_.get());
}

double EmbreeScene::nearest_hit(const Ray& ray) const {
    RTCRayHit query{};
    query.ray.org_x = ray.origin.x;
    query.ray.org_y = ray.origin.y;
    query.ray.org_z = ray.origin.z;
    query.ray.dir_x = ray.direction.x;
    query.ray.dir_y = ray.direction.y;
    query.ray.dir_z = ray.direction.z;
    query.ray.tfar = std::numeric_limits<float>::infinity();
    query.ray.mask = ~0U;
    query.hit.geomID = RTC_INVALID_GEOMETRY_ID;
#if RTC_VERSION_MAJOR >= 4
    rtcIntersect1(scene_.get(), &query);
#else
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    rtcIntersect1(scene_.get(), &context, &query);
#endif
    return query.hit.geomID == RTC_INVALID_GEOMETRY_ID ? std::numeric_limits<double>::infinity()
                                                       : double{query.ray.tfar};
}

} // namespace hitmap::test
