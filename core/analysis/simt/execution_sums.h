#pragma once

#include "core/trace/model/recording.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace hitmap {

/// Instructions of warps, and how many lanes took part.
struct InstructionSums {
    std::uint64_t executions = 0;               ///< of basic blocks, by warps
    std::uint64_t instructions = 0;             ///< executed by warps
    std::uint64_t active_lane_instructions = 0; ///< the same, times the active lanes of each
    std::uint64_t active_lanes = 0;             ///< of the executions

    /// SIMT efficiency, "the average percentage of active threads per warp" (Pankratz et al. 2021, section
    /// II), over all instructions: active lane instructions / (w * instructions). No value without
    /// instructions. @param warp_lanes  w
    [[nodiscard]] std::optional<double> efficiency(unsigned warp_lanes) const {
        if (instructions == 0) return std::nullopt;
        return static_cast<double>(active_lane_instructions) /
               (static_cast<double>(warp_lanes) * static_cast<double>(instructions));
    }
    [[nodiscard]] std::uint64_t inactive_slots(unsigned warp_lanes) const {
        return warp_lanes * instructions - active_lane_instructions;
    }
    void add(std::uint32_t block_instructions, unsigned lanes) {
        ++executions;
        instructions += block_instructions;
        active_lane_instructions += std::uint64_t{block_instructions} * lanes;
        active_lanes += lanes;
    }
    InstructionSums& operator+=(const InstructionSums& more) {
        executions += more.executions;
        instructions += more.instructions;
        active_lane_instructions += more.active_lane_instructions;
        active_lanes += more.active_lanes;
        return *this;
    }
    friend bool operator==(const InstructionSums&, const InstructionSums&) = default;
};

/// The slots of instructions whose lanes were inactive, by cause (Pankratz et al. 2021, section V-D.2 and
/// figure 14). They add up to all inactive slots.
struct InactiveSlots {
    /// The lane executes nothing later in the launch: it has left the kernel or, in a warp that is not full,
    /// never was in it.
    std::uint64_t early_return = 0;
    /// The warp executes a function that only some lanes called: the call is in the first block of the body
    /// of an if, the lane was active before the if, and it is not in its body. Or the warp is one of a shader
    /// that a traversal of rays calls, which begins with a function, and it was not called for the lane.
    std::uint64_t call = 0;
    std::uint64_t control_flow = 0; ///< every other one

    [[nodiscard]] std::uint64_t all() const { return early_return + call + control_flow; }
    InactiveSlots& operator+=(const InactiveSlots& more) {
        early_return += more.early_return;
        call += more.call;
        control_flow += more.control_flow;
        return *this;
    }
    friend bool operator==(const InactiveSlots&, const InactiveSlots&) = default;
};

/// The executions of one launch.
struct LaunchExecutions {
    std::uint32_t launch = 0;
    InstructionSums sums;
    InactiveSlots inactive; ///< their inactive slots, all of them

    friend bool operator==(const LaunchExecutions&, const LaunchExecutions&) = default;
};

/// How many warps remain if the lanes of several warps that execute a block for the same time are put
/// together (Pankratz et al. 2021, section V-B and figure 8).
struct CompactionSums {
    std::uint64_t executions = 0;   ///< by the warps that remain
    std::uint64_t instructions = 0; ///< of these executions

    friend bool operator==(const CompactionSums&, const CompactionSums&) = default;
};

/// Which warps are put together.
enum class CompactionScope : std::uint8_t {
    window, ///< consecutive warps of an SM, in the order in which they begin
    sm,     ///< all warps of a launch on an SM
    launch  ///< all warps of a launch
};

struct CompactionRow {
    CompactionScope scope = CompactionScope::window;
    std::uint64_t warps = 1; ///< of a window, or the most that an SM or a launch has
    CompactionSums calls;    ///< of functions
    CompactionSums blocks;   ///< all basic blocks

    friend bool operator==(const CompactionRow&, const CompactionRow&) = default;
};

/// Compaction of one basic block.
struct BlockCompaction {
    std::uint32_t block = 0;
    /// [ExecutionSums::compaction] executions by the warps that remain, in the windows of each row
    std::vector<std::uint64_t> executions;

    friend bool operator==(const BlockCompaction&, const BlockCompaction&) = default;
};

/// Lifetimes: basic blocks that a warp or a thread executed (Pankratz et al. 2021, section V-D.4).
struct LifetimeHistogram {
    std::uint64_t width = 1;           ///< of a bin, in blocks; a power of two
    std::vector<std::uint64_t> counts; ///< [bins] bin i: lifetimes from i * width on; at most 128 bins
    std::uint64_t count = 0;
    std::uint64_t sum = 0;
    std::uint64_t longest = 0;

    void add(std::uint64_t blocks);
    friend bool operator==(const LifetimeHistogram&, const LifetimeHistogram&) = default;
};

/// When a warp was in a slot of its SM.
struct WarpLife {
    std::uint32_t launch = 0;
    std::uint32_t sm = 0;
    std::uint32_t slot = 0;
    std::uint32_t warp = 0;
    RequestIndex first_request; ///< of its first event, and of its last
    RequestIndex last_request;
    std::uint64_t blocks = 0;

    friend bool operator==(const WarpLife&, const WarpLife&) = default;
};

/// What the basic blocks of a recording say about its warps.
struct ExecutionSums {
    unsigned warp_lanes = warp_size; ///< w: lanes of a warp of the recording
    InstructionSums all;
    std::vector<InstructionSums> blocks; ///< [basic blocks of the recording]
    InactiveSlots inactive;
    std::vector<InactiveSlots> inactive_of_functions; ///< [function_table() of the blocks]
    std::vector<LaunchExecutions> launches;           ///< that have executions, in ascending order
    std::uint64_t warps = 0;
    /// Groups of lanes that begin a kernel together, and that leave one together (Pankratz et al. 2021,
    /// figure 11: how often its entry and its exit are executed).
    std::uint64_t entries = 0;
    std::uint64_t exits = 0;
    InstructionSums calls;                 ///< the first blocks of functions
    std::vector<CompactionRow> compaction; ///< windows of 1, 2, 4, ... warps, then an SM, then a launch
    std::vector<BlockCompaction> block_compaction; ///< of the blocks that were executed, in ascending order
    LifetimeHistogram warp_lifetimes;
    LifetimeHistogram thread_lifetimes; ///< of lanes that executed a block
    std::vector<WarpLife> lives;        ///< if asked for; by launch, SM, slot and time

    /// Why there are none, as a sentence without a full stop; empty if there are.
    std::string why_empty;
};

/// The functions that basic blocks belong to.
struct FunctionTable {
    struct Function {
        std::string name;
        std::string file;
        friend auto operator<=>(const Function&, const Function&) = default;
    };
    std::vector<Function> functions;     ///< sorted by name and file
    std::vector<std::uint32_t> of_block; ///< [basic blocks] index in functions
};
[[nodiscard]] FunctionTable function_table(std::span<const BasicBlock> blocks);

/// The executions of a function: a row of the hotspots.
struct FunctionSums {
    std::string function;
    std::string file;
    InstructionSums sums;
    InactiveSlots inactive; ///< the inactive slots of its instructions, all of them
};
/// The sums of each function, the one with the most active lane instructions first.
[[nodiscard]] std::vector<FunctionSums> sums_by_function(const RecordingInfo& info,
                                                         const ExecutionSums& sums);
/// How often lanes execute an instruction of each basic block, relative to the instruction that they execute
/// most often (Pankratz et al. 2021, figure 15). 0 for blocks without instructions. [basic blocks]
[[nodiscard]] std::vector<double> hotspots(const RecordingInfo& info, const ExecutionSums& sums);

} // namespace hitmap
