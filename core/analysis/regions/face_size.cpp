#include "core/analysis/regions/face_size.h"

#include <glm/geometric.hpp>
#include <glm/vec2.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

namespace hitmap {

namespace {

/// Projects points to a picture whose shorter side is 1.
class Projector {
public:
    explicit Projector(const Camera& camera)
        : camera_(camera),
          right_(glm::cross(glm::dvec3(camera.forward), glm::dvec3(camera.up))),
          side_(2.0 * half_fov_tangent(camera)) {}

    /// No value behind the camera.
    [[nodiscard]] std::optional<glm::dvec2> operator()(const glm::vec3& point) const {
        const glm::dvec3 from_camera = glm::dvec3(point) - glm::dvec3(camera_.position);
        const double depth = glm::dot(from_camera, glm::dvec3(camera_.forward));
        if (!(depth > 0.0)) return std::nullopt;
        return glm::dvec2(glm::dot(from_camera, right_), glm::dot(from_camera, glm::dvec3(camera_.up))) /
               (depth * side_);
    }

private:
    Camera camera_;
    glm::dvec3 right_;
    double side_; ///< of the picture at distance 1
};

/// Returns the size of a face in the square of the picture that every shape of picture has; no value if it is
/// not there.
std::optional<double> size_of(const RecordedScene& scene, const glm::uvec3& face, const Projector& project) {
    const auto a = project(scene.vertices[face.x]);
    const auto b = project(scene.vertices[face.y]);
    const auto c = project(scene.vertices[face.z]);
    if (!a || !b || !c) return std::nullopt;
    const glm::dvec2 centre = (*a + *b + *c) / 3.0;
    if (!(std::abs(centre.x) <= 0.5 && std::abs(centre.y) <= 0.5)) return std::nullopt;
    const glm::dvec2 first = *b - *a;
    const glm::dvec2 second = *c - *a;
    return std::sqrt(std::abs(first.x * second.y - first.y * second.x));
}

} // namespace

double median_face_size(const RecordedScene& scene, const Camera& camera) {
    constexpr std::size_t most_measured = 65'536;
    const std::size_t slots = scene.face_slots.size();
    const std::size_t step = std::max<std::size_t>(1, (slots + most_measured - 1) / most_measured);
    const Projector project(camera);
    std::vector<double> sizes;
    for (std::size_t slot = 0; slot < slots; slot += step) {
        if (scene.is_padding(slot)) continue;
        if (const auto size = size_of(scene, scene.face_slots[slot], project)) sizes.push_back(*size);
    }
    if (sizes.empty()) return std::numeric_limits<double>::infinity();
    const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
    std::nth_element(sizes.begin(), middle, sizes.end());
    return *middle;
}

} // namespace hitmap
