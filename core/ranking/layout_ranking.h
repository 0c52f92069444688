#pragma once

#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/profile/derived/cache_model.h"
#include "core/profile/sums/level_groups.h"
#include "core/relayout/possible_layouts.h"
#include "core/relayout/relayout.h"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace hitmap {

/// A memory layout of a recording and what the caches do with it.
struct TriedLayout {
    RelayoutOptions options; ///< changes nothing: the layout as it was recorded
    /// L1 and L2 of the whole recording, what the headline of a simulation counts (counting_of()).
    LevelPair levels;
    std::vector<std::string> estimates; ///< RelayoutResult::estimates; empty: exact
    std::string problem;                ///< why this layout is not possible; then `levels` are empty

    [[nodiscard]] bool is_recorded() const { return options.changes_nothing(); }
    [[nodiscard]] bool is_possible() const { return problem.empty(); }
};

/// What rankings have in common: the recording, its mesh and the caches. References must outlive it.
struct LayoutTrial {
    const HmtFile& file;
    const SourceMesh& mesh; ///< may be null
    const ModelConfig& config;
};

/// Simulates a recording in another layout, which is made block by block and never in memory as a whole. The
/// levels equal those of relayout_recording() and a simulation of the result. Everything counts. Throws what
/// relayout_recording() and the model throw, but `problem` has the message if the recording cannot have the
/// layout.
[[nodiscard]] TriedLayout try_layout(const LayoutTrial& trial, const RelayoutOptions& options,
                                     ThreadPool& pool, const JobContext& job = {});

/// Tries the layout as recorded, then `layouts`, then for each level combined_layout(), if that is possible.
/// Calls `tried` after each, in this thread. Progress counts layouts. Throws what try_layout() throws.
void try_layouts(const LayoutTrial& trial, const std::vector<RelayoutOptions>& layouts,
                 const std::function<void(TriedLayout)>& tried, ThreadPool& pool, const JobContext& job = {});

/// Joins, of each option, the value with the fewest misses in a level, if these are fewer than as recorded.
/// Changes nothing if fewer than two options have such a value.
/// @param level  0: L1, 1: L2
[[nodiscard]] RelayoutOptions combined_layout(const std::vector<TriedLayout>& tried, std::size_t level);

/// The order by the number of misses in a level, the fewest first; those of equal numbers by the misses of
/// the other level, and layouts that are not possible last.
[[nodiscard]] std::vector<std::size_t> ranked_by_misses(const std::vector<TriedLayout>& tried,
                                                        std::size_t level);

} // namespace hitmap
