#include "tests/profile/window_totals.h"

#include "core/profile/sums/outcome_sums.h"

#include <algorithm>

namespace hitmap {

WindowTotals::WindowTotals(TimeWindow window)
    : window_(window), totals_(element_kinds().size()), accessed_(element_kinds().size()) {}

void WindowTotals::add(const RequestView& /*block*/, std::span<const ElementAccess> accesses,
                       const AccessOutcomes& outcomes) {
    const TimeWindow part = clamped(
        {std::max(window_.first, position_) - position_, std::max(window_.last, position_) - position_},
        accesses.size());
    for (std::uint64_t i = part.first; i < part.last; ++i) {
        if (outcomes[i] == nullptr) continue;
        const ElementAccess& access = accesses[i];
        KindSums& sums = totals_[access.kind];
        add_outcome(sums, outcomes[i]);
        std::vector<bool>& accessed = accessed_[access.kind];
        if (access.element >= accessed.size())
            accessed.resize(std::max<std::size_t>(access.element + std::size_t{1}, 2 * accessed.size()));
        if (accessed[access.element]) continue;
        accessed[access.element] = true;
        ++sums.elements_accessed;
    }
    position_ += accesses.size();
}

} // namespace hitmap
