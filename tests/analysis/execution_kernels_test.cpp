// Kernels on the simulated device whose basic blocks are known in closed form. w = 32 lanes.

#include "core/analysis/simt/sum_executions.h"
#include "core/raytracer/request_recorder.h"
#include "core/simt/device.h"
#include "core/simt/kernel.h"
#include "tests/analysis/tagged_source.h"

#include <gtest/gtest.h>

#include <array>
#include <string_view>
#include <vector>

namespace hitmap {
namespace {

using simt::Code;
using simt::Global;
using simt::If;
using simt::Lanes;
using simt::Loop;
using simt::Mask;
using simt::Var;
using simt::Warp;
using U32 = std::uint32_t;

constexpr U32 warp_count = 6;

using Array = simt::GlobalArray<U32>;

struct CountedBlocks {
    RecordingInfo info;
    ExecutionSums sums;

    [[nodiscard]] InstructionSums of(BlockEntry entry, std::string_view function = {}) const {
        InstructionSums all;
        for (std::size_t i = 0; i < sums.blocks.size(); ++i)
            if (info.basic_blocks[i].entry == entry &&
                (function.empty() || info.basic_blocks[i].location.function == function))
                all += sums.blocks[i];
        return all;
    }
    /// The remaining executions in each window of the only such block that was executed.
    [[nodiscard]] std::vector<std::uint64_t> compaction(BlockEntry entry,
                                                        std::string_view function = {}) const {
        for (const BlockCompaction& each : sums.block_compaction) {
            const BasicBlock& block = info.basic_blocks[each.block];
            if (block.entry == entry && (function.empty() || block.location.function == function))
                return each.executions;
        }
        return {};
    }
};

/// Runs a kernel with `warp_count` warp_count on three SMs of one slot each: warp_count 0 and 3 are on SM 0,
/// and so on.
CountedBlocks count_blocks(Code (*kernel)(Warp&, const Array&)) {
    std::array<U32, 64> data{};
    const Array array{0x1000, data};
    const simt::Kernel start = [&](Warp& warp) { return kernel(warp, array); };
    const simt::InstructionTable table = simt::list_instructions(start);
    const simt::BlockTable blocks = simt::list_blocks(start);
    RecordingInMemory recording;
    recording.info.instructions = recorded_instructions(table);
    recording.info.basic_blocks = recorded_blocks(blocks);
    recording.begin_launch({});
    RequestRecorder recorder(recording, 0, {}, {});
    simt::launch({3, 1}, {warp_count, 1}, start, table, recorder, {}, &blocks);
    set_counts(recording);
    TaggedSource source(recording);
    return {recording.info, sum_executions(source, true)};
}

void expect_rows(const ExecutionSums& sums, const std::vector<CompactionRow>& expected) {
    EXPECT_EQ(sums.compaction, expected);
}

/// One load and one store: two instructions of one block.
Code all_alike(Warp& warp, const Array& array) {
    const Global data(warp, array);
    const Lanes<U32> value = co_await data.load(simt::lane_numbers());
    co_await data.store(simt::lane_numbers(), value);
}

TEST(ExecutionKernels, LanesThatAreAllAlikeWasteNothing) {
    const CountedBlocks counted = count_blocks(all_alike);
    const ExecutionSums& sums = counted.sums;
    EXPECT_EQ(sums.all, (InstructionSums{warp_count, 2 * warp_count, 64 * warp_count, 32 * warp_count}));
    EXPECT_EQ(sums.all.efficiency(warp_size), 1.0);
    EXPECT_EQ(sums.inactive, InactiveSlots());
    EXPECT_EQ(sums.warps, warp_count);
    EXPECT_EQ(sums.entries, warp_count);
    EXPECT_EQ(sums.exits, warp_count);
    const CompactionSums all{warp_count, 2 * warp_count};
    expect_rows(sums, {{CompactionScope::window, 1, {}, all},
                       {CompactionScope::sm, 2, {}, all},
                       {CompactionScope::launch, 6, {}, all}});
    EXPECT_EQ(sums.block_compaction, (std::vector<BlockCompaction>{{0, {6, 6, 6}}})) << "nothing to save";
    EXPECT_EQ(sums.warp_lifetimes.counts, (std::vector<std::uint64_t>{0, warp_count}));
    EXPECT_EQ(sums.thread_lifetimes.counts, (std::vector<std::uint64_t>{0, 32 * warp_count}));
    EXPECT_EQ(hotspots(counted.info, sums), std::vector<double>{1.0});
}

/// 16 lanes return after the load, the others store.
Code half_return(Warp& warp, const Array& array) {
    const Global data(warp, array);
    const Lanes<U32> value = co_await data.load(simt::lane_numbers());
    warp.return_(simt::lane_numbers() >= 16U);
    co_await data.store(simt::lane_numbers(), value);
}

TEST(ExecutionKernels, AHalfThatReturnsEarlyIsTheOnlyCause) {
    const CountedBlocks counted = count_blocks(half_return);
    const ExecutionSums& sums = counted.sums;
    EXPECT_EQ(sums.all, (InstructionSums{2 * warp_count, 2 * warp_count, 48 * warp_count, 48 * warp_count}));
    EXPECT_EQ(sums.all.efficiency(warp_size), 0.75);
    EXPECT_EQ(sums.inactive, (InactiveSlots{16 * warp_count, 0, 0}));
    EXPECT_EQ(sums.exits, 2 * warp_count) << "each half leaves the kernel on its own";
    // Two warp_count of an SM need one store for both, six warp_count of the launch three.
    expect_rows(sums, {{CompactionScope::window, 1, {}, {12, 12}},
                       {CompactionScope::sm, 2, {}, {9, 9}},
                       {CompactionScope::launch, 6, {}, {9, 9}}});
    EXPECT_EQ(sums.block_compaction, (std::vector<BlockCompaction>{{0, {6, 6, 6}}, {1, {6, 3, 3}}}))
        << "only the store can be put together";
    EXPECT_EQ(sums.warp_lifetimes.counts, (std::vector<std::uint64_t>{0, 0, warp_count}));
    EXPECT_EQ(sums.thread_lifetimes.counts,
              (std::vector<std::uint64_t>{0, 16 * warp_count, 16 * warp_count}));
    EXPECT_EQ(hotspots(counted.info, sums), (std::vector<double>{1.0, 0.5}));
}

/// Lane i iterates i + 1 times; an iteration has one instruction. Then all lanes store.
Code loop_by_lane(Warp& warp, const Array& array) {
    const Global data(warp, array);
    const Lanes<U32> lane = simt::lane_numbers();
    Var<U32> rest(warp);
    rest = lane + 1U;
    for (Loop loop(warp); loop.while_(rest > 0U);) {
        rest -= 1U;
        co_await data.load(rest);
    }
    co_await data.store(lane, rest);
}

TEST(ExecutionKernels, ALoopByLaneNumberIsControlFlow) {
    const CountedBlocks counted = count_blocks(loop_by_lane);
    const ExecutionSums& sums = counted.sums;
    constexpr std::uint64_t iterations = 32 * 33 / 2; // of lanes
    EXPECT_EQ(counted.of(BlockEntry::loop_iteration),
              (InstructionSums{32 * warp_count, 32 * warp_count, iterations * warp_count,
                               iterations * warp_count}));
    EXPECT_EQ(counted.of(BlockEntry::after_loop),
              (InstructionSums{warp_count, warp_count, 32 * warp_count, 32 * warp_count}));
    EXPECT_EQ(sums.all.instructions, 33 * warp_count);
    EXPECT_EQ(sums.all.efficiency(warp_size), (iterations + 32.0) / (32 * 33));
    EXPECT_EQ(sums.inactive, (InactiveSlots{0, 0, (32 * 32 - iterations) * warp_count}));
    EXPECT_EQ(sums.exits, warp_count);
    // Iteration k has 33 - k lanes of each warp: two warp_count need one warp when these are at most 16, six
    // warp_count ceil(6 (33 - k) / 32). The two other blocks are executed by all lanes.
    std::uint64_t pairs = 0;
    std::uint64_t six = 0;
    for (std::uint64_t lanes = 1; lanes <= 32; ++lanes) {
        pairs += lanes <= 16 ? 1 : 2;
        six += (6 * lanes + 31) / 32;
    }
    EXPECT_EQ(pairs, 48U);
    expect_rows(sums, {{CompactionScope::window, 1, {}, {34 * 6, 33 * 6}},
                       {CompactionScope::sm, 2, {}, {2 * 6 + 3 * pairs, 6 + 3 * pairs}},
                       {CompactionScope::launch, 6, {}, {2 * 6 + six, 6 + six}}});
    EXPECT_EQ(counted.compaction(BlockEntry::loop_iteration),
              (std::vector<std::uint64_t>{32 * 6, 3 * pairs, six}));
    EXPECT_EQ(counted.compaction(BlockEntry::after_loop), (std::vector<std::uint64_t>{6, 6, 6}));
    EXPECT_EQ(sums.warp_lifetimes.counts.at(34), warp_count);
    for (unsigned lane = 0; lane < 32; ++lane)
        EXPECT_EQ(sums.thread_lifetimes.counts.at(lane + 3), warp_count);
}

Code three_loads(Warp& warp, const Array& array) {
    const Global data(warp, array);
    for (int i = 0; i < 3; ++i)
        co_await data.load(0U);
}

/// 8 lanes call a function of one instruction, listed once, executed three times by the host's loop.
Code load_once(Warp& warp, const Array& array) {
    co_await Global(warp, array).load(0U);
}

/// All lanes call a function; in its body, 8 of them call another one; the rest wait.
Code some_call(Warp& warp, const Array& array) {
    co_await load_once(warp, array);
    if (If some{warp, simt::lane_numbers() < 8U}) co_await three_loads(warp, array);
    co_await load_once(warp, array);
}

TEST(ExecutionKernels, ACallOfSomeLanesIsACall) {
    const CountedBlocks counted = count_blocks(some_call);
    const ExecutionSums& sums = counted.sums;
    EXPECT_EQ(counted.of(BlockEntry::function, "load_once"),
              (InstructionSums{2 * warp_count, 2 * warp_count, 64 * warp_count, 64 * warp_count}));
    EXPECT_EQ(counted.of(BlockEntry::function, "three_loads"),
              (InstructionSums{warp_count, 3 * warp_count, 24 * warp_count, 8 * warp_count}));
    EXPECT_EQ(sums.calls.executions, 3 * warp_count);
    EXPECT_EQ(sums.inactive, (InactiveSlots{0, 72 * warp_count, 0})) << "24 lanes, 3 instructions";
    // Six warp_count of 8 lanes each: pairs need 1 warp instead of 2, all six 2 instead of 6.
    expect_rows(sums, {{CompactionScope::window, 1, {18, 30}, {54, 30}},
                       {CompactionScope::sm, 2, {15, 21}, {6 * 6 + 3 * 3, 21}},
                       {CompactionScope::launch, 6, {14, 18}, {6 * 6 + 3 * 2, 18}}});
    // 48 lanes of six warps fill one and a half.
    EXPECT_EQ(counted.compaction(BlockEntry::function, "three_loads"), (std::vector<std::uint64_t>{6, 3, 2}));
    for (const FunctionSums& function : sums_by_function(counted.info, sums))
        EXPECT_EQ(function.inactive,
                  (InactiveSlots{0, function.function == "three_loads" ? 72 * warp_count : 0, 0}))
            << function.function;
    EXPECT_EQ(sums.launches, (std::vector<LaunchExecutions>{{0, sums.all, sums.inactive}}));
    EXPECT_EQ(sums_by_function(counted.info, sums).front().function, "load_once");
}

/// A loop before a call makes its lanes inactive by control flow, within the function as well.
Code loop_and_call(Warp& warp, const Array& array) {
    Var<U32> i(warp);
    for (Loop loop(warp); loop.while_(i < simt::lane_numbers());) {
        co_await load_once(warp, array);
        i += 1U;
    }
    if (If some{warp, simt::lane_numbers() < 4U}) {
        for (Loop once(warp); once.while_(i < 3U);) {
            co_await load_once(warp, array);
            i += 1U;
        }
    }
}

TEST(ExecutionKernels, ACallInALoopIsControlFlow) {
    const ExecutionSums sums = count_blocks(loop_and_call).sums;
    EXPECT_EQ(sums.inactive.call, 0U);
    EXPECT_EQ(sums.inactive.early_return, 0U);
    EXPECT_EQ(sums.inactive.all(), sums.all.inactive_slots(warp_size));
}

TEST(ExecutionKernels, LivesFollowOneAnotherInTheirSlots) {
    const ExecutionSums sums = count_blocks(all_alike).sums;
    ASSERT_EQ(sums.lives.size(), warp_count);
    for (U32 i = 0; i < warp_count; ++i) {
        EXPECT_EQ(sums.lives[i].sm, i / 2);
        EXPECT_EQ(sums.lives[i].warp, i / 2 + 3 * (i % 2));
        EXPECT_EQ(sums.lives[i].blocks, 1U);
        if (i % 2 == 0) continue;
        EXPECT_GE(sums.lives[i].first_request, sums.lives[i - 1].last_request);
    }
}

} // namespace
} // namespace hitmap
