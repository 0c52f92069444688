#include "tests/simt/request_text.h"

#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <stdexcept>

namespace hitmap::simt {
namespace {

using U32 = std::uint32_t;

struct Pair {
    U32 first = 0;
    U32 second = 0;
};

struct Arguments {
    GlobalArray<const Pair, 4> pairs;
    GlobalArray<U32> out;
    LocalArray<Pair> scratch;
};

Code helper(Warp& warp, const Arguments& gpu, const Lanes<U32>& index) {
    const Local scratch(warp, gpu.scratch);
    co_await scratch.store(0U, co_await Global(warp, gpu.pairs).load(index));
}

Code kernel(Warp& warp, const Arguments& gpu) {
    const Global out(warp, gpu.out);
    const Lanes<U32> i = lane_numbers();
    if (If never{warp, Mask()}) {
        for (Loop forever(warp); forever.while_(Mask::all());)
            co_await helper(warp, gpu, i);
    }
    warp.return_(i >= 1U);
    co_await out.atomic_add(i, 1U);
}

std::string text_of(const InstructionTable& table) {
    static constexpr std::string_view operations[] = {"load", "store", "atomic"};
    std::string text = "\n";
    for (const Instruction& i : table.instructions())
        text += fmt::format("{} {} {} B in {}\n", operations[static_cast<int>(i.operation)],
                            i.space == Space::local ? "local" : "global", i.bytes_per_lane, i.function);
    return text;
}

class Listing : public testing::Test {
protected:
    std::array<Pair, 1> pairs{};
    std::array<U32, 1> out{};
    Arguments arguments{{0x1000, pairs}, {0x2000, out}, {0, 1}};
    Kernel start = [this](Warp& warp) { return kernel(warp, arguments); };
};

TEST_F(Listing, FindsInstructionsBehindConditionsThatNeverHold) {
    EXPECT_EQ(text_of(list_instructions(start)), R"(
load global 4 B in helper
load global 4 B in helper
store local 8 B in helper
atomic global 4 B in kernel
)");
    EXPECT_EQ(out[0], 0U) << "listing touches no memory";
}

TEST_F(Listing, KnowsTheLineOfEveryInstruction) {
    const InstructionTable table = list_instructions(start);
    for (const Instruction& instruction : table.instructions()) {
        EXPECT_EQ(instruction.file, "tests/simt/instruction_listing_test.cpp");
        EXPECT_GT(instruction.column, 0U);
        std::ifstream source(HITMAP_TEST_DATA "/simt/instruction_listing_test.cpp");
        std::string line;
        for (U32 i = 0; i < instruction.line; ++i)
            std::getline(source, line);
        EXPECT_NE(line.find("co_await"), std::string::npos) << line;
        static constexpr std::string_view calls[] = {".load(", ".store(", ".atomic_add("};
        EXPECT_NE(line.find(calls[static_cast<int>(instruction.operation)]), std::string::npos) << line;
    }
}

TEST_F(Listing, ALaunchNeedsIt) {
    RequestText text;
    const InstructionTable empty;
    EXPECT_THROW(launch({1, 1}, {1, 1, 8}, start, empty, text), std::logic_error);
}

} // namespace
} // namespace hitmap::simt
