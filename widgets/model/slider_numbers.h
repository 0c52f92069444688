#pragma once

#include "core/cache/array/cache_geometry.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace hitmap {

/// Whether a model can simulate a cache. An empty function: it can simulate all.
using PossibleCache = std::function<bool(const CacheGeometry&)>;

/// Returns the numbers 1 to last: all small ones, and then equal steps between two powers of two.
/// @param last   at least 1
/// @param steps  from one power of two to the next; a power of two
[[nodiscard]] std::vector<std::uint64_t> spaced_numbers(std::uint64_t last, std::uint64_t steps);

/// Returns the cache with as many lines. One of fewer lines than ways has as many ways as lines.
/// @param ways  0: as many as lines
[[nodiscard]] CacheGeometry with_lines(CacheGeometry cache, std::uint64_t lines, std::uint64_t ways);

/// Returns the numbers of lines that a slider of the capacity offers, in ascending order: those that make
/// whole sets and of which with_lines() is possible; if that is true of none, all.
/// @param last  the largest, at least 1
[[nodiscard]] std::vector<std::uint64_t> line_numbers(const CacheGeometry& cache, std::uint64_t ways,
                                                      std::uint64_t last, const PossibleCache& possible);

/// Returns those of line_numbers() at which a handle stops that the mouse drags: a power of two of sets, or
/// of lines in a single set, and the cache that the model has itself. If the index function allows none of
/// them, all.
/// @param ways  as for with_lines()
/// @param own   lines of the model's own cache
[[nodiscard]] std::vector<std::uint64_t> line_stops(const std::vector<std::uint64_t>& numbers,
                                                    std::uint64_t ways, std::uint64_t own);

/// Returns the numbers of ways that a slider offers for the lines that the cache has: those that divide them
/// into whole sets and are possible; if there are none, all that divide them.
[[nodiscard]] std::vector<std::uint64_t> way_numbers(CacheGeometry cache, const PossibleCache& possible);

} // namespace hitmap
