#pragma once

#include "core/analysis/findings/change.h"
#include "core/analysis/findings/finding.h"
#include "core/analysis/findings/subject_sums.h"
#include "core/cache/contents/eviction_report.h"

#include <array>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace hitmap {

/// What is known of an allocation that a finding names.
struct AllocationDetails {
    /// Look-ups that are attributed to rays: those of its elements, as `simulate --only-allocation` counts
    /// them, or of the stack, as the table of the stack by rays does.
    LevelLookUps all{};
    std::vector<RayLookUps> rays; ///< by rising kind; empty if lane tags do not tell several kinds apart
    /// [levels] The worst region of the scene by misses of its look-ups; without one if it has no more of the
    /// misses than of the look-ups.
    std::array<std::optional<FindingRegion>, both_levels.size()> regions{};
    std::optional<StackUse> stack; ///< if it is the stack
};

struct FindingDetails {
    EvictionReport evictions; ///< by allocation
    std::map<std::size_t, AllocationDetails> allocations;
};

/// A region must have this many times its part of the look-ups, and at least least_region_misses of the
/// misses.
inline constexpr double least_region_excess = 1.5;
inline constexpr double least_region_misses = 0.01;

/// Simulates the recording as it is for what findings say of these allocations: once, and a second time if
/// some have elements and some have vertices. Of several with vertices, only the first is looked at. Takes
/// the memory of EvictionSink. Throws what simulate_hierarchy() throws.
/// @param allocations  the most important first; if there are none, nothing is simulated
[[nodiscard]] FindingDetails find_details(const FindingTrial& trial, std::span<const std::size_t> allocations,
                                          ThreadPool& pool, const JobContext& job);

/// The limit of the lines of an allocation; no value if it has no misses in the level.
[[nodiscard]] std::optional<FindingOptimum> optimum_of(const OptimumReport& report, Level level,
                                                       std::size_t allocation);
/// Who evicts the lines of an allocation most: of equal ones the first in the table. No value if its lines
/// are never evicted.
/// @param labels  [allocations]
[[nodiscard]] std::optional<FindingEvictor> evictor_of(const EvictionReport& report, Level level,
                                                       std::size_t allocation,
                                                       std::span<const std::string> labels);
/// The kind of rays with most misses in the level, or look-ups in L1. No value if kinds are not told apart.
[[nodiscard]] std::optional<FindingRays> rays_of(const AllocationDetails& details,
                                                 std::optional<Level> level);

} // namespace hitmap
