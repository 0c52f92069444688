#include "core/profile/sums/outcome_sums.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <algorithm>

namespace hitmap {

namespace {

/// SM and launch numbers come from a file. The limit prevents that a wrong number allocates millions of
/// groups.
constexpr std::uint64_t most_groups_by_name = 1U << 20;

} // namespace

void add_outcome(KindSums& sums, const AccessOutcome* outcome) {
    if (outcome == nullptr) return;
    ++sums.accesses;
    sums.l1.hits += outcome->l1_hits;
    sums.l1.lookups += outcome->l1_lookups;
    sums.l1.cold += outcome->l1_cold;
    sums.l1.distance_sum += outcome->l1_distance;
    sums.l1.conflict += outcome->l1_conflict;
    sums.l2.hits += outcome->l2_hits;
    sums.l2.lookups += outcome->l2_lookups;
    sums.l2.cold += outcome->l2_cold;
    sums.l2.distance_sum += outcome->l2_distance;
    sums.l2.conflict += outcome->l2_conflict;
}

KindSums& operator+=(KindSums& sums, const KindSums& more) {
    sums.accesses += more.accesses;
    sums.elements_accessed += more.elements_accessed;
    sums.l1 += more.l1;
    sums.l2 += more.l2;
    sums.counts_accesses = sums.counts_accesses && more.counts_accesses;
    return sums;
}

KindSums& operator-=(KindSums& sums, const KindSums& less) {
    sums.accesses -= less.accesses;
    sums.elements_accessed -= less.elements_accessed;
    sums.l1 -= less.l1;
    sums.l2 -= less.l2;
    return sums;
}

KindSums sum_of(std::span<const KindSums> kinds) {
    KindSums sum;
    for (const KindSums& kind : kinds)
        sum += kind;
    return sum;
}

SumsByGroup::SumsByGroup(By by, std::uint64_t positions, std::uint64_t groups)
    : by_(by), positions_(positions), groups_(groups, std::vector<KindSums>(element_kinds().size())) {}

SumsByGroup SumsByGroup::by_frame(std::uint64_t positions, std::uint64_t q) {
    return {By::frame, positions, q};
}

SumsByGroup SumsByGroup::by_sm(std::uint32_t sm_count) {
    if (sm_count > RecordingLimits::sms)
        throw Error(fmt::format("expected at most {} SMs, found {}", RecordingLimits::sms, sm_count));
    return {By::sm, 0, sm_count};
}

SumsByGroup SumsByGroup::by_launch(std::uint32_t launch_count) {
    return {By::launch, 0, launch_count};
}

SumsByGroup SumsByGroup::whole() {
    return {By::frame, 1, 1};
}

std::vector<KindSums>& SumsByGroup::group(std::uint64_t i) {
    if (i >= most_groups_by_name)
        throw Error("a request names an SM or launch beyond 2^20; the recording is not sound");
    if (i >= groups_.size()) groups_.resize(i + 1, std::vector<KindSums>(element_kinds().size()));
    return groups_[i];
}

void SumsByGroup::add_frames(std::span<const ElementAccess> accesses, const AccessOutcomes& outcomes) {
    const std::uint64_t q = groups_.size();
    std::size_t i = 0;
    while (i < accesses.size()) {
        // If the recording has more accesses than it states, positions beyond N go to the last frame.
        const std::uint64_t frame =
            next_position_ < positions_ ? frame_of(positions_, q, next_position_) : q - 1;
        std::size_t end = accesses.size();
        if (frame + 1 < q)
            end = std::min<std::uint64_t>(end, i + frame_window(positions_, q, frame).last - next_position_);
        next_position_ += end - i;
        for (; i < end; ++i)
            add_outcome(groups_[frame][accesses[i].kind], outcomes[i]);
    }
}

void SumsByGroup::add(const RequestView& block, std::span<const ElementAccess> accesses,
                      const AccessOutcomes& outcomes) {
    if (by_ == By::frame) return add_frames(accesses, outcomes);
    for (std::size_t i = 0; i < accesses.size(); ++i) {
        const auto& entry = block.entries[accesses[i].entry];
        add_outcome(group(by_ == By::sm ? entry.sm : entry.launch)[accesses[i].kind], outcomes[i]);
    }
}

} // namespace hitmap
