#include "core/trace/import/access_balance.h"

namespace hitmap {

void AccessBalance::check(std::uint64_t requests, std::uint64_t lane_accesses,
                          ImportWarnings& warnings) const {
    if (!checked_) return;
    const std::uint64_t expected = read_ + split_;
    const std::uint64_t found = left_out_ + (unit_ == Unit::request ? requests : lane_accesses);
    if (expected > found) warnings.count(lost_accesses, expected - found);
    if (found > expected) warnings.count(surplus_accesses, found - expected);
}

} // namespace hitmap
