#pragma once

#include "core/base/prefetch.h"
#include "core/base/random_salt.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace hitmap {

/// For multiply-shift hashing: drawn, so that no recording can be made whose lines all want one place; but
/// for the first bits, which are those of 2^64 divided by the golden ratio (Knuth, vol. 3, 6.4): without
/// them, one draw of some hundred would leave neighbours together.
[[nodiscard]] inline std::uint64_t drawn_hash_factor() {
    constexpr std::uint64_t drawn = (std::uint64_t{1} << 60) - 1;
    return (0x9e3779b97f4a7c15ULL & ~drawn) | (random_salt() & drawn) | 1;
}

/// Finds the way of a line in sets with so many ways that comparing all tags would be slow: a hash table for
/// each set, of two to four places a way, with linear probing (Knuth, vol. 3, 6.4, algorithms L and R). It
/// keeps numbers of ways only; which line is in a way, the cache knows. Different sets may be used by
/// different threads.
/// @tparam Way  holds the number of a way and one more; as narrow as can be, since all SMs' tables share the
/// processor's cache
template <class Way>
class LineSlots {
public:
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    static constexpr std::uint64_t most_ways = static_cast<Way>(~Way{0});

    LineSlots() = default;
    /// `factor`: odd. `ways`: at most most_ways.
    LineSlots(std::uint64_t sets, std::uint64_t ways, std::uint64_t factor = drawn_hash_factor())
        : factor_(factor),
          bits_(static_cast<unsigned>(std::bit_width(2 * ways))),
          slots_(sets << bits_, empty) {}

    /// `line_of(way)`: the line that is in a way of the set. The way that has `line`, or none.
    template <class LineOf>
    [[nodiscard]] [[gnu::always_inline]] std::uint32_t find(std::uint64_t set, std::uint64_t line,
                                                            const LineOf& line_of) const {
        const Way* const slots = slots_.data() + (set << bits_);
        for (std::uint64_t at = home(line);; at = next(at)) {
            const Way way = slots[at];
            if (way == empty) return none;
            if (line_of(way) == line) return way;
        }
    }
    /// `line`, which the table does not have, is in `way` now.
    void insert(std::uint64_t set, std::uint64_t line, std::uint32_t way) {
        Way* const slots = slots_.data() + (set << bits_);
        std::uint64_t at = home(line);
        while (slots[at] != empty)
            at = next(at);
        slots[at] = static_cast<Way>(way);
    }
    /// Takes out `line`, which is in `way`. `line_of` as in find().
    template <class LineOf>
    void erase(std::uint64_t set, std::uint64_t line, std::uint32_t way, const LineOf& line_of) {
        Way* const slots = slots_.data() + (set << bits_);
        std::uint64_t hole = home(line);
        while (slots[hole] != way)
            hole = next(hole);
        // What would not be found any more, since the search for it passes the hole, moves there.
        for (std::uint64_t at = next(hole); slots[at] != empty; at = next(at)) {
            if (distance(home(line_of(slots[at])), at) < distance(hole, at)) continue;
            slots[hole] = slots[at];
            hole = at;
        }
        slots[hole] = empty;
    }
    void clear() { std::fill(slots_.begin(), slots_.end(), empty); }
    /// Has the processor fetch what it has of some sets.
    [[gnu::always_inline]] void prefetch(std::uint64_t first_set, std::uint64_t sets) const {
        prefetch_all(slots_.data() + (first_set << bits_), sets << bits_);
    }

private:
    static constexpr Way empty = static_cast<Way>(~Way{0});

    /// Multiply-shift hashing: Dietzfelbinger et al. 1997.
    [[nodiscard]] std::uint64_t home(std::uint64_t line) const { return line * factor_ >> (64 - bits_); }
    [[nodiscard]] std::uint64_t next(std::uint64_t at) const { return wrapped(at + 1); }
    /// Steps from one place to another.
    [[nodiscard]] std::uint64_t distance(std::uint64_t from, std::uint64_t to) const {
        return wrapped(to - from);
    }
    [[nodiscard]] std::uint64_t wrapped(std::uint64_t at) const {
        return at & ((std::uint64_t{1} << bits_) - 1);
    }

    std::uint64_t factor_ = 1;
    unsigned bits_ = 1;      ///< log2 of the places of a set
    std::vector<Way> slots_; ///< [sets][places of a set]
};

/// LineSlots for any number of ways.
class LineTable {
public:
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    static constexpr std::uint64_t most_ways = std::uint64_t{1} << 31;

    LineTable() = default;
    LineTable(std::uint64_t sets, std::uint64_t ways, std::uint64_t factor = drawn_hash_factor())
        : is_narrow_(ways <= Narrow::most_ways) {
        if (is_narrow_)
            narrow_ = Narrow(sets, ways, factor);
        else
            wide_ = Wide(sets, ways, factor);
    }
    /// As those of LineSlots.
    template <class LineOf>
    [[nodiscard]] [[gnu::always_inline]] std::uint32_t find(std::uint64_t set, std::uint64_t line,
                                                            const LineOf& line_of) const {
        return is_narrow_ ? narrow_.find(set, line, line_of) : wide_.find(set, line, line_of);
    }
    void insert(std::uint64_t set, std::uint64_t line, std::uint32_t way) {
        is_narrow_ ? narrow_.insert(set, line, way) : wide_.insert(set, line, way);
    }
    template <class LineOf>
    void erase(std::uint64_t set, std::uint64_t line, std::uint32_t way, const LineOf& line_of) {
        is_narrow_ ? narrow_.erase(set, line, way, line_of) : wide_.erase(set, line, way, line_of);
    }
    void clear() { is_narrow_ ? narrow_.clear() : wide_.clear(); }
    [[gnu::always_inline]] void prefetch(std::uint64_t first_set, std::uint64_t sets) const {
        is_narrow_ ? narrow_.prefetch(first_set, sets) : wide_.prefetch(first_set, sets);
    }

private:
    using Narrow = LineSlots<std::uint16_t>;
    using Wide = LineSlots<std::uint32_t>;

    bool is_narrow_ = true;
    Narrow narrow_; ///< one of the two
    Wide wide_;
};

} // namespace hitmap
