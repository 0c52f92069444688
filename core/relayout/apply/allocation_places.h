#pragma once

#include "core/relayout/model/relayout_options.h"
#include "core/trace/model/recording.h"

#include <cstdint>
#include <map>
#include <vector>

namespace hitmap {

/// What is asked of the addresses of allocations, by their index in the table after a relayout.
struct AllocationDemands {
    std::map<std::uint32_t, std::uint64_t> alignments; ///< addresses are multiples of these powers of two
    std::map<std::uint32_t, BaseAddress> bases;
};

/// Addresses for allocations, some of which have another size than before or are new; these follow the old
/// ones in the table. Where the old addresses are those that the simulated device gives to allocations of the
/// old sizes, the new ones are those that it gives to the new sizes. Otherwise allocations stay, and those
/// that have become larger or are new are moved behind all others. Then allocations that are not aligned as
/// asked are moved behind all others, and those with a base get it. Throws Error if they do not fit the
/// address space, if a base is not aligned as asked, or if allocations would overlap.
void place_allocations(const std::vector<Allocation>& before, std::vector<Allocation>& after,
                       const AllocationDemands& demands);

} // namespace hitmap
