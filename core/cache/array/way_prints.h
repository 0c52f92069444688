#pragma once

#include <bit>
#include <cstdint>

namespace hitmap {

/// Finds the way of a line in a set of few ways: a byte of each way's line in two words, compared all at
/// once. The words are the set's.
class WayPrints {
public:
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    static constexpr std::uint64_t most_ways = 16;

    explicit WayPrints(std::uint64_t ways) : words_((ways + 7) / 8), ways_((1U << ways) - 1) {}

    /// Of a set.
    [[nodiscard]] std::uint64_t words() const { return words_; }
    /// `lines`: [ways] those that are in the ways of the set, or other ones' numbers. The way that has
    /// `line`, or none.
    [[nodiscard]] [[gnu::always_inline]] std::uint32_t
    find(const std::uint64_t* words, const std::uint64_t* lines, std::uint64_t line) const {
        const std::uint64_t print = each_byte * print_of(line);
        std::uint32_t alike = ways_alike(words[0], print);
        if (words_ == 2) alike |= ways_alike(words[1], print) << 8;
        for (alike &= ways_; alike != 0; alike &= alike - 1) {
            const auto way = static_cast<std::uint32_t>(std::countr_zero(alike));
            if (lines[way] == line) return way;
        }
        return none;
    }
    /// `line` is in `way` now.
    static void put(std::uint64_t* words, std::uint64_t line, std::uint32_t way) {
        std::uint64_t& word = words[way / 8];
        const unsigned shift = way % 8 * 8;
        word = (word & ~(std::uint64_t{0xff} << shift)) | print_of(line) << shift;
    }

private:
    static constexpr std::uint64_t each_byte = 0x0101010101010101;

    /// Bit w: byte w of the word is that of the print; others may be set, too.
    [[nodiscard]] static std::uint32_t ways_alike(std::uint64_t word, std::uint64_t print) {
        const std::uint64_t differs = word ^ print;
        const std::uint64_t zeros = (differs - each_byte) & ~differs & each_byte << 7;
        return static_cast<std::uint32_t>((zeros >> 7) * 0x0102040810204080 >> 56);
    }
    [[nodiscard]] static std::uint64_t print_of(std::uint64_t line) {
        return line * 0x9e3779b97f4a7c15ULL >> 56; // Fibonacci hashing
    }

    std::uint64_t words_; ///< a set
    std::uint32_t ways_;  ///< bit w: there is a way w
};

} // namespace hitmap
