#include "core/profile/scene_match.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <span>

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

/// Slots of a buffer and what lies in them.
struct Slots {
    std::size_t count;
    const std::vector<std::int32_t>& sources; ///< [count] -1: padding; empty: the slot's number

    [[nodiscard]] std::int32_t source(std::size_t slot) const {
        return sources.empty() ? static_cast<std::int32_t>(slot) : sources[slot];
    }
    /// One above the largest.
    [[nodiscard]] std::size_t source_count() const {
        if (sources.empty()) return count;
        return static_cast<std::size_t>(*std::max_element(sources.begin(), sources.end()) + std::int64_t{1});
    }
    /// So many that they cannot be those of a mesh or a tree with about as many elements as slots.
    [[nodiscard]] bool has_impossible_sources() const { return source_count() / 16 > count + check_interval; }
};

Slots faces_of(const RecordedScene& scene) {
    return {scene.face_slots.size(), scene.face_source};
}

Slots boxes_of(const RecordedScene& scene) {
    return {scene.boxes.size(), scene.box_source};
}

/// [sources] the slot of each, or none. Nothing where a source lies in two slots.
std::optional<std::vector<std::int32_t>> slots_of_sources(const Slots& slots, const JobContext& job) {
    std::vector<std::int32_t> result(slots.source_count(), none);
    for (std::size_t slot = 0; slot < slots.count; ++slot) {
        if (slot % check_interval == 0) job.check();
        const std::int32_t source = slots.source(slot);
        if (source < 0) continue;
        std::int32_t& place = result[static_cast<std::size_t>(source)];
        if (place != none) return std::nullopt;
        place = static_cast<std::int32_t>(slot);
    }
    return result;
}

/// [slots of B] the slot of A with the same source, or none.
std::vector<std::int32_t> slots_of_a(const Slots& b, std::span<const std::int32_t> a_by_source,
                                     std::span<const std::int32_t> b_by_source) {
    std::vector<std::int32_t> result(b.count, none);
    for (std::size_t source = 0; source < std::min(a_by_source.size(), b_by_source.size()); ++source)
        if (const std::int32_t slot = b_by_source[source]; slot != none)
            result[static_cast<std::size_t>(slot)] = a_by_source[source];
    return result;
}

std::string different_boxes(const RecordedScene& a, const RecordedScene& b) {
    if (a.boxes.size() != b.boxes.size())
        return fmt::format("A has {} boxes and B {}", a.boxes.size(), b.boxes.size());
    return "the boxes of A and B have different bounds";
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
    refusals_[box_kind] = match_boxes(job);
    if (a_->width != b_->width || a_->height != b_->height)
        refusals_[pixel_kind] =
            fmt::format("A has {}x{} pixels and B {}x{}", a_->width, a_->height, b_->width, b_->height);
}

std::string SceneMatch::match_faces(const JobContext& job) {
    const bool known = a_->source_hash != 0 && b_->source_hash != 0;
    if (known ? a_->source_hash != b_->source_hash : !same_memory_order(*a_, *b_))
        return known ? "A and B are of different meshes"
                     : "it is not known whether A and B are of the same mesh: a recording says no hash of it";
    const Slots a = faces_of(*a_);
    const Slots b = faces_of(*b_);
    for (const Slots& slots : {a, b})
        if (slots.has_impossible_sources())
            return fmt::format("{} has a face of the mesh beyond its last",
                               &slots.sources == &a.sources ? 'A' : 'B');
    const auto a_by_source = slots_of_sources(a, job);
    const auto b_by_source = slots_of_sources(b, job);
    if (!a_by_source || !b_by_source)
        return fmt::format("{} has a face of the mesh in two slots", a_by_source ? 'B' : 'A');
    if (a.count == b.count && same_array(a.sources, b.sources)) return {};
    slot_of_a_[face_kind] = slots_of_a(b, *a_by_source, *b_by_source);
    return {};
}

std::string SceneMatch::match_boxes(const JobContext& job) {
    if (same_array(a_->boxes, b_->boxes)) return {};
    const Slots a = boxes_of(*a_);
    const Slots b = boxes_of(*b_);
    const std::string different = different_boxes(*a_, *b_);
    if ((a.sources.empty() && b.sources.empty()) || a.has_impossible_sources() || b.has_impossible_sources())
        return different;
    const auto a_by_source = slots_of_sources(a, job);
    const auto b_by_source = slots_of_sources(b, job);
    if (!a_by_source || !b_by_source) return different;
    std::vector<std::int32_t> matched = slots_of_a(b, *a_by_source, *b_by_source);
    // Trees are the same where all boxes that both have are: wide nodes leave some out, orders move them.
    bool any = false;
    for (std::size_t slot = 0; slot < matched.size(); ++slot) {
        if (slot % check_interval == 0) job.check();
        if (matched[slot] == none) continue;
        if (!(a_->boxes[static_cast<std::size_t>(matched[slot])] == b_->boxes[slot])) return different;
        any = true;
    }
    if (!any) return different;
    slot_of_a_[box_kind] = std::move(matched);
    return {};
}

std::optional<std::uint64_t> SceneMatch::element_of_a(ElementKindId kind, std::uint64_t element_of_b) const {
    const std::vector<std::int32_t>& slots = slot_of_a_[kind];
    if (slots.empty()) return element_of_b;
    if (element_of_b >= slots.size() || slots[element_of_b] == none) return std::nullopt;
    return static_cast<std::uint64_t>(slots[element_of_b]);
}

} // namespace hitmap
