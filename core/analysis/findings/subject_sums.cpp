#include "core/analysis/findings/subject_sums.h"

#include "core/trace/model/element_kind.h"

#include <algorithm>

namespace hitmap {

namespace {

void add_levels(const AccessOutcome& outcome, std::array<LevelSums, both_levels.size()>& sums) {
    sums[0].hits += outcome.l1_hits;
    sums[0].lookups += outcome.l1_lookups;
    sums[1].hits += outcome.l2_hits;
    sums[1].lookups += outcome.l2_lookups;
}

} // namespace

SubjectSums::SubjectSums(const RecordingInfo& info, SubjectBatch batch, std::span<const LaneTagRun> tags)
    : batch_(std::move(batch)),
      elements_(element_kinds().size()),
      sums_(batch_.allocations.size()),
      by_element_(info) {
    if (!tags.empty()) lanes_.emplace(tags, [](const LaneTag& tag) { return std::uint32_t{tag.ray_kind}; });
    // Elements are numbered over all allocations of their kind, as in ElementAccessFinder.
    for (std::size_t i = 0; i < info.allocations.size(); ++i) {
        const Allocation& allocation = info.allocations[i];
        const auto kind = element_kind_of(allocation.role);
        if (!kind || allocation.space != Space::global || allocation.stride == 0) continue;
        auto& elements = elements_[*kind];
        const std::uint64_t first = elements.empty() ? 0 : elements.back().end;
        const auto found = std::ranges::find(batch_.allocations, i);
        elements.push_back({first + allocation.element_count(),
                            found == batch_.allocations.end()
                                ? none
                                : static_cast<std::size_t>(found - batch_.allocations.begin())});
    }
}

std::size_t SubjectSums::subject_of(ElementKindId kind, std::uint64_t element) const {
    if (batch_.is_of_vertices) return 0;
    const auto& elements = elements_[kind];
    const auto holds = std::ranges::upper_bound(elements, element, {}, &Elements::end);
    return holds == elements.end() ? none : holds->subject;
}

void SubjectSums::add(const RequestView& block, std::span<const ElementAccess> accesses,
                      const AccessOutcomes& outcomes) {
    by_element_.add(block, accesses, outcomes);
    const LaneTagTracker::Warp* warp = nullptr;
    for (std::size_t i = 0; i < accesses.size(); ++i) {
        const std::uint32_t entry = accesses[i].entry;
        if (lanes_ && (i == 0 || entry != accesses[i - 1].entry))
            warp = lanes_->at(block.first_request.value + entry, block.entries[entry]);
        const AccessOutcome* const outcome = outcomes[i];
        if (outcome == nullptr || (outcome->l1_lookups == 0 && outcome->l2_lookups == 0)) continue;
        const std::size_t subject = subject_of(accesses[i].kind, accesses[i].element);
        if (subject == none) continue;
        ByRay& sums = sums_[subject];
        const std::uint32_t kind = warp == nullptr ? LaneTagTracker::none : warp->lanes[accesses[i].lane];
        add_levels(*outcome, sums[std::min<std::size_t>(kind, sums.size() - 1)]);
    }
}

std::size_t SubjectSums::place_of(std::size_t allocation) const {
    return static_cast<std::size_t>(std::ranges::find(batch_.allocations, allocation) -
                                    batch_.allocations.begin());
}

LevelLookUps SubjectSums::as_lookups(const Levels& sums) {
    LevelLookUps lookups;
    for (const Level level : both_levels) {
        const LevelSums& of = sums[index(level)];
        lookups[index(level)] = {static_cast<double>(of.lookups), of.miss_count()};
    }
    return lookups;
}

LevelLookUps SubjectSums::all(std::size_t allocation) const {
    Levels all{};
    for (const Levels& of_kind : sums_.at(place_of(allocation)))
        for (const Level level : both_levels)
            all[index(level)] += of_kind[index(level)];
    return as_lookups(all);
}

std::vector<RayLookUps> SubjectSums::rays(std::size_t allocation) const {
    std::vector<RayLookUps> rays;
    const ByRay& sums = sums_.at(place_of(allocation));
    if (lanes_)
        for (std::size_t kind = 0; kind + 1 < sums.size(); ++kind)
            if (sums[kind] != Levels{})
                rays.push_back({static_cast<std::uint8_t>(kind), as_lookups(sums[kind])});
    return rays;
}

WindowSums SubjectSums::window(std::size_t allocation) const {
    const std::size_t subject = place_of(allocation);
    WindowSums window;
    window.elements.resize(elements_.size());
    window.totals.resize(elements_.size());
    for (ElementKindId kind = 0; kind < elements_.size(); ++kind) {
        const std::vector<WholeElement>& all = by_element_.elements()[kind];
        std::vector<ElementSums>& elements = window.elements[kind];
        elements.resize(all.size());
        for (std::size_t element = 0; element < all.size(); ++element) {
            if (subject_of(kind, element) != subject) continue;
            elements[element] = all[element].sums();
            window.totals[kind] += all[element];
        }
    }
    return window;
}

} // namespace hitmap
