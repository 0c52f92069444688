#pragma once

#include "core/trace/block_plan.h"
#include "core/trace/request.h"

#include <array>
#include <bit>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

/// What the writer and the reader of a block both know at any request of it, and what they expect next
/// (docs/trace-format.md, "Prediction"). The file holds only where the expectation was wrong.
namespace hitmap::hmt {

[[nodiscard]] constexpr std::uint32_t mix(std::uint64_t value) {
    return static_cast<std::uint32_t>((value * 0x9e3779b97f4a7c15ULL) >> 32);
}
[[nodiscard]] constexpr std::uint32_t mix(std::uint32_t a, std::uint32_t b) {
    return mix(std::uint64_t{a} << 32 | b);
}

/// The two values seen last in some situation, the latest first.
template <class Value>
struct Recent {
    Value first{};
    Value second{};
    void learn(Value value) {
        if (value == first) return;
        second = first;
        first = value;
    }
};

struct WarpIdentity {
    std::uint32_t launch = 0;
    std::uint32_t sm = 0;
    std::uint32_t warp = 0;
    std::uint32_t slot = 0;
    friend bool operator==(const WarpIdentity&, const WarpIdentity&) = default;
};

/// A warp that has made a request in this block.
struct WarpState {
    /// Lanes that are expected to execute an instruction next.
    struct Group {
        std::uint32_t instruction;
        std::uint32_t mask;
    };
    WarpIdentity identity;
    std::uint32_t sm = 0;               ///< index into the model's SMs
    std::uint32_t next_on_sm;           ///< warp that made a request after this one on its SM
    std::uint32_t last_instruction = 0; ///< plan index + 1
    std::uint32_t undecided = 0;        ///< lanes whose next instruction teaches `branch_slot`
    std::uint32_t group_count = 0;
    std::array<Group, warp_size> groups;         ///< disjoint masks; [group_count]
    std::array<std::uint64_t, warp_size> last{}; ///< address of the lane's last access (not to local memory)
    std::array<std::uint32_t, warp_size> context{}; ///< hash of the object that the lane is at
    std::array<std::uint32_t, warp_size> context_before{};
    std::array<std::uint32_t, warp_size> local_context{}; ///< hash of the lane's last access to local memory
    std::array<std::uint32_t, warp_size> branch_slot{};
    /// Where the lane was, by place in BlockPlan::remembered.
    struct Visit {
        std::uint64_t address = 0; ///< of its last access by an instruction
        std::uint64_t before = 0;  ///< of the access before that one
    };
    std::array<std::array<Visit, warp_size>, BlockPlan::max_remembered> visits{};

    [[nodiscard]] std::uint32_t expected_mask(std::uint32_t instruction) const {
        for (std::uint32_t g = 0; g < group_count; ++g)
            if (groups[g].instruction == instruction) return groups[g].mask;
        return 0;
    }
    void expect(std::uint32_t instruction, std::uint32_t mask) {
        for (std::uint32_t g = 0; g < group_count; ++g)
            if (groups[g].instruction == instruction) {
                groups[g].mask |= mask;
                return;
            }
        groups[group_count++] = {instruction, mask};
    }
    /// Lanes of `mask` are expected nowhere, and nobody at `instruction` any more.
    void forget(std::uint32_t instruction, std::uint32_t mask) {
        std::uint32_t kept = 0;
        for (std::uint32_t g = 0; g < group_count; ++g) {
            Group group = groups[g];
            group.mask &= ~mask;
            if (group.mask != 0 && group.instruction != instruction) groups[kept++] = group;
        }
        group_count = kept;
    }
};

/// What a lane's address may be, or may be near.
struct Candidates {
    std::uint64_t first = 0;   ///< expected
    std::uint64_t second = 0;  ///< expected less
    std::uint64_t stepped = 0; ///< as far from the last address of the instruction as that from its last
    /// Addresses that others are measured from: the instruction's last; the lane's last by this instruction;
    /// the lane's last; the lane's last by this instruction moved along with the access before it.
    std::array<std::uint64_t, 4> bases{};
};

class BlockModel {
public:
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    /// Warps that are remembered; beyond that the oldest one's place is used again.
    static constexpr std::uint32_t max_warps = 1U << 14;

    explicit BlockModel(const BlockPlan& plan);

    // Which warp is next.
    [[nodiscard]] std::uint32_t expected_warp() const;
    void learn_warp(std::uint32_t warp);
    /// Index of a warp that was not known.
    std::uint32_t add_warp(const WarpIdentity& identity);
    [[nodiscard]] std::uint32_t warp_count() const { return static_cast<std::uint32_t>(warps_.size()); }
    [[nodiscard]] WarpState& warp(std::uint32_t index) { return warps_[index]; }

    // Which instruction is next, as plan index + 1; 0: no idea.
    [[nodiscard]] Recent<std::uint32_t>& expected_instruction(const WarpState& warp);

    /// Calls choose(candidates) for each lane of `mask`, lowest first. It returns the address.
    template <class Choose>
    void addresses(std::uint32_t warp, std::uint32_t instruction, std::uint32_t mask, const Choose& choose);

    /// The lanes of `mask` have executed `instruction`: where are they next?
    void learn_lanes(WarpState& warp, std::uint32_t instruction, std::uint32_t mask);

private:
    struct InstructionState {
        Recent<std::uint64_t> strides;
        std::uint64_t reference = 0; ///< its last address
        std::uint64_t step = 0;      ///< difference of its last two addresses where neither was expected
    };
    struct Stored {
        std::uint32_t tag = 0;
        std::uint32_t context = 0;
    };
    struct Sm {
        std::uint32_t last_warp = none;
        std::uint32_t next_sm = none;
    };
    template <Prediction prediction, class Choose>
    void addresses_by(std::uint32_t warp, std::uint32_t instruction, std::uint32_t mask,
                      const Choose& choose);
    void pass_through_local_memory(Prediction prediction, std::uint32_t warp_index, std::uint32_t lane,
                                   std::uint64_t address);

    const BlockPlan& plan_;
    std::vector<WarpState> warps_;
    std::uint32_t oldest_warp_ = 0;
    std::vector<Sm> sms_;
    std::unordered_map<std::uint32_t, std::uint32_t> sm_index_;
    std::uint32_t sm_ = none;
    std::vector<InstructionState> instructions_;
    std::uint32_t shift_; ///< table index = hash >> shift_
    std::vector<Recent<std::uint64_t>> address_table_;
    std::vector<std::uint32_t> branch_table_; ///< plan index + 1
    std::vector<Recent<std::uint32_t>> instruction_table_;
    std::vector<Stored> local_memory_;
};

template <Prediction prediction, class Choose>
void BlockModel::addresses_by(std::uint32_t warp_index, std::uint32_t instruction, std::uint32_t mask,
                              const Choose& choose) {
    WarpState& warp = warps_[warp_index];
    InstructionState state = instructions_[instruction];
    constexpr bool local = prediction == Prediction::local || prediction == Prediction::local_store ||
                           prediction == Prediction::local_load;
    const PlannedInstruction& planned = plan_.instructions[instruction];
    const bool remembered = planned.remembered < BlockPlan::max_remembered;
    for (std::uint32_t lanes = mask; lanes != 0; lanes &= lanes - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(lanes));
        std::uint64_t base = 0;
        Recent<std::uint64_t>* recent = &state.strides;
        if constexpr (prediction == Prediction::stride) {
            base = warp.last[lane];
        } else {
            std::uint32_t key = warp.context[lane];
            if constexpr (prediction == Prediction::context2) key = mix(key, warp.context_before[lane]);
            if constexpr (local) key = warp.local_context[lane];
            recent = &address_table_[mix(key, instruction) >> shift_];
        }
        Candidates candidates;
        candidates.first = base + recent->first;
        candidates.second = base + recent->second;
        candidates.stepped = state.reference + state.step;
        candidates.bases = {state.reference, state.reference, warp.last[lane], state.reference};
        if (remembered) {
            WarpState::Visit& visit = warp.visits[planned.remembered][lane];
            candidates.bases[1] = visit.address;
            candidates.bases[3] = visit.address + (warp.last[lane] - visit.before) * planned.ratio;
        }
        const std::uint64_t address = choose(candidates);
        if (remembered) warp.visits[planned.remembered][lane] = {address, warp.last[lane]};
        if (address != candidates.first && address != candidates.second && address != candidates.stepped)
            state.step = address - state.reference;
        recent->learn(address - base);
        state.reference = address;
        if constexpr (local) {
            warp.local_context[lane] = mix(static_cast<std::uint32_t>(address), instruction);
            pass_through_local_memory(prediction, warp_index, lane, address);
        } else {
            warp.last[lane] = address;
            if constexpr (prediction != Prediction::stride) {
                warp.context_before[lane] = warp.context[lane];
                warp.context[lane] = mix(address);
            }
        }
    }
    instructions_[instruction] = state;
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

/// Walks through `requests` requests. `side` knows what really happened, from the requests (writer) or from
/// the file (reader):
///   warp(model, expected) -> index; instruction(recent, count) -> plan index; mask(expected) -> mask;
///   addresses(model, warp, instruction, mask).
template <class Side>
void walk(BlockModel& model, Side& side, std::uint32_t requests) {
    for (std::uint32_t i = 0; i < requests; ++i) {
        const std::uint32_t index = side.warp(model, model.expected_warp());
        model.learn_warp(index);
        WarpState& warp = model.warp(index);
        Recent<std::uint32_t>& expected = model.expected_instruction(warp);
        const std::uint32_t instruction = side.instruction(expected);
        expected.learn(instruction + 1);
        warp.last_instruction = instruction + 1;
        const std::uint32_t mask = side.mask(warp.expected_mask(instruction));
        side.addresses(model, index, instruction, mask);
        model.learn_lanes(warp, instruction, mask);
    }
}

} // namespace hitmap::hmt
