#include "core/trace/hmt/blocks/block_model.h"

#include <algorithm>

namespace hitmap::hmt {

namespace {

/// Log2 of the size of the table that predicts instructions. It is part of the format.
constexpr std::uint32_t instruction_table_bits = 12;
/// Distinguishes an object that a lane returns to through a load from local memory (a popped stack entry)
/// from the same object directly after a visit.
constexpr std::uint32_t fetched = 0x5bd1e995;

/// The number of instructions of a plan for which visits are remembered.
std::uint32_t remembered_places(const BlockPlan& plan) {
    std::uint32_t places = 0;
    for (const PlannedInstruction& planned : plan.instructions)
        if (planned.remembered < BlockPlan::max_remembered)
            places = std::max(places, planned.remembered + 1U);
    return places;
}

} // namespace

BlockModel::BlockModel(const BlockPlan& plan)
    : plan_(plan),
      follows_lanes_(std::ranges::any_of(
          plan.instructions, [](const auto& each) { return each.branches || each.successor != 0; })),
      remembered_(remembered_places(plan)),
      warps_(max_warps),
      visits_(std::size_t{max_warps} * remembered_ * warp_size),
      instructions_(plan.instructions.size()),
      shift_(32 - plan.table_bits),
      address_table_(std::size_t{1} << plan.table_bits),
      branch_table_(std::size_t{1} << plan.table_bits),
      instruction_table_(std::size_t{1} << instruction_table_bits),
      local_memory_(std::size_t{1} << plan.table_bits) {}

std::uint32_t BlockModel::expected_warp() const {
    if (sm_ == none || sms_[sm_].next_sm == none) return none;
    return places_[sms_[sms_[sm_].next_sm].last_warp].next_on_sm;
}

void BlockModel::prefetch_expected_warp(std::uint32_t warp) const {
    const std::uint32_t expected = expected_warp();
    if (expected != none && expected != warp) prefetch_warp(expected);
}

void BlockModel::prefetch_warp(std::uint32_t warp) const {
    const auto* bytes = reinterpret_cast<const char*>(&warps_[warp]);
    constexpr std::size_t line = 64;
    for (std::size_t at = 0; at < sizeof(WarpState); at += line)
        __builtin_prefetch(bytes + at, 1);
}

void BlockModel::learn_warp(std::uint32_t warp) {
    const std::uint32_t sm = places_[warp].sm;
    if (sm_ != none) sms_[sm_].next_sm = sm;
    if (sms_[sm].last_warp != none) places_[sms_[sm].last_warp].next_on_sm = warp;
    sms_[sm].last_warp = warp;
    sm_ = sm;
}

std::uint32_t BlockModel::add_warp(const WarpIdentity& identity) {
    std::uint32_t index = warp_count();
    if (index < max_warps) {
        places_.emplace_back();
    } else {
        index = oldest_warp_++ % max_warps;
        warps_[index] = WarpState{};
        const std::size_t visits = std::size_t{remembered_} * warp_size;
        std::fill_n(&visits_[index * visits], visits, Visit{});
    }
    const auto [entry, is_new] = sm_index_.try_emplace(identity.sm, static_cast<std::uint32_t>(sms_.size()));
    if (is_new) sms_.emplace_back();
    places_[index] = {identity, entry->second};
    return index;
}

Visit* BlockModel::visits_of(std::uint32_t warp, std::uint32_t instruction) {
    const std::size_t place = plan_.instructions[instruction].remembered;
    return place < BlockPlan::max_remembered ? &visits_[(warp * remembered_ + place) * warp_size] : nullptr;
}

Recent<std::uint32_t>& BlockModel::expected_instruction(const WarpState& warp) {
    std::uint32_t signature = warp.last_instruction;
    for (std::uint32_t g = 0; g < warp.group_count; ++g)
        signature += mix(std::uint64_t{warp.groups[g].instruction} + 1);
    Recent<std::uint32_t>& expected =
        instruction_table_[mix(std::uint64_t{signature}) >> (32 - instruction_table_bits)];
    if (expected.first == 0 && warp.group_count != 0) expected.first = warp.groups[0].instruction + 1;
    return expected;
}

void BlockModel::pass_through_local_memory(Prediction prediction, std::uint32_t warp_index,
                                           std::uint32_t mask,
                                           const std::array<std::uint64_t, warp_size>& addresses) {
    WarpState& warp = warps_[warp_index];
    std::array<std::uint32_t, warp_size> places;
    for_each_lane(mask, [&](std::uint32_t lane) {
        places[lane] = mix(mix(addresses[lane]), warp_index * warp_size + lane);
        __builtin_prefetch(&local_memory_[places[lane] >> shift_], 1);
    });
    if (prediction == Prediction::local_store) {
        for_each_lane(mask, [&](std::uint32_t lane) {
            local_memory_[places[lane] >> shift_] = {places[lane] + 1, warp.context[lane]};
        });
        return;
    }
    for_each_lane(mask, [&](std::uint32_t lane) {
        const Stored& stored = local_memory_[places[lane] >> shift_];
        warp.context_before[lane] = warp.context[lane];
        // What was stored before the block began is not known. The substitute depends on the address and the
        // warp only, so that the lanes of a warp learn from each other.
        warp.context[lane] =
            stored.tag == places[lane] + 1 ? stored.context ^ fetched : mix(mix(addresses[lane]), warp_index);
    });
}

void BlockModel::learn_lanes(WarpState& warp, std::uint32_t instruction, std::uint32_t mask) {
    for_each_lane(warp.undecided & mask,
                  [&](std::uint32_t lane) { branch_table_[warp.branch_slot[lane]] = instruction + 1; });
    warp.undecided &= ~mask;
    warp.forget(instruction, mask);
    const PlannedInstruction& planned = plan_.instructions[instruction];
    if (!planned.branches) {
        if (planned.successor != 0) warp.expect(planned.successor - 1, mask);
        return;
    }
    warp.undecided |= mask;
    for_each_lane(mask, [&](std::uint32_t lane) {
        const std::uint32_t key = mix(warp.context[lane], warp.context_before[lane]);
        warp.branch_slot[lane] = mix(key, instruction) >> shift_;
        __builtin_prefetch(&branch_table_[warp.branch_slot[lane]], 1);
    });
    std::uint32_t going = 0; // lanes that continue together
    std::uint32_t there = 0; // their next instruction: plan index + 1
    for_each_lane(mask, [&](std::uint32_t lane) {
        const std::uint32_t found = branch_table_[warp.branch_slot[lane]];
        const std::uint32_t next = found != 0 ? found : planned.successor;
        if (next != there) {
            if (there != 0) warp.expect(there - 1, going);
            there = next;
            going = 0;
        }
        going |= 1U << lane;
    });
    if (there != 0) warp.expect(there - 1, going);
}

} // namespace hitmap::hmt
