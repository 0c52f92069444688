#pragma once

#include "core/trace/hmt/blocks/block_plan.h"
#include "core/trace/model/recording.h"

#include <array>
#include <bit>
#include <cstdint>

/// The state of a block's prediction (docs/trace-format.md, "Prediction").
namespace hitmap::hmt {

[[nodiscard]] constexpr std::uint32_t mix(std::uint64_t value) {
    return static_cast<std::uint32_t>((value * 0x9e3779b97f4a7c15ULL) >> 32);
}
[[nodiscard]] constexpr std::uint32_t mix(std::uint32_t a, std::uint32_t b) {
    return mix(std::uint64_t{a} << 32 | b);
}

/// The last two distinct values in some situation, the latest first.
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

/// The last access of a lane by one instruction.
struct Visit {
    std::uint64_t address = 0; ///< address of the last access
    std::uint64_t before = 0;  ///< address of the lane's access before that one
};

/// A warp that has made a request in this block.
struct WarpState {
    /// Lanes that are predicted to execute an instruction next.
    struct Group {
        std::uint32_t instruction;
        std::uint32_t mask;
    };
    std::uint32_t last_instruction = 0; ///< plan index + 1
    std::uint32_t undecided = 0;        ///< lanes whose next instruction updates the entry `branch_slot`
    std::uint32_t group_count = 0;
    std::array<Group, warp_size> groups;         ///< disjoint masks; [group_count]
    std::array<std::uint64_t, warp_size> last{}; ///< address of the lane's last access outside local memory
    std::array<std::uint32_t, warp_size> context{}; ///< hash of the object that the lane works on
    std::array<std::uint32_t, warp_size> context_before{};
    std::array<std::uint32_t, warp_size> branch_slot{};
    std::array<std::uint32_t, warp_size> local_context{}; ///< hash of the lane's last access to local memory

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
    /// Removes the prediction of the lanes of `mask`, and of all lanes that were predicted at `instruction`.
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

/// The candidates for a lane's address: guesses, and bases for writing a difference.
class Candidates {
public:
    static constexpr std::size_t base_count = 4;

    [[nodiscard]] std::uint64_t first() const { return base_ + recent_.first; }   ///< the first guess
    [[nodiscard]] std::uint64_t second() const { return base_ + recent_.second; } ///< the second guess
    /// Continues the instruction's last step: its distance from the last address equals the one before.
    [[nodiscard]] std::uint64_t stepped() const { return reference_ + step_; }
    /// Bases for differences: the instruction's last address; the lane's last address by this instruction;
    /// the lane's last address; the lane's last address by this instruction, advanced as the access before it
    /// was.
    [[nodiscard]] bool has_visit() const {
        return visit_ != nullptr;
    } ///< otherwise, bases 1 and 3 are base 0
    [[nodiscard]] std::uint64_t base(std::size_t index) const {
        if (index == 2) return last_;
        if (index == 0 || visit_ == nullptr) return reference_;
        return index == 1 ? visit_->address : visit_->address + (last_ - visit_->before) * ratio_;
    }

private:
    friend class BlockModel;
    const Recent<std::uint64_t>& recent_;
    std::uint64_t base_;
    std::uint64_t reference_;
    std::uint64_t step_;
    std::uint64_t last_;
    const Visit* visit_; ///< null: not remembered
    std::uint64_t ratio_;

    Candidates(const Recent<std::uint64_t>& recent, std::uint64_t base, std::uint64_t reference,
               std::uint64_t step, std::uint64_t last, const Visit* visit, std::uint64_t ratio)
        : recent_(recent),
          base_(base),
          reference_(reference),
          step_(step),
          last_(last),
          visit_(visit),
          ratio_(ratio) {}
};

/// The address, and how it was found among the candidates.
struct Choice {
    std::uint64_t address;
    bool is_measured; ///< whether it was none of first, second and stepped, so that a difference is written
};

} // namespace hitmap::hmt
