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
/// @tparam Way  holds the number of a way; as narrow as can be, since all SMs' tables share the processor's
/// cache
template <class Way>
class LineBuckets {
public:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    LineBuckets() = default;
    /// `factor`: odd; a drawn one lets no recording be made whose lines all want one bucket.
    LineBuckets(std::uint64_t sets, std::uint64_t ways, std::uint64_t factor)
        : factor_(factor),
          bits_(std::max(1U, static_cast<unsigned>(std::bit_width((ways - 1) / 3)))),
          buckets_(sets << bits_) {}

    /// `line_of(way)`: the line that is in a way of the set. The way that has `line`, or none.
    template <class LineOf>
    [[nodiscard]] [[gnu::always_inline]] std::uint32_t find(std::uint64_t set, std::uint64_t line,
                                                            const LineOf& line_of) const {
        const std::uint64_t hash = hash_of(line);
        const Bucket& bucket = buckets_[(set << bits_) + home(hash)];
        const std::uint64_t alike = like(bucket.prints, print_of(hash));
        if (alike != 0) { // mostly, what is looked for is where it is looked for first
            const std::uint32_t way = bucket.ways[place_of(alike)];
            if (line_of(way) == line) return way;
        } else if (bucket.prints >> count_shift == 0) {
            return none;
        }
        return search(set, line, line_of);
    }
    /// The same, not inlined.
    template <class LineOf>
    [[nodiscard]] [[gnu::noinline]] std::uint32_t search(std::uint64_t set, std::uint64_t line,
                                                         const LineOf& line_of) const {
        const std::uint64_t hash = hash_of(line);
        std::uint64_t at = home(hash);
        for (std::uint64_t passed = 0; passed >> bits_ == 0; ++passed, at = next(at)) {
            const Bucket& bucket = buckets_[(set << bits_) + at];
            for (std::uint64_t alike = like(bucket.prints, print_of(hash)); alike != 0; alike &= alike - 1) {
                const std::uint32_t way = bucket.ways[place_of(alike)];
                if (line_of(way) == line) return way;
            }
            if (bucket.prints >> count_shift == 0) break;
        }
        return none;
    }
    /// `line`, which the table does not have, is in `way` now.
    void insert(std::uint64_t set, std::uint64_t line, std::uint32_t way) {
        const std::uint64_t hash = hash_of(line);
        for (std::uint64_t at = home(hash);; at = next(at)) {
            Bucket& bucket = buckets_[(set << bits_) + at];
            const std::uint64_t free = like(bucket.prints, 0);
            if (free == 0) {
                bucket.prints += one_passed(bucket.prints);
                continue;
            }
            const unsigned place = place_of(free);
            bucket.prints |= print_of(hash) << (8 * place);
            bucket.ways[place] = static_cast<Way>(way);
            return;
        }
    }
    /// Takes out `line`, which is in `way`.
    void erase(std::uint64_t set, std::uint64_t line, std::uint32_t way) {
        const std::uint64_t hash = hash_of(line);
        for (std::uint64_t at = home(hash);; at = next(at)) {
            Bucket& bucket = buckets_[(set << bits_) + at];
            for (std::uint64_t alike = like(bucket.prints, print_of(hash)); alike != 0; alike &= alike - 1) {
                const unsigned place = place_of(alike);
                if (bucket.ways[place] != way || (bucket.prints >> 8 * place & 0xff) != print_of(hash))
                    continue;
                bucket.prints &= ~(std::uint64_t{0xff} << (8 * place));
                return;
            }
            bucket.prints -= one_passed(bucket.prints);
        }
    }
    void clear() { std::fill(buckets_.begin(), buckets_.end(), Bucket{}); }

private:
    static constexpr unsigned places = 7;
    static constexpr unsigned count_shift = 8 * places;
    static constexpr std::uint64_t each = 0x0001010101010101; ///< [places] a 1

    struct Bucket {
        /// A byte a place, 0: empty; above them the number of lines that found no place here. A count of 255
        /// stays until clear(): then nobody knows how many more there were.
        std::uint64_t prints = 0;
        std::array<Way, places> ways{};
    };

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
    unsigned bits_ = 1;           ///< log2 of the buckets of a set
    std::vector<Bucket> buckets_; ///< [sets][buckets of a set]
};

/// LineBuckets for any number of ways.
class LineTable {
public:
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    static constexpr std::uint64_t most_ways = std::uint64_t{1} << 31;

    LineTable() = default;
    LineTable(std::uint64_t sets, std::uint64_t ways, std::uint64_t factor = random_salt() | 1)
        : is_narrow_(ways <= std::uint64_t{1} << 16) {
        if (is_narrow_)
            narrow_ = Narrow(sets, ways, factor);
        else
            wide_ = Wide(sets, ways, factor);
    }
    /// As those of LineBuckets.
    template <class LineOf>
    [[nodiscard]] [[gnu::always_inline]] std::uint32_t find(std::uint64_t set, std::uint64_t line,
                                                            const LineOf& line_of) const {
        if (is_narrow_) return narrow_.find(set, line, line_of);
        return wide_.search(set, line, line_of); // rare, not worth its inlining
    }
    void insert(std::uint64_t set, std::uint64_t line, std::uint32_t way) {
        is_narrow_ ? narrow_.insert(set, line, way) : wide_.insert(set, line, way);
    }
    void erase(std::uint64_t set, std::uint64_t line, std::uint32_t way) {
        is_narrow_ ? narrow_.erase(set, line, way) : wide_.erase(set, line, way);
    }
    void clear() { is_narrow_ ? narrow_.clear() : wide_.clear(); }

private:
    using Narrow = LineBuckets<std::uint16_t>;
    using Wide = LineBuckets<std::uint32_t>;

    bool is_narrow_ = true;
    Narrow narrow_; ///< one of the two
    Wide wide_;
};

} // namespace hitmap
