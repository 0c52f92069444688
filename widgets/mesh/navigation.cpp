#include "widgets/mesh/navigation.h"

#include "core/geometry/framing.h"

#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace hitmap {

namespace {

// The minimum angle in radians between the camera and the axis that it turns about.
constexpr float pole_margin = 0.02F;
// Limits of the distance in diagonals of the scene.
constexpr float nearest_share = 1e-5F;
constexpr float farthest_share = 50.0F;

glm::vec3 rotated(const glm::vec3& v, const glm::vec3& axis, float angle) {
    const float c = std::cos(angle);
    const float s = std::sin(angle);
    return v * c + glm::cross(axis, v) * s + axis * glm::dot(axis, v) * (1.0F - c);
}

glm::vec3 turning_axis(const Camera& camera) {
    // Meshes stand on the XZ plane. A camera that is rolled far from the scene's up axis keeps its own.
    constexpr float rolled = 0.1F;
    const glm::vec3 y{0.0F, 1.0F, 0.0F};
    const float along = glm::dot(camera.up, y);
    const bool looks_along_y = std::abs(camera.forward.y) > std::cos(pole_margin);
    if (std::abs(along) < rolled || looks_along_y) return camera.up;
    return along > 0.0F ? y : -y;
}

} // namespace

Navigation::Navigation(const Camera& camera, float distance, const Aabb& scene)
    : camera_(camera), axis_(turning_axis(camera)) {
    const float diagonal = scene.empty() ? 1.0F : std::max(glm::length(scene.extent()), 1e-20F);
    nearest_ = nearest_share * diagonal;
    farthest_ = farthest_share * diagonal;
    const float usable = std::isfinite(distance) ? distance : diagonal;
    pivot_ = camera.position + camera.forward * std::clamp(usable, nearest_, farthest_);
}

glm::vec3 Navigation::right() const {
    return glm::cross(camera_.forward, camera_.up);
}

float Navigation::distance() const {
    return std::clamp(glm::dot(pivot_ - camera_.position, camera_.forward), nearest_, farthest_);
}

float Navigation::plane_side() const {
    return 2.0F * distance() * std::tan(glm::radians(camera_.fov_y_degrees) * 0.5F);
}

void Navigation::orbit(float right_angle, float up_angle) {
    const float from_pole = std::acos(std::clamp(glm::dot(camera_.forward, axis_), -1.0F, 1.0F));
    // Moving the camera upwards tilts its view down, away from the axis.
    const float tilt =
        std::clamp(from_pole + up_angle, pole_margin, std::numbers::pi_v<float> - pole_margin) - from_pole;
    const glm::vec3 r = right();
    const auto turn = [&](const glm::vec3& v) { return rotated(rotated(v, r, -tilt), axis_, right_angle); };
    camera_.position = pivot_ + turn(camera_.position - pivot_);
    camera_.forward = glm::normalize(turn(camera_.forward));
    const glm::vec3 up = turn(camera_.up);
    camera_.up = glm::normalize(up - camera_.forward * glm::dot(up, camera_.forward));
}

void Navigation::pan(const glm::vec2& delta) {
    const float side = plane_side();
    const glm::vec3 move = (camera_.up * delta.y - right() * delta.x) * side;
    camera_.position += move;
    pivot_ += move;
}

void Navigation::zoom(float factor, const glm::vec2& pointer) {
    const float old_distance = distance();
    const float wanted = std::clamp(old_distance * factor, nearest_, farthest_);
    const float side = plane_side();
    const glm::vec3 target = camera_.position + camera_.forward * old_distance +
                             (right() * pointer.x - camera_.up * pointer.y) * side;
    camera_.position = target + (camera_.position - target) * (wanted / old_distance);
    const float ahead = glm::dot(pivot_ - camera_.position, camera_.forward);
    if (ahead < nearest_ * 2.0F) {
        // At the minimum distance the pivot moves ahead, by a thousandth of the scene at a time.
        pivot_ = camera_.position + camera_.forward * (nearest_ * 100.0F);
    }
}

void Navigation::look_along(const glm::vec3& forward) {
    // A camera that looks along the axis cannot have it as its up direction.
    constexpr float along_axis = 0.999F;
    const glm::vec3 up =
        std::abs(glm::dot(forward, axis_)) < along_axis ? axis_ : glm::vec3(0.0F, 0.0F, -1.0F);
    const float away = distance();
    camera_.forward = forward;
    camera_.up = glm::normalize(up - forward * glm::dot(up, forward));
    camera_.position = pivot_ - forward * away;
}

void Navigation::move(const glm::vec3& right_up_ahead) {
    const glm::vec3 way =
        right() * right_up_ahead.x + camera_.up * right_up_ahead.y + camera_.forward * right_up_ahead.z;
    camera_.position += way;
    pivot_ += way;
}

void Navigation::turn(float right_angle, float up_angle) {
    const glm::vec3 eye = camera_.position;
    const float away = distance();
    pivot_ = eye;
    orbit(-right_angle, -up_angle);
    camera_.position = eye;
    pivot_ = eye + camera_.forward * away;
}

void Navigation::set_pivot(const glm::vec3& point) {
    pivot_ = point;
}

void Navigation::focus(const glm::vec3& point, float radius) {
    const float half = glm::radians(camera_.fov_y_degrees) * 0.5F;
    const float away = std::clamp(radius / std::sin(half), nearest_, farthest_);
    pivot_ = point;
    camera_.position = point - camera_.forward * away;
}

void Navigation::frame(const Aabb& box, const glm::vec2& sides) {
    if (box.empty()) return;
    const auto away = static_cast<float>(framing_distance(camera_, box, sides));
    pivot_ = box.center();
    camera_.position = pivot_ - camera_.forward * std::clamp(away, nearest_, farthest_);
}

} // namespace hitmap
