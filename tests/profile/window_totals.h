#pragma once

#include "core/cache/results/access_outcome.h"
#include "core/profile/query/window_sums.h"

#include <cstdint>
#include <span>
#include <vector>

namespace hitmap {

/// Totals of one window, added up access by access while a model runs. Tests compare a profile, which uses an
/// index, with them.
class WindowTotals final : public OutcomeSink {
public:
    explicit WindowTotals(TimeWindow window);
    void add(const RequestView& block, std::span<const ElementAccess> accesses,
             const AccessOutcomes& outcomes) override;
    /// Returns [kinds], like Profile::totals.
    [[nodiscard]] const std::vector<KindSums>& totals() const { return totals_; }

private:
    TimeWindow window_;
    std::uint64_t position_ = 0;
    std::vector<KindSums> totals_;
    std::vector<std::vector<bool>> accessed_; ///< [kinds][elements up to the largest accessed]
};

} // namespace hitmap
