#include "core/tree/element_quantity.h"

#include "core/geometry/face_view.h"
#include "core/jobs/check_often.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <optional>
#include <stdexcept>

namespace hitmap {

namespace {

using Corners = std::array<glm::vec3, 3>;

/// What the formula of a face reads.
struct SeenFace {
    const Camera& camera; ///< normalised
    std::uint32_t height;
    Corners corners;
};

std::optional<double> slant_of(const SeenFace& face) {
    return slant_degrees(face_view(face.camera, face.height, face.corners));
}

std::optional<double> size_of(const SeenFace& face) {
    return face_view(face.camera, face.height, face.corners).pixels;
}

std::optional<double> facing_of(const SeenFace& face) {
    return face_view(face.camera, face.height, face.corners).cosine;
}

std::optional<double> distance_of(const SeenFace& face) {
    const auto& [a, b, c] = face.corners;
    const glm::dvec3 centre = (glm::dvec3(a) + glm::dvec3(b) + glm::dvec3(c)) / 3.0;
    return glm::length(glm::dvec3(face.camera.position) - centre);
}

std::optional<double> edge_of(const SeenFace& face) {
    const glm::dvec3 a(face.corners[0]);
    const glm::dvec3 b(face.corners[1]);
    const glm::dvec3 c(face.corners[2]);
    return std::max({glm::length(b - a), glm::length(c - b), glm::length(a - c)});
}

std::optional<double> area_of(const SeenFace& face) {
    const glm::dvec3 a(face.corners[0]);
    return glm::length(glm::cross(glm::dvec3(face.corners[1]) - a, glm::dvec3(face.corners[2]) - a)) / 2.0;
}

struct QuantityRow {
    ElementQuantity info;
    std::optional<double> (*of_face)(const SeenFace&) = nullptr;
    std::optional<double> (*of_box)(const RecordedScene&, std::size_t) = nullptr;
};

std::optional<double> level_of_box(const RecordedScene& scene, std::size_t box) {
    if (box >= scene.box_level.size()) return std::nullopt;
    return scene.box_level[box];
}

std::optional<double> area_of_box(const RecordedScene& scene, std::size_t box) {
    const glm::dvec3 size(scene.boxes[box].extent());
    return 2.0 * (size.x * size.y + size.y * size.z + size.z * size.x);
}

constexpr std::array quantity_rows{
    QuantityRow{
        {"face-slant", "Slant of faces", "degrees", face_kind,
         "angle between a face and the plane of the picture: near 90 degrees it is seen from the side", true,
         false, false},
        slant_of},
    QuantityRow{{"face-size", "Size of faces in the picture", "pixels", face_kind,
                 "area of a face in the picture, in pixels", true, false, true},
                size_of},
    QuantityRow{
        {"face-facing", "Facing of faces", "", face_kind,
         "cosine of the angle between the normal of a face and the direction to the camera: below 0 it "
         "is seen from behind",
         true, false, false},
        facing_of},
    QuantityRow{{"face-distance", "Distance of faces to the camera", "units of the scene", face_kind,
                 "distance from the camera to the centre of a face", true, false, false},
                distance_of},
    QuantityRow{{"face-edge", "Longest edge of faces", "units of the scene", face_kind,
                 "length of the longest edge of a face", false, false, true},
                edge_of},
    QuantityRow{{"face-area", "Area of faces", "square units of the scene", face_kind,
                 "area of a face in the scene", false, false, true},
                area_of},
    QuantityRow{{"box-level", "Level of boxes", "", box_kind, "level of a box in the tree, 0 below the root",
                 false, true, false},
                nullptr,
                level_of_box},
    QuantityRow{{"box-area", "Surface area of boxes", "square units of the scene", box_kind,
                 "surface area of a box", false, false, true},
                nullptr,
                area_of_box},
};

constexpr std::array quantity_infos = [] {
    std::array<ElementQuantity, quantity_rows.size()> infos{};
    for (std::size_t i = 0; i < infos.size(); ++i)
        infos[i] = quantity_rows[i].info;
    return infos;
}();

const QuantityRow& row_of(const ElementQuantity& quantity) {
    for (const QuantityRow& row : quantity_rows)
        if (row.info.name == quantity.name) return row;
    throw std::logic_error("unknown quantity of elements");
}

bool is_padding_box(const RecordedScene& scene, std::size_t box) {
    return !scene.box_source.empty() && scene.box_source[box] < 0;
}

} // namespace

std::span<const ElementQuantity> element_quantities() {
    return quantity_infos;
}

const ElementQuantity* element_quantity_named(std::string_view name) {
    const auto found = std::ranges::find(quantity_infos, name, &ElementQuantity::name);
    return found == quantity_infos.end() ? nullptr : &*found;
}

std::string element_quantity_names() {
    std::string names;
    for (const ElementQuantity& quantity : quantity_infos) {
        if (!names.empty()) names += ", ";
        names += quantity.name;
    }
    return names;
}

bool has_quantity(const RecordedScene& scene, const ElementQuantity& quantity) {
    if (quantity.needs_camera && scene.cameras.empty()) return false;
    if (quantity.kind == face_kind) return !scene.face_slots.empty();
    return !scene.boxes.empty() && (row_of(quantity).of_box != level_of_box || !scene.box_level.empty());
}

std::vector<float> element_quantity_values(const RecordedScene& scene, const ElementQuantity& quantity,
                                           const JobContext& job) {
    const QuantityRow& row = row_of(quantity);
    const bool of_faces = quantity.kind == face_kind;
    std::vector<float> values(of_faces ? scene.face_slots.size() : scene.boxes.size(),
                              std::numeric_limits<float>::quiet_NaN());
    const Camera camera = scene.cameras.empty() ? Camera() : normalised(scene.cameras.front());
    for (std::size_t i = 0; i < values.size(); ++i) {
        check_often(i, job);
        std::optional<double> value;
        if (of_faces) {
            if (scene.is_padding(i)) continue;
            const glm::uvec3& face = scene.face_slots[i];
            value = row.of_face(
                {camera, scene.height,
                 Corners{scene.vertices.at(face.x), scene.vertices.at(face.y), scene.vertices.at(face.z)}});
        } else if (!is_padding_box(scene, i)) {
            value = row.of_box(scene, i);
        }
        if (value) values[i] = static_cast<float>(*value);
    }
    return values;
}

} // namespace hitmap
