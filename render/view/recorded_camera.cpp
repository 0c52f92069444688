#include "render/view/recorded_camera.h"

#include "core/geometry/aabb.h"

namespace hitmap {

Camera recorded_camera(const RecordedScene& scene) {
    if (!scene.cameras.empty()) return normalised(scene.cameras.front());
    Aabb box;
    for (const glm::vec3& p : scene.vertices)
        box.include(p);
    return framing_camera(box);
}

} // namespace hitmap
