#include "core/cache/reuse/stamp_table.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <vector>

namespace hitmap {
namespace {

TEST(StampTable, HasWhatWasWrittenLast) {
    StampTable table(100);
    std::vector<std::uint32_t> expected(100);
    std::minstd_rand random(7); // NOLINT: a fixed seed
    const auto expect_equal = [&] {
        for (std::uint32_t line = 0; line < expected.size(); ++line)
            EXPECT_EQ(table[line], expected[line]) << line;
    };
    const auto write = [&] {
        for (unsigned i = 0; i < 60; ++i) {
            const auto line = static_cast<std::uint32_t>(random() % expected.size());
            table.at(line) = expected[line] = static_cast<std::uint32_t>(random());
        }
    };
    expect_equal();
    write();
    expect_equal();
    table.grow(1000);
    expected.resize(1000);
    EXPECT_EQ(table.lines(), 1000U);
    expect_equal();
    write();
    expect_equal();
    table.clear();
    expected.assign(1000, 0);
    expect_equal();
    write();
    expect_equal();
}

} // namespace
} // namespace hitmap
