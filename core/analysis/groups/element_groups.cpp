#include "core/analysis/groups/element_groups.h"

#include "core/analysis/groups/box_slant.h"
#include "core/base/error.h"
#include "core/geometry/bounds_view.h"
#include "core/geometry/face_view.h"
#include "core/profile/pixels/pixel_lateness.h"
#include "core/trace/elements/element_instance.h"
#include "core/trace/elements/element_shape.h"
#include "core/trace/elements/kind_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <map>
#include <utility>

namespace hitmap {

namespace {

/// Position of a group in the list of groups of its property.
using GroupKey = int;

struct Grouping {
    /// Returns the group of an element; no value for padding, which is in no group.
    std::function<std::optional<GroupKey>(std::uint64_t)> key_of;
    std::function<std::string(GroupKey)> name_of;
};

// These keys are greater than all others, so that their groups come last.
constexpr GroupKey without_area = 1000;
constexpr GroupKey behind_the_camera = 1001;
constexpr double smallest_size_power = -4; // faces below 4^-3 = 1/64 of a pixel form one group
constexpr int degrees_a_group = 10;

std::string name_of_slant(GroupKey key) {
    if (key == without_area) return "no area";
    return fmt::format("{}-{} degrees", key * degrees_a_group, (key + 1) * degrees_a_group);
}

GroupKey slant_key(double degrees) {
    return std::min(8, static_cast<int>(degrees / degrees_a_group));
}

GroupKey slant_key(const FaceView& view) {
    const std::optional<double> degrees = slant_degrees(view);
    return degrees ? slant_key(*degrees) : without_area;
}

std::string power_of_four(int power) {
    return power < 0 ? fmt::format("1/{}", std::uint64_t{1} << (-2 * power))
                     : fmt::format("{}", std::uint64_t{1} << (2 * power));
}

std::string name_of_size(GroupKey key) {
    if (key == behind_the_camera) return "not wholly before the camera";
    const int power = key;
    if (power <= smallest_size_power) return fmt::format("below {} pixels", power_of_four(power + 1));
    return fmt::format("{}-{} pixels", power_of_four(power), power_of_four(power + 1));
}

GroupKey size_key(const std::optional<double>& pixels) {
    if (!pixels) return behind_the_camera;
    const double power = std::log2(*pixels) / 2.0; // -infinity without an area
    return static_cast<int>(std::clamp(std::floor(power), smallest_size_power, 20.0));
}

GroupKey size_key(const FaceView& view) {
    return size_key(view.pixels);
}

std::string name_of_facing(GroupKey key) {
    return key == 0 ? "front" : key == 1 ? "back" : "no area";
}

GroupKey facing_key(const FaceView& view) {
    if (!view.cosine) return without_area;
    return *view.cosine >= 0.0 ? 0 : 1;
}

/// The elements of a kind that are grouped. The scene must outlive groupings by it.
struct Grouped {
    const RecordedScene& scene;
    const Profile& profile;
    ElementKindId kind;
    const JobContext& job;

    [[nodiscard]] Camera camera() const {
        if (scene.cameras.empty())
            throw Error(fmt::format("expected a camera, by which {} are grouped, found a scene without one",
                                    element_kinds()[kind].plural));
        return normalised(scene.cameras.front());
    }
    [[nodiscard]] bool has(std::uint64_t element) const {
        return element < element_count(scene, kind) && !is_padding(scene, kind, element);
    }
};

template <GroupKey (*key_of)(const FaceView&), std::string (*name_of)(GroupKey)>
Grouping group_triangles(const Grouped& of) {
    return {[of, camera = of.camera()](std::uint64_t element) -> std::optional<GroupKey> {
                if (!of.has(element)) return std::nullopt;
                const auto corner = element_kinds()[of.kind].geometry->corner;
                const auto at = [&](std::uint32_t i) { return corner(of.scene, of.kind, element, i); };
                return key_of(face_view(camera, of.scene.height, {at(0), at(1), at(2)}));
            },
            name_of};
}

Grouping group_by_extent(const Grouped& of) {
    return {[of, camera = of.camera()](std::uint64_t element) -> std::optional<GroupKey> {
                if (!of.has(element)) return std::nullopt;
                const Aabb bounds = element_kinds()[of.kind].geometry->bounds(of.scene, of.kind, element);
                return size_key(bounds_pixels(camera, of.scene.height, bounds));
            },
            name_of_size};
}

Grouping group_by_instance(const Grouped& of) {
    return {[of](std::uint64_t face) -> std::optional<GroupKey> {
                if (!of.has(face)) return std::nullopt;
                const auto instance = instance_of_face(of.scene, face);
                return instance ? std::optional(static_cast<GroupKey>(*instance)) : std::nullopt;
            },
            [](GroupKey instance) { return fmt::format("instance {}", instance); }};
}

Grouping group_by_level(const Grouped& of) {
    return {
        [of, levels = element_levels(of.scene, of.kind)](std::uint64_t element) -> std::optional<GroupKey> {
            if (element >= levels.size() || is_padding(of.scene, of.kind, element)) return std::nullopt;
            return levels[element];
        },
        [](GroupKey level) { return fmt::format("level {}", level); }};
}

Grouping group_boxes_by_slant(const Grouped& of) {
    return {[slants = box_slants(of.scene, of.job)](std::uint64_t box) -> std::optional<GroupKey> {
                if (box >= slants.size()) return std::nullopt;
                const BoxSlant& slant = slants[box];
                if (slant.triangles < 64 || slant.triangles > 255) return std::nullopt;
                return slant_key(double{slant.degrees});
            },
            name_of_slant};
}

Grouping group_pixels(const Grouped& of) {
    const std::vector<ElementSums>* work = of.profile.pixel_sums();
    return {[work](std::uint64_t pixel) -> std::optional<GroupKey> {
                if (work == nullptr || pixel >= work->size()) return std::nullopt;
                return static_cast<int>(std::bit_width((*work)[pixel].accesses));
            },
            [](GroupKey bits) {
                return bits == 0 ? std::string("no accesses")
                                 : fmt::format("{}-{} accesses", std::uint64_t{1} << (bits - 1),
                                               (std::uint64_t{1} << bits) - 1);
            }};
}

/// A property, and the kinds that have it.
struct PropertyRow {
    Property property;
    std::string_view name;
    bool (*is_of)(const ElementKind& kind);
    std::string_view explanation; ///< {0} is the name of the kind with its article
    Grouping (*group)(const Grouped& of);
};

bool are_faces(const ElementKind& kind) {
    return &kind == &element_kinds()[face_kind];
}

/// Whether elements contain triangles that other elements do not hold: only boxes are known to.
bool is_of_boxes(const ElementKind& kind) {
    return &kind == &element_kinds()[box_kind];
}

constexpr std::array property_rows{
    PropertyRow{Property::slant, "slant", is_triangle,
                "angle between {0} and the plane of the picture: near 90 degrees it is seen from the side",
                group_triangles<slant_key, name_of_slant>},
    PropertyRow{Property::size, "size", is_triangle, "area of {0} in the picture, in pixels",
                group_triangles<size_key, name_of_size>},
    PropertyRow{Property::facing, "facing", is_triangle,
                "whether the recorded camera sees {0} from outside, by the order of its corners",
                group_triangles<facing_key, name_of_facing>},
    PropertyRow{Property::extent, "size", is_body, "area of the bounds of {0} in the picture, in pixels",
                group_by_extent},
    PropertyRow{Property::instance, "instance", are_faces,
                "the instance that {0} belongs to: its place in the scene that was built for hardware ray "
                "tracing",
                group_by_instance},
    PropertyRow{Property::level, "level", is_of_tree, "level of {0} in the tree, 0 below the root",
                group_by_level},
    PropertyRow{Property::slant_below, "slant", is_of_boxes,
                "mean angle between the triangles below {0} and the plane of the picture, by their areas; "
                "of boxes of 64 to 255 triangles, since deeper ones hit less",
                group_boxes_by_slant},
    PropertyRow{Property::work, "work", is_of_image,
                "element accesses of {0}'s rays over the whole recording", group_pixels},
};

std::vector<PropertyInfo> all_properties() {
    std::vector<PropertyInfo> all;
    for (const ElementKindId kind : in_drawing_order(all_kinds())) {
        const ElementKind& of = element_kinds()[kind];
        for (const PropertyRow& row : property_rows)
            if (row.is_of(of))
                all.push_back(
                    {row.property, kind, fmt::format("{}-{}", of.name, row.name),
                     fmt::format(fmt::runtime(row.explanation), kind_name(kind, KindName::with_article))});
    }
    return all;
}

struct Mean {
    double sum = 0.0;
    std::uint64_t count = 0;
};

constexpr std::uint64_t elements_between_checks = 1U << 16;

} // namespace

std::span<const PropertyInfo> property_table() {
    static const std::vector<PropertyInfo> all = all_properties();
    return all;
}

const PropertyInfo* property_named(std::string_view name) {
    const auto all = property_table();
    const auto found = std::ranges::find(all, name, &PropertyInfo::name);
    return found == all.end() ? nullptr : &*found;
}

std::vector<ElementGroup> group_elements(const RecordedScene& scene, const Profile& profile,
                                         TimeWindow window, const PropertyInfo& property,
                                         const JobContext& job) {
    const ElementKindId kind = property.kind;
    const Grouping grouping =
        property_rows.at(static_cast<std::size_t>(property.property)).group({scene, profile, kind, job});
    WindowSums sums;
    profile.window(window, sums, job);
    std::vector<float> lateness;
    if (is_of_image(element_kinds()[kind])) {
        std::vector<float> order;
        profile.values(window, kind, "access-order"_metric, order, job);
        lateness = pixel_lateness(order, scene.width, lateness_reach);
    }
    std::map<GroupKey, ElementGroup> groups;
    std::map<GroupKey, Mean> late;
    const auto& elements = sums.elements[kind];
    for (std::uint64_t e = 0; e < elements.size(); ++e) {
        if (e % elements_between_checks == 0) job.check();
        const std::optional<GroupKey> key = grouping.key_of(e);
        if (!key) continue;
        ElementGroup& group = groups[*key];
        ++group.elements;
        group.sums.counts_accesses = profile.capabilities().counts_accesses;
        group.sums += elements[e];
        if (e < lateness.size() && !std::isnan(lateness[e])) {
            late[*key].sum += double{lateness[e]};
            ++late[*key].count;
        }
    }
    std::vector<ElementGroup> result;
    for (auto& [key, group] : groups) {
        group.name = grouping.name_of(key);
        if (const auto mean = late.find(key); mean != late.end())
            group.lateness = mean->second.sum / static_cast<double>(mean->second.count);
        result.push_back(std::move(group));
    }
    return result;
}

} // namespace hitmap
