#pragma once

#include "core/profile/encoding/bit_column.h"
#include "core/profile/encoding/chunk.h"

#include <cstddef>
#include <cstdint>

namespace hitmap::chunk_layout {

// A chunk is: a head; elements (13 bits each); where a run is longer than 1, lengths - 1 (a byte); where
// look-ups are not the usual ones, look-ups (a byte); distances of positions (bits); misses of L1, misses of
// L2; reuse. Misses are nothing at all where all are 0; whole misses (4 bits a run) where all are
// whole; where the model gave probabilities to some, these and one bit a run that says so and the 24 bits of
// each such run; where it gave one to most, a bit column. Reuse is nothing where all of it is 0; else the
// widths (a byte each) and the bit columns of distances, later distances, cold look-ups and conflict misses
// of L1, then of L2. Bit columns are as wide as the largest value needs.

enum class Misses : std::uint8_t { none = 0, whole = 1, some_fractions = 2, fractions = 3 };

struct Head {
    std::uint8_t last_run; ///< number of runs - 1
    std::uint8_t gap_bits;
    std::uint8_t lengths : 1;
    std::uint8_t lookups : 1;
    std::uint8_t reuse : 1;
    std::uint8_t l1_misses : 2;
    std::uint8_t l2_misses : 2;
    std::uint8_t reserved;
    std::uint16_t l2_misses_at; ///< bytes from the head's begin
    std::uint16_t reuse_at;

    [[nodiscard]] std::size_t runs() const { return last_run + std::size_t{1}; }
    [[nodiscard]] static std::size_t elements_at() { return sizeof(Head); }
    [[nodiscard]] std::size_t lengths_at() const {
        return elements_at() + bit_column_bytes(runs(), element_bits);
    }
    [[nodiscard]] std::size_t lookups_at() const { return lengths_at() + (lengths != 0 ? runs() : 0); }
    [[nodiscard]] std::size_t gaps_at() const { return lookups_at() + (lookups != 0 ? runs() : 0); }
    [[nodiscard]] std::size_t l1_misses_at() const { return gaps_at() + bit_column_bytes(runs(), gap_bits); }
};

inline constexpr std::size_t reuse_columns_a_level = 4;
inline constexpr std::uint32_t fraction_mask = (1U << 24) - 1;

} // namespace hitmap::chunk_layout
