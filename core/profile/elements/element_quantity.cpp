#include "core/profile/elements/element_quantity.h"

#include "core/geometry/face_view.h"
#include "core/jobs/check_often.h"
#include "core/profile/elements/element_rays.h"

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cctype>
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

/// A row of the quantities that are not metrics. Either one of the functions or `rays` has a value.
struct SceneRow {
    std::string_view name;
    std::string_view title;
    std::string_view unit{};
    ElementKindId kind = face_kind;
    std::string_view explanation;
    bool needs_camera = false;
    bool whole = false;
    bool logarithmic = false;
    std::optional<RayMean> rays{};
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

constexpr std::array scene_rows{
    SceneRow{
        .name = "face-slant",
        .title = "Slant of faces",
        .unit = "degrees",
        .explanation =
            "angle between a face and the plane of the picture: near 90 degrees it is seen from the side",
        .needs_camera = true,
        .of_face = slant_of},
    SceneRow{.name = "face-size",
             .title = "Size of faces in the picture",
             .unit = "pixels",
             .explanation = "area of a face in the picture, in pixels",
             .needs_camera = true,
             .logarithmic = true,
             .of_face = size_of},
    SceneRow{.name = "face-facing",
             .title = "Facing of faces",
             .explanation =
                 "cosine of the angle between the normal of a face and the direction to the camera: below 0 "
                 "it is seen from behind",
             .needs_camera = true,
             .of_face = facing_of},
    SceneRow{.name = "face-distance",
             .title = "Distance of faces to the camera",
             .unit = "units of the scene",
             .explanation = "distance from the camera to the centre of a face",
             .needs_camera = true,
             .of_face = distance_of},
    SceneRow{.name = "face-edge",
             .title = "Longest edge of faces",
             .unit = "units of the scene",
             .explanation = "length of the longest edge of a face",
             .logarithmic = true,
             .of_face = edge_of},
    SceneRow{.name = "face-area",
             .title = "Area of faces",
             .unit = "square units of the scene",
             .explanation = "area of a face in the scene",
             .logarithmic = true,
             .of_face = area_of},
    SceneRow{.name = "face-bounce",
             .title = "Mean bounce of rays at faces",
             .explanation = "mean bounce of the rays that accessed a face in the whole recording: 0 if they "
                            "all came from the camera",
             .rays = RayMean::bounce},
    SceneRow{.name = "face-lateness",
             .title = "Mean lateness of rays at faces",
             .explanation = "how much later than their neighbours in the row the pixels were written whose "
                            "rays accessed a face, as a share of the recording: below 0 earlier",
             .rays = RayMean::lateness},
    SceneRow{.name = "box-level",
             .title = "Level of boxes",
             .kind = box_kind,
             .explanation = "level of a box in the tree, 0 below the root",
             .whole = true,
             .of_box = level_of_box},
    SceneRow{.name = "box-area",
             .title = "Surface area of boxes",
             .unit = "square units of the scene",
             .kind = box_kind,
             .explanation = "surface area of a box",
             .logarithmic = true,
             .of_box = area_of_box},
    SceneRow{.name = "box-bounce",
             .title = "Mean bounce of rays at boxes",
             .kind = box_kind,
             .explanation = "mean bounce of the rays that accessed a box in the whole recording: 0 if they "
                            "all came from the camera",
             .rays = RayMean::bounce},
    SceneRow{.name = "box-lateness",
             .title = "Mean lateness of rays at boxes",
             .kind = box_kind,
             .explanation = "how much later than their neighbours in the row the pixels were written whose "
                            "rays accessed a box, as a share of the recording: below 0 earlier",
             .rays = RayMean::lateness},
};

const SceneRow* row_of(const ElementQuantity& quantity) {
    const auto found = std::ranges::find(scene_rows, quantity.name, &SceneRow::name);
    return found == scene_rows.end() ? nullptr : &*found;
}

ElementQuantity quantity_of(const SceneRow& row) {
    return {std::string(row.name),
            std::string(row.title),
            row.unit,
            row.kind,
            std::string(row.explanation),
            row.needs_camera,
            row.whole,
            row.logarithmic,
            row.rays,
            std::nullopt};
}

ElementQuantity quantity_of(const MetricInfo& info, ElementKindId kind) {
    const ElementKind& elements = element_kinds()[kind];
    const QuantityInfo& quantity = info_of(info.metric.quantity);
    ElementQuantity result;
    result.name = fmt::format("{}-{}", elements.name, info.name);
    result.title = fmt::format("{} of {}", info.title, elements.plural);
    result.title.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(result.title.front())));
    result.unit = quantity.is_share() ? std::string_view() : quantity.unit;
    result.kind = kind;
    result.explanation = info.explanation;
    result.needs_camera = false;
    result.whole = quantity.number == NumberKind::count;
    result.logarithmic = !quantity.is_share();
    result.metric = info.metric;
    return result;
}

std::vector<ElementQuantity> all_quantities() {
    std::vector<ElementQuantity> all;
    for (const SceneRow& row : scene_rows)
        all.push_back(quantity_of(row));
    for (const ElementKindId kind : {face_kind, box_kind})
        for (const MetricInfo& info : metric_table())
            if (kind == box_kind || !info_of(info.metric.quantity).term)
                all.push_back(quantity_of(info, kind));
    return all;
}

bool is_padding_box(const RecordedScene& scene, std::size_t box) {
    return !scene.box_source.empty() && scene.box_source[box] < 0;
}

std::size_t count_of(const RecordedScene& scene, ElementKindId kind) {
    return kind == face_kind ? scene.face_slots.size() : scene.boxes.size();
}

/// The values that accesses give to elements.
std::vector<float> accessed_values(const SceneInTime& in_time, const ElementQuantity& quantity,
                                   const JobContext& job) {
    const RecordedScene& scene = in_time.scene;
    std::vector<float> values;
    if (quantity.rays)
        values = (*in_time.rays->get(*quantity.rays, job))[quantity.kind];
    else
        in_time.profile->values(in_time.window, quantity.kind, *quantity.metric, values, job);
    // Allocations may be longer or shorter than the elements of the scene.
    values.resize(count_of(scene, quantity.kind), std::numeric_limits<float>::quiet_NaN());
    for (std::size_t i = 0; i < values.size(); ++i) {
        check_often(i, job);
        if (quantity.kind == face_kind ? scene.is_padding(i) : is_padding_box(scene, i))
            values[i] = std::numeric_limits<float>::quiet_NaN();
    }
    return values;
}

} // namespace

std::span<const ElementQuantity> element_quantities() {
    static const std::vector<ElementQuantity> all = all_quantities();
    return all;
}

const ElementQuantity* element_quantity_named(std::string_view name) {
    const auto all = element_quantities();
    const auto found = std::ranges::find(all, name, &ElementQuantity::name);
    return found == all.end() ? nullptr : &*found;
}

std::string element_quantity_names() {
    std::string names;
    for (const ElementQuantity& quantity : element_quantities()) {
        if (!names.empty()) names += ", ";
        names += quantity.name;
    }
    return names;
}

bool has_quantity(const SceneInTime& in_time, const ElementQuantity& quantity) {
    const RecordedScene& scene = in_time.scene;
    if (quantity.needs_camera && scene.cameras.empty()) return false;
    if (count_of(scene, quantity.kind) == 0) return false;
    if (quantity.rays) return in_time.rays != nullptr && in_time.rays->knows(*quantity.rays);
    if (quantity.metric)
        return in_time.profile != nullptr && can_answer(in_time.profile->capabilities(), *quantity.metric);
    return row_of(quantity)->of_box != level_of_box || !scene.box_level.empty();
}

std::vector<float> element_quantity_values(const SceneInTime& in_time, const ElementQuantity& quantity,
                                           const JobContext& job) {
    if (quantity.metric || quantity.rays) return accessed_values(in_time, quantity, job);
    const SceneRow* const row = row_of(quantity);
    if (row == nullptr) throw std::logic_error("unknown quantity of elements");
    const RecordedScene& scene = in_time.scene;
    const bool of_faces = quantity.kind == face_kind;
    std::vector<float> values(count_of(scene, quantity.kind), std::numeric_limits<float>::quiet_NaN());
    const Camera camera = scene.cameras.empty() ? Camera() : normalised(scene.cameras.front());
    for (std::size_t i = 0; i < values.size(); ++i) {
        check_often(i, job);
        std::optional<double> value;
        if (of_faces) {
            if (scene.is_padding(i)) continue;
            const glm::uvec3& face = scene.face_slots[i];
            value = row->of_face(
                {camera, scene.height,
                 Corners{scene.vertices.at(face.x), scene.vertices.at(face.y), scene.vertices.at(face.z)}});
        } else if (!is_padding_box(scene, i)) {
            value = row->of_box(scene, i);
        }
        if (value) values[i] = static_cast<float>(*value);
    }
    return values;
}

} // namespace hitmap
