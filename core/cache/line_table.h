#pragma once

#include "core/base/random_salt.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace hitmap {

/// Finds the way of a line in sets with so many ways that comparing all tags would be slow: a hash table for
/// each set, of buckets of seven places whose prints are compared all at once. What a full bucket has no
/// place for is in one of those that follow, and all buckets that it passed by count it. Different sets may
/// be used by different threads.
class LineTable {
public:
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    static constexpr std::uint64_t most_ways = std::uint64_t{1} << 31;

    LineTable() = default;
    /// `factor`: odd; a drawn one lets no recording be made whose lines all want one bucket.
    LineTable(std::uint64_t sets, std::uint64_t ways, std::uint64_t factor = random_salt() | 1)
        : factor_(factor),
          bits_(std::max(1U, static_cast<unsigned>(std::bit_width((ways - 1) / 3)))),
          prints_(sets << bits_),
          ways_(prints_.size() * row) {}

    /// `line_of(way)`: the line that is in a way of the set. The way that has `line`, or none.
    template <class LineOf>
    [[nodiscard]] std::uint32_t find(std::uint64_t set, std::uint64_t line, const LineOf& line_of) const {
        const std::uint64_t hash = hash_of(line);
        std::uint64_t at = home(hash);
        for (std::uint64_t passed = 0; passed >> bits_ == 0; ++passed, at = next(at)) {
            const std::uint64_t bucket = (set << bits_) + at;
            const std::uint64_t prints = prints_[bucket];
            for (std::uint64_t alike = like(prints, print_of(hash)); alike != 0; alike &= alike - 1) {
                const std::uint32_t way = ways_[bucket * row + place_of(alike)];
                if (line_of(way) == line) return way;
            }
            if (prints >> count_shift == 0) break;
        }
        return none;
    }
    /// `line`, which the table does not have, is in `way` now.
    void insert(std::uint64_t set, std::uint64_t line, std::uint32_t way) {
        const std::uint64_t hash = hash_of(line);
        for (std::uint64_t at = home(hash);; at = next(at)) {
            const std::uint64_t bucket = (set << bits_) + at;
            const std::uint64_t free = like(prints_[bucket], 0);
            if (free == 0) {
                prints_[bucket] += one_passed(prints_[bucket]);
                continue;
            }
            const unsigned place = place_of(free);
            prints_[bucket] |= print_of(hash) << (8 * place);
            ways_[bucket * row + place] = way;
            return;
        }
    }
    /// Takes out `line`, which is in `way`.
    void erase(std::uint64_t set, std::uint64_t line, std::uint32_t way) {
        const std::uint64_t hash = hash_of(line);
        for (std::uint64_t at = home(hash);; at = next(at)) {
            const std::uint64_t bucket = (set << bits_) + at;
            std::uint64_t& prints = prints_[bucket];
            for (std::uint64_t alike = like(prints, print_of(hash)); alike != 0; alike &= alike - 1) {
                const unsigned place = place_of(alike);
                if (ways_[bucket * row + place] != way || (prints >> 8 * place & 0xff) != print_of(hash))
                    continue;
                prints &= ~(std::uint64_t{0xff} << (8 * place));
                return;
            }
            prints -= one_passed(prints);
        }
    }
    void clear() { std::fill(prints_.begin(), prints_.end(), 0U); }

private:
    static constexpr unsigned places = 7; ///< of a bucket
    static constexpr unsigned row = 8;    ///< ways_ of a bucket: the last one is not used
    static constexpr unsigned count_shift = 8 * places;
    static constexpr std::uint64_t each = 0x0001010101010101; ///< [places] a 1

    [[nodiscard]] std::uint64_t next(std::uint64_t at) const {
        return (at + 1) & ((std::uint64_t{1} << bits_) - 1);
    }
    [[nodiscard]] std::uint64_t hash_of(std::uint64_t line) const {
        return line * factor_; // multiply-shift hashing: Dietzfelbinger et al. 1997
    }
    [[nodiscard]] std::uint64_t home(std::uint64_t hash) const { return hash >> (64 - bits_); }
    /// 1 to 255, of other bits than the home.
    [[nodiscard]] static std::uint64_t print_of(std::uint64_t hash) {
        const std::uint64_t print = hash >> 24 & 0xff;
        return print == 0 ? 1 : print;
    }
    /// The top bits of places that have a print. Others may be there, too, but above the first that has it.
    [[nodiscard]] static std::uint64_t like(std::uint64_t prints, std::uint64_t print) {
        const std::uint64_t differs = prints ^ each * print;
        return (differs - each) & ~differs & (each << 7);
    }
    [[nodiscard]] static unsigned place_of(std::uint64_t tops) {
        return static_cast<unsigned>(std::countr_zero(tops)) / 8;
    }
    /// 1 where lines that passed by are counted, 0 once nobody knows how many there are.
    [[nodiscard]] static std::uint64_t one_passed(std::uint64_t prints) {
        return prints >> count_shift == 0xff ? 0 : std::uint64_t{1} << count_shift;
    }

    std::uint64_t factor_ = 1;
    unsigned bits_ = 1; ///< log2 of the buckets of a set
    /// [sets][buckets] a byte a place, 0: empty; above them the number of lines that found no place here. A
    /// count of 255 stays until clear(): then nobody knows how many more there were.
    std::vector<std::uint64_t> prints_;
    std::vector<std::uint32_t> ways_; ///< [sets][buckets][row]
};

} // namespace hitmap
