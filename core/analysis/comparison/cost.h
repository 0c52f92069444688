#pragma once

#include "core/cache/results/allocation_sums.h"
#include "core/cache/results/traffic_sums.h"
#include "core/profile/query/window_sums.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace hitmap {

/// A quantity that is compared between two sides; less is better.
enum class Cost : std::uint8_t {
    requests,
    sectors,
    l2_bytes,
    dram_bytes,
    dram_read_bytes,
    accesses,
    l1_lookups,
    l1_misses,
    l2_lookups,
    l2_misses,
    l1_cold_misses,
    l1_capacity_misses,
    l1_conflict_misses,
    l2_cold_misses,
    l2_capacity_misses,
    l2_conflict_misses,
};
inline constexpr std::size_t cost_count = 16;

struct CostInfo {
    Cost cost;
    std::string_view name;  ///< "l2_bytes", as in JSON
    std::string_view title; ///< "L2 bytes"
    std::string_view explanation;
    bool in_bytes = false;
    bool of_requests = false;     ///< known only if the model simulates requests (hierarchy)
    bool may_be_fraction = false; ///< true if the model gives probabilities of hits
    bool of_reasons = false;      ///< known only if the model also explains misses
};
/// Returns all costs in the order of Cost.
[[nodiscard]] std::span<const CostInfo, cost_count> cost_table();
[[nodiscard]] inline const CostInfo& info_of(Cost cost) {
    return cost_table()[static_cast<std::size_t>(cost)];
}

/// The costs of a part of a recording. Costs that the model does not count have no value.
class Costs {
public:
    [[nodiscard]] const std::optional<double>& operator[](Cost cost) const {
        return values_[static_cast<std::size_t>(cost)];
    }
    [[nodiscard]] std::optional<double>& operator[](Cost cost) {
        return values_[static_cast<std::size_t>(cost)];
    }
    /// A cost that one of the two does not know is unknown in the sum.
    Costs& operator+=(const Costs& more);
    friend bool operator==(const Costs&, const Costs&) = default;

private:
    std::array<std::optional<double>, cost_count> values_{};
};

/// Which sums of requests are known.
struct KnownTraffic {
    /// The bytes that L2 writes to memory. They are not known for instructions and for frames; then DRAM
    /// bytes are unknown and only the bytes read are known.
    bool written = false;
    bool reasons = false; ///< the reasons of misses
};

/// Returns the costs of requests simulated by the hierarchy model. Accesses are unknown.
[[nodiscard]] Costs costs_of(const TrafficSums& sums, const KnownTraffic& known);
/// Returns the costs of an allocation in a model without requests: look-ups and misses.
[[nodiscard]] Costs costs_of(const AllocationSums& sums);
/// Returns the costs of elements: accesses, look-ups and misses.
[[nodiscard]] Costs costs_of(const KindSums& sums);

} // namespace hitmap
