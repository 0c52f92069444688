#include "core/profile/sums/access_filter.h"

#include <optional>
#include <utility>

namespace hitmap {

AccessFilter::AccessFilter(const RecordingInfo& info, Counted counted, std::span<const LaneTagRun> tags,
                           OutcomeSink& sink)
    : counted_(std::move(counted)), owners_(info), sink_(sink) {
    if (counted_.rays)
        lanes_.emplace(tags,
                       [rays = *counted_.rays](const LaneTag& tag) { return std::uint32_t{rays.has(tag)}; });
}

bool AccessFilter::counts(const ElementAccess& access, std::uint32_t instruction,
                          const AccessOutcome& outcome) const {
    if (counted_.parts.everything()) return true;
    if (counted_.lookups_of_parts && (outcome.l1_lookups != 0 || outcome.l2_lookups != 0)) return true;
    if (!counted_.parts.counts_instruction(instruction)) return false;
    const std::optional<std::size_t> owner = owners_.allocation_of(access.kind, access.element);
    return !owner || counted_.parts.counts_allocation(*owner);
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
