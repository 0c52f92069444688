#pragma once

#include "core/cache/results/access_outcome.h"
#include "core/profile/query/window_sums.h"

#include <cstdint>
#include <vector>

namespace hitmap {

/// Totals of every kind from the begin of the recording up to each multiple of `interval` positions.
class TimeTable {
public:
    static constexpr std::uint64_t interval = 4096;

    TimeTable();
    /// Outcomes in order, as a sink gets them.
    void add(std::span<const ElementAccess> accesses, const AccessOutcomes& outcomes);

    /// The multiple of `interval`, or the end, nearest to the position.
    [[nodiscard]] std::uint64_t nearest(std::uint64_t position) const;
    /// [kinds] up to a position that nearest() returned; elements_accessed is 0.
    [[nodiscard]] std::span<const KindSums> upto(std::uint64_t position) const;
    [[nodiscard]] std::uint64_t memory_bytes() const;

private:
    std::size_t kinds_;
    std::uint64_t positions_ = 0;
    std::vector<KindSums> rows_; ///< [positions / interval + 1][kinds]
    std::vector<KindSums> now_;  ///< [kinds] up to positions_
};

} // namespace hitmap
