#pragma once

#include "core/profile/encoding/bit_column.h"
#include "core/profile/encoding/chunk.h"

#include <cstddef>
#include <cstdint>

namespace hitmap::chunk_layout {

// A chunk consists of, in this order:
// - the head;
// - elements (13 bits each);
// - lengths - 1 (a byte each), if any run is longer than 1;
// - look-ups (a byte each), if any element does not have its usual look-ups;
// - distances of positions (bit column);
// - misses of L1, then misses of L2 (see Misses);
// - reuse, if any value is not 0: the widths of its columns (a byte each), then the bit columns of distances,
//   later distances, cold look-ups and conflict misses of L1, then those of L2.
// Misses take no bytes if all are 0, and 4 bits per run if all are whole. If the model gave probabilities to
// some runs, the 4 bits are followed by one bit per run that marks them and by 24 bits for each of them. If
// it gave probabilities to most runs, misses are a bit column. A bit column is as wide as its largest value.

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
    std::uint16_t l2_misses_at; ///< bytes from the start of the head
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
