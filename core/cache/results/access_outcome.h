#pragma once

#include "core/trace/model/element_access.h"
#include "core/trace/model/request.h"

#include <cstdint>
#include <span>

namespace hitmap {

/// Hits are integers in units of 2^-24 hit, so that sums are exact in any order.
inline constexpr std::uint32_t hit_unit = 1U << 24;

/// What a model says of one element access.
struct AccessOutcome {
    std::uint32_t l1_hits = 0; ///< units of 2^-24
    std::uint32_t l2_hits = 0;
    std::uint32_t l1_distance =
        0; ///< sum of the finite reuse distances of its L1 look-ups, clamped to 2^32 - 1
    std::uint32_t l2_distance = 0;
    std::uint8_t l1_lookups = 0; ///< <= 15
    std::uint8_t l2_lookups = 0; ///< <= 15
    std::uint8_t l1_cold = 0;    ///< look-ups of lines never used before (infinite distance)
    std::uint8_t l2_cold = 0;
    std::uint8_t l1_conflict =
        0; ///< misses that a fully associative LRU cache of that capacity would not have
    std::uint8_t l2_conflict = 0; ///< (hierarchy model, where misses are explained)
};

/// Receives outcomes in order, block by block. `accesses[i].entry` points into `block.entries`.
/// Called by one thread at a time.
class OutcomeSink {
public:
    virtual ~OutcomeSink() = default;
    virtual void add(const RequestView& block, std::span<const ElementAccess> accesses,
                     std::span<const AccessOutcome> outcomes) = 0;
};

} // namespace hitmap
