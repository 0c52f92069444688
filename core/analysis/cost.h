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

/// What one side of a comparison takes more or less of than the other; less is better.
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
};
inline constexpr std::size_t cost_count = 10;

struct CostInfo {
    Cost cost;
    std::string_view name;  ///< "l2_bytes", as in JSON
    std::string_view title; ///< "L2 bytes"
    std::string_view explanation;
    bool in_bytes = false;
    bool of_requests = false;     ///< known where the model runs requests (hierarchy)
    bool may_be_fraction = false; ///< where the model gives probabilities
};
/// In the order of Cost.
[[nodiscard]] std::span<const CostInfo, cost_count> cost_table();
[[nodiscard]] inline const CostInfo& info_of(Cost cost) {
    return cost_table()[static_cast<std::size_t>(cost)];
}

/// The costs of something; nothing where the model does not count them.
class Costs {
public:
    [[nodiscard]] const std::optional<double>& operator[](Cost cost) const {
        return values_[static_cast<std::size_t>(cost)];
    }
    [[nodiscard]] std::optional<double>& operator[](Cost cost) {
        return values_[static_cast<std::size_t>(cost)];
    }
    /// What one of them does not know is not known of the sum.
    Costs& operator+=(const Costs& more);
    friend bool operator==(const Costs&, const Costs&) = default;

private:
    std::array<std::optional<double>, cost_count> values_{};
};

/// Of requests as the hierarchy model runs them: all but accesses.
/// @param knows_written  whether `sums` says what L2 writes to memory: not by instruction, and not of frames.
///                       Without that, DRAM bytes are not known, but those read are
[[nodiscard]] Costs costs_of(const TrafficSums& sums, bool knows_written);
/// Of an allocation under a model without requests: look-ups and misses.
[[nodiscard]] Costs costs_of(const AllocationSums& sums);
/// Of elements: accesses, look-ups and misses.
[[nodiscard]] Costs costs_of(const KindSums& sums);

} // namespace hitmap
