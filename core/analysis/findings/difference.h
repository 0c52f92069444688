#pragma once

#include "core/analysis/comparison/cost.h"
#include "core/analysis/comparison/side_sums.h"
#include "core/analysis/findings/finding.h"
#include "core/geometry/mesh/aabb.h"
#include "core/profile/models/comparison.h"
#include "core/profile/query/compared_sides.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hitmap {

/// One thing that costs more or less in B than in A, the baseline, and why.
struct Difference {
    std::string text;      ///< whole sentences with all of it
    std::string what_kind; ///< "allocation", "line" or "place"
    std::string what_name; ///< label of the allocation, FILE:LINE, or a cell of the grid of places
    FindingWhy why = FindingWhy::nothing;
    Cost metric = Cost::l1_lookups;
    ComparedValue value; ///< what it has of the metric
    /// How much longer loads and atomics of B wait for its sectors (waiting_of()), as a part of what they
    /// wait in the whole of A; below 0: less long. No value for places, whose elements make no requests.
    std::optional<double> waiting;
    std::string file{}; ///< of a line
    std::uint32_t line = 0;
    std::optional<Aabb> bounds{}; ///< of a place
};

/// The most differences that are listed.
inline constexpr std::size_t most_differences = 7;
/// An allocation or line whose waiting changes by less of A's waiting is not listed.
inline constexpr double least_difference = 0.01;
/// A place is listed if it has at least this share of the changes of all places.
inline constexpr double least_place_share = 0.25;

/// What costs more or less in B than in A: the allocations by how much their waiting changes, the source line
/// whose waiting changes most, and the place of the scene where the misses of elements change most. The
/// numbers are those of compare_sides(). Both sides are weighed with the latencies of A's GPU
/// (level_latencies()). Empty if a side does not know its requests, if only a part is counted, if the sums
/// cover much more than was requested, or if nothing is worth listing.
[[nodiscard]] std::vector<Difference> differences_of(const SideSums& a, const SideSums& b,
                                                     const SideLetters& letters = {});

/// How much longer B waits for memory than A, as a sentence; empty where differences_of() is empty for want
/// of requests.
[[nodiscard]] std::string waiting_sentence(const SideSums& a, const SideSums& b,
                                           const SideLetters& letters = {});

/// Which options the recordings were made with differ, as a sentence; empty if none is known to.
[[nodiscard]] std::string options_sentence(const SideSums& a, const SideSums& b,
                                           const SideLetters& letters = {});

} // namespace hitmap
