#include "core/profile/models/scene_match.h"

#include "core/base/number_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <span>
#include <string>
#include <utility>

namespace hitmap {

namespace {

constexpr std::int32_t none = -1;
constexpr std::size_t check_interval = std::size_t{1} << 16;

/// Compares bit by bit.
template <class T>
bool same_array(const std::vector<T>& a, const std::vector<T>& b) {
    static_assert(std::is_trivially_copyable_v<T>);
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

bool same_memory_order(const RecordedScene& a, const RecordedScene& b) {
    return same_array(a.vertices, b.vertices) && same_array(a.face_slots, b.face_slots) &&
           same_array(a.face_source, b.face_source) && a.primitives == b.primitives;
}

/// The slots of a buffer and their contents.
struct Slots {
    std::size_t count;
    /// [count] -1: padding; if empty, the source is the number of the slot.
    std::span<const std::int32_t> sources;

    [[nodiscard]] std::int32_t source(std::size_t slot) const {
        return sources.empty() ? static_cast<std::int32_t>(slot) : sources[slot];
    }
    /// The largest source, plus 1.
    [[nodiscard]] std::size_t source_count() const {
        if (sources.empty()) return count;
        return static_cast<std::size_t>(*std::max_element(sources.begin(), sources.end()) + std::int64_t{1});
    }
    /// More sources than this cannot belong to a mesh or a tree with about as many elements as slots.
    [[nodiscard]] bool has_impossible_sources() const { return source_count() / 16 > count + check_interval; }
};

Slots slots_of(const RecordedScene& scene, ElementKindId kind) {
    return {element_count(scene, kind), element_sources(scene, kind)};
}

/// [sources] The slot of each source, or none. No value if a source is in two slots.
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

/// [slots] The slot of the other side with the same source, or none.
std::vector<std::int32_t> slots_of_other(std::size_t count, std::span<const std::int32_t> by_source,
                                         std::span<const std::int32_t> other_by_source) {
    std::vector<std::int32_t> result(count, none);
    for (std::size_t source = 0; source < std::min(by_source.size(), other_by_source.size()); ++source)
        if (const std::int32_t slot = by_source[source]; slot != none)
            result[static_cast<std::size_t>(slot)] = other_by_source[source];
    return result;
}

} // namespace

SceneMatch::SceneMatch(std::shared_ptr<const RecordedScene> a, std::shared_ptr<const RecordedScene> b,
                       const SideLetters& letters, const JobContext& job)
    : a_(std::move(a)), b_(std::move(b)), letters_(letters) {
    if (a_ == nullptr || b_ == nullptr) {
        refusals_.fill(a_ == b_ ? "neither recording has a scene"
                                : fmt::format("recording {} has no scene",
                                              a_ == nullptr ? letters_.baseline : letters_.compared));
        return;
    }
    if (a_ == b_) return;
    for (const ElementKindId kind : drawn_kinds())
        refusals_[kind] = is_of_tree(kind) ? match_tree(kind, job) : match_sources(kind, job);
    if (a_->width != b_->width || a_->height != b_->height)
        refusals_[pixel_kind] = fmt::format("{} has {}x{} pixels and {} {}x{}", letters_.baseline, a_->width,
                                            a_->height, letters_.compared, b_->width, b_->height);
}

/// Elements of a tree are made for it, so that their sources say nothing about other trees; other elements
/// come from the mesh.
bool SceneMatch::is_of_tree(ElementKindId kind) {
    return element_kinds()[kind].tree.has_value();
}

std::string SceneMatch::match_sources(ElementKindId kind, const JobContext& job) {
    const auto [name_a, name_b] = letters_;
    const bool known = a_->source_hash != 0 && b_->source_hash != 0;
    if (known && a_->source_hash != b_->source_hash)
        return fmt::format("{} and {} are of different meshes", name_a, name_b);
    if (!known && !same_memory_order(*a_, *b_))
        return fmt::format("it is not known whether {} and {} are of the same mesh: a recording says no hash "
                           "of it",
                           name_a, name_b);
    const Slots a = slots_of(*a_, kind);
    const Slots b = slots_of(*b_, kind);
    const std::string_view name_of_kind = element_kinds()[kind].name;
    for (const auto& [slots, name] : {std::pair(&a, name_a), std::pair(&b, name_b)})
        if (slots->has_impossible_sources())
            return fmt::format("{} has a {} of the mesh beyond its last", name, name_of_kind);
    const auto a_by_source = slots_of_sources(a, job);
    const auto b_by_source = slots_of_sources(b, job);
    if (!a_by_source || !b_by_source)
        return fmt::format("{} has a {} of the mesh in two slots", a_by_source ? name_b : name_a,
                           name_of_kind);
    if (a.count == b.count && std::ranges::equal(a.sources, b.sources)) return {};
    slot_of_a_[kind] = slots_of_other(b.count, *b_by_source, *a_by_source);
    slot_of_b_[kind] = slots_of_other(a.count, *a_by_source, *b_by_source);
    return {};
}

std::string SceneMatch::different_bounds(ElementKindId kind) const {
    const auto [name_a, name_b] = letters_;
    const ElementKind& row = element_kinds()[kind];
    const std::uint64_t of_a = element_count(*a_, kind);
    const std::uint64_t of_b = element_count(*b_, kind);
    if (of_a != of_b)
        return fmt::format("{} has {} and {} {}", name_a, counted_text(of_a, row.name, row.plural), name_b,
                           grouped_text(std::to_string(of_b), ","));
    return fmt::format("the {} of {} and {} have different bounds", row.plural, name_a, name_b);
}

bool SceneMatch::same_bounds(ElementKindId kind, const JobContext& job) const {
    if (kind == box_kind) return same_array(a_->boxes, b_->boxes); // without a call for each
    const auto bounds = element_kinds()[kind].geometry->bounds;
    const std::uint64_t count = element_count(*a_, kind);
    if (count != element_count(*b_, kind)) return false;
    for (std::uint64_t element = 0; element < count; ++element) {
        if (element % check_interval == 0) job.check();
        if (!(bounds(*a_, kind, element) == bounds(*b_, kind, element))) return false;
    }
    return true;
}

std::string SceneMatch::match_tree(ElementKindId kind, const JobContext& job) {
    if (same_bounds(kind, job)) return {};
    const Slots a = slots_of(*a_, kind);
    const Slots b = slots_of(*b_, kind);
    const auto bounds = element_kinds()[kind].geometry->bounds;
    if ((a.sources.empty() && b.sources.empty()) || a.has_impossible_sources() || b.has_impossible_sources())
        return different_bounds(kind);
    const auto a_by_source = slots_of_sources(a, job);
    const auto b_by_source = slots_of_sources(b, job);
    if (!a_by_source || !b_by_source) return different_bounds(kind);
    SlotTable matched = slots_of_other(b.count, *b_by_source, *a_by_source);
    // Trees are the same if all boxes that both have are the same: wide nodes omit some boxes, and memory
    // orders move them.
    bool any = false;
    for (std::size_t slot = 0; slot < matched.size(); ++slot) {
        if (slot % check_interval == 0) job.check();
        if (matched[slot] == none) continue;
        if (!(bounds(*a_, kind, static_cast<std::size_t>(matched[slot])) == bounds(*b_, kind, slot)))
            return different_bounds(kind);
        any = true;
    }
    if (!any) return different_bounds(kind);
    slot_of_a_[kind] = std::move(matched);
    slot_of_b_[kind] = slots_of_other(a.count, *a_by_source, *b_by_source);
    return {};
}

std::optional<std::uint64_t> SceneMatch::element_of(Side side, ElementKindId kind,
                                                    std::uint64_t element) const {
    const SlotTable& slots = side == Side::baseline ? slot_of_a_[kind] : slot_of_b_[kind];
    if (slots.empty()) return element;
    if (element >= slots.size() || slots[element] == none) return std::nullopt;
    return static_cast<std::uint64_t>(slots[element]);
}

} // namespace hitmap
