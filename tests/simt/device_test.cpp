#include "core/base/error.h"
#include "tests/simt/request_text.h"

#include <gtest/gtest.h>

#include <array>
#include <stdexcept>
#include <stop_token>
#include <vector>

namespace hitmap::simt {
namespace {

using U32 = std::uint32_t;

struct Big {
    std::array<std::uint64_t, 3> words{};
};

/// The data of the kernels below.
struct Memory {
    std::array<U32, 64> numbers{};
    std::array<Big, 8> records{};
    GlobalArray<U32> number{0x10000, numbers};
    GlobalArray<Big, 8> record{0x20000, records};
    LocalArray<std::uint64_t> scratch{16, 4};
};

class DeviceTest : public testing::Test {
protected:
    DeviceTest() {
        text.name("number", memory.number);
        text.name("record", memory.record);
        text.name("scratch", memory.scratch);
    }
    std::string run(const DeviceConfig& device, const LaunchConfig& config,
                    Code (*kernel)(Warp&, const Memory&)) {
        return text.run(device, config, [=, this](Warp& warp) { return kernel(warp, memory); });
    }
    Memory memory;
    RequestText text;
};

/// Warp w makes w + 1 requests with its first lane.
Code count_up(Warp& warp, const Memory& gpu) {
    const Global number(warp, gpu.number);
    Var<U32> i(warp);
    warp.return_(lane_numbers() >= 1U);
    for (Loop loop(warp); loop.while_(i <= warp.place().index);) {
        co_await number.load(i);
        i += 1U;
    }
}

TEST_F(DeviceTest, WarpsOfAnSmTakeTurnsUntilTheyEnd) {
    EXPECT_EQ(run({1, 3}, {1, 3}, count_up), R"(
SM 0 warp 0 load number 0:0
SM 0 warp 1 load number 0:0
SM 0 warp 2 load number 0:0
SM 0 warp 1 load number 0:1
SM 0 warp 2 load number 0:1
SM 0 warp 2 load number 0:2
)");
}

TEST_F(DeviceTest, BlocksFillTheSmsInTurnAndWaitForSlots) {
    // One slot on each of two SMs, four blocks: block 2 follows block 0 on SM 0, block 3 follows block 1.
    EXPECT_EQ(run({2, 1}, {4, 1}, count_up), R"(
SM 0 warp 0 load number 0:0
SM 1 warp 1 load number 0:0
SM 0 warp 2 load number 0:0
SM 1 warp 1 load number 0:1
SM 0 warp 2 load number 0:1
SM 1 warp 3 load number 0:0
SM 0 warp 2 load number 0:2
SM 1 warp 3 load number 0:1
SM 1 warp 3 load number 0:2
SM 1 warp 3 load number 0:3
)");
}

TEST_F(DeviceTest, ABlockWaitsUntilAllSlotsOfAnotherAreFree) {
    // Two slots, two blocks of two warps: warp 0 ends first, but block 1 also needs the slot of warp 1.
    EXPECT_EQ(run({1, 2}, {2, 2}, count_up), R"(
SM 0 warp 0 load number 0:0
SM 0 warp 1 load number 0:0
SM 0 warp 1 load number 0:1
SM 0 warp 3 load number 0:0
SM 0 warp 2 load number 0:0
SM 0 warp 3 load number 0:1
SM 0 warp 2 load number 0:1
SM 0 warp 3 load number 0:2
SM 0 warp 2 load number 0:2
SM 0 warp 3 load number 0:3
)");
}

/// Every warp but the last makes one request.
Code all_but_the_last(Warp& warp, const Memory& gpu) {
    warp.return_(lane_numbers() >= (warp.place().index < 5 ? 1U : 0U));
    co_await Global(warp, gpu.number).load(0U);
}

TEST_F(DeviceTest, ABlockWithAnIdleWarpIsNotLost) {
    EXPECT_EQ(run({1, 3}, {2, 3}, all_but_the_last), R"(
SM 0 warp 0 load number 0:0
SM 0 warp 1 load number 0:0
SM 0 warp 2 load number 0:0
SM 0 warp 3 load number 0:0
SM 0 warp 4 load number 0:0
)");
}

TEST_F(DeviceTest, GreedyWarpsGoOnUntilTheyWaitAndThenTheOldestDoes) {
    // With latency 2, a warp waits for one step, in which the oldest other warp continues.
    EXPECT_EQ(run({1, 4, Scheduler::greedy, 2}, {4, 1}, count_up), R"(
SM 0 warp 0 load number 0:0
SM 0 warp 1 load number 0:0
SM 0 warp 2 load number 0:0
SM 0 warp 1 load number 0:1
SM 0 warp 2 load number 0:1
SM 0 warp 3 load number 0:0
SM 0 warp 2 load number 0:2
SM 0 warp 3 load number 0:1
SM 0 warp 3 load number 0:2
SM 0 warp 3 load number 0:3
)");
}

TEST_F(DeviceTest, WithoutLatencyGreedyWarpsRunToTheirEnds) {
    EXPECT_EQ(run({1, 3, Scheduler::greedy, 1}, {3, 1}, count_up), R"(
SM 0 warp 0 load number 0:0
SM 0 warp 1 load number 0:0
SM 0 warp 1 load number 0:1
SM 0 warp 2 load number 0:0
SM 0 warp 2 load number 0:1
SM 0 warp 2 load number 0:2
)");
}

/// Counts the requests of each warp without storing them.
class RequestCounts : public DeviceObserver {
public:
    std::vector<U32> of_warp = std::vector<U32>(64);
    void request(const WarpRequest& request) override { ++of_warp.at(request.warp.index); }
    void tag(const WarpPlace&, unsigned, const WorkTag&) override {}
};

TEST_F(DeviceTest, EverySchedulerExecutesAllRequestsOfAllWarps) {
    const Kernel kernel = [this](Warp& warp) { return count_up(warp, memory); };
    const InstructionTable table = list_instructions(kernel);
    std::vector<U32> expected(64);
    for (U32 warp = 0; warp < 24; ++warp)
        expected[warp] = warp + 1;
    for (const Scheduler scheduler : {Scheduler::round_robin, Scheduler::greedy})
        for (const U32 latency : {0U, 1U, 5U, 100U})
            for (const U32 sms : {1U, 3U})
                for (const U32 warps_per_block : {1U, 2U, 3U, 4U}) {
                    RequestCounts counts;
                    launch({sms, 5, scheduler, latency}, {24 / warps_per_block, warps_per_block}, kernel,
                           table, counts);
                    EXPECT_EQ(counts.of_warp, expected) << sms << " SMs, " << warps_per_block << " warps";
                }
}

Code move_records(Warp& warp, const Memory& gpu) {
    const Global record(warp, gpu.record);
    const Lanes<U32> i = lane_numbers();
    warp.return_(i >= 2U);
    const Lanes<Big> value = co_await record.load(i + 2U * warp.place().index);
    co_await record.store(i + 4U + 2U * warp.place().index, value);
}

TEST_F(DeviceTest, WideElementsTakeSeveralRequestsAndOtherWarpsComeInBetween) {
    memory.records[1].words = {1, 2, 3};
    EXPECT_EQ(run({1, 2}, {2, 1}, move_records), R"(
SM 0 warp 0 load record[0] 0:0 1:1
SM 0 warp 1 load record[0] 0:2 1:3
SM 0 warp 0 load record[1] 0:0 1:1
SM 0 warp 1 load record[1] 0:2 1:3
SM 0 warp 0 load record[2] 0:0 1:1
SM 0 warp 1 load record[2] 0:2 1:3
SM 0 warp 0 store record[0] 0:4 1:5
SM 0 warp 1 store record[0] 0:6 1:7
SM 0 warp 0 store record[1] 0:4 1:5
SM 0 warp 1 store record[1] 0:6 1:7
SM 0 warp 0 store record[2] 0:4 1:5
SM 0 warp 1 store record[2] 0:6 1:7
)");
    EXPECT_EQ(memory.records[5].words, memory.records[1].words);
    EXPECT_EQ(text.table().instructions().size(), 6U);
}

TEST_F(DeviceTest, GreedyWarpsDoNotWaitWithinAnAccess) {
    EXPECT_EQ(run({1, 2, Scheduler::greedy, 16}, {2, 1}, move_records), R"(
SM 0 warp 0 load record[0] 0:0 1:1
SM 0 warp 0 load record[1] 0:0 1:1
SM 0 warp 0 load record[2] 0:0 1:1
SM 0 warp 1 load record[0] 0:2 1:3
SM 0 warp 1 load record[1] 0:2 1:3
SM 0 warp 1 load record[2] 0:2 1:3
SM 0 warp 0 store record[0] 0:4 1:5
SM 0 warp 0 store record[1] 0:4 1:5
SM 0 warp 0 store record[2] 0:4 1:5
SM 0 warp 1 store record[0] 0:6 1:7
SM 0 warp 1 store record[1] 0:6 1:7
SM 0 warp 1 store record[2] 0:6 1:7
)");
}

Code use_local_memory(Warp& warp, const Memory& gpu) {
    const Global number(warp, gpu.number);
    const Local scratch(warp, gpu.scratch);
    const Lanes<U32> i = lane_numbers();
    warp.return_(i >= 3U);
    co_await scratch.store(i,
                           warp.map([&](U32 l) { return std::uint64_t{100} * warp.place().index + l; }, i));
    const Lanes<std::uint64_t> mine = co_await scratch.load(i);
    co_await number.store(warp.place().index * 3U + i, warp.map([](auto v) { return U32(v); }, mine));
}

TEST_F(DeviceTest, LocalAddressesAreOffsetsInTheLanesOwnMemory) {
    EXPECT_EQ(run({1, 2}, {1, 2, 48}, use_local_memory), R"(
SM 0 warp 0 store scratch 0:0 1:1 2:2
SM 0 warp 1 store scratch 0:0 1:1 2:2
SM 0 warp 0 load scratch 0:0 1:1 2:2
SM 0 warp 1 load scratch 0:0 1:1 2:2
SM 0 warp 0 store number 0:0 1:1 2:2
SM 0 warp 1 store number 0:3 1:4 2:5
)");
    EXPECT_EQ(std::vector<U32>(memory.numbers.begin(), memory.numbers.begin() + 6),
              (std::vector<U32>{0, 1, 2, 100, 101, 102}));
}

Code take_tickets(Warp& warp, const Memory& gpu) {
    const Global number(warp, gpu.number);
    const Lanes<U32> i = lane_numbers();
    const Mask odd = warp.where([](U32 l) { return l % 2 == 1 && l < 6; }, i);
    warp.return_(~odd);
    const Lanes<U32> ticket = co_await number.atomic_add(0U, 1U);
    warp.tag(warp.map([](U32 t) { return WorkTag{.item = t}; }, ticket));
    co_await number.store(ticket + 1U, i);
}

TEST_F(DeviceTest, AtomicsServeLanesInOrderAndTagsComeBeforeTheNextRequest) {
    EXPECT_EQ(run({1, 1}, {1, 1}, take_tickets), R"(
SM 0 warp 0 atomic number 1:0 3:0 5:0
warp 0 lane 1 works on 0
warp 0 lane 3 works on 1
warp 0 lane 5 works on 2
SM 0 warp 0 store number 1:1 3:2 5:3
)");
    EXPECT_EQ(memory.numbers[0], 3U);
    EXPECT_EQ(memory.numbers[3], 5U);
}

Code read_beyond(Warp& warp, const Memory& gpu) {
    co_await Global(warp, gpu.number).load(lane_numbers() + 40U);
}

TEST_F(DeviceTest, AccessesBeyondAnArrayThrow) {
    EXPECT_THROW(run({1, 1}, {1, 1}, read_beyond), std::out_of_range);
}

Code overflow_stack(Warp& warp, const Memory& gpu) {
    co_await Local(warp, gpu.scratch).store(4U, std::uint64_t{1});
}

TEST_F(DeviceTest, AccessesBeyondALocalArrayThrow) {
    EXPECT_THROW(run({1, 1}, {1, 1, 48}, overflow_stack), std::out_of_range);
}

Code fail_in_function(Warp& warp, const Memory& gpu) {
    co_await Global(warp, gpu.number).load(0U);
    if (warp.place().index == 1) throw Error("broken kernel");
    co_await Global(warp, gpu.number).load(1U);
}
Code fail(Warp& warp, const Memory& gpu) {
    if (If some{warp, lane_numbers() < 8U}) co_await fail_in_function(warp, gpu);
}

TEST_F(DeviceTest, ExceptionsOfAKernelReachTheCaller) {
    EXPECT_THROW(run({2, 2}, {4, 1}, fail), Error);
}

TEST_F(DeviceTest, StopsWhenAsked) {
    std::stop_source stop;
    stop.request_stop();
    const Kernel kernel = [this](Warp& warp) { return count_up(warp, memory); };
    EXPECT_THROW(launch({1, 1}, {1, 1}, kernel, list_instructions(kernel), text, {stop.get_token(), nullptr}),
                 Cancelled);
}

/// Reads numbers that nothing writes, as many as the warp's number says, and draws a ticket after each 20.
Code draw_tickets(Warp& warp, const Memory& gpu, const GlobalArray<const U32>& constants) {
    const Global number(warp, gpu.number);
    const Global constant(warp, constants);
    const Local scratch(warp, gpu.scratch);
    Var<U32> i(warp);
    warp.return_(lane_numbers() >= 1U);
    for (Loop loop(warp); loop.while_(i < 60U + warp.place().index);) {
        i += co_await constant.load(0U);
        co_await scratch.store(i & 3U, std::uint64_t{1});
        if (If drawing{warp, (i & 15U) == 0U}) {
            const Lanes<U32> ticket = co_await number.atomic_add(0U, 1U);
            co_await number.store(ticket + 1U, warp.place().index);
        }
    }
}

/// The warps in the order of their atomics, and whether warps took turns with one request each.
class TicketOrder : public DeviceObserver {
public:
    explicit TicketOrder(const InstructionTable& table) : table_(table) {}
    std::vector<U32> of_atomics;
    std::vector<U32> of_requests;
    void request(const WarpRequest& request) override {
        if (table_.instructions().at(request.instruction).operation == Operation::atomic)
            of_atomics.push_back(request.warp.index);
        of_requests.push_back(request.warp.index);
    }
    void tag(const WarpPlace&, unsigned, const WorkTag&) override {}

private:
    const InstructionTable& table_;
};

TEST_F(DeviceTest, WritesTakePlaceInTheOrderOfRequestsHoweverLongOtherAccessesAre) {
    const std::array<U32, 1> one{1};
    const GlobalArray<const U32> constants{0x30000, one};
    const Kernel kernel = [&](Warp& warp) { return draw_tickets(warp, memory, constants); };
    const InstructionTable table = list_instructions(kernel);
    for (const Scheduler scheduler : {Scheduler::round_robin, Scheduler::greedy}) {
        memory.numbers = {};
        TicketOrder order(table);
        launch({2, 3, scheduler}, {6, 1, 48}, kernel, table, order);
        ASSERT_EQ(order.of_atomics.size(), memory.numbers[0]);
        ASSERT_GE(order.of_atomics.size(), 6U * 3U);
        for (std::size_t ticket = 0; ticket < order.of_atomics.size(); ++ticket)
            EXPECT_EQ(memory.numbers[ticket + 1], order.of_atomics[ticket]) << "ticket " << ticket;
        if (scheduler == Scheduler::greedy) continue;
        for (std::size_t i = 0; i < std::size_t{6} * 100; ++i) // SM 0 has the even blocks, SM 1 the odd ones
            EXPECT_EQ(order.of_requests[i], i % 6) << "request " << i;
    }
}

/// Counts requests of a kernel that throws after the given number.
Code fail_after(Warp& warp, const GlobalArray<const U32>& constants, U32 requests) {
    for (U32 i = 0; i < requests; ++i)
        co_await Global(warp, constants).load(0U);
    if (warp.place().index == 1) throw Error("broken kernel");
}

TEST_F(DeviceTest, RequestsBeforeAnExceptionAreReported) {
    const std::array<U32, 1> one{1};
    const GlobalArray<const U32> constants{0x30000, one};
    U32 requests = 1; // while instructions are listed
    const Kernel kernel = [&](Warp& warp) { return fail_after(warp, constants, requests); };
    const InstructionTable table = list_instructions(kernel);
    requests = 3;
    RequestCounts counts;
    EXPECT_THROW(launch({1, 2}, {2, 1}, kernel, table, counts), Error);
    EXPECT_EQ(counts.of_warp[0], 3U);
    EXPECT_EQ(counts.of_warp[1], 3U);
}

TEST(AddressSpace, AlignsAndNeverSharesAnAddress) {
    AddressSpace addresses;
    const std::uint64_t a = addresses.allocate(1);
    const std::uint64_t b = addresses.allocate(0);
    const std::uint64_t c = addresses.allocate(257);
    const std::uint64_t d = addresses.allocate(4);
    EXPECT_EQ(a % 256, 0U);
    EXPECT_EQ(b - a, 256U);
    EXPECT_EQ(c - b, 256U);
    EXPECT_EQ(d - c, 512U);
}

} // namespace
} // namespace hitmap::simt
