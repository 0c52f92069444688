#pragma once

#include "core/geometry/memory_order.h"
#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/trace/hmt/file/hmt_reader.h"

#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <vector>

namespace hitmap {

/// How the lanes of a recording access the elements of one allocation.
struct ElementUse {
    static constexpr std::uint64_t never = ~std::uint64_t{0};
    /// [elements] lane accesses whose first byte is in the element (or in the padding behind it)
    std::vector<std::uint64_t> accesses;
    /// [elements] number of the first of these, counted over all allocations that are looked at; or `never`
    std::vector<std::uint64_t> first;
};

/// What a pass over all requests finds out.
struct RecordingUse {
    std::map<std::uint32_t, ElementUse> elements; ///< by allocation
    /// [instructions] the allocations in global memory that they access; ~0: none of them
    std::vector<std::set<std::uint32_t>> instructions;
};

/// Reads all requests. Throws Error if one of the allocations has more than 2^28 elements, or overlaps
/// another one; FileError, Cancelled.
/// @param allocations  those whose elements are counted
[[nodiscard]] RecordingUse count_uses(const HmtFile& file, const std::set<std::uint32_t>& allocations,
                                      ThreadPool& pool, const JobContext& job);

enum class UseOrder : std::uint8_t {
    access_count, ///< most accesses first; elements of equal numbers keep their order
    first_access, ///< in the order of the first access; elements without any come last, in their old order
};
[[nodiscard]] std::string_view name_of(UseOrder order); ///< "access-count", "first-access"

/// The numbers 0, 1, ... of items with this use, sorted.
[[nodiscard]] std::vector<std::uint32_t> sorted_by_use(const ElementUse& use, UseOrder order);

/// The inverse of a list of all numbers below its length: the new place of each.
[[nodiscard]] Places places_of(const std::vector<std::uint32_t>& order);

} // namespace hitmap
