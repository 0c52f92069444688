#include "core/trace/elements/element_instance.h"

#include <algorithm>
#include <iterator>

namespace hitmap {

const InstanceFaces* part_of_source(const RecordedScene& scene, std::uint32_t source) {
    const auto& parts = scene.instance_faces;
    const auto behind = std::ranges::upper_bound(parts, source, {}, &InstanceFaces::first_face);
    if (behind == parts.begin()) return nullptr;
    const InstanceFaces& part = *std::prev(behind);
    return source - part.first_face < part.faces ? &part : nullptr;
}

std::optional<std::uint32_t> instance_of_face(const RecordedScene& scene, std::uint64_t slot) {
    if (scene.instance_faces.empty()) return std::nullopt;
    const bool is_own = slot >= scene.face_source.size();
    const std::int64_t source = is_own ? static_cast<std::int64_t>(slot) : scene.face_source[slot];
    if (source < 0) return std::nullopt;
    const InstanceFaces* const part = part_of_source(scene, static_cast<std::uint32_t>(source));
    return part != nullptr ? std::optional(part->instance) : std::nullopt;
}

std::uint64_t instance_count(std::span<const InstanceFaces> parts) {
    std::uint64_t count = 0;
    const InstanceFaces* last = nullptr;
    for (const InstanceFaces& part : parts) {
        if (last == nullptr || last->instance != part.instance) ++count;
        last = &part;
    }
    return count;
}

} // namespace hitmap
