#include "core/profile/scene_match.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace hitmap {

namespace {

constexpr std::int32_t none = -1;
constexpr std::size_t check_interval = std::size_t{1} << 16;

/// Bit by bit.
template <class T>
bool same_array(const std::vector<T>& a, const std::vector<T>& b) {
    static_assert(std::is_trivially_copyable_v<T>);
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

bool same_memory_order(const RecordedScene& a, const RecordedScene& b) {
    return same_array(a.vertices, b.vertices) && same_array(a.face_slots, b.face_slots) &&
           same_array(a.face_source, b.face_source);
}

std::size_t slot_count(const RecordedScene& scene) {
    return scene.face_slots.size();
}

std::int32_t source_of(const RecordedScene& scene, std::size_t slot) {
    return scene.face_source.empty() ? static_cast<std::int32_t>(slot) : scene.face_source[slot];
}

/// One above the largest.
std::size_t source_count(const RecordedScene& scene) {
    if (scene.face_source.empty()) return slot_count(scene);
    const auto largest = std::max_element(scene.face_source.begin(), scene.face_source.end());
    return static_cast<std::size_t>(*largest + std::int64_t{1});
}

/// So many that they cannot be those of a mesh with about as many faces as slots.
bool has_impossible_sources(const RecordedScene& scene) {
    return source_count(scene) / 16 > slot_count(scene) + check_interval;
}

/// [source faces] the slot of each, or none. Nothing where a face lies in two slots.
std::optional<std::vector<std::int32_t>> slots_of_sources(const RecordedScene& scene, const JobContext& job) {
    std::vector<std::int32_t> slots(source_count(scene), none);
    for (std::size_t slot = 0; slot < slot_count(scene); ++slot) {
        if (slot % check_interval == 0) job.check();
        const std::int32_t source = source_of(scene, slot);
        if (source < 0) continue;
        std::int32_t& place = slots[static_cast<std::size_t>(source)];
        if (place != none) return std::nullopt;
        place = static_cast<std::int32_t>(slot);
    }
    return slots;
}

} // namespace

SceneMatch::SceneMatch(std::shared_ptr<const RecordedScene> a, std::shared_ptr<const RecordedScene> b,
                       const JobContext& job)
    : a_(std::move(a)), b_(std::move(b)) {
    if (a_ == nullptr || b_ == nullptr) {
        refusals_.fill(a_ == b_ ? "neither recording has a scene"
                                : fmt::format("recording {} has no scene", a_ == nullptr ? 'A' : 'B'));
        return;
    }
    if (a_ == b_) return;
    refusals_[face_kind] = match_faces(job);
    if (!same_array(a_->boxes, b_->boxes))
        refusals_[box_kind] = a_->boxes.size() != b_->boxes.size()
                                  ? fmt::format("A has {} boxes and B {}", a_->boxes.size(), b_->boxes.size())
                                  : "the boxes of A and B have different bounds";
    if (a_->width != b_->width || a_->height != b_->height)
        refusals_[pixel_kind] =
            fmt::format("A has {}x{} pixels and B {}x{}", a_->width, a_->height, b_->width, b_->height);
}

std::string SceneMatch::match_faces(const JobContext& job) {
    const bool known = a_->source_hash != 0 && b_->source_hash != 0;
    if (known ? a_->source_hash != b_->source_hash : !same_memory_order(*a_, *b_))
        return known ? "A and B are of different meshes"
                     : "it is not known whether A and B are of the same mesh: a recording says no hash of it";
    for (const auto* scene : {a_.get(), b_.get()})
        if (has_impossible_sources(*scene))
            return fmt::format("{} has a face of the mesh beyond its last", scene == a_.get() ? 'A' : 'B');
    const auto of_a = slots_of_sources(*a_, job);
    const auto of_b = slots_of_sources(*b_, job);
    if (!of_a || !of_b) return fmt::format("{} has a face of the mesh in two slots", of_a ? 'B' : 'A');
    if (slot_count(*a_) == slot_count(*b_) && same_array(a_->face_source, b_->face_source)) return {};
    face_of_a_.assign(slot_count(*b_), none);
    for (std::size_t source = 0; source < std::min(of_a->size(), of_b->size()); ++source)
        if (const std::int32_t slot = (*of_b)[source]; slot != none)
            face_of_a_[static_cast<std::size_t>(slot)] = (*of_a)[source];
    return {};
}

std::optional<std::uint64_t> SceneMatch::element_of_a(ElementKindId kind, std::uint64_t element_of_b) const {
    if (kind != face_kind || face_of_a_.empty()) return element_of_b;
    if (element_of_b >= face_of_a_.size() || face_of_a_[element_of_b] == none) return std::nullopt;
    return static_cast<std::uint64_t>(face_of_a_[element_of_b]);
}

} // namespace hitmap
