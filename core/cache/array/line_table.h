#pragma once

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
/// each set, of some chains a way (Knuth, vol. 3, 6.4, algorithm C). It keeps numbers of ways only;
/// which line is in a way, the cache knows. Different sets may be used by different threads.
/// @tparam Way  holds the number of a way and one more; as narrow as can be, since all SMs' tables share the
/// processor's cache
template <class Way>
class LineChains {
public:
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    static constexpr std::uint64_t most_ways = static_cast<Way>(~Way{0});

    LineChains() = default;
    /// `factor`: odd. `ways`: at most most_ways.
    LineChains(std::uint64_t sets, std::uint64_t ways, std::uint64_t factor = drawn_hash_factor())
        : factor_(factor),
          bits_(static_cast<unsigned>(std::bit_width(chains_a_way * ways))),
          ways_(ways),
          first_(sets << bits_, end),
          next_(sets * ways) {}

    /// `line_of(way)`: the line that is in a way of the set. The way that has `line`, or none.
    template <class LineOf>
    [[nodiscard]] [[gnu::always_inline]] std::uint32_t find(std::uint64_t set, std::uint64_t line,
                                                            const LineOf& line_of) const {
        const Way* const next = next_.data() + set * ways_;
        for (Way way = first_[chain_of(set, line)]; way != end; way = next[way])
            if (line_of(way) == line) return way;
        return none;
    }
    /// `line`, which the table does not have, is in `way` now.
    void insert(std::uint64_t set, std::uint64_t line, std::uint32_t way) {
        Way& first = first_[chain_of(set, line)];
        next_[set * ways_ + way] = first;
        first = static_cast<Way>(way);
    }
    /// Takes out `line`, which is in `way`.
    void erase(std::uint64_t set, std::uint64_t line, std::uint32_t way) {
        Way* const next = next_.data() + set * ways_;
        Way* link = &first_[chain_of(set, line)];
        while (*link != way)
            link = next + *link;
        *link = next[way];
    }
    void clear() { std::fill(first_.begin(), first_.end(), end); }

private:
    static constexpr Way end = static_cast<Way>(~Way{0});
    /// There are more, at most twice as many. Where they take little memory, so many that most lines that are
    /// not there find an empty chain: the processor foretells that, and how long others are it cannot.
    static constexpr std::uint64_t chains_a_way = sizeof(Way) == 1 ? 8 : 2;

    /// Multiply-shift hashing: Dietzfelbinger et al. 1997.
    [[nodiscard]] std::uint64_t chain_of(std::uint64_t set, std::uint64_t line) const {
        return (set << bits_) + (line * factor_ >> (64 - bits_));
    }

    std::uint64_t factor_ = 1;
    unsigned bits_ = 1; ///< log2 of the chains of a set
    std::uint64_t ways_ = 0;
    std::vector<Way> first_; ///< [sets][chains of a set]
    std::vector<Way> next_;  ///< [sets][ways] of the way's chain
};

/// LineChains for any number of ways.
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
    /// As those of LineChains.
    template <class LineOf>
    [[nodiscard]] [[gnu::always_inline]] std::uint32_t find(std::uint64_t set, std::uint64_t line,
                                                            const LineOf& line_of) const {
        return is_narrow_ ? narrow_.find(set, line, line_of) : wide_.find(set, line, line_of);
    }
    void insert(std::uint64_t set, std::uint64_t line, std::uint32_t way) {
        is_narrow_ ? narrow_.insert(set, line, way) : wide_.insert(set, line, way);
    }
    void erase(std::uint64_t set, std::uint64_t line, std::uint32_t way) {
        is_narrow_ ? narrow_.erase(set, line, way) : wide_.erase(set, line, way);
    }
    void clear() { is_narrow_ ? narrow_.clear() : wide_.clear(); }

private:
    using Narrow = LineChains<std::uint16_t>;
    using Wide = LineChains<std::uint32_t>;

    bool is_narrow_ = true;
    Narrow narrow_; ///< one of the two
    Wide wide_;
};

} // namespace hitmap
