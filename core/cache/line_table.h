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
    static constexpr std::uint64_t most_ways = std::uint64_t{1} << 31;

    LineTable() = default;
    LineTable(std::uint64_t sets, std::uint64_t ways)
        : bits_(static_cast<unsigned>(std::bit_width(2 * ways - 1))), places_(sets << bits_) {}

    /// `tags`: [ways] lines of the set. The way that has `line`, or none.
    [[nodiscard]] std::uint32_t find(std::uint64_t set, std::uint64_t line, const std::uint64_t* tags) const {
        const Place* const places = places_.data() + (set << bits_);
        const std::uint32_t print = print_of(line);
        for (std::uint64_t at = home(print);; at = next(at)) {
            if (places[at].way == 0) return none;
            if (places[at].print == print && tags[places[at].way - 1] == line) return places[at].way - 1;
        }
    }
    /// `line`, which the table does not have, is in `way` now.
    void insert(std::uint64_t set, std::uint64_t line, std::uint32_t way) {
        Place* const places = places_.data() + (set << bits_);
        const std::uint32_t print = print_of(line);
        std::uint64_t at = home(print);
        while (places[at].way != 0)
            at = next(at);
        places[at] = {print, way + 1};
    }
    /// Takes out `line`, which is in `way`.
    void erase(std::uint64_t set, std::uint64_t line, std::uint32_t way) {
        Place* const places = places_.data() + (set << bits_);
        std::uint64_t hole = home(print_of(line));
        while (places[hole].way != way + 1)
            hole = next(hole);
        // What follows moves up where that does not put it before its home (Knuth, vol. 3, 6.4, algorithm R).
        for (std::uint64_t at = next(hole); places[at].way != 0; at = next(at)) {
            const std::uint64_t from_home = (at - home(places[at].print)) & mask();
            if (from_home < ((at - hole) & mask())) continue;
            places[hole] = places[at];
            hole = at;
        }
        places[hole] = {};
    }
    void clear() { std::fill(places_.begin(), places_.end(), Place{}); }

private:
    /// A line's fingerprint tells it from nearly all others without a look at its tag, and knows its home.
    struct Place {
        std::uint32_t print = 0;
        std::uint32_t way = 0; ///< + 1; 0: empty
    };
    [[nodiscard]] std::uint64_t mask() const { return (std::uint64_t{1} << bits_) - 1; }
    [[nodiscard]] std::uint64_t next(std::uint64_t at) const { return (at + 1) & mask(); }
    [[nodiscard]] static std::uint32_t print_of(std::uint64_t line) {
        return static_cast<std::uint32_t>(line * 0x9e3779b97f4a7c15ULL >> 32); // Fibonacci hashing
    }
    /// bits_ is 1 to 32, as ways are at most most_ways.
    [[nodiscard]] std::uint64_t home(std::uint32_t print) const {
        return std::uint64_t{print} >> (32 - bits_);
    }

    unsigned bits_ = 1;         ///< at least twice as many places as ways
    std::vector<Place> places_; ///< [sets][places]
};

} // namespace hitmap
