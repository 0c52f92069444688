#include "core/profile/live/miss_table.h"

#include <algorithm>

namespace hitmap {

MissTable::MissTable(const CacheGeometry& geometry, std::span<const std::vector<std::uint8_t>> patterns,
                     std::uint32_t farthest, const JobContext& job)
    : geometry_(geometry), hits_(geometry, job, farthest) {
    of_code_.reserve(DistanceCode::far);
    for (std::uint32_t distance = 0; distance < DistanceCode::cold; ++distance)
        of_code_.push_back(misses(std::min(distance, farthest)));
    of_code_.push_back(misses(ReuseStack::cold));
    for (const std::vector<std::uint8_t>& pattern : patterns) {
        std::uint32_t sum = 0;
        for (const std::uint8_t distance : pattern)
            sum += misses(distance);
        of_repeats_.push_back(sum);
    }
}

} // namespace hitmap
