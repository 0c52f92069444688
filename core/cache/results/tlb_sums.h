#pragma once

#include <cstdint>

namespace hitmap {

/// Address translations: one for each page that a request touches.
struct TlbSums {
    std::uint64_t lookups = 0; ///< look-ups in the first level
    std::uint64_t l1_hits = 0;
    std::uint64_t l2_hits = 0; ///< hits among the misses of the first level
    friend bool operator==(const TlbSums&, const TlbSums&) = default;
};

} // namespace hitmap
