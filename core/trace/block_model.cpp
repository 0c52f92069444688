#include "core/trace/block_model.h"

namespace hitmap::hmt {

namespace {

constexpr std::uint32_t instruction_table_bits = 12;
/// Tells an object that a lane came back to through local memory from the same object just visited.
constexpr std::uint32_t fetched = 0x5bd1e995;

} // namespace

BlockModel::BlockModel(const BlockPlan& plan)
    : plan_(plan),
      instructions_(plan.instructions.size()),
      shift_(32 - plan.table_bits),
      address_table_(std::size_t{1} << plan.table_bits),
      branch_table_(std::size_t{1} << plan.table_bits),
      instruction_table_(std::size_t{1} << instruction_table_bits),
      local_memory_(std::size_t{1} << plan.table_bits) {}

std::uint32_t BlockModel::expected_warp() const {
    if (sm_ == none || sms_[sm_].next_sm == none) return none;
    return warps_[sms_[sms_[sm_].next_sm].last_warp].next_on_sm;
}

void BlockModel::learn_warp(std::uint32_t warp) {
    const std::uint32_t sm = warps_[warp].sm;
    if (sm_ != none) sms_[sm_].next_sm = sm;
    if (sms_[sm].last_warp != none) warps_[sms_[sm].last_warp].next_on_sm = warp;
    sms_[sm].last_warp = warp;
    sm_ = sm;
}

std::uint32_t BlockModel::add_warp(const WarpIdentity& identity) {
    std::uint32_t index = warp_count();
    if (index < max_warps) {
        warps_.emplace_back();
    } else {
        index = oldest_warp_++ % max_warps;
        warps_[index] = WarpState{};
    }
    const auto [entry, is_new] = sm_index_.try_emplace(identity.sm, static_cast<std::uint32_t>(sms_.size()));
    if (is_new) sms_.emplace_back();
    warps_[index].identity = identity;
    warps_[index].sm = entry->second;
    warps_[index].next_on_sm = none;
    return index;
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
                                           std::uint32_t lane, std::uint64_t address) {
    if (prediction == Prediction::local) return;
    WarpState& warp = warps_[warp_index];
    const std::uint32_t place = mix(mix(address), warp_index * warp_size + lane);
    Stored& stored = local_memory_[place >> shift_];
    const std::uint32_t tag = place + 1;
    if (prediction == Prediction::local_store) {
        stored = {tag, warp.context[lane]};
        return;
    }
    warp.context_before[lane] = warp.context[lane];
    // What was stored before the block began is not known: what other lanes of the warp found there serves.
    warp.context[lane] = stored.tag == tag ? stored.context ^ fetched : mix(mix(address), warp_index);
}

void BlockModel::learn_lanes(WarpState& warp, std::uint32_t instruction, std::uint32_t mask) {
    for (std::uint32_t lanes = warp.undecided & mask; lanes != 0; lanes &= lanes - 1)
        branch_table_[warp.branch_slot[static_cast<std::size_t>(std::countr_zero(lanes))]] = instruction + 1;
    warp.undecided &= ~mask;
    warp.forget(instruction, mask);
    const PlannedInstruction& planned = plan_.instructions[instruction];
    if (!planned.branches) {
        if (planned.successor != 0) warp.expect(planned.successor - 1, mask);
        return;
    }
    warp.undecided |= mask;
    for (std::uint32_t lanes = mask; lanes != 0; lanes &= lanes - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(lanes));
        const std::uint32_t key = mix(warp.context[lane], warp.context_before[lane]);
        const std::uint32_t slot = mix(key, instruction) >> shift_;
        warp.branch_slot[lane] = slot;
        const std::uint32_t next = branch_table_[slot] != 0 ? branch_table_[slot] : planned.successor;
        if (next != 0) warp.expect(next - 1, lanes & -lanes);
    }
}

} // namespace hitmap::hmt
