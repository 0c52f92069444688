#include "core/cache/held_accesses.h"

namespace hitmap {

HeldBlock::HeldBlock(const PipelineBlock& block) : first_request_(block.block.requests.first_request) {
    const auto& accesses = block.block.accesses;
    elements_.reserve(accesses.size());
    kind_and_lane_.reserve(accesses.size());
    counts_.resize(accesses.size());
    std::size_t requests = 0;
    for (std::size_t i = 0; i < accesses.size(); ++i)
        requests += i == 0 || accesses[i].entry != accesses[i - 1].entry ? 1U : 0U;
    requests_.reserve(requests);
    for (const ElementAccess& access : accesses) {
        if (requests_.empty() || requests_.back().number != access.entry) {
            const auto& entry = block.block.requests.entries[access.entry];
            requests_.push_back({access.entry, entry.launch, block.epochs[access.entry], entry.warp,
                                 entry.mask, static_cast<std::uint16_t>(entry.sm),
                                 static_cast<std::uint16_t>(entry.slot),
                                 static_cast<std::uint16_t>(entry.instruction), 0});
        }
        ++requests_.back().accesses;
        elements_.push_back(access.element);
        kind_and_lane_.push_back(static_cast<std::uint8_t>(access.kind << 5U | access.lane));
    }
}

void HeldBlock::deliver(OutcomeSink& sink) const {
    if (requests_.empty()) return;
    // Requests without accesses have entries that nobody looks at, so that the others keep their numbers.
    RequestBlock block;
    block.first_request = first_request_;
    block.entries.resize(requests_.back().number + std::size_t{1});
    std::vector<ElementAccess> accesses;
    std::vector<AccessOutcome> outcomes;
    accesses.reserve(elements_.size());
    outcomes.reserve(elements_.size());
    std::size_t next = 0;
    for (const Request& request : requests_) {
        block.entries[request.number] = {
            request.launch, request.sm, request.warp, request.slot, request.instruction, request.mask, 0};
        for (const std::size_t end = next + request.accesses; next < end; ++next) {
            accesses.push_back({elements_[next], static_cast<ElementKindId>(kind_and_lane_[next] >> 5),
                                static_cast<std::uint8_t>(lane(next)), 0, request.number});
            const AccessCounts& counts = counts_[next];
            AccessOutcome outcome;
            outcome.l1_hits = counts.l1_hits() * hit_unit;
            outcome.l2_hits = counts.l2_hits() * hit_unit;
            outcome.l1_lookups = static_cast<std::uint8_t>(counts.l1_lookups());
            outcome.l2_lookups = static_cast<std::uint8_t>(counts.l2_lookups());
            outcomes.push_back(outcome);
        }
    }
    sink.add(block, accesses, outcomes);
}

std::uint64_t HeldBlock::memory_bytes() const {
    return requests_.capacity() * sizeof(Request) + elements_.capacity() * sizeof(std::uint32_t) +
           kind_and_lane_.capacity() + counts_.capacity() * sizeof(AccessCounts);
}

} // namespace hitmap
