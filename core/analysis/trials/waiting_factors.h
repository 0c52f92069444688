#pragma once

#include "core/analysis/trials/waiting.h"
#include "core/cache/results/traffic_sums.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace hitmap {

/// What the waiting of loads and atomics is a product of.
enum class WaitingFactor : std::uint8_t {
    requests, ///< how many there are
    sectors,  ///< sectors that loads and atomics wait for, of a request
    past_l1,  ///< the part of these that L1 does not serve
    fetched,  ///< sectors that come from memory, of one that L1 does not serve
};
inline constexpr std::size_t waiting_factors = 4;

/// [WaitingFactor] NaN where a factor is not defined, since what it is a part of is 0.
using WaitingFactors = std::array<double, waiting_factors>;
[[nodiscard]] WaitingFactors factors_of(const TrafficSums& sums);

/// What each factor contributes to the change of the waiting from `a` to `b`, in cycles: the Shapley value
/// (Shorrocks 2013), the mean over all orders in which the factors change one after the other. They add up
/// to the change. A factor that one side does not define does not change. All are 0 if a side waits for no
/// load and no atomic, where nothing can be told apart; see known_factors().
[[nodiscard]] std::array<double, waiting_factors> waiting_changes(const TrafficSums& a, const TrafficSums& b,
                                                                  const LevelLatencies& latencies);

/// Whether loads or atomics wait for sectors at all.
[[nodiscard]] bool known_factors(const TrafficSums& sums);

} // namespace hitmap
