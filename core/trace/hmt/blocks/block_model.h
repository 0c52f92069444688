#pragma once

#include "core/trace/hmt/blocks/warp_state.h"
#include "core/trace/io/page_array.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

/// What the writer and the reader of a block both know before each request, and what they predict from it
/// (docs/trace-format.md, "Prediction"). The file contains only the values that were predicted wrongly.
namespace hitmap::hmt {

/// Calls visit(lane) for the lanes of a mask, the lowest first.
template <class Visitor>
void for_each_lane(std::uint32_t mask, const Visitor& visit) {
    for (; mask != 0; mask &= mask - 1)
        visit(static_cast<std::uint32_t>(std::countr_zero(mask)));
}

class BlockModel {
public:
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    /// The most warps that are remembered. A further warp replaces the oldest one.
    static constexpr std::uint32_t max_warps = 1U << 14;

    explicit BlockModel(const BlockPlan& plan);

    // Prediction of the next warp.
    [[nodiscard]] std::uint32_t expected_warp() const;
    void learn_warp(std::uint32_t warp);
    /// Adds a warp that is not known yet and returns its index.
    std::uint32_t add_warp(const WarpIdentity& identity);
    [[nodiscard]] std::uint32_t warp_count() const { return static_cast<std::uint32_t>(places_.size()); }
    [[nodiscard]] const WarpIdentity& identity(std::uint32_t warp) const { return places_[warp].identity; }
    [[nodiscard]] WarpState& warp(std::uint32_t index) { return warps_[index]; }
    void prefetch_warp(std::uint32_t warp) const;
    /// Prefetches the data that the next request is likely to need while that of `warp` is processed.
    void prefetch_expected_warp(std::uint32_t warp) const;
    /// Whether the plan says where lanes continue.
    [[nodiscard]] bool follows_lanes() const { return follows_lanes_; }

    // Prediction of the next instruction, as plan index + 1; 0: no prediction.
    [[nodiscard]] Recent<std::uint32_t>& expected_instruction(const WarpState& warp);

    /// Calls choose(candidates) for each lane of `mask`, the lowest first. It returns a Choice.
    template <class Choose>
    void addresses(std::uint32_t warp, std::uint32_t instruction, std::uint32_t mask, const Choose& choose);

    /// The lanes of `mask` have executed `instruction`: updates the prediction of their next instruction.
    void learn_lanes(WarpState& warp, std::uint32_t instruction, std::uint32_t mask);

private:
    struct InstructionState {
        Recent<std::uint64_t> strides;
        std::uint64_t reference = 0; ///< the instruction's last address
        std::uint64_t step = 0;      ///< difference of its last two addresses that were not predicted
    };
    struct Stored {
        std::uint32_t tag;
        std::uint32_t context;
    };
    struct Sm {
        std::uint32_t last_warp = none;
        std::uint32_t next_sm = none;
    };
    struct WarpPlace {
        WarpIdentity identity;
        std::uint32_t sm = 0; ///< index into the SMs of the model
        /// The warp that made the next request on the same SM after this one's last request.
        std::uint32_t next_on_sm = none;
    };
    using Entry = Recent<std::uint64_t>;

    template <Prediction prediction, class Choose>
    void addresses_by(std::uint32_t warp, std::uint32_t instruction, std::uint32_t mask,
                      const Choose& choose);
    /// The entries of the address table for the lanes of `mask`, indexed by lane.
    template <Prediction prediction>
    void find_entries(const WarpState& warp, std::uint32_t instruction, std::uint32_t mask,
                      std::array<Entry*, warp_size>& entries);
    [[nodiscard]] Visit* visits_of(std::uint32_t warp, std::uint32_t instruction);
    /// Finds the entries of the lanes of `mask` in the table of local memory, and updates what the lanes work
    /// on. `addresses`: [lanes].
    void pass_through_local_memory(Prediction prediction, std::uint32_t warp_index, std::uint32_t mask,
                                   const std::array<std::uint64_t, warp_size>& addresses);

    const BlockPlan& plan_;
    bool follows_lanes_;
    std::uint32_t remembered_; ///< number of instructions for which visits are remembered
    PageArray<WarpState> warps_;
    PageArray<Visit> visits_; ///< [warps][remembered][lanes]
    std::vector<WarpPlace> places_;
    std::uint32_t oldest_warp_ = 0;
    std::vector<Sm> sms_;
    std::unordered_map<std::uint32_t, std::uint32_t> sm_index_;
    std::uint32_t sm_ = none;
    std::vector<InstructionState> instructions_;
    std::uint32_t shift_; ///< index into the table = hash >> shift_
    PageArray<Entry> address_table_;
    PageArray<std::uint32_t> branch_table_; ///< values are plan index + 1
    std::vector<Recent<std::uint32_t>> instruction_table_;
    PageArray<Stored> local_memory_;
};

[[nodiscard]] constexpr bool is_local(Prediction prediction) {
    return prediction == Prediction::local || prediction == Prediction::local_store ||
           prediction == Prediction::local_load;
}

template <Prediction prediction>
void BlockModel::find_entries(const WarpState& warp, std::uint32_t instruction, std::uint32_t mask,
                              std::array<Entry*, warp_size>& entries) {
    for_each_lane(mask, [&](std::uint32_t lane) {
        std::uint32_t key = is_local(prediction) ? warp.local_context[lane] : warp.context[lane];
        if constexpr (prediction == Prediction::context2) key = mix(key, warp.context_before[lane]);
        entries[lane] = &address_table_[mix(key, instruction) >> shift_];
        __builtin_prefetch(entries[lane], 1);
    });
}

template <Prediction prediction, class Choose>
void BlockModel::addresses_by(std::uint32_t warp_index, std::uint32_t instruction, std::uint32_t mask,
                              const Choose& choose) {
    constexpr bool strided = prediction == Prediction::stride;
    WarpState& warp = warps_[warp_index];
    InstructionState state = instructions_[instruction];
    Visit* const visits = visits_of(warp_index, instruction);
    const std::uint64_t ratio = plan_.instructions[instruction].ratio;
    std::array<Entry*, warp_size> entries;
    [[maybe_unused]] std::array<std::uint64_t, warp_size> local; // addresses of the lanes
    if constexpr (!strided) find_entries<prediction>(warp, instruction, mask, entries);
    for_each_lane(mask, [&](std::uint32_t lane) {
        const std::uint64_t last = warp.last[lane];
        const std::uint64_t base = strided ? last : 0;
        Entry& recent = strided ? state.strides : *entries[lane];
        Visit* const visit = visits == nullptr ? nullptr : visits + lane;
        const Choice choice =
            choose(Candidates(recent, base, state.reference, state.step, last, visit, ratio));
        const std::uint64_t address = choice.address;
        if (visit != nullptr) *visit = {address, last};
        if (choice.is_measured) state.step = address - state.reference;
        recent.learn(address - base);
        state.reference = address;
        if constexpr (is_local(prediction)) {
            warp.local_context[lane] = mix(static_cast<std::uint32_t>(address), instruction);
            local[lane] = address;
        } else {
            warp.last[lane] = address;
            if constexpr (!strided) {
                warp.context_before[lane] = warp.context[lane];
                warp.context[lane] = mix(address);
            }
        }
    });
    instructions_[instruction] = state;
    if constexpr (prediction == Prediction::local_store || prediction == Prediction::local_load)
        pass_through_local_memory(prediction, warp_index, mask, local);
}

template <class Choose>
void BlockModel::addresses(std::uint32_t warp, std::uint32_t instruction, std::uint32_t mask,
                           const Choose& choose) {
    switch (plan_.instructions[instruction].prediction) {
    case Prediction::stride:
        return addresses_by<Prediction::stride>(warp, instruction, mask, choose);
    case Prediction::context:
        return addresses_by<Prediction::context>(warp, instruction, mask, choose);
    case Prediction::context2:
        return addresses_by<Prediction::context2>(warp, instruction, mask, choose);
    case Prediction::local:
        return addresses_by<Prediction::local>(warp, instruction, mask, choose);
    case Prediction::local_store:
        return addresses_by<Prediction::local_store>(warp, instruction, mask, choose);
    case Prediction::local_load:
        return addresses_by<Prediction::local_load>(warp, instruction, mask, choose);
    }
}

/// Iterates over `requests` requests. `side` provides what really happened, from the requests (writer) or
/// from the file (reader):
///   warp(model, expected) -> index; instruction(recent, count) -> plan index; mask(expected) -> mask;
///   addresses(model, warp, instruction, mask).
template <class Side>
void walk(BlockModel& model, Side& side, std::uint32_t requests) {
    for (std::uint32_t i = 0; i < requests; ++i) {
        const std::uint32_t index = side.warp(model, model.expected_warp());
        model.learn_warp(index);
        model.prefetch_expected_warp(index);
        WarpState& warp = model.warp(index);
        Recent<std::uint32_t>& expected = model.expected_instruction(warp);
        const std::uint32_t instruction = side.instruction(expected);
        expected.learn(instruction + 1);
        warp.last_instruction = instruction + 1;
        const std::uint32_t mask = side.mask(warp.expected_mask(instruction));
        side.addresses(model, index, instruction, mask);
        if (model.follows_lanes()) model.learn_lanes(warp, instruction, mask);
    }
}

} // namespace hitmap::hmt
