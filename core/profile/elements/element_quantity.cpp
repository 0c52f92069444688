#include "core/profile/elements/element_quantity.h"

#include "core/geometry/bounds_view.h"
#include "core/geometry/face_view.h"
#include "core/jobs/check_often.h"
#include "core/profile/elements/element_rays.h"
#include "core/trace/elements/element_instance.h"
#include "core/trace/elements/element_shape.h"
#include "core/trace/elements/kind_names.h"

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
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

const ElementGeometry& geometry_of(const SeenElement& element) {
    return *element_kinds()[element.kind].geometry;
}

Corners corners_of(const SeenElement& triangle) {
    const auto corner = geometry_of(triangle).corner;
    const auto at = [&](std::uint32_t i) {
        return corner(triangle.scene, triangle.kind, triangle.element, i);
    };
    return {at(0), at(1), at(2)};
}

Aabb bounds_of(const SeenElement& element) {
    return geometry_of(element).bounds(element.scene, element.kind, element.element);
}

FaceView view_of(const SeenElement& triangle) {
    return face_view(triangle.camera, triangle.scene.height, corners_of(triangle));
}

std::optional<double> slant_of(const SeenElement& triangle) {
    return slant_degrees(view_of(triangle));
}

std::optional<double> size_of(const SeenElement& triangle) {
    return view_of(triangle).pixels;
}

std::optional<double> facing_of(const SeenElement& triangle) {
    return view_of(triangle).cosine;
}

std::optional<double> extent_of(const SeenElement& body) {
    return bounds_pixels(body.camera, body.scene.height, bounds_of(body));
}

double distance_between(const glm::vec3& from, const glm::dvec3& to) {
    return glm::length(glm::dvec3(from) - to);
}

std::optional<double> distance_of(const SeenElement& triangle) {
    const auto [a, b, c] = corners_of(triangle);
    return distance_between(triangle.camera.position, (glm::dvec3(a) + glm::dvec3(b) + glm::dvec3(c)) / 3.0);
}

std::optional<double> distance_of_bounds(const SeenElement& body) {
    const Aabb bounds = bounds_of(body);
    return distance_between(body.camera.position,
                            (glm::dvec3(bounds.lower) + glm::dvec3(bounds.upper)) / 2.0);
}

double area_of(const Corners& corners) {
    const glm::dvec3 a(corners[0]);
    return glm::length(glm::cross(glm::dvec3(corners[1]) - a, glm::dvec3(corners[2]) - a)) / 2.0;
}

/// Calls visit with the corners of each triangle or edge of an element.
template <class Visit>
void for_each_cell(const SeenElement& element, Visit visit) {
    const ElementGeometry& geometry = geometry_of(element);
    const std::size_t each = geometry.corners_of_cell();
    Corners corners{};
    for (std::size_t cell = 0; cell < geometry.cells.size(); cell += each) {
        for (std::size_t i = 0; i < each; ++i)
            corners.at(i) =
                geometry.corner(element.scene, element.kind, element.element, geometry.cells[cell + i]);
        visit(std::span<const glm::vec3>(corners).first(each));
    }
}

/// The larger one of a length and the distance of two corners; not a number if one of them is none.
double length_or_nan(double longest, const glm::vec3& a, const glm::vec3& b) {
    const double length = glm::length(glm::dvec3(a) - glm::dvec3(b));
    return std::isnan(longest) || longest > length ? longest : length;
}

std::optional<double> edge_of(const SeenElement& element) {
    double longest = 0.0;
    for_each_cell(element, [&](std::span<const glm::vec3> cell) {
        for (std::size_t i = 0; i < cell.size(); ++i)
            longest = length_or_nan(longest, cell[(i + 1) % cell.size()], cell[i]);
    });
    return longest;
}

std::optional<double> area_of_triangles(const SeenElement& element) {
    double sum = 0.0;
    for_each_cell(element, [&](std::span<const glm::vec3> cell) {
        sum += area_of({cell[0], cell[1], cell[2]});
    });
    return sum;
}

std::optional<double> level_of(const SeenElement& element) {
    const auto levels = element_levels(element.scene, element.kind);
    if (element.element >= levels.size()) return std::nullopt;
    return levels[element.element];
}

std::optional<double> area_of_bounds(const SeenElement& element) {
    const glm::dvec3 size(bounds_of(element).extent());
    return 2.0 * (size.x * size.y + size.y * size.z + size.z * size.x);
}

std::optional<double> instance_of(const SeenElement& face) {
    const auto instance = instance_of_face(face.scene, face.element);
    return instance ? std::optional(static_cast<double>(*instance)) : std::nullopt;
}

bool is_of_instances(const ElementKind& kind) {
    return &kind == &element_kinds()[face_kind];
}

bool has_edges(const ElementKind& kind) {
    return is_triangle(kind) || is_body(kind);
}

/// A row of the quantities that are neither metrics nor means over rays, and the kinds that have it.
struct SceneRow {
    std::string_view name;
    bool (*is_of)(const ElementKind& kind) = nullptr;
    std::string_view title; ///< {1} is the plural of the kind
    std::string_view unit{};
    std::string_view explanation; ///< {0} is the name of the kind with its article
    bool needs_camera = false;
    bool needs_levels = false;
    bool needs_instances = false;
    bool whole = false;
    bool logarithmic = false;
    std::optional<double> (*of)(const SeenElement&) = nullptr;
};

constexpr std::array scene_rows{
    SceneRow{.name = "slant",
             .is_of = is_triangle,
             .title = "Slant of {1}",
             .unit = "degrees",
             .explanation =
                 "angle between {0} and the plane of the picture: near 90 degrees it is seen from the side",
             .needs_camera = true,
             .of = slant_of},
    SceneRow{.name = "size",
             .is_of = is_triangle,
             .title = "Size of {1} in the picture",
             .unit = "pixels",
             .explanation = "area of {0} in the picture, in pixels",
             .needs_camera = true,
             .logarithmic = true,
             .of = size_of},
    SceneRow{.name = "size",
             .is_of = is_body,
             .title = "Size of {1} in the picture",
             .unit = "pixels",
             .explanation = "area of the bounds of {0} in the picture, in pixels",
             .needs_camera = true,
             .logarithmic = true,
             .of = extent_of},
    SceneRow{.name = "facing",
             .is_of = is_triangle,
             .title = "Facing of {1}",
             .explanation =
                 "cosine of the angle between the normal of {0} and the direction to the camera: below 0 "
                 "it is seen from behind",
             .needs_camera = true,
             .of = facing_of},
    SceneRow{.name = "distance",
             .is_of = is_triangle,
             .title = "Distance of {1} to the camera",
             .unit = "units of the scene",
             .explanation = "distance from the camera to the centre of {0}",
             .needs_camera = true,
             .of = distance_of},
    SceneRow{.name = "distance",
             .is_of = is_body,
             .title = "Distance of {1} to the camera",
             .unit = "units of the scene",
             .explanation = "distance from the camera to the centre of the bounds of {0}",
             .needs_camera = true,
             .of = distance_of_bounds},
    SceneRow{.name = "edge",
             .is_of = has_edges,
             .title = "Longest edge of {1}",
             .unit = "units of the scene",
             .explanation = "length of the longest edge of {0}",
             .logarithmic = true,
             .of = edge_of},
    SceneRow{.name = "area",
             .is_of = is_triangle,
             .title = "Area of {1}",
             .unit = "square units of the scene",
             .explanation = "area of {0} in the scene",
             .logarithmic = true,
             .of = area_of_triangles},
    SceneRow{.name = "area",
             .is_of = is_solid,
             .title = "Surface area of {1}",
             .unit = "square units of the scene",
             .explanation = "sum of the areas of the triangles of {0} in the scene",
             .logarithmic = true,
             .of = area_of_triangles},
    SceneRow{.name = "instance",
             .is_of = is_of_instances,
             .title = "Instance of {1}",
             .explanation = "the instance that {0} belongs to: its place in the scene that was built for "
                            "hardware ray tracing",
             .needs_instances = true,
             .whole = true,
             .of = instance_of},
    SceneRow{.name = "level",
             .is_of = is_of_tree,
             .title = "Level of {1}",
             .explanation = "level of {0} in the tree, 0 below the root",
             .needs_levels = true,
             .whole = true,
             .of = level_of},
    SceneRow{.name = "area",
             .is_of = is_of_tree,
             .title = "Surface area of {1}",
             .unit = "square units of the scene",
             .explanation = "surface area of {0}",
             .logarithmic = true,
             .of = area_of_bounds},
};

/// "face-slant" of "face" and "slant".
bool is_named(std::string_view name, std::string_view kind, std::string_view row) {
    return name.size() == kind.size() + 1 + row.size() && name.starts_with(kind) &&
           name[kind.size()] == '-' && name.ends_with(row);
}

const SceneRow* row_of(const ElementQuantity& quantity) {
    const ElementKind& kind = element_kinds()[quantity.kind];
    const auto found = std::ranges::find_if(scene_rows, [&](const SceneRow& row) {
        return row.is_of(kind) && is_named(quantity.name, kind.name, row.name);
    });
    return found == scene_rows.end() ? nullptr : &*found;
}

ElementQuantity quantity_of(const SceneRow& row, ElementKindId kind) {
    const ElementKind& elements = element_kinds()[kind];
    const auto named = [&](std::string_view text) {
        return fmt::format(fmt::runtime(text), kind_name(kind, KindName::with_article), elements.plural);
    };
    return {fmt::format("{}-{}", elements.name, row.name),
            named(row.title),
            row.unit,
            kind,
            named(row.explanation),
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
            ? fmt::format("mean bounce of the rays that accessed {} in the whole recording: 0 if they "
                          "all came from the camera",
                          kind_name(kind, KindName::with_article))
            : fmt::format("how much later than their neighbours in the row the pixels were written whose "
                          "rays accessed {}, as a share of the recording: below 0 earlier",
                          kind_name(kind, KindName::with_article));
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
            if (row.is_of(element_kinds()[kind])) all.push_back(quantity_of(row, kind));
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
    const SceneRow& row = *row_of(quantity);
    if (row.needs_instances && scene.instance_faces.empty()) return false;
    return !row.needs_levels || !element_levels(scene, quantity.kind).empty();
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
