#pragma once

#include "core/probe/probe_bench.h"
#include "core/probe/probe_result.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace hitmap {

/// The lines of one set, one more than the set has ways.
struct ConflictGroup {
    std::uint64_t line_words = 0;
    std::vector<std::uint64_t> steps; ///< one step (the bytes that a miss fetches) of each line, rising

    [[nodiscard]] std::uint64_t ways() const { return steps.size() - 1; }
    /// The numbers of the lines.
    [[nodiscard]] NumberSet lines(std::uint64_t step_words) const;
};

/// Whether the pieces of `words` words cannot all stay, but can whenever any one of them is left out (of
/// large groups, only some are tried). If so, they are lines of one set, one more than it has ways, under any
/// policy.
[[nodiscard]] bool is_minimal(ProbeBench& bench, const std::vector<std::uint64_t>& pieces,
                              std::uint64_t words);

/// Finds the lines of the one set that overflows when the array has one step more than `capacity_steps`, the
/// size that stays. A group is returned only if its lines together cannot stay and, whichever is left out,
/// the others do: then they are ways + 1 lines of one set under any policy. `periodic` says whether all laps
/// had the same misses.
[[nodiscard]] std::optional<ConflictGroup>
find_conflict_group(ProbeBench& bench, std::uint64_t capacity_steps, std::optional<bool>& periodic);

/// Stage 4: chases the lines of the group in random orders.
[[nodiscard]] Replacement find_replacement(ProbeBench& bench, const ConflictGroup& group);

} // namespace hitmap
