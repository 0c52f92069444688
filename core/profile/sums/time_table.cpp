#include "core/profile/sums/time_table.h"

#include "core/profile/sums/outcome_sums.h"

#include <algorithm>

namespace hitmap {

TimeTable::TimeTable() : kinds_(element_kinds().size()), rows_(kinds_), now_(kinds_) {}

void TimeTable::add(std::span<const ElementAccess> accesses, const AccessOutcomes& outcomes) {
    for (std::size_t i = 0; i < accesses.size(); ++i) {
        add_outcome(now_[accesses[i].kind], outcomes[i]);
        if (++positions_ % interval == 0) rows_.insert(rows_.end(), now_.begin(), now_.end());
    }
}

std::uint64_t TimeTable::nearest(std::uint64_t position) const {
    const std::uint64_t below = position / interval * interval;
    const std::uint64_t above = std::min(below + interval, positions_);
    if (above <= position) return above;
    return position - below <= above - position ? below : above;
}

std::span<const KindSums> TimeTable::upto(std::uint64_t position) const {
    if (position == positions_) return now_;
    return std::span(rows_).subspan(position / interval * kinds_, kinds_);
}

std::uint64_t TimeTable::memory_bytes() const {
    return (rows_.capacity() + now_.capacity()) * sizeof(KindSums);
}

} // namespace hitmap
