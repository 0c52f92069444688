#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace hitmap {

/// Finds the way of a line in sets with so many ways that comparing all tags would be slow: a hash table with
/// linear probing for each set. Different sets may be used by different threads.
class LineTable {
public:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    LineTable() = default;
    LineTable(std::uint64_t sets, std::uint64_t ways)
        : bits_(static_cast<unsigned>(std::bit_width(2 * ways - 1))), ways_(sets << bits_) {}

    /// `tags`: [ways] lines of the set. The way that has `line`, or none.
    [[nodiscard]] std::uint32_t find(std::uint64_t set, std::uint64_t line, const std::uint64_t* tags) const {
        const std::uint32_t* const way = ways_.data() + (set << bits_);
        for (std::uint64_t at = home(line);; at = next(at)) {
            if (way[at] == 0) return none;
            if (tags[way[at] - 1] == line) return way[at] - 1;
        }
    }
    /// `line`, which the table does not have, is in `way` now.
    void insert(std::uint64_t set, std::uint64_t line, std::uint32_t way) {
        std::uint32_t* const ways = ways_.data() + (set << bits_);
        std::uint64_t at = home(line);
        while (ways[at] != 0)
            at = next(at);
        ways[at] = way + 1;
    }
    /// Takes out the line of `way`, which `tags` still has.
    void erase(std::uint64_t set, std::uint32_t way, const std::uint64_t* tags) {
        std::uint32_t* const ways = ways_.data() + (set << bits_);
        std::uint64_t hole = home(tags[way]);
        while (ways[hole] != way + 1)
            hole = next(hole);
        // What follows moves up where that does not put it before its home (Knuth, vol. 3, 6.4, algorithm R).
        for (std::uint64_t at = next(hole); ways[at] != 0; at = next(at)) {
            const std::uint64_t from_home = (at - home(tags[ways[at] - 1])) & mask();
            if (from_home < ((at - hole) & mask())) continue;
            ways[hole] = ways[at];
            hole = at;
        }
        ways[hole] = 0;
    }
    void clear() { std::fill(ways_.begin(), ways_.end(), 0U); }

private:
    [[nodiscard]] std::uint64_t mask() const { return (std::uint64_t{1} << bits_) - 1; }
    [[nodiscard]] std::uint64_t next(std::uint64_t at) const { return (at + 1) & mask(); }
    [[nodiscard]] std::uint64_t home(std::uint64_t line) const {
        return line * 0x9e3779b97f4a7c15ULL >> (64 - bits_); // Fibonacci hashing
    }

    unsigned bits_ = 1;               ///< at least twice as many places as ways
    std::vector<std::uint32_t> ways_; ///< [sets][places] way + 1; 0: empty
};

} // namespace hitmap
