#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace hitmap {

/// Finds the way of a line in sets of few ways: a byte of each way's line in two words, compared all at once.
class WayPrints {
public:
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    static constexpr std::uint64_t most_ways = 16;

    WayPrints() = default;
    WayPrints(std::uint64_t sets, std::uint64_t ways) : words_((ways + 7) / 8), prints_(sets * words_) {
        for (std::uint64_t way = 0; way < ways; ++way)
            tops_[way / 8] |= std::uint64_t{0x80} << (way % 8 * 8);
    }

    /// `line_of(way)`: the line that is in a way of the set, or another one's number. The way that has
    /// `line`, or none.
    template <class LineOf>
    [[nodiscard]] std::uint32_t find(std::uint64_t set, std::uint64_t line, const LineOf& line_of) const {
        const std::uint64_t print = each_byte * print_of(line);
        for (std::uint64_t word = 0; word < words_; ++word) {
            const std::uint64_t differs = prints_[set * words_ + word] ^ print;
            // Bytes that are zero, and some others, which the look at the line rules out.
            for (std::uint64_t zeros = (differs - each_byte) & ~differs & tops_[word]; zeros != 0;
                 zeros &= zeros - 1) {
                const auto way = static_cast<std::uint32_t>(word * 8) +
                                 static_cast<std::uint32_t>(std::countr_zero(zeros)) / 8;
                if (line_of(way) == line) return way;
            }
        }
        return none;
    }
    /// `line` is in `way` now.
    void put(std::uint64_t set, std::uint64_t line, std::uint32_t way) {
        std::uint64_t& word = prints_[set * words_ + way / 8];
        const unsigned shift = way % 8 * 8;
        word = (word & ~(std::uint64_t{0xff} << shift)) | print_of(line) << shift;
    }
    void prefetch(std::uint64_t set) const { __builtin_prefetch(prints_.data() + set * words_); }
    void clear() { std::fill(prints_.begin(), prints_.end(), 0U); }

private:
    static constexpr std::uint64_t each_byte = 0x0101010101010101;

    [[nodiscard]] static std::uint64_t print_of(std::uint64_t line) {
        return line * 0x9e3779b97f4a7c15ULL >> 56; // Fibonacci hashing
    }

    std::uint64_t words_ = 0;             ///< a set
    std::array<std::uint64_t, 2> tops_{}; ///< [words] the top bits of bytes that are ways'
    std::vector<std::uint64_t> prints_;   ///< [sets][words] a byte a way
};

} // namespace hitmap
