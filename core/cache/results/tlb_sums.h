#pragma once

#include <cstdint>

namespace hitmap {

/// Translations that requests asked for: one for each page of each request.
struct TlbSums {
    std::uint64_t lookups = 0; ///< of the first level
    std::uint64_t l1_hits = 0;
    std::uint64_t l2_hits = 0; ///< of those that the first level misses
    friend bool operator==(const TlbSums&, const TlbSums&) = default;
};

} // namespace hitmap
