#include "core/report/rows/level_columns.h"

namespace hitmap {

ReportedLevel reported_level(std::uint64_t hits, std::uint64_t lookups) {
    return {hits, lookups, quotient(hits, lookups)};
}

ReportedLevel reported_level(const LevelSums& sums) {
    const double hits = sums.hit_count();
    const auto lookups = static_cast<double>(sums.lookups);
    return {part_of(hits, lookups), sums.lookups, quotient(hits, lookups)};
}

ReportedLevel looked_up_level(const LevelSums& sums) {
    return sums.lookups == 0 ? ReportedLevel() : reported_level(sums);
}

} // namespace hitmap
