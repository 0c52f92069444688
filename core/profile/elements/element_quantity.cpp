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

/// What a formula reads.
struct SeenElement {
    const RecordedScene& scene;
    const Camera& camera; ///< normalised
    ElementKindId kind;
    std::size_t element;
};

/// Throws std::out_of_range for a vertex that the scene does not have.
Corners corners_of(const SeenElement& face) {
    const glm::uvec3& slot = face.scene.face_slots[face.element];
    const std::vector<glm::vec3>& vertices = face.scene.vertices;
    return {vertices.at(slot.x), vertices.at(slot.y), vertices.at(slot.z)};
}

FaceView view_of(const SeenElement& face) {
    return face_view(face.camera, face.scene.height, corners_of(face));
}

std::optional<double> slant_of(const SeenElement& face) {
    return slant_degrees(view_of(face));
}

std::optional<double> size_of(const SeenElement& face) {
    return view_of(face).pixels;
}

std::optional<double> facing_of(const SeenElement& face) {
    return view_of(face).cosine;
}

std::optional<double> distance_of(const SeenElement& face) {
    const auto [a, b, c] = corners_of(face);
    const glm::dvec3 centre = (glm::dvec3(a) + glm::dvec3(b) + glm::dvec3(c)) / 3.0;
    return glm::length(glm::dvec3(face.camera.position) - centre);
}

std::optional<double> edge_of(const SeenElement& face) {
    const Corners corners = corners_of(face);
    const glm::dvec3 a(corners[0]);
    const glm::dvec3 b(corners[1]);
    const glm::dvec3 c(corners[2]);
    return std::max({glm::length(b - a), glm::length(c - b), glm::length(a - c)});
}

std::optional<double> area_of(const SeenElement& face) {
    const Corners corners = corners_of(face);
    const glm::dvec3 a(corners[0]);
    return glm::length(glm::cross(glm::dvec3(corners[1]) - a, glm::dvec3(corners[2]) - a)) / 2.0;
}

std::optional<double> level_of(const SeenElement& element) {
    const auto levels = element_levels(element.scene, element.kind);
    if (element.element >= levels.size()) return std::nullopt;
    return levels[element.element];
}

std::optional<double> area_of_box(const SeenElement& box) {
    const glm::dvec3 size(box.scene.boxes[box.element].extent());
    return 2.0 * (size.x * size.y + size.y * size.z + size.z * size.x);
}

/// A row of the quantities that are neither metrics nor means over rays.
struct SceneRow {
    std::string_view name;
    std::string_view title;
    std::string_view unit{};
    ElementKindId kind = face_kind;
    std::string_view explanation;
    bool needs_camera = false;
    bool needs_levels = false;
    bool whole = false;
    bool logarithmic = false;
    std::optional<double> (*of)(const SeenElement&) = nullptr;
};

constexpr std::array scene_rows{
    SceneRow{
        .name = "face-slant",
        .title = "Slant of faces",
        .unit = "degrees",
        .explanation =
            "angle between a face and the plane of the picture: near 90 degrees it is seen from the side",
        .needs_camera = true,
        .of = slant_of},
    SceneRow{.name = "face-size",
             .title = "Size of faces in the picture",
             .unit = "pixels",
             .explanation = "area of a face in the picture, in pixels",
             .needs_camera = true,
             .logarithmic = true,
             .of = size_of},
    SceneRow{.name = "face-facing",
             .title = "Facing of faces",
             .explanation =
                 "cosine of the angle between the normal of a face and the direction to the camera: below 0 "
                 "it is seen from behind",
             .needs_camera = true,
             .of = facing_of},
    SceneRow{.name = "face-distance",
             .title = "Distance of faces to the camera",
             .unit = "units of the scene",
             .explanation = "distance from the camera to the centre of a face",
             .needs_camera = true,
             .of = distance_of},
    SceneRow{.name = "face-edge",
             .title = "Longest edge of faces",
             .unit = "units of the scene",
             .explanation = "length of the longest edge of a face",
             .logarithmic = true,
             .of = edge_of},
    SceneRow{.name = "face-area",
             .title = "Area of faces",
             .unit = "square units of the scene",
             .explanation = "area of a face in the scene",
             .logarithmic = true,
             .of = area_of},
    SceneRow{.name = "box-level",
             .title = "Level of boxes",
             .kind = box_kind,
             .explanation = "level of a box in the tree, 0 below the root",
             .needs_levels = true,
             .whole = true,
             .of = level_of},
    SceneRow{.name = "box-area",
             .title = "Surface area of boxes",
             .unit = "square units of the scene",
             .kind = box_kind,
             .explanation = "surface area of a box",
             .logarithmic = true,
             .of = area_of_box},
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
            std::nullopt,
            std::nullopt};
}

ElementQuantity quantity_of(RayMean mean, ElementKindId kind) {
    const ElementKind& elements = element_kinds()[kind];
    const bool is_bounce = mean == RayMean::bounce;
    ElementQuantity result{};
    result.name = fmt::format("{}-{}", elements.name, is_bounce ? "bounce" : "lateness");
    result.title = fmt::format("Mean {} of rays at {}", is_bounce ? "bounce" : "lateness", elements.plural);
    result.kind = kind;
    result.explanation =
        is_bounce
            ? fmt::format("mean bounce of the rays that accessed a {} in the whole recording: 0 if they "
                          "all came from the camera",
                          elements.name)
            : fmt::format("how much later than their neighbours in the row the pixels were written whose "
                          "rays accessed a {}, as a share of the recording: below 0 earlier",
                          elements.name);
    result.rays = mean;
    return result;
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
    const std::vector<ElementKindId> kinds = in_drawing_order(drawn_kinds());
    for (const ElementKindId kind : kinds) {
        for (const SceneRow& row : scene_rows)
            if (row.kind == kind) all.push_back(quantity_of(row));
        for (const RayMean mean : {RayMean::bounce, RayMean::lateness})
            all.push_back(quantity_of(mean, kind));
    }
    for (const ElementKindId kind : kinds)
        for (const MetricInfo& info : metric_table())
            if (info_of(info.metric.quantity).is_of(kind)) all.push_back(quantity_of(info, kind));
    return all;
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
    values.resize(element_count(scene, quantity.kind), std::numeric_limits<float>::quiet_NaN());
    for (std::size_t i = 0; i < values.size(); ++i) {
        check_often(i, job);
        if (is_padding(scene, quantity.kind, i)) values[i] = std::numeric_limits<float>::quiet_NaN();
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
    if (element_count(scene, quantity.kind) == 0) return false;
    if (quantity.rays) return in_time.rays != nullptr && in_time.rays->knows(*quantity.rays);
    if (quantity.metric)
        return in_time.profile != nullptr && can_answer(in_time.profile->capabilities(), *quantity.metric);
    return !row_of(quantity)->needs_levels || !element_levels(scene, quantity.kind).empty();
}

std::vector<float> element_quantity_values(const SceneInTime& in_time, const ElementQuantity& quantity,
                                           const JobContext& job) {
    if (quantity.metric || quantity.rays) return accessed_values(in_time, quantity, job);
    const SceneRow* const row = row_of(quantity);
    if (row == nullptr) throw std::logic_error("unknown quantity of elements");
    const RecordedScene& scene = in_time.scene;
    std::vector<float> values(element_count(scene, quantity.kind), std::numeric_limits<float>::quiet_NaN());
    const Camera camera = scene.cameras.empty() ? Camera() : normalised(scene.cameras.front());
    for (std::size_t i = 0; i < values.size(); ++i) {
        check_often(i, job);
        if (is_padding(scene, quantity.kind, i)) continue;
        if (const auto value = row->of({scene, camera, quantity.kind, i}))
            values[i] = static_cast<float>(*value);
    }
    return values;
}

} // namespace hitmap
