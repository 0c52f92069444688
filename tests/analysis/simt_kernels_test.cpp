// Kernels on the simulated device whose active lanes are known in closed form.

#include "core/analysis/simt/active_lanes.h"
#include "core/raytracer/request_recorder.h"
#include "core/simt/device.h"
#include "core/simt/kernel.h"
#include "tests/analysis/tagged_source.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

namespace hitmap {
namespace {

using simt::Code;
using simt::Global;
using simt::Lanes;
using simt::Loop;
using simt::Var;
using simt::Warp;
using U32 = std::uint32_t;

constexpr U32 warps = 6;

struct Arrays {
    simt::GlobalArray<U32> in;
    simt::GlobalArray<U32> out;
};

/// out[i] = in[i]
Code copy(Warp& warp, const Arrays& gpu) {
    const Global in(warp, gpu.in);
    const Global out(warp, gpu.out);
    const Lanes<U32> i = simt::lane_numbers();
    Var<U32> value(warp);
    value = co_await in.load(i);
    co_await out.store(i, value);
}

/// if (i >= 16) return; between the load and the store
Code copy_half(Warp& warp, const Arrays& gpu) {
    const Global in(warp, gpu.in);
    const Global out(warp, gpu.out);
    const Lanes<U32> i = simt::lane_numbers();
    Var<U32> value(warp);
    value = co_await in.load(i);
    warp.return_(i >= 16U);
    co_await out.store(i, value);
}

/// Lane i loads i + 1 times, then all lanes store.
Code sum_up_to_lane(Warp& warp, const Arrays& gpu) {
    const Global in(warp, gpu.in);
    const Global out(warp, gpu.out);
    const Lanes<U32> i = simt::lane_numbers();
    Var<U32> rest(warp);
    Var<U32> sum(warp);
    rest = i + 1U;
    for (Loop loop(warp); loop.while_(rest > 0U);) {
        rest -= 1U;
        sum += co_await in.load(rest);
    }
    co_await out.store(i, sum);
}

/// Runs `warps` warps of a kernel on three SMs and counts their active lanes by instruction and SM.
SimtSums sums_of_kernel(Code (*kernel)(Warp&, const Arrays&)) {
    std::array<U32, 32> in{};
    std::array<U32, 32> out{};
    simt::AddressSpace addresses;
    const Arrays arrays{{addresses.allocate(sizeof in), in}, {addresses.allocate(sizeof out), out}};
    const simt::Kernel start = [&](Warp& warp) { return kernel(warp, arrays); };
    const simt::InstructionTable table = simt::list_instructions(start);
    RecordingInMemory recording;
    recording.info.instructions = recorded_instructions(table);
    recording.begin_launch({});
    RequestRecorder recorder(recording, 0, {}, {});
    simt::launch({3, 2}, {warps, 1}, start, table, recorder);
    set_counts(recording);
    TaggedSource source(recording);
    return sum_active_lanes(source, std::vector{SimtBy::instruction, SimtBy::sm});
}

TEST(SimtKernels, LanesThatAreAllAlikeAreAllActive) {
    const SimtSums sums = sums_of_kernel(copy);
    LaneHistogram expected;
    expected.requests[32] = 2 * warps;
    EXPECT_EQ(sums.all, expected);
    EXPECT_EQ(sums.all.sums().efficiency(sums.warp_lanes), 1.0);
    for (const SimtTable& table : sums.tables)
        for (const SimtRow& row : table.rows)
            EXPECT_EQ(row.sums.efficiency(sums.warp_lanes), 1.0) << row.name;
}

TEST(SimtKernels, AHalfThatReturnsEarlyIsInactiveAfterwards) {
    const SimtSums sums = sums_of_kernel(copy_half);
    LaneHistogram expected;
    expected.requests[32] = warps;
    expected.requests[16] = warps;
    EXPECT_EQ(sums.all, expected);
    EXPECT_EQ(sums.all.sums().efficiency(sums.warp_lanes), 0.75);
    const auto& instructions = sums.tables.at(0).rows;
    ASSERT_EQ(instructions.size(), 2U);
    EXPECT_EQ(instructions[0].sums.efficiency(sums.warp_lanes), 1.0) << "the load";
    EXPECT_EQ(instructions[1].sums.efficiency(sums.warp_lanes), 0.5) << "the store";
    const auto& sms = sums.tables.at(1).rows;
    ASSERT_EQ(sms.size(), 3U);
    for (const SimtRow& row : sms)
        EXPECT_EQ(row.sums, (LaneSums{2 * warps / 3, 48 * warps / 3})) << row.name;
}

TEST(SimtKernels, ALoopByLaneNumberHasOneRequestOfEachNumberOfLanes) {
    const SimtSums sums = sums_of_kernel(sum_up_to_lane);
    LaneHistogram loads;
    for (unsigned lanes = 1; lanes <= 32; ++lanes)
        loads.requests[lanes] = warps;
    const auto& instructions = sums.tables.at(0).rows;
    ASSERT_EQ(instructions.size(), 2U);
    EXPECT_EQ(instructions[0].histogram, loads);
    EXPECT_EQ(instructions[0].sums.efficiency(sums.warp_lanes), 33.0 / 64.0) << "sum of 1 to 32 of 32 * 32";
    EXPECT_EQ(instructions[1].sums.efficiency(sums.warp_lanes), 1.0) << "the lanes have joined again";
}

} // namespace
} // namespace hitmap
