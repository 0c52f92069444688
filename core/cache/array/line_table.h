#pragma once

#include "core/base/random_salt.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace hitmap {

/// Returns a random factor for multiply-shift hashing, so that no recording can be constructed whose lines
/// all collide. The highest bits are not random but those of 2^64 divided by the golden ratio (Knuth, vol. 3,
/// 6.4): without them, about one factor in several hundred would map neighbouring lines to the same chain.
[[nodiscard]] inline std::uint64_t drawn_hash_factor() {
    constexpr std::uint64_t drawn = (std::uint64_t{1} << 60) - 1; // mask of the random bits
    return (0x9e3779b97f4a7c15ULL & ~drawn) | (random_salt() & drawn) | 1;
}

/// Finds the way of a line in sets of many ways, where comparing all tags would be slow. Each set has a
/// hash table with a few chains per way (Knuth, vol. 3, 6.4, algorithm C). The table stores numbers of ways
/// only; the cache knows which line is in a way. Different threads may use different sets.
/// @tparam Way  an unsigned integer for the number of a way and one further value. It should be as narrow as
/// possible, since the tables of all SMs share the cache of the processor
template <class Way>
class LineChains {
public:
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    static constexpr std::uint64_t most_ways = static_cast<Way>(~Way{0});

    LineChains() = default;
    /// `factor` must be odd, `ways` at most most_ways.
    LineChains(std::uint64_t sets, std::uint64_t ways, std::uint64_t factor = drawn_hash_factor())
        : factor_(factor),
          bits_(static_cast<unsigned>(std::bit_width(chains_a_way * ways))),
          ways_(ways),
          first_(sets << bits_, end),
          next_(sets * ways) {}

    /// Returns the way that has `line`, or none. `line_of(way)` returns the line in a way of the set.
    template <class LineOf>
    [[nodiscard]] [[gnu::always_inline]] std::uint32_t find(std::uint64_t set, std::uint64_t line,
                                                            const LineOf& line_of) const {
        const Way* const next = next_.data() + set * ways_;
        for (Way way = first_[chain_of(set, line)]; way != end; way = next[way])
            if (line_of(way) == line) return way;
        return none;
    }
    /// Records that `line`, which must not be in the table, is now in `way`.
    void insert(std::uint64_t set, std::uint64_t line, std::uint32_t way) {
        Way& first = first_[chain_of(set, line)];
        next_[set * ways_ + way] = first;
        first = static_cast<Way>(way);
    }
    /// Removes `line`, which must be in `way`.
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
    /// The minimum number of chains per way; rounding to a power of two at most doubles it. Eight chains are
    /// used if they take little memory: most look-ups of missing lines then find an empty chain, which the
    /// processor predicts. It cannot predict the length of other chains.
    static constexpr std::uint64_t chains_a_way = sizeof(Way) == 1 ? 8 : 2;

    /// Multiply-shift hashing: Dietzfelbinger et al. 1997.
    [[nodiscard]] std::uint64_t chain_of(std::uint64_t set, std::uint64_t line) const {
        return (set << bits_) + (line * factor_ >> (64 - bits_));
    }

    std::uint64_t factor_ = 1;
    unsigned bits_ = 1; ///< log2 of the number of chains of a set
    std::uint64_t ways_ = 0;
    std::vector<Way> first_; ///< [sets][chains of a set] first way of each chain
    std::vector<Way> next_;  ///< [sets][ways] next way of the same chain
};

/// LineChains for any number of ways, with the narrowest suitable Way.
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
    /// find(), insert() and erase() are as in LineChains.
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
    Narrow narrow_; ///< only one of the two is in use
    Wide wide_;
};

} // namespace hitmap
