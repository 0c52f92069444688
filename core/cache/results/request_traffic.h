#pragma once

#include "core/cache/results/request_levels.h"

#include <cstdint>

namespace hitmap {

/// The causes of the misses of one request; see MissClasses.
struct RequestMisses {
    std::uint16_t cold = 0;
    std::uint16_t capacity = 0;
    std::uint16_t conflict = 0;
    friend bool operator==(const RequestMisses&, const RequestMisses&) = default;
};

/// What one request moved, in sectors of 32 bytes.
struct RequestTraffic {
    RequestLevels levels;      ///< of the sectors that the request asks for; without write-backs of L1
    std::uint16_t sectors = 0; ///< distinct sectors; 0 for shared memory
    std::uint16_t fetched = 0; ///< sectors from memory into L2
    RequestMisses l1_misses{}; ///< 0 unless misses are explained
    RequestMisses l2_misses{};
    friend bool operator==(const RequestTraffic&, const RequestTraffic&) = default;
};

} // namespace hitmap
