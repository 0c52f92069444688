#pragma once

#include "core/analysis/simt/compaction.h"
#include "core/analysis/simt/execution_sums.h"
#include "core/trace/model/execution.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace hitmap {

/// What a warp has executed since it began, for as much as causes and lifetimes need.
class WarpExecutions {
public:
    /// Most calls of functions within one another. Throws Error in execute() if there are more, so that a
    /// hostile recording does not take much memory.
    static constexpr std::size_t most_calls = 256;

    /// @param number        of the warp in Compaction
    /// @param warp_lanes    w
    /// @param tells_returns  events say when functions have returned. Those of recorded shaders do not: a
    /// call
    ///                      then has returned for a lane that it left behind when the lane is active again.
    WarpExecutions(const BlockExecution& first, std::uint64_t number, unsigned warp_lanes,
                   bool tells_returns = true);

    [[nodiscard]] bool is_of(const BlockExecution& event) const {
        return event.launch == life_.launch && event.warp == life_.warp;
    }
    /// Adds an event, which is of this warp. Inactive slots whose cause is known are added to `inactive`:
    /// those of lanes that become active again.
    /// @param function  the one that the block belongs to
    /// @param inactive  [functions]
    void execute(const BlockExecution& event, const BasicBlock& block, std::uint32_t function,
                 std::span<InactiveSlots> inactive);
    /// The warp has ended. Adds its remaining inactive slots, its lifetimes and those of its threads.
    void end(ExecutionSums& sums, std::span<InactiveSlots> inactive);

    [[nodiscard]] const WarpLife& life() const { return life_; }
    [[nodiscard]] std::uint64_t number() const { return number_; }
    [[nodiscard]] const LaneSequences<std::uint8_t>& lanes() const { return lanes_; }

private:
    /// Of a lane. Times are counted in blocks that the warp has executed.
    struct Lane {
        std::uint64_t since_block = 0; ///< its state has been the same since then
        std::uint64_t blocks = 0;      ///< executed, until since_block
        std::uint64_t first = 0;       ///< + 1: the first block that it executed; 0: none
        std::uint64_t last = 0;        ///< + 1: the last one
    };
    /// A call of a function.
    struct Frame {
        std::uint32_t not_called = 0; ///< lanes that are inactive in the function because of calls
        std::uint32_t last_mask = 0;  ///< of the last block in the function itself
        std::uint32_t before_if = 0;  ///< the mask before the if whose body begins with the last block
        bool in_if = false;           ///< the last block is the beginning of the body of an if
    };

    /// The inactive slots in a function of lanes that have not been active since. Their cause is early return
    /// unless the lane becomes active again.
    struct FunctionSlots {
        std::uint32_t function = 0;
        std::uint32_t lanes = 0; ///< that have slots
        std::array<std::uint64_t, warp_size> call{};
        std::array<std::uint64_t, warp_size> control_flow{};
    };

    /// Whether a lane did nothing because the shader was not called for it.
    [[nodiscard]] bool is_without_call(unsigned lane) const {
        return (without_call_ >> lane & 1U) != 0 && by_lane_[lane].first == 0;
    }
    void follow_control_flow(const BlockExecution& event, BlockEntry entry);
    void add_inactive(std::uint32_t function, std::uint32_t active, std::uint32_t not_called,
                      std::uint32_t instructions);
    /// Lanes become active again, so that the causes of their inactive slots are known.
    void settle_causes(std::uint32_t lanes, std::span<InactiveSlots> inactive);
    [[nodiscard]] FunctionSlots& slots_of(std::uint32_t function);
    /// Counts the time in which the state of the lanes was the same.
    void settle(std::uint32_t lanes);

    WarpLife life_;
    std::uint64_t number_;
    std::uint32_t all_lanes_; ///< mask of the lanes of the warp
    bool tells_returns_;
    std::uint32_t active_ = 0;
    /// If the warp begins with a function: the lanes that do not begin it. Such a warp is that of a shader
    /// that a traversal of rays calls for some lanes.
    std::uint32_t without_call_ = 0;
    std::vector<Frame> frames_{1};
    std::array<Lane, warp_size> by_lane_{};
    std::vector<FunctionSlots> slots_; ///< sorted by function; a kernel has a few
    LaneSequences<std::uint8_t> lanes_;
};

} // namespace hitmap
