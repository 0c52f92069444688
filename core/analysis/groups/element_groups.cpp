#include "core/analysis/groups/element_groups.h"

#include "core/analysis/groups/box_slant.h"
#include "core/base/error.h"
#include "core/geometry/face_view.h"
#include "core/profile/pixels/pixel_lateness.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <map>
#include <stdexcept>

namespace hitmap {

namespace {

constexpr std::array<PropertyInfo, 6> properties{{
    {Property::face_slant, "face-slant", face_kind,
     "angle between a face and the plane of the picture: near 90 degrees it is seen from the side"},
    {Property::face_size, "face-size", face_kind, "area of a face in the picture, in pixels"},
    {Property::face_facing, "face-facing", face_kind,
     "whether the recorded camera sees a face from outside, by the order of its corners"},
    {Property::box_level, "box-level", box_kind, "level of a box in the tree, 0 below the root"},
    {Property::box_slant, "box-slant", box_kind,
     "mean angle between the triangles below a box and the plane of the picture, by their areas; of boxes of "
     "64 to 255 "
     "triangles, since deeper ones hit less"},
    {Property::pixel_work, "pixel-work", pixel_kind,
     "element accesses of a pixel's rays over the whole recording"},
}};

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

GroupKey size_key(const FaceView& view) {
    if (!view.pixels) return behind_the_camera;
    const double power = std::log2(*view.pixels) / 2.0; // -infinity without an area
    return static_cast<int>(std::clamp(std::floor(power), smallest_size_power, 20.0));
}

std::string name_of_facing(GroupKey key) {
    return key == 0 ? "front" : key == 1 ? "back" : "no area";
}

GroupKey facing_key(const FaceView& view) {
    if (!view.cosine) return without_area;
    return *view.cosine >= 0.0 ? 0 : 1;
}

Grouping group_faces(const RecordedScene& scene, GroupKey (*key)(const FaceView&),
                     std::string (*name)(GroupKey)) {
    if (scene.cameras.empty())
        throw Error("expected a camera, by which faces are grouped, found a scene without one");
    const Camera camera = normalised(scene.cameras.front());
    return {[&scene, camera, key](std::uint64_t slot) -> std::optional<GroupKey> {
                if (slot >= scene.face_slots.size() || scene.is_padding(slot)) return std::nullopt;
                const glm::uvec3& face = scene.face_slots[slot];
                return key(face_view(
                    camera, scene.height,
                    {scene.vertices.at(face.x), scene.vertices.at(face.y), scene.vertices.at(face.z)}));
            },
            name};
}

Grouping group_boxes(const RecordedScene& scene) {
    return {[&scene](std::uint64_t box) -> std::optional<GroupKey> {
                if (box >= scene.box_level.size()) return std::nullopt;
                if (!scene.box_source.empty() && scene.box_source[box] < 0) return std::nullopt;
                return scene.box_level[box];
            },
            [](GroupKey level) { return fmt::format("level {}", level); }};
}

Grouping group_boxes_by_slant(const RecordedScene& scene, const JobContext& job) {
    return {[slants = box_slants(scene, job)](std::uint64_t box) -> std::optional<GroupKey> {
                if (box >= slants.size()) return std::nullopt;
                const BoxSlant& slant = slants[box];
                if (slant.triangles < 64 || slant.triangles > 255) return std::nullopt;
                return slant_key(double{slant.degrees});
            },
            name_of_slant};
}

Grouping group_pixels(const Profile& profile) {
    const std::vector<ElementSums>* work = profile.pixel_sums();
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

Grouping grouping_of(const RecordedScene& scene, const Profile& profile, Property property,
                     const JobContext& job) {
    switch (property) {
    case Property::face_slant:
        return group_faces(
            scene, [](const FaceView& view) { return slant_key(view); }, name_of_slant);
    case Property::face_size:
        return group_faces(scene, size_key, name_of_size);
    case Property::face_facing:
        return group_faces(scene, facing_key, name_of_facing);
    case Property::box_level:
        return group_boxes(scene);
    case Property::box_slant:
        return group_boxes_by_slant(scene, job);
    case Property::pixel_work:
        return group_pixels(profile);
    }
    throw std::logic_error("unknown property");
}

struct Mean {
    double sum = 0.0;
    std::uint64_t count = 0;
};

constexpr std::uint64_t elements_between_checks = 1U << 16;

} // namespace

std::span<const PropertyInfo> property_table() {
    return properties;
}

std::vector<ElementGroup> group_elements(const RecordedScene& scene, const Profile& profile,
                                         TimeWindow window, Property property, const JobContext& job) {
    const ElementKindId kind = properties[static_cast<std::size_t>(property)].kind;
    const Grouping grouping = grouping_of(scene, profile, property, job);
    WindowSums sums;
    profile.window(window, sums, job);
    std::vector<float> lateness;
    if (kind == pixel_kind) {
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
