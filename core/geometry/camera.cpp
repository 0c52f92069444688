#include "core/geometry/camera.h"

#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/geometry/file_camera.h"
#include "core/geometry/finite.h"
#include "core/geometry/framing.h"

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace hitmap {

namespace {

// A vector that was normalised in double and rounded to float has unit length within this error. Such vectors
// are left alone, which makes normalised() idempotent: a camera does not change when it is written and read
// again.
constexpr double rounding_of_unit_vectors = 3e-7;

glm::dvec3 vector_from(const nlohmann::json& object, std::string_view key, std::string_view file) {
    const std::string place = fmt::format("/{}", key);
    const auto found = object.find(key);
    if (found == object.end()) throw FileError(file, place, "expected [x,y,z], found nothing");
    const bool three_numbers =
        found->is_array() && found->size() == 3 &&
        std::all_of(found->begin(), found->end(), [](const auto& item) { return item.is_number(); });
    if (!three_numbers)
        throw FileError(file, place, fmt::format("expected [x,y,z], found {}", found->dump()));
    return {(*found)[0].get<double>(), (*found)[1].get<double>(), (*found)[2].get<double>()};
}

glm::dvec3 middle_of(const Aabb& box) {
    return 0.5 * (glm::dvec3(box.lower) + glm::dvec3(box.upper));
}

void refuse_unknown_keys(const nlohmann::json& object, std::string_view file) {
    static constexpr std::string_view known[] = {"position", "forward", "target", "up", "fov_y_degrees"};
    for (const auto& [key, value] : object.items())
        if (std::find(std::begin(known), std::end(known), key) == std::end(known))
            throw FileError(file, fmt::format("/{}", key),
                            fmt::format("expected one of {}", fmt::join(known, ", ")));
}

} // namespace

double half_fov_tangent(const Camera& camera) {
    return std::tan(static_cast<double>(camera.fov_y_degrees) * (std::numbers::pi / 360.0));
}

Camera normalised(const Camera& camera) {
    if (!finite(camera.position) || !finite(camera.forward) || !finite(camera.up))
        throw UsageError("camera: expected finite numbers");
    if (!(camera.fov_y_degrees > 0.0F && camera.fov_y_degrees < 180.0F))
        throw UsageError(
            fmt::format("camera: expected fov_y_degrees between 0 and 180, found {}", camera.fov_y_degrees));
    const glm::dvec3 f = camera.forward;
    const glm::dvec3 u = camera.up;
    const double forward_length = glm::length(f);
    const double up_length = glm::length(u);
    if (!(forward_length > 0.0)) throw UsageError("camera: forward has length 0");
    if (!(up_length > 0.0)) throw UsageError("camera: up has length 0");
    if (std::abs(forward_length - 1.0) < rounding_of_unit_vectors &&
        std::abs(up_length - 1.0) < rounding_of_unit_vectors &&
        std::abs(glm::dot(f, u)) < rounding_of_unit_vectors)
        return camera;
    const glm::dvec3 forward = f / forward_length;
    const glm::dvec3 across = u / up_length - glm::dot(u / up_length, forward) * forward;
    if (!(glm::length(across) > 1e-6)) throw UsageError("camera: up is parallel to forward");
    Camera result = camera;
    result.forward = glm::vec3(forward);
    result.up = glm::vec3(across / glm::length(across));
    return result;
}

glm::vec3 ray_direction(const Camera& camera, int x, int y, int width, int height) {
    const double scale = half_fov_tangent(camera) / height;
    const auto right_share = static_cast<float>((2.0 * x + 1.0 - width) * scale);
    const auto up_share = static_cast<float>((height - 2.0 * y - 1.0) * scale);
    const glm::vec3 right = glm::cross(camera.forward, camera.up);
    return camera.forward + right_share * right + up_share * camera.up;
}

double framing_distance(const Camera& camera, const Aabb& box, const glm::vec2& sides) {
    if (box.empty()) return 1.0;
    const glm::dvec3 forward = camera.forward;
    const glm::dvec3 up = camera.up;
    const glm::dvec3 right = glm::cross(forward, up);
    const glm::dvec3 half = glm::dvec3(box.upper) - middle_of(box);
    const double tangent = half_fov_tangent(camera) / 1.08;
    double distance = 0.0;
    for (int corner = 0; corner < 8; ++corner) {
        const glm::dvec3 c = half * glm::dvec3((corner & 1) * 2 - 1, (corner & 2) - 1, (corner & 4) / 2 - 1);
        const double sideways =
            std::max(std::abs(glm::dot(c, right)) / sides.x, std::abs(glm::dot(c, up)) / sides.y);
        distance = std::max(distance, sideways / tangent - glm::dot(c, forward));
    }
    return distance > 0.0 ? distance : 1.0;
}

Camera framing_camera(const Aabb& box) {
    Camera camera;
    camera.fov_y_degrees = 40.0F;
    camera.forward = {-0.5F, -0.35F, -1.0F};
    camera = normalised(camera);
    if (box.empty()) return camera;
    // A square image is the narrowest: every corner of the box has to lie inside its view pyramid.
    const double distance = framing_distance(camera, box, {1.0F, 1.0F});
    camera.position = glm::vec3(middle_of(box) - distance * glm::dvec3(camera.forward));
    return camera;
}

Camera camera_in_scene(const FileCamera& camera, const glm::dvec3& offset) {
    Camera result = camera.looks;
    result.position = glm::vec3(camera.position - offset);
    if (camera.target) result.forward = glm::vec3(*camera.target - offset) - result.position;
    return normalised(result);
}

FileCamera camera_in_file(const Camera& camera, const glm::dvec3& offset) {
    return {glm::dvec3(camera.position) + offset, std::nullopt, camera};
}

namespace {

template <class Vector>
std::string vector_json(const Vector& v) {
    return fmt::format("[{},{},{}]", v.x, v.y, v.z);
}

std::string camera_json(const std::string& position, const std::string& forward, const Camera& looks) {
    return fmt::format(R"({{"position":{},{},"up":{},"fov_y_degrees":{}}})", position, forward,
                       vector_json(looks.up), looks.fov_y_degrees);
}

std::string forward_json(const Camera& looks) {
    return "\"forward\":" + vector_json(looks.forward);
}

/// A place whose coordinates are all floats is written as such, with fewer digits.
std::string place_json(const glm::dvec3& place) {
    return glm::dvec3(glm::vec3(place)) == place ? vector_json(glm::vec3(place)) : vector_json(place);
}

} // namespace

std::string camera_to_json(const Camera& camera) {
    return camera_json(vector_json(camera.position), forward_json(camera), camera);
}

std::string camera_to_json(const FileCamera& camera) {
    return camera_json(place_json(camera.position),
                       camera.target ? "\"target\":" + place_json(*camera.target)
                                     : forward_json(camera.looks),
                       camera.looks);
}

FileCamera file_camera_from_json(std::string_view json, std::string_view file) {
    const auto object = parse_json_text<nlohmann::json>(json, file);
    if (!object.is_object()) throw FileError(file, "", "expected a JSON object with the keys of a camera");
    refuse_unknown_keys(object, file);

    FileCamera camera;
    camera.position = vector_from(object, "position", file);
    if (object.contains("target")) {
        if (object.contains("forward"))
            throw FileError(file, "/target", "expected either forward or target, found both");
        camera.target = vector_from(object, "target", file);
    } else {
        camera.looks.forward = glm::vec3(vector_from(object, "forward", file));
    }
    if (object.contains("up")) camera.looks.up = glm::vec3(vector_from(object, "up", file));
    if (const auto fov = object.find("fov_y_degrees"); fov != object.end()) {
        if (!fov->is_number())
            throw FileError(file, "/fov_y_degrees", fmt::format("expected a number, found {}", fov->dump()));
        camera.looks.fov_y_degrees = fov->get<float>();
    }
    try {
        // A target near a far position may be the same point in 32-bit floats: only their distance counts
        // here.
        const bool is_near = !camera.target || !finite(glm::vec3(camera.position));
        const Camera checked = camera_in_scene(camera, is_near ? glm::dvec3(0.0) : camera.position);
        if (!camera.target) camera.looks = checked;
    } catch (const UsageError& error) {
        throw FileError(file, "", error.what());
    }
    return camera;
}

Camera camera_from_json(std::string_view json, std::string_view file) {
    return camera_in_scene(file_camera_from_json(json, file), glm::dvec3(0.0));
}

} // namespace hitmap
