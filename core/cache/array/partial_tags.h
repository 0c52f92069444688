#pragma once

#include <bit>
#include <cstdint>

namespace hitmap {

/// Partial tags: finds the way of a line in a set with few ways. Of each line, 8 bits of a hash are stored,
/// and those of all ways are compared at once. A set stores them in one or two words.
class PartialTags {
public:
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    static constexpr std::uint64_t most_ways = 16;

    explicit PartialTags(std::uint64_t ways) : words_((ways + 7) / 8), ways_((1U << ways) - 1) {}

    /// Number of words per set.
    [[nodiscard]] std::uint64_t words() const { return words_; }
    /// Returns the way that has `line`, or none. `lines`: [ways] the full line numbers of the set, which
    /// confirm a match of partial tags.
    [[nodiscard]] [[gnu::always_inline]] std::uint32_t
    find(const std::uint64_t* words, const std::uint64_t* lines, std::uint64_t line) const {
        const std::uint64_t tag = each_byte * partial_tag_of(line);
        std::uint32_t alike = ways_with(words[0], tag);
        if (words_ == 2) alike |= ways_with(words[1], tag) << 8;
        for (alike &= ways_; alike != 0; alike &= alike - 1) {
            const auto way = static_cast<std::uint32_t>(std::countr_zero(alike));
            if (lines[way] == line) return way;
        }
        return none;
    }
    /// Records that `line` is now in `way`.
    static void put(std::uint64_t* words, std::uint64_t line, std::uint32_t way) {
        std::uint64_t& word = words[way / 8];
        const unsigned shift = way % 8 * 8;
        word = (word & ~(std::uint64_t{0xff} << shift)) | partial_tag_of(line) << shift;
    }

private:
    static constexpr std::uint64_t each_byte = 0x0101010101010101; ///< 1 in each byte

    /// Returns a mask: bit w is set if byte w of the word equals `tag`. Further bits may be set, so that a
    /// match must be confirmed.
    [[nodiscard]] static std::uint32_t ways_with(std::uint64_t word, std::uint64_t tag) {
        const std::uint64_t differs = word ^ tag;
        const std::uint64_t zeros = (differs - each_byte) & ~differs & each_byte << 7;
        // The product has bit 8 w of the first factor in bit 56 + w; the top byte is the mask.
        return static_cast<std::uint32_t>((zeros >> 7) * 0x0102040810204080 >> 56);
    }
    [[nodiscard]] static std::uint64_t partial_tag_of(std::uint64_t line) {
        return line * 0x9e3779b97f4a7c15ULL >> 56; // Fibonacci hashing (Knuth, vol. 3, 6.4)
    }

    std::uint64_t words_; ///< words per set
    std::uint32_t ways_;  ///< bit w is set for each existing way w
};

} // namespace hitmap
