#include "core/cache/reuse/reuse_stack.h"
#include "tests/cache/text_stream.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <list>
#include <random>

namespace hitmap {
namespace {

/// The definition: a list of lines, the most recently used first.
class ListOfLines {
public:
    std::uint32_t look_up(std::uint32_t line) {
        const auto found = std::find(lines_.begin(), lines_.end(), line);
        const auto distance = found == lines_.end()
                                  ? ReuseStack::cold
                                  : static_cast<std::uint32_t>(std::distance(lines_.begin(), found));
        if (found != lines_.end()) lines_.erase(found);
        lines_.push_front(line);
        return distance;
    }
    void clear() { lines_.clear(); }

private:
    std::list<std::uint32_t> lines_;
};

TEST(ReuseStack, AgreesWithTable1OfVonBuelowEtAl2022) {
    ReuseStack stack(3);
    EXPECT_EQ(distances(stack, "0 1 1 2 0"), "inf inf 0 inf 2");
}

TEST(ReuseStack, CountsDistinctLinesOnly) {
    ReuseStack stack(4);
    EXPECT_EQ(distances(stack, "3 0 1 0 1 0 1 3 3 2 0"), "inf inf inf 1 1 1 1 2 0 inf 3");
}

TEST(ReuseStack, ForgetsEverythingWhenCleared) {
    ReuseStack stack(4);
    EXPECT_EQ(distances(stack, "0 1 2"), "inf inf inf");
    stack.clear();
    EXPECT_EQ(distances(stack, "2 2 0 1 2"), "inf 0 inf inf 2");
    stack.clear();
    stack.clear();
    EXPECT_EQ(distances(stack, "2"), "inf");
}

TEST(ReuseStack, AgreesWithAListOnRandomStreams) {
    std::mt19937 random(1);
    for (const std::uint32_t lines : {1U, 2U, 7U, 300U, 2500U}) {
        ReuseStack stack(lines);
        ListOfLines list;
        for (int i = 0; i < 30000; ++i) {
            // Squaring makes lines near the top more frequent than those far below.
            const std::uint64_t r = random() % lines;
            const auto line = static_cast<std::uint32_t>(r * (random() % lines + 1) / lines);
            ASSERT_EQ(stack.look_up(line), list.look_up(line)) << "look-up " << i << " of " << lines;
            if (random() % 7000 == 0) {
                stack.clear();
                list.clear();
            }
        }
    }
}

} // namespace
} // namespace hitmap
