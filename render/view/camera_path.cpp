#include "render/view/camera_path.h"

#include "core/base/error.h"
#include "core/base/json_place.h"
#include "core/base/json_text.h"

#include <fmt/format.h>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace hitmap {

namespace {

glm::quat orientation_of(const Camera& camera) {
    return glm::quat_cast(glm::mat3(glm::cross(camera.forward, camera.up), camera.up, -camera.forward));
}

} // namespace

Camera CameraPath::at(double share) const {
    const double place = std::clamp(share, 0.0, 1.0) * static_cast<double>(cameras_.size() - 1);
    const auto before = std::min(static_cast<std::size_t>(place), cameras_.size() - 1);
    const auto after = std::min(before + 1, cameras_.size() - 1);
    const auto t = static_cast<float>(place - static_cast<double>(before));
    const Camera& a = cameras_[before];
    const Camera& b = cameras_[after];
    // The given cameras themselves are not rounded.
    if (t == 0.0F) return a;
    const glm::mat3 axes = glm::mat3_cast(glm::slerp(orientation_of(a), orientation_of(b), t));
    return normalised({glm::mix(a.position, b.position, t), -axes[2], axes[1],
                       glm::mix(a.fov_y_degrees, b.fov_y_degrees, t)});
}

std::vector<Camera> path_from_json(std::string_view json, std::string_view file) {
    const auto list = parse_json_text<nlohmann::json>(json, file);
    if (!list.is_array())
        throw FileError(file, "", fmt::format("expected a JSON list of cameras, found {}", list.type_name()));
    if (list.size() < 2 || list.size() > most_path_cameras)
        throw FileError(file, "",
                        fmt::format("expected 2 to {} cameras, found {}", most_path_cameras, list.size()));
    std::vector<Camera> cameras;
    for (const auto& entry : list) {
        const bool is_view = entry.is_object() && entry.contains("camera");
        const auto& camera = is_view ? entry.at("camera") : entry;
        cameras.push_back(at_json_place(fmt::format("/{}{}", cameras.size(), is_view ? "/camera" : ""),
                                        [&] { return camera_from_json(camera.dump(), file); }));
    }
    return cameras;
}

Camera turned_about(const Camera& camera, const glm::vec3& centre, double degrees) {
    if (degrees == 0.0) return camera; // not rounded
    const double angle = degrees * std::numbers::pi / 180.0;
    const auto cosine = static_cast<float>(std::cos(angle));
    const auto sine = static_cast<float>(std::sin(angle));
    const auto turned = [&](const glm::vec3& v) {
        return glm::vec3(cosine * v.x + sine * v.z, v.y, cosine * v.z - sine * v.x);
    };
    return normalised({centre + turned(camera.position - centre), turned(camera.forward), turned(camera.up),
                       camera.fov_y_degrees});
}

} // namespace hitmap
