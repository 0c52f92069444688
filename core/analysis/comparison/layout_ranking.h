#pragma once

#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/profile/models/cache_model.h"
#include "core/profile/sums/level_groups.h"
#include "core/relayout/apply/possible_layouts.h"
#include "core/relayout/apply/relayout.h"
#include "core/trace/io/limited_memory.h"
#include "core/trace/stream/request_source.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace hitmap {

/// A memory layout of a recording, or a tree over which its rays are replayed, and what the caches do with
/// it.
struct TriedLayout {
    RelayoutOptions options; ///< changes nothing: the layout as it was recorded
    std::string tree;        ///< text of ReplayOptions; empty: the tree of the recording
    /// L1 and L2 of the whole recording, what the headline of a simulation counts (counting_of()).
    LevelPair levels;
    /// RelayoutResult::estimates, of the layout as recorded those of the recording; empty: exact
    std::vector<std::string> estimates;
    std::string problem; ///< why this layout is not possible; then `levels` are empty

    [[nodiscard]] bool is_recorded() const { return options.changes_nothing() && tree.empty(); }
    [[nodiscard]] bool is_tree() const { return !tree.empty(); }
    [[nodiscard]] bool is_possible() const { return problem.empty(); }
};

/// A text that no other layout of a ranking has.
[[nodiscard]] std::string key_of(const TriedLayout& layout);
/// For users: "node-order veb, stride boxes=32", "tree with node-format rdna2"; "as recorded".
[[nodiscard]] std::string title_of(const TriedLayout& layout);
/// Of hitmap relayout or hitmap replay, quoted for a POSIX shell: "--node-order veb".
[[nodiscard]] std::string command_options(const TriedLayout& layout);

/// What rankings have in common: the recording, its mesh and the caches. References must outlive it.
struct LayoutTrial {
    const HmtFile& file;
    const SourceMesh& mesh; ///< may be null
    const ModelConfig& config;
    /// The recording before its rays were replayed, if other trees are tried, too; else null.
    const HmtFile* unreplayed = nullptr;
    std::string tree{};                ///< of `file`: text of ReplayOptions; empty: the defaults
    std::uint64_t memory = any_memory; ///< bytes that a replayed recording may take
};

/// L1 and L2 of a whole recording, as the headline of a simulation counts them. Throws what the model throws.
[[nodiscard]] LevelPair simulated_levels(RequestSource& source, const ModelConfig& config, ThreadPool& pool,
                                         const JobContext& job = {});

/// Simulates a recording in another layout, which is made block by block and never in memory as a whole. The
/// levels equal those of relayout_recording() and a simulation of the result. Everything counts. Throws what
/// relayout_recording() and the model throw, but `problem` has the message if the recording cannot have the
/// layout.
[[nodiscard]] TriedLayout try_layout(const LayoutTrial& trial, const RelayoutOptions& options,
                                     ThreadPool& pool, const JobContext& job = {});

/// Tries the layout as recorded, then `layouts`, then trees_to_try() if there is `unreplayed`, then for each
/// level combined_layouts() one after the other until one is possible: first those of exact values, then
/// those of any values. Calls `tried` after each, in this thread, also for layouts that are not possible.
/// Progress counts layouts. Throws what try_layout() throws.
void try_layouts(const LayoutTrial& trial, const std::vector<RelayoutOptions>& layouts,
                 const std::function<void(TriedLayout)>& tried, ThreadPool& pool, const JobContext& job = {});

/// The misses of a layout in a level as they are printed: a whole number, or with one decimal below 1000.
/// Only differences that can be seen decide ranks. The layout must be possible.
/// @param level  0: L1, 1: L2
[[nodiscard]] double printed_misses(const TriedLayout& layout, std::size_t level);

/// The most combinations that try_layouts() tries for a level.
inline constexpr std::size_t most_combinations = 16;

/// The least part of the misses as recorded that a value must save alone to be in a combination. Values that
/// save less only make the combination longer.
inline constexpr double least_saved_share = 0.001;

/// Which values are combined.
enum class CombinedValues : std::uint8_t {
    exact, ///< those that make the result no estimate, or no further one
    any,   ///< also estimates that save more than the exact values of their option by least_saved_share
};

/// Combinations of values of several options that save least_saved_share in a level or more. The first has
/// the best value of each option: fewest misses, of equal ones fewest of the other level, of equal ones that
/// which was tried first. Others leave out options or take their next values; they follow by the sum of
/// misses that their values save alone. All have two options or more; at most most_combinations.
[[nodiscard]] std::vector<RelayoutOptions> combined_layouts(const std::vector<TriedLayout>& tried,
                                                            std::size_t level, CombinedValues values);

/// The order by printed_misses() in a level, the fewest first; those of equal numbers by those of the other
/// level, then as they were tried. Layouts that are not possible come last.
[[nodiscard]] std::vector<std::size_t> ranked_by_misses(const std::vector<TriedLayout>& tried,
                                                        std::size_t level);

} // namespace hitmap
