// The basic blocks of small kernels, and the warps that execute them. The lists are derived by hand from the
// source of the kernels.

#include "core/simt/device.h"
#include "core/simt/kernel.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <stdexcept>
#include <string>

namespace hitmap::simt {
namespace {

using U32 = std::uint32_t;

U32 double_of(U32 number) {
    return 2 * number;
}
bool is_odd(U32 number) {
    return number % 2 != 0;
}

constexpr std::array<std::string_view, 8> entry_names{"kernel",    "function",   "if",         "after if",
                                                      "iteration", "after loop", "after call", "after exit"};

std::string name_of(const BasicBlock& block) {
    return fmt::format("{} in {}", entry_names.at(static_cast<std::size_t>(block.entry)), block.function);
}

/// Writes blocks and requests as text.
class BlockText : public DeviceObserver {
public:
    std::string run(const DeviceConfig& device, const LaunchConfig& config, const Kernel& kernel) {
        table_ = list_blocks(kernel);
        text_ = "\n";
        launch(device, config, kernel, list_instructions(kernel), *this, {}, &table_);
        return text_;
    }
    void request(const WarpRequest& request) override {
        text_ += fmt::format("{:x}: request {:08x}\n", request.warp.index, request.active.bits());
    }
    void tag(const WarpPlace&, unsigned, const WorkTag&) override {}
    void block(const WarpPlace& warp, U32 block, Mask active) override {
        text_ +=
            fmt::format("{:x}: {:08x} {}\n", warp.index, active.bits(), name_of(table_.blocks().at(block)));
    }

private:
    BlockTable table_;
    std::string text_;
};

std::string listed_blocks(const Kernel& kernel) {
    std::string text = "\n";
    const BlockTable table = list_blocks(kernel);
    for (const BasicBlock& block : table.blocks())
        text += fmt::format("{}: {}\n", name_of(block), block.instructions);
    return text;
}

struct BlockArguments {
    std::array<U32, 64> numbers{};
    GlobalArray<U32> number{0x10000, numbers};
};

Code double_numbers(Warp& warp, const BlockArguments& gpu) {
    const Global number(warp, gpu.number);
    const Lanes<U32> old = co_await number.load(lane_numbers());
    co_await number.store(lane_numbers(), warp.map(double_of, old));
}

/// Lanes 16 to 31 return; of the others, odd ones call a function; all iterate as often as their number says
/// modulo 2; lane 0 breaks first.
Code everything(Warp& warp, const BlockArguments& gpu) {
    const Lanes<U32> lane = warp.map(double_of, lane_numbers());
    warp.return_(lane >= 32U);
    const Mask odd = warp.where(is_odd, lane_numbers());
    if (If calls{warp, odd}) co_await double_numbers(warp, gpu);
    Var<U32> rest(warp, lane_numbers() & 1U);
    for (Loop loop(warp); loop.while_(warp.where([](U32 r) { return r < 2; }, rest));) {
        loop.break_(lane == 0U);
        rest += 1U;
    }
}

TEST(BasicBlocks, OfAKernelAreListedWithTheirInstructions) {
    const BlockArguments arguments;
    EXPECT_EQ(listed_blocks([&](Warp& warp) { return everything(warp, arguments); }), R"(
kernel in everything: 1
after exit in everything: 1
if in everything: 0
function in double_numbers: 3
after call in everything: 0
after if in everything: 1
iteration in everything: 0
after exit in everything: 1
after loop in everything: 0
)");
}

TEST(BasicBlocks, AreReportedWithTheLanesThatExecuteThem) {
    const BlockArguments arguments;
    BlockText text;
    EXPECT_EQ(text.run({1, 1}, {1, 1}, [&](Warp& warp) { return everything(warp, arguments); }), R"(
0: ffffffff kernel in everything
0: 0000ffff after exit in everything
0: 0000aaaa if in everything
0: 0000aaaa function in double_numbers
0: request 0000aaaa
0: request 0000aaaa
0: 0000aaaa after call in everything
0: 0000ffff after if in everything
0: 0000ffff iteration in everything
0: 0000fffe after exit in everything
0: 00005554 iteration in everything
0: 00005554 after exit in everything
0: 0000ffff after loop in everything
)");
}

TEST(BasicBlocks, HaveTheirPlacesInTheSource) {
    const BlockArguments arguments;
    const BlockTable table = list_blocks([&](Warp& warp) { return everything(warp, arguments); });
    const BasicBlock& kernel = table.blocks().at(0);
    const BasicBlock& exit = table.blocks().at(1);
    EXPECT_EQ(kernel.file, "tests/simt/basic_block_test.cpp");
    EXPECT_EQ(kernel.line, exit.line) << "the first place in the kernel is its return_()";
    EXPECT_EQ(table.blocks().at(2).line, exit.line + 2);
    EXPECT_EQ(table.blocks().at(4).line, exit.line + 2) << "behind the call";
    EXPECT_EQ(table.blocks().at(6).line, exit.line + 4);
    EXPECT_EQ(table.blocks().at(8).line, exit.line + 4);
}

/// A lane that returns inside nested regions is behind none of them.
Code return_inside(Warp& warp, const BlockArguments&) {
    for (Loop loop(warp); loop.while_(Mask::all());) {
        if (If low{warp, lane_numbers() < 16U}) warp.return_(warp.active());
        loop.break_(warp.active());
    }
    co_return;
}

TEST(BasicBlocks, WithoutALaneAreNotReported) {
    const BlockArguments arguments;
    BlockText text;
    EXPECT_EQ(text.run({1, 1}, {1, 1}, [&](Warp& warp) { return return_inside(warp, arguments); }), R"(
0: ffffffff kernel in return_inside
0: ffffffff iteration in return_inside
0: 0000ffff if in return_inside
0: ffff0000 after if in return_inside
0: ffff0000 after loop in return_inside
)");
}

Code warp_times(Warp& warp, const BlockArguments& gpu) {
    Var<U32> i(warp);
    for (Loop loop(warp); loop.while_(i <= warp.place().index);) {
        co_await Global(warp, gpu.number).load(i);
        i += 1U;
    }
}

TEST(BasicBlocks, ComeDirectlyBeforeTheRequestsOfTheirWarp) {
    const BlockArguments arguments;
    BlockText text;
    const Kernel kernel = [&](Warp& warp) { return warp_times(warp, arguments); };
    EXPECT_EQ(text.run({1, 2}, {2, 1}, kernel), R"(
0: ffffffff kernel in warp_times
0: ffffffff iteration in warp_times
0: request ffffffff
1: ffffffff kernel in warp_times
1: ffffffff iteration in warp_times
1: request ffffffff
0: ffffffff after loop in warp_times
1: ffffffff iteration in warp_times
1: request ffffffff
1: ffffffff after loop in warp_times
)");
    EXPECT_EQ(text.run({1, 2, Scheduler::greedy, 4}, {2, 1}, kernel).size(),
              text.run({1, 2}, {2, 1}, kernel).size());
}

TEST(BasicBlocks, MustBeListedBeforeTheLaunch) {
    const BlockArguments arguments;
    BlockText text;
    const Kernel kernel = [&](Warp& warp) { return warp_times(warp, arguments); };
    const BlockTable empty;
    EXPECT_THROW(launch({1, 1}, {1, 1}, kernel, list_instructions(kernel), text, {}, &empty),
                 std::logic_error);
}

} // namespace
} // namespace hitmap::simt
