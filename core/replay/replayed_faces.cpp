#include "core/replay/replayed_faces.h"

#include "core/trace/elements/element_instance.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

namespace hitmap {

namespace {

/// Bits of VkGeometryInstanceFlagBitsKHR.
enum InstanceFlag : std::uint32_t {
    instance_culls_nothing = 0x1,
    instance_flips_facing = 0x2,
    instance_is_opaque = 0x4,
    instance_is_not_opaque = 0x8,
};
/// A bit of VkGeometryFlagBitsKHR.
constexpr std::uint32_t geometry_is_opaque = 0x1;

SlotTraits traits_of_part(const InstanceFaces& part) {
    SlotTraits traits;
    traits.mask = part.mask;
    traits.is_opaque = (part.geometry_flags & geometry_is_opaque) != 0;
    if ((part.instance_flags & instance_is_opaque) != 0) traits.is_opaque = true;
    if ((part.instance_flags & instance_is_not_opaque) != 0) traits.is_opaque = false;
    traits.culls_facing = (part.instance_flags & instance_culls_nothing) == 0;
    // The side is one of the object, so that a mirroring instance does not change it.
    traits.flips_facing = ((part.instance_flags & instance_flips_facing) != 0) != part.mirrors;
    return traits;
}

} // namespace

ReplayedFaces::ReplayedFaces(const RecordedScene& recorded, const JobContext& job) : recorded_(recorded) {
    mesh_.positions = recorded.vertices;
    for (std::size_t slot = 0; slot < recorded.face_slots.size(); ++slot) {
        if (slot % 65536 == 0) job.check();
        if (recorded.is_padding(slot) || recorded.face_slots[slot] == glm::uvec3(0)) continue;
        mesh_.faces.push_back(recorded.face_slots[slot]);
        faces_.push_back(recorded.face_source.empty() ? static_cast<std::int32_t>(slot)
                                                      : recorded.face_source[slot]);
    }
    by_source_.resize(faces_.size());
    std::iota(by_source_.begin(), by_source_.end(), 0U);
    if (!std::ranges::is_sorted(faces_))
        std::ranges::stable_sort(by_source_, {}, [&](std::uint32_t face) { return faces_[face]; });
}

RayHit ReplayedFaces::hit_of(std::int32_t source) const {
    RayHit hit;
    hit.instance = ~std::uint32_t{0};
    if (source < 0) return hit;
    const auto number = static_cast<std::uint32_t>(source);
    const InstanceFaces* const part = part_of_source(recorded_, number);
    if (part == nullptr) return hit;
    hit.instance = part->instance;
    hit.geometry = part->geometry;
    hit.primitive = number - part->first_face;
    return hit;
}

std::optional<glm::uvec3> ReplayedFaces::corners_of(std::int32_t source) const {
    const auto face = std::ranges::lower_bound(by_source_, source, {},
                                               [&](std::uint32_t number) { return faces_[number]; });
    if (face == by_source_.end() || faces_[*face] != source) return std::nullopt;
    return mesh_.faces[*face];
}

std::vector<std::int32_t> ReplayedFaces::sources_of(const std::vector<std::int32_t>& faces) const {
    std::vector<std::int32_t> sources;
    sources.reserve(faces.size());
    for (const std::int32_t face : faces)
        sources.push_back(face < 0 ? face : faces_[static_cast<std::size_t>(face)]);
    return sources;
}

std::vector<SlotTraits> ReplayedFaces::traits_of(const std::vector<std::int32_t>& sources) const {
    std::vector<SlotTraits> traits;
    traits.reserve(sources.size());
    for (const std::int32_t source : sources)
        traits.push_back(source < 0 ? SlotTraits{} : traits_of(static_cast<std::uint32_t>(source)));
    return traits;
}

SlotTraits ReplayedFaces::traits_of(std::uint32_t source) const {
    const InstanceFaces* const part = part_of_source(recorded_, source);
    return part != nullptr ? traits_of_part(*part) : SlotTraits{};
}

std::optional<std::int32_t> ReplayedFaces::face_of(std::uint32_t instance, std::uint32_t geometry,
                                                   std::uint32_t primitive) const {
    const auto place = std::pair(instance, geometry);
    const auto part =
        std::ranges::lower_bound(recorded_.instance_faces, place, {},
                                 [](const InstanceFaces& p) { return std::pair(p.instance, p.geometry); });
    if (part == recorded_.instance_faces.end() || std::pair(part->instance, part->geometry) != place ||
        primitive >= part->faces)
        return std::nullopt;
    return static_cast<std::int32_t>(part->first_face + primitive);
}

void ReplayedFaces::complete(RecordedScene& scene, const std::vector<std::int32_t>& sources) const {
    scene.face_source = sources;
    scene.cameras = recorded_.cameras;
    scene.width = recorded_.width;
    scene.height = recorded_.height;
    scene.source_hash = recorded_.source_hash;
    scene.instance_faces = recorded_.instance_faces;
}

} // namespace hitmap
