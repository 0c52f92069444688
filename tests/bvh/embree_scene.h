#pragma once

#include "tests/bvh/ray.h"

#if __has_include(<embree4/rtcore.h>)
#include <embree4/rtcore.h>
#else
#include <embree3/rtcore.h>
#endif

#include <memory>

namespace hitmap::test {

/// A mesh in Embree with robust intersection: rays do not pass between triangles that share an edge.
class EmbreeScene {
public:
    explicit EmbreeScene(const Mesh& mesh);
    /// The same as nearest_hit() of traversal.h.
    [[nodiscard]] double nearest_hit(const Ray& ray) const;

private:
    std::unique_ptr<RTCDeviceTy, decltype(&rtcReleaseDevice)> device_;
    std::unique_ptr<RTCSceneTy, decltype(&rtcReleaseScene)> scene_;
};

} // namespace hitmap::test
