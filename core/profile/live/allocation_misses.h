#pragma once

#include "core/profile/live/kept_distances.h"
#include "core/profile/live/miss_table.h"

#include <cstdint>
#include <vector>

namespace hitmap {

/// Returns the misses of one level in a window by the allocation of the line, in units of 2^-24, of all
/// accesses, counted or not: [allocations].
[[nodiscard]] std::vector<std::uint64_t> allocation_misses(const KeptDistances& kept, std::size_t level,
                                                           const MissTable& table, TimeWindow window,
                                                           std::size_t allocations, ThreadPool& pool);

} // namespace hitmap
