#pragma once

#include "core/cache/results/access_outcome.h"
#include "core/profile/query/window_sums.h"

#include <cstdint>
#include <vector>

namespace hitmap {

/// Totals of every kind from the start of the recording to each multiple of `interval` positions.
class TimeTable {
public:
    /// A row takes a few hundred bytes, which is little compared with the accesses between two rows.
    static constexpr std::uint64_t interval = 4096;

    TimeTable();
    /// Adds outcomes in order, as an OutcomeSink receives them.
    void add(std::span<const ElementAccess> accesses, const AccessOutcomes& outcomes);

    /// Returns the multiple of `interval`, or the end of the recording, that is nearest to the position.
    [[nodiscard]] std::uint64_t nearest(std::uint64_t position) const;
    /// [kinds] Returns the totals up to a position that nearest() returned; elements_accessed is 0.
    [[nodiscard]] std::span<const KindSums> upto(std::uint64_t position) const;
    [[nodiscard]] std::uint64_t memory_bytes() const;

private:
    friend struct IndexTransfer;
    std::size_t kinds_;
    std::uint64_t positions_ = 0;
    std::vector<KindSums> rows_; ///< [positions / interval + 1][kinds]
    std::vector<KindSums> now_;  ///< [kinds] totals up to positions_
};

} // namespace hitmap
