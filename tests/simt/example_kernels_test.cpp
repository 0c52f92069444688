// Three kernels that trace no rays. The request lists are derived by hand from the source of the kernels: a
// warp executes one instruction at a time for all lanes at that instruction; lanes that have finished a loop
// or a branch wait at its end, and lanes that have returned never become active again.

#include "tests/simt/request_text.h"

#include <gtest/gtest.h>

#include <array>
#include <numeric>

namespace hitmap::simt {
namespace {

using U32 = std::uint32_t;

/// Host memory with an address on the device.
template <std::size_t n>
struct HostArray {
    std::array<U32, n> values{};
    GlobalArray<U32> on_device;
    HostArray(AddressSpace& addresses, std::array<U32, n> v) : values(v) {
        on_device = {addresses.allocate(sizeof values), values};
    }
};

// --- A loop with a different number of iterations in each lane.

struct SumArguments {
    GlobalArray<U32> count;
    GlobalArray<U32> data;
    GlobalArray<U32> sum;
};

/// sum[i] = data[0] + ... + data[count[i] - 1]
Code sum_first(Warp& warp, const SumArguments& gpu) {
    const Global count(warp, gpu.count);
    const Global data(warp, gpu.data);
    const Global sums(warp, gpu.sum);
    const Lanes<U32> i = lane_numbers();
    warp.return_(i >= 4U);
    Var<U32> rest(warp);
    Var<U32> sum(warp);
    rest = co_await count.load(i);
    for (Loop loop(warp); loop.while_(rest > 0U);) {
        rest -= 1U;
        sum += co_await data.load(rest);
    }
    co_await sums.store(i, sum);
}

TEST(ExampleKernels, ADivergentLoopRunsUntilItsLastLaneIsThrough) {
    AddressSpace addresses;
    HostArray<4> count(addresses, {2, 0, 3, 1});
    HostArray<3> data(addresses, {10, 20, 40});
    HostArray<4> sum(addresses, {});
    const SumArguments arguments{count.on_device, data.on_device, sum.on_device};
    RequestText text;
    text.name("count", arguments.count);
    text.name("data", arguments.data);
    text.name("sum", arguments.sum);

    // Four lanes take part. Lane 1 has nothing to add and waits after the loop from the start; lane 3 joins
    // it after one iteration, lane 0 after two, lane 2 after three. Then all four store together.
    EXPECT_EQ(text.run({1, 1}, {1, 1}, [&](Warp& warp) { return sum_first(warp, arguments); }), R"(
SM 0 warp 0 load count 0:0 1:1 2:2 3:3
SM 0 warp 0 load data 0:1 2:2 3:0
SM 0 warp 0 load data 0:0 2:1
SM 0 warp 0 load data 2:0
SM 0 warp 0 store sum 0:0 1:1 2:2 3:3
)");
    EXPECT_EQ(sum.values, (std::array<U32, 4>{30, 0, 70, 10}));
}

// --- A reduction with atomics over several blocks and SMs.

struct ReduceArguments {
    GlobalArray<U32> in;
    GlobalArray<U32> total;
    GlobalArray<U32> ticket;
    GlobalArray<U32> result;
    U32 warps = 0;
};

/// result[0] = in[0] + ... : each warp reduces four elements in registers, its leader adds the sum to the
/// total, and the leader that comes last publishes the total.
Code reduce(Warp& warp, const ReduceArguments& gpu) {
    const Global in(warp, gpu.in);
    const Global total(warp, gpu.total);
    const Global ticket(warp, gpu.ticket);
    const Global result(warp, gpu.result);
    const Lanes<U32> i = lane_numbers();
    warp.return_(i >= 4U);
    Var<U32> sum(warp);
    sum = co_await in.load(warp.place().index * 4U + i);
    sum += shuffle_down<U32>(sum, 2);
    sum += shuffle_down<U32>(sum, 1);
    if (If leader{warp, i == 0U}) {
        co_await total.atomic_add(0U, sum);
        const Lanes<U32> before = co_await ticket.atomic_add(0U, 1U);
        if (If last{warp, before == gpu.warps - 1}) {
            co_await result.store(0U, co_await total.load(0U));
        }
    }
}

TEST(ExampleKernels, AReductionWithAtomicsTakesTurnsRequestByRequest) {
    AddressSpace addresses;
    HostArray<12> in(addresses, {});
    std::iota(in.values.begin(), in.values.end(), 1U);
    HostArray<1> total(addresses, {});
    HostArray<1> ticket(addresses, {});
    HostArray<1> result(addresses, {});
    const ReduceArguments arguments{in.on_device, total.on_device, ticket.on_device, result.on_device, 3};
    RequestText text;
    text.name("in", arguments.in);
    text.name("total", arguments.total);
    text.name("ticket", arguments.ticket);
    text.name("result", arguments.result);

    // Three blocks of one warp on two SMs with two slots each: blocks 0 and 2 are on SM 0, block 1 on SM 1. A
    // step is one request of SM 0, then one of SM 1. On SM 0 the warps 0 and 2 take turns. SM 1 has only warp
    // 1, which is therefore twice as fast and finishes after three steps. Warp 2 comes last, finds the ticket
    // at 2, and publishes 1 + ... + 12.
    EXPECT_EQ(text.run({2, 2}, {3, 1}, [&](Warp& warp) { return reduce(warp, arguments); }), R"(
SM 0 warp 0 load in 0:0 1:1 2:2 3:3
SM 1 warp 1 load in 0:4 1:5 2:6 3:7
SM 0 warp 2 load in 0:8 1:9 2:10 3:11
SM 1 warp 1 atomic total 0:0
SM 0 warp 0 atomic total 0:0
SM 1 warp 1 atomic ticket 0:0
SM 0 warp 2 atomic total 0:0
SM 0 warp 0 atomic ticket 0:0
SM 0 warp 2 atomic ticket 0:0
SM 0 warp 2 load total 0:0
SM 0 warp 2 store result 0:0
)");
    EXPECT_EQ(result.values[0], 78U);
    EXPECT_EQ(ticket.values[0], 3U);
}

// --- Early returns from within branches, loops and functions.

struct FindArguments {
    GlobalArray<U32> list;
    GlobalArray<U32> wanted;
    GlobalArray<U32> found;
    GlobalArray<U32> log;
    LocalArray<U32> path;
};

/// Finds the position of the lane's number in the list. The list is searched from the front, and the path is
/// stored in local memory. A lane with number 0 searches nothing.
Code find(Warp& warp, const FindArguments& gpu, const Lanes<U32>& wanted, Var<U32>& place) {
    const Global list(warp, gpu.list);
    const Local path(warp, gpu.path);
    warp.return_(wanted == 0U);
    for (Loop visiting(warp); visiting.while_(place < 3U);) {
        const Lanes<U32> element = co_await list.load(place);
        co_await path.store(place, element);
        if (If hit{warp, element == wanted}) warp.return_(warp.active());
        place += 1U;
    }
    place = 99U;
}

Code find_all(Warp& warp, const FindArguments& gpu) {
    const Global all_wanted(warp, gpu.wanted);
    const Global found(warp, gpu.found);
    const Global log(warp, gpu.log);
    const Lanes<U32> i = lane_numbers();
    if (If surplus{warp, i >= 5U}) {
        if (If beyond{warp, i >= 6U}) warp.return_(warp.active());
        co_await log.store(i, 7U); // only lane 5, in the outer branch
        warp.return_(Mask::all());
    }
    const Lanes<U32> wanted = co_await all_wanted.load(i);
    Var<U32> place(warp);
    co_await find(warp, gpu, wanted, place);
    for (Loop once(warp); once.while_(Mask::all());) {
        if (If lost{warp, place == 99U}) warp.return_(warp.active());
        once.break_(warp.active());
    }
    co_await found.store(i, place);
}

TEST(ExampleKernels, EarlyReturnsLeaveTheFunctionFromAnyDepth) {
    AddressSpace addresses;
    HostArray<3> list(addresses, {8, 9, 7});
    HostArray<5> wanted(addresses, {9, 0, 7, 5, 8});
    HostArray<5> found(addresses, {11, 11, 11, 11, 11});
    HostArray<6> log(addresses, {});
    const FindArguments arguments{list.on_device, wanted.on_device, found.on_device, log.on_device, {0, 3}};
    RequestText text;
    text.name("list", arguments.list);
    text.name("wanted", arguments.wanted);
    text.name("found", arguments.found);
    text.name("log", arguments.log);
    text.name("path", arguments.path);

    // Lanes 6 to 31 return two branches deep, lane 5 from the outer branch after its store. In find(), lane 1
    // returns before the loop, lane 4 from the first iteration, lane 0 from the second, lane 2 from the
    // third; lane 3 leaves the loop at its end without a hit. All of them reconverge after the call, and lane
    // 3 returns from the kernel inside a loop. The others store.
    EXPECT_EQ(text.run({1, 1}, {1, 1, 12}, [&](Warp& warp) { return find_all(warp, arguments); }), R"(
SM 0 warp 0 store log 5:5
SM 0 warp 0 load wanted 0:0 1:1 2:2 3:3 4:4
SM 0 warp 0 load list 0:0 2:0 3:0 4:0
SM 0 warp 0 store path 0:0 2:0 3:0 4:0
SM 0 warp 0 load list 0:1 2:1 3:1
SM 0 warp 0 store path 0:1 2:1 3:1
SM 0 warp 0 load list 2:2 3:2
SM 0 warp 0 store path 2:2 3:2
SM 0 warp 0 store found 0:0 1:1 2:2 4:4
)");
    EXPECT_EQ(found.values, (std::array<U32, 5>{1, 0, 2, 11, 0}));
    EXPECT_EQ(log.values, (std::array<U32, 6>{0, 0, 0, 0, 0, 7}));
}

} // namespace
} // namespace hitmap::simt
