#include "core/base/error.h"
#include "core/cache/array/set_index.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <map>
#include <random>

namespace hitmap {
namespace {

/// X(i, j, ...) of gpu-parameters: XOR of address bits.
std::uint64_t x(std::uint64_t address, std::initializer_list<unsigned> bits) {
    std::uint64_t value = 0;
    for (const unsigned bit : bits)
        value ^= address >> bit & 1;
    return value;
}

TEST(SetIndex, LinearIsTheRemainderForAnyNumberOfSets) {
    std::mt19937_64 random(1);
    for (const std::uint64_t sets :
         {1ULL, 2ULL, 3ULL, 7ULL, 68ULL, 1024ULL, 2816ULL, 45056ULL, 4294967291ULL}) {
        const auto index = make_set_index("linear", sets, 128);
        for (int i = 0; i < 2000; ++i) {
            const std::uint64_t line = random() >> random() % 64;
            ASSERT_EQ(index(line), line % sets) << line << " of " << sets;
        }
        for (const std::uint64_t line : {std::uint64_t{0}, sets - 1, sets, ~std::uint64_t{0}, ~sets})
            ASSERT_EQ(index(line), line % sets);
    }
}

TEST(SetIndex, XorFoldsPiecesOfTheLine) {
    std::mt19937_64 random(2);
    for (unsigned bits = 0; bits < 20; ++bits) {
        const auto index = make_set_index("xor", std::uint64_t{1} << bits, 64);
        for (int i = 0; i < 500; ++i) {
            const std::uint64_t line = random() >> random() % 64;
            std::uint64_t folded = 0;
            for (std::uint64_t rest = line; bits != 0 && rest != 0; rest >>= bits)
                folded ^= rest & ((1U << bits) - 1);
            ASSERT_EQ(index(line), folded) << line << ", " << bits << " bits";
        }
    }
}

TEST(SetIndex, FermiL1IsThePublishedHash) {
    std::mt19937_64 random(3);
    for (const std::uint64_t sets : {32U, 64U}) {
        const auto index = make_set_index("fermi-l1", sets, 128);
        for (int i = 0; i < 2000; ++i) {
            const std::uint64_t a = random() >> random() % 40;
            std::uint64_t set = x(a, {7, 13}) | x(a, {8, 14}) << 1 | x(a, {9, 15}) << 2 |
                                x(a, {10, 17}) << 3 | x(a, {11, 19}) << 4;
            if (sets == 64) set |= x(a, {12}) << 5;
            ASSERT_EQ(index(a / 128), set) << a;
        }
    }
}

TEST(SetIndex, PascalL1IsThePublishedHash) {
    const auto index = make_set_index("pascal-l1", 4, 128);
    std::mt19937_64 random(4);
    for (int i = 0; i < 2000; ++i) {
        const std::uint64_t a = random() >> random() % 40;
        const std::uint64_t o0 = x(a, {10, 12, 14});
        const std::uint64_t o1 = (o0 ^ 1) ^ x(a, {9, 10, 11, 12, 13, 14});
        ASSERT_EQ(index(a / 128), ((a >> 7 & 3) + o0 + 2 * o1) % 4) << a;
    }
    std::map<std::uint64_t, int> lines;
    for (std::uint64_t line = 0; line < 24 * 1024 / 128; ++line)
        ++lines[index(line)];
    for (const auto& [set, count] : lines)
        EXPECT_EQ(count, 48) << set;
}

TEST(SetIndex, Gtx1080L2IsThePublishedHash) {
    const auto index = make_set_index("gtx1080-l2", 1024, 128);
    std::mt19937_64 random(5);
    for (int i = 0; i < 5000; ++i) {
        const std::uint64_t a = random() >> random() % 64;
        const std::uint64_t set =
            x(a, {10, 12, 16, 20, 23, 26, 29, 30}) | x(a, {11, 12, 13, 15, 17, 20, 21, 23, 25, 26, 30}) << 1 |
            x(a, {12, 13, 18, 19, 22, 25, 26, 27, 30, 31}) << 2 | x(a, {7, 8, 16, 17, 23, 26, 31}) << 3 |
            x(a, {8, 10, 12, 16, 17, 21, 24, 25, 26, 27}) << 4 | x(a, {9, 10, 18, 25, 29, 30, 31}) << 5 |
            x(a, {13, 14, 20, 23, 28, 29, 30}) << 6 | x(a, {14, 15, 17, 20, 21, 23, 24, 28, 31}) << 7 |
            x(a, {15, 16, 19, 20, 23, 24, 25, 26, 28, 29, 30, 32}) << 8 |
            x(a, {16, 17, 18, 19, 21, 22, 23, 25, 27, 28, 30}) << 9;
        ASSERT_EQ(index(a / 128), set) << a;
    }
    // Every aligned page of 2 MiB has 16 lines in each set.
    for (const std::uint64_t page : {0ULL, 5ULL, 1023ULL, 2047ULL}) {
        std::map<std::uint64_t, int> lines;
        for (std::uint64_t line = 0; line < (2U << 20) / 128; ++line)
            ++lines[index(page * (2U << 20) / 128 + line)];
        ASSERT_EQ(lines.size(), 1024U);
        for (const auto& [set, count] : lines)
            ASSERT_EQ(count, 16) << set;
    }
}

TEST(SetIndex, RefusesWhatItCannotDo) {
    const auto message = [](const char* name, std::uint64_t sets, std::uint32_t line) -> std::string {
        try {
            check_set_index(name, sets, line);
        } catch (const UsageError& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_EQ(message("linear", 3, 128), "");
    EXPECT_EQ(message("linear", 0, 128), "index 'linear' needs sets; found 0 sets and lines of 128 bytes");
    EXPECT_EQ(message("xor", 3, 128),
              "index 'xor' needs a power of two of sets; found 3 sets and lines of 128 bytes");
    EXPECT_EQ(
        message("fermi-l1", 32, 64),
        "index 'fermi-l1' needs 32 or 64 sets and lines of 128 bytes; found 32 sets and lines of 64 bytes");
    EXPECT_THAT(message("pascal-l1", 8, 128), testing::HasSubstr("4 sets"));
    EXPECT_THAT(message("gtx1080-l2", 512, 128), testing::HasSubstr("1024 sets"));
    EXPECT_THAT(message("modulo", 8, 128), testing::HasSubstr("expected linear, xor, fermi-l1"));
}

/// Mei et al. 2014, figure 12: 12 KiB make 96 lines per set; sets get 4 consecutive lines in turn.
TEST(SetIndex, TextureCachePutsSuccessive128BytesIntoOneSet) {
    const auto index = make_set_index("texture-l1", 4, 32);
    std::array<int, 4> lines{};
    for (std::uint64_t line = 0; line < 384; ++line) {
        EXPECT_EQ(index(line), (line * 32 >> 7) & 3);
        ++lines.at(index(line));
    }
    EXPECT_EQ(lines, (std::array{96, 96, 96, 96}));
}

} // namespace
} // namespace hitmap
