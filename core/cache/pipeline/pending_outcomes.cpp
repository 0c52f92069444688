#include "core/cache/pipeline/pending_outcomes.h"

#include <algorithm>
#include <bit>
#include <span>

namespace hitmap {

namespace {

/// Maps differences near 0 of either sign to small numbers.
std::uint32_t zigzag(std::uint32_t difference) {
    return difference << 1 ^ (difference >> 31 != 0 ? ~std::uint32_t{0} : 0U);
}
std::uint32_t unzigzag(std::uint32_t code) {
    return code >> 1 ^ ((code & 1) != 0 ? ~std::uint32_t{0} : 0U);
}

/// Returns whether all accesses have the same kind and each lane of the mask has exactly one access.
bool is_plain(std::span<const ElementAccess> accesses, std::uint32_t mask) {
    if (accesses.size() != static_cast<std::size_t>(std::popcount(mask))) return false;
    for (const ElementAccess& access : accesses) {
        if (access.kind != accesses.front().kind || access.lane != std::countr_zero(mask)) return false;
        mask &= mask - 1;
    }
    return true;
}

AccessOutcome outcome_of(const FourCounts* counts, bool explains) {
    const auto narrow = [](unsigned count) { return static_cast<std::uint8_t>(count); };
    AccessOutcome outcome;
    outcome.l1_hits = counts[0][AccessCounts::l1_hits] * hit_unit;
    outcome.l2_hits = counts[0][AccessCounts::l2_hits] * hit_unit;
    outcome.l1_lookups = narrow(counts[0][AccessCounts::l1_lookups]);
    outcome.l2_lookups = narrow(counts[0][AccessCounts::l2_lookups]);
    if (!explains) return outcome;
    outcome.l1_cold = narrow(counts[1][AccessCounts::l1_cold]);
    outcome.l2_cold = narrow(counts[1][AccessCounts::l2_cold]);
    outcome.l1_conflict = narrow(counts[1][AccessCounts::l1_conflict]);
    outcome.l2_conflict = narrow(counts[1][AccessCounts::l2_conflict]);
    return outcome;
}

} // namespace

PendingOutcomes::PendingOutcomes(const PipelineBlock& block, bool explains)
    : first_request_(block.input.requests.first_request), counts_each_(explains ? 2 : 1) {
    const auto& accesses = block.input.accesses;
    counts_.resize(accesses.size() * counts_each_);
    std::size_t requests = 0;
    for (std::size_t i = 0; i < accesses.size(); ++i)
        requests += i == 0 || accesses[i].entry != accesses[i - 1].entry ? 1U : 0U;
    requests_.reserve(requests);
    for (std::size_t i = 0, end = 0; i < accesses.size(); i = end) {
        const std::uint32_t number = accesses[i].entry;
        for (end = i; end < accesses.size() && accesses[end].entry == number;)
            ++end;
        const auto of_request = std::span(accesses).subspan(i, end - i);
        const auto& entry = block.input.requests.entries[number];
        const std::uint32_t launch_ordinal = block.input.launch_ordinals[number];
        if (launches_.empty() || launches_.back().launch_ordinal != launch_ordinal)
            launches_.push_back({entry.launch, launch_ordinal});
        PackedRequest packed{};
        packed.number = static_cast<std::uint16_t>(number & (most_requests - 1));
        packed.kind = is_plain(of_request, entry.mask) ? of_request.front().kind & 15U : mixed;
        packed.launch = static_cast<std::uint16_t>(launches_.size() - 1);
        packed.warp = entry.warp;
        packed.mask = entry.mask;
        packed.sm = static_cast<std::uint16_t>(entry.sm);
        packed.slot = static_cast<std::uint16_t>(entry.slot);
        packed.instruction = static_cast<std::uint16_t>(entry.instruction);
        packed.accesses = static_cast<std::uint16_t>(of_request.size());
        if (packed.kind == mixed)
            for (const ElementAccess& access : of_request)
                kinds_and_lanes_.push_back(static_cast<std::uint8_t>(access.kind << 5U | access.lane));
        requests_.push_back(packed);
    }
    pack_elements(accesses);
    launches_.shrink_to_fit();
    kinds_and_lanes_.shrink_to_fit();
}

void PendingOutcomes::pack_elements(const std::vector<ElementAccess>& accesses) {
    constexpr std::size_t most_bytes = 5; // per element: 32 bits in groups of 7
    std::vector<std::uint8_t> bytes(accesses.size() * most_bytes);
    std::array<std::uint32_t, 8> last{};
    std::uint8_t* out = bytes.data();
    for (const ElementAccess& access : accesses) {
        std::uint32_t rest = zigzag(access.element - last[access.kind]);
        last[access.kind] = access.element;
        for (; rest >= 0x80; rest >>= 7)
            *out++ = static_cast<std::uint8_t>(rest | 0x80);
        *out++ = static_cast<std::uint8_t>(rest);
    }
    elements_.assign(bytes.data(), out);
}

void PendingOutcomes::Reader::begin(const PackedRequest& request) {
    request_ = &request;
    lanes_ = request.mask;
}

PendingOutcomes::Known PendingOutcomes::Reader::next() {
    Known known{};
    if (request_->kind == mixed) {
        const std::uint8_t both = block_.kinds_and_lanes_[mixed_++];
        known.kind = static_cast<ElementKindId>(both >> 5);
        known.lane = both & 31U;
    } else {
        known.kind = static_cast<ElementKindId>(request_->kind);
        known.lane = static_cast<std::uint8_t>(std::countr_zero(lanes_));
        lanes_ &= lanes_ - 1;
    }
    std::uint32_t code = 0;
    for (unsigned shift = 0;; shift += 7) {
        const std::uint32_t byte = block_.elements_[byte_++];
        code |= (byte & 0x7fU) << shift;
        if (byte < 0x80) break;
    }
    known.element = last_[known.kind] += unzigzag(code);
    ++at_;
    return known;
}

void PendingOutcomes::deliver(OutcomeSink& sink) const {
    if (requests_.empty()) return;
    // Requests without accesses get empty entries, so that the other requests keep their numbers.
    RequestBlock block;
    block.first_request = first_request_;
    block.entries.resize(requests_.back().number + std::size_t{1});
    std::vector<ElementAccess> accesses;
    std::vector<AccessOutcome> outcomes;
    accesses.reserve(counts_.size() / counts_each_);
    outcomes.reserve(counts_.size() / counts_each_);
    Reader reader(*this);
    for (const PackedRequest& packed : requests_) {
        block.entries[packed.number] = {launches_[packed.launch].launch,
                                        packed.sm,
                                        packed.warp,
                                        packed.slot,
                                        packed.instruction,
                                        packed.mask,
                                        0};
        reader.begin(packed);
        for (unsigned i = 0; i < packed.accesses; ++i) {
            const FourCounts* const counts = counts_.data() + reader.at() * counts_each_;
            const Known known = reader.next();
            accesses.push_back({known.element, known.kind, known.lane, 0, packed.number});
            outcomes.push_back(outcome_of(counts, counts_each_ > 1));
        }
    }
    sink.add(block, accesses, outcomes);
}

std::uint64_t PendingOutcomes::memory_bytes() const {
    return requests_.capacity() * sizeof(PackedRequest) + elements_.capacity() + kinds_and_lanes_.capacity() +
           counts_.capacity() * sizeof(FourCounts) + launches_.capacity() * sizeof(LaunchRun);
}

} // namespace hitmap
