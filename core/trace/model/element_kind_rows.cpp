#include "core/trace/model/element_kind_rows.h"

namespace hitmap {

namespace primitive {

std::uint64_t count(const RecordedScene& scene, ElementKindId kind) {
    const PrimitiveBuffer* const buffer = scene.primitives_of(kind);
    return buffer == nullptr ? 0 : buffer->count();
}

std::span<const std::uint32_t> corners(const RecordedScene& scene, ElementKindId kind) {
    const PrimitiveBuffer* const buffer = scene.primitives_of(kind);
    if (buffer == nullptr) return {};
    return buffer->corners;
}

glm::vec3 corner(const RecordedScene& scene, ElementKindId kind, std::uint64_t element,
                 std::uint32_t corner) {
    const PrimitiveBuffer& buffer = *scene.primitives_of(kind);
    return scene.vertices[buffer.corners[element * buffer.corners_each + corner]];
}

Aabb bounds(const RecordedScene& scene, ElementKindId kind, std::uint64_t element) {
    const PrimitiveBuffer& buffer = *scene.primitives_of(kind);
    Aabb bounds;
    for (std::uint32_t i = 0; i < buffer.corners_each; ++i)
        bounds.include(corner(scene, kind, element, i));
    return bounds;
}

std::span<const std::int32_t> sources(const RecordedScene& scene, ElementKindId kind) {
    const PrimitiveBuffer* const buffer = scene.primitives_of(kind);
    if (buffer == nullptr) return {};
    return buffer->source;
}

std::optional<std::uint64_t> expected(const SceneSummary& scene, ElementKindId kind) {
    return scene.primitives[kind];
}

} // namespace primitive

namespace box {

std::uint64_t count(const RecordedScene& scene, ElementKindId /*kind*/) {
    return scene.boxes.size();
}

glm::vec3 corner(const RecordedScene& scene, ElementKindId /*kind*/, std::uint64_t element,
                 std::uint32_t corner) {
    const Aabb& box = scene.boxes[element];
    return {(corner & 1U) != 0 ? box.upper.x : box.lower.x, (corner & 2U) != 0 ? box.upper.y : box.lower.y,
            (corner & 4U) != 0 ? box.upper.z : box.lower.z};
}

Aabb bounds(const RecordedScene& scene, ElementKindId /*kind*/, std::uint64_t element) {
    return scene.boxes[element];
}

std::span<const std::int32_t> parents(const RecordedScene& scene, ElementKindId /*kind*/) {
    return scene.box_parent;
}

std::span<const std::uint16_t> levels(const RecordedScene& scene, ElementKindId /*kind*/) {
    return scene.box_level;
}

std::span<const std::int32_t> sources(const RecordedScene& scene, ElementKindId /*kind*/) {
    return scene.box_source;
}

std::optional<std::uint64_t> expected(const SceneSummary& scene, ElementKindId /*kind*/) {
    return scene.boxes;
}

} // namespace box

namespace face {

std::uint64_t count(const RecordedScene& scene, ElementKindId /*kind*/) {
    return scene.face_slots.size();
}

std::span<const std::uint32_t> corners(const RecordedScene& scene, ElementKindId /*kind*/) {
    static_assert(sizeof(glm::uvec3) == 3 * sizeof(std::uint32_t));
    if (scene.face_slots.empty()) return {};
    return {&scene.face_slots.front().x, 3 * scene.face_slots.size()};
}

glm::vec3 corner(const RecordedScene& scene, ElementKindId /*kind*/, std::uint64_t element,
                 std::uint32_t corner) {
    return scene.vertices[scene.face_slots[element][static_cast<int>(corner)]];
}

Aabb bounds(const RecordedScene& scene, ElementKindId kind, std::uint64_t element) {
    Aabb bounds;
    for (std::uint32_t i = 0; i < 3; ++i)
        bounds.include(corner(scene, kind, element, i));
    return bounds;
}

std::span<const std::int32_t> sources(const RecordedScene& scene, ElementKindId /*kind*/) {
    return scene.face_source;
}

std::optional<std::uint64_t> expected(const SceneSummary& scene, ElementKindId /*kind*/) {
    return scene.face_slots;
}

} // namespace face

namespace pixel {

std::optional<std::uint64_t> expected(const SceneSummary& scene, ElementKindId /*kind*/) {
    if (scene.width == 0 && scene.height == 0) return std::nullopt;
    return std::uint64_t{scene.width} * scene.height;
}

} // namespace pixel

} // namespace hitmap
