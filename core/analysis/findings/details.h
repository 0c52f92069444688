#pragma once

#include "core/analysis/findings/change.h"
#include "core/analysis/findings/finding.h"
#include "core/analysis/trials/subject_sums.h"
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
    std::vector<TagLookUps> rays; ///< by rising kind; empty if lane tags do not tell several kinds apart
    /// By rising instance; empty if lane tags do not tell several apart, and for the stack.
    std::vector<TagLookUps> instances{};
    /// [levels] The worst region of the scene by misses of its look-ups; without one if it has no more of the
    /// misses than of the look-ups.
    std::array<std::optional<FindingRegion>, both_levels.size()> regions{};
    std::optional<StackUse> stack; ///< if it is the stack
};

struct FindingDetails {
    EvictionReport evictions; ///< by allocation
    std::map<std::size_t, AllocationDetails> allocations;
    std::uint32_t instances = 0; ///< of the recording, as far as its scene and its lane tags tell
};

/// A region must have this many times its part of the look-ups, and an instance this many times what each
/// would have if all had equally many.
inline constexpr double least_excess = 1.5;
/// A region must have at least this part of the misses.
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
/// The instance with most misses in the level, or look-ups in L1. No value if that is not noticeably more
/// than the others have, or if instances are not told apart.
/// @param instances  FindingDetails::instances
[[nodiscard]] std::optional<FindingInstance> instance_of(const AllocationDetails& details,
                                                         std::uint32_t instances, std::optional<Level> level);

} // namespace hitmap
