#include "core/profile/sums/access_filter.h"

#include <algorithm>
#include <utility>

namespace hitmap {

AccessFilter::AccessFilter(const RecordingInfo& info, Counted counted, std::span<const LaneTagRun> tags,
                           OutcomeSink& sink)
    : counted_(std::move(counted)), elements_(element_kinds().size()), sink_(sink) {
    if (counted_.rays)
        lanes_.emplace(tags,
                       [rays = *counted_.rays](const LaneTag& tag) { return std::uint32_t{rays.has(tag)}; });
    // Elements are numbered over all allocations of their kind, as in ElementAccessFinder.
    for (std::size_t i = 0; i < info.allocations.size(); ++i) {
        const Allocation& allocation = info.allocations[i];
        const auto kind = element_kind_of(allocation.role);
        if (!kind || allocation.space != Space::global || allocation.stride == 0) continue;
        auto& elements = elements_[*kind];
        const std::uint64_t first = elements.empty() ? 0 : elements.back().end;
        elements.push_back({first + allocation.element_count(), counted_.parts.counts_allocation(i)});
    }
}

bool AccessFilter::counts(const ElementAccess& access, std::uint32_t instruction,
                          const AccessOutcome& outcome) const {
    if (counted_.parts.everything()) return true;
    if (counted_.lookups_of_parts && (outcome.l1_lookups != 0 || outcome.l2_lookups != 0)) return true;
    if (!counted_.parts.counts_instruction(instruction)) return false;
    const auto& elements = elements_[access.kind];
    const auto holds =
        std::upper_bound(elements.begin(), elements.end(), std::uint64_t{access.element},
                         [](std::uint64_t element, const Elements& some) { return element < some.end; });
    return holds == elements.end() || holds->counted;
}

void AccessFilter::add(const RequestView& block, std::span<const ElementAccess> accesses,
                       const AccessOutcomes& outcomes) {
    counts_.resize(outcomes.size());
    const LaneTagTracker::Warp* warp = nullptr;
    for (std::size_t i = 0; i < accesses.size(); ++i) {
        const std::uint32_t entry = accesses[i].entry;
        if (lanes_ && (i == 0 || entry != accesses[i - 1].entry))
            warp = lanes_->at(block.first_request.value + entry, block.entries[entry]);
        const bool served = !lanes_ || (warp != nullptr && warp->lanes[accesses[i].lane] == 1);
        const AccessOutcome* const outcome = outcomes[i];
        const bool counted =
            served && outcome != nullptr && counts(accesses[i], block.entries[entry].instruction, *outcome);
        counts_[i] = counted ? 1 : 0;
    }
    sink_.add(block, accesses, outcomes.counting(counts_));
}

} // namespace hitmap
