#pragma once

#include "core/probe/probe_bench.h"
#include "core/probe/probe_result.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace hitmap {

/// Lines of one set, one more than it has ways.
struct ConflictGroup {
    std::uint64_t line_words = 0;
    std::vector<std::uint64_t> steps; ///< a step (what one miss fetches) of each line, rising

    [[nodiscard]] std::uint64_t ways() const { return steps.size() - 1; }
    /// Numbers of the lines.
    [[nodiscard]] NumberSet lines(std::uint64_t step_words) const;
};

/// Whether the pieces of `words` words cannot all stay, but can when one is left out, whichever (of large
/// groups, some are tried): then they are lines of one set, one more than it has ways, whatever the policy.
[[nodiscard]] bool is_minimal(ProbeBench& bench, const std::vector<std::uint64_t>& pieces,
                              std::uint64_t words);

/// The lines of the one set that overflows when the array has one step more than the `capacity_steps` that
/// stay. A group is returned only if together its lines cannot stay and, whichever is left out, the others
/// do: then they are ways + 1 lines of one set, whatever the policy. `periodic`: whether all laps missed the
/// same.
[[nodiscard]] std::optional<ConflictGroup>
find_conflict_group(ProbeBench& bench, std::uint64_t capacity_steps, std::optional<bool>& periodic);

/// Stage 4: chases the lines of the group in random orders.
[[nodiscard]] Replacement find_replacement(ProbeBench& bench, const ConflictGroup& group);

} // namespace hitmap
