#pragma once

#include <cstdint>

namespace hitmap {

/// What the levels said of one request: h hits of n look-ups. What L1 wrote back to make room counts for the
/// request that needed it.
struct RequestLevels {
    std::uint16_t l1_hits = 0;
    std::uint16_t l1_lookups = 0;
    std::uint16_t l2_hits = 0;
    std::uint16_t l2_lookups = 0;
    friend bool operator==(const RequestLevels&, const RequestLevels&) = default;
};

/// What one SM did.
struct SmWork {
    std::uint64_t requests = 0; ///< of shared memory, too
    std::uint64_t l1_lookups = 0;
    friend bool operator==(const SmWork&, const SmWork&) = default;
};

} // namespace hitmap
