#pragma once

#include "core/geometry/mesh/memory_order.h"
#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/relayout/model/field_use.h"
#include "core/trace/hmt/file/hmt_reader.h"

#include <cstdint>
#include <map>
#include <optional>
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

/// The allocations that a pass over all requests looks at.
struct CountedAllocations {
    std::set<std::uint32_t> elements{}; ///< whose elements are counted
    std::set<std::uint32_t> fields{};   ///< the bytes of whose elements are counted; in the linear layout
    std::set<std::uint32_t> resized{};  ///< whose instructions are all asked for

    [[nodiscard]] bool is_empty() const { return elements.empty() && fields.empty() && resized.empty(); }
};

/// What a pass over all requests finds out.
struct RecordingUse {
    std::map<std::uint32_t, ElementUse> elements; ///< by allocation
    std::map<std::uint32_t, FieldUse> fields;     ///< by allocation
    /// [instructions] the allocations in global memory that they access; ~0: none of them. Of more than
    /// three, only those in CountedAllocations::resized are certain to be there.
    std::vector<std::set<std::uint32_t>> instructions;
};

/// The most bytes of an element that are counted.
inline constexpr std::uint32_t most_element_bytes = 65536;

/// The bytes of an element: its size, or all of its stride if the size is not known.
[[nodiscard]] std::uint32_t bytes_of_element(const Allocation& allocation);

/// Reads all requests. Throws Error if one of the allocations has more than 2^28 elements or, for fields,
/// elements of more than most_element_bytes, or if allocations overlap; FileError, Cancelled.
[[nodiscard]] RecordingUse count_uses(const HmtFile& file, const CountedAllocations& counted,
                                      ThreadPool& pool, const JobContext& job);

enum class UseOrder : std::uint8_t {
    access_count, ///< most accesses first; elements of equal numbers keep their order
    first_access, ///< in the order of the first access; elements without any come last, in their old order
};
[[nodiscard]] std::string_view name_of(UseOrder order); ///< "access-count", "first-access"
/// No value for other names.
[[nodiscard]] std::optional<UseOrder> use_order_named(std::string_view name);

/// The numbers 0, 1, ... of items with this use, sorted.
[[nodiscard]] std::vector<std::uint32_t> sorted_by_use(const ElementUse& use, UseOrder order);

/// The inverse of a list of all numbers below its length: the new place of each.
[[nodiscard]] Places places_of(const std::vector<std::uint32_t>& order);

} // namespace hitmap
