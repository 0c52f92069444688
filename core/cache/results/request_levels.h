#pragma once

#include <cstdint>

namespace hitmap {

/// Hits and look-ups of one request in both levels. Lines that L1 evicts and writes back are counted for the
/// request that caused the eviction.
struct RequestLevels {
    std::uint16_t l1_hits = 0;
    std::uint16_t l1_lookups = 0;
    std::uint16_t l2_hits = 0;
    std::uint16_t l2_lookups = 0;
    friend bool operator==(const RequestLevels&, const RequestLevels&) = default;
};

/// The work of one SM.
struct SmWork {
    std::uint64_t requests = 0; ///< includes requests of shared memory
    std::uint64_t l1_lookups = 0;
    friend bool operator==(const SmWork&, const SmWork&) = default;
};

} // namespace hitmap
