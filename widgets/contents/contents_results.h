#pragma once

#include "core/cache/contents/eviction_report.h"
#include "core/cache/contents/held_lines.h"
#include "core/cache/results/level.h"
#include "core/cache/results/optimum_sums.h"
#include "core/report/contents/occupancy_columns.h"
#include "widgets/session/recording/open_recording.h"

#include <QtCore/QString>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace hitmap {

/// What the caches of a level hold at the moments of ContentsResults.
struct LevelOccupancy {
    OccupiedCaches caches;
    std::vector<std::vector<std::uint64_t>> moments; ///< [moments][allocations + 1] the last: of none

    /// Calls visit(moment, lines) for each moment.
    template <class Visit>
    void for_each(const Visit& visit) const {
        for (std::size_t i = 0; i < moments.size(); ++i)
            visit(i, moments[i]);
    }
};

/// What the caches held, who evicted whom, and what optimal replacement would gain. Of everything:
/// restrictions of the simulation do not apply. Immutable.
struct ContentsResults {
    static constexpr std::uint64_t most_moments = 48;
    /// Of a cache with more lines, only each n-th set is in `lines`.
    static constexpr std::uint64_t most_lines = 32768;

    std::shared_ptr<const Simulation> simulation; ///< of the hierarchy model
    std::optional<std::uint32_t> sm;              ///< of `held` of L1; no value: all
    std::vector<std::uint64_t> ends;              ///< [moments] positions
    std::array<LevelOccupancy, both_levels.size()> held;
    /// [levels] at `ends`; null: not asked for. Those of L1 are of SM sm.value_or(0).
    std::array<std::shared_ptr<const HeldLines>, both_levels.size()> lines;
    EvictionReport evictions; ///< all SMs
    OptimumReport optimum;    ///< all SMs

    /// Whether these are the results of another simulation, too. `other` may be of any model.
    [[nodiscard]] bool are_of(const Simulation& other) const;
};

/// Returns why the contents of caches are not known of a simulation, as a sentence for users; empty if they
/// are.
[[nodiscard]] QString why_no_contents(const Simulation& simulation);

/// Runs the hierarchy model over the whole recording. Throws what simulate_hierarchy() throws.
/// @param lines_of  the level whose lines are collected; no value: none
/// @param known     earlier results, of which what does not change is used again if they are of this
///                  simulation; may be null
[[nodiscard]] std::shared_ptr<const ContentsResults>
count_contents(const std::shared_ptr<const Simulation>& simulation, std::optional<std::uint32_t> sm,
               std::optional<Level> lines_of, const std::shared_ptr<const ContentsResults>& known,
               ThreadPool& pool, const JobContext& job);

} // namespace hitmap
