#include "render/view/recorded_camera.h"

namespace hitmap {

Aabb bounds_of(const RecordedScene& scene) {
    Aabb box;
    for (const glm::vec3& p : scene.vertices)
        box.include(p);
    return box;
}

Camera recorded_camera(const RecordedScene& scene) {
    if (!scene.cameras.empty()) return normalised(scene.cameras.front());
    return framing_camera(bounds_of(scene));
}

} // namespace hitmap
