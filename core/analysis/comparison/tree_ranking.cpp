#include "core/analysis/comparison/tree_ranking.h"

#include "core/analysis/comparison/changed_recording.h"
#include "core/replay/driver/driver_tree.h"
#include "core/replay/replay.h"

#include <fmt/format.h>

#include <utility>

namespace hitmap {

std::vector<std::string> trees_to_try(const RecordingInfo& info, std::string_view now) {
    std::vector<std::string> trees{"bvh=sah",      "bvh=median",   "bvh=lbvh",
                                   "node-width=4", "node-width=8", "node-format=hitmap"};
    for (const NodeFormat& format : node_formats())
        trees.push_back("node-format=" + std::string(format.name));
    if (has_driver_tree(info)) trees.insert(trees.begin(), "tree=driver");
    // Those that set nothing else than a default are the tree of the defaults, which is tried once.
    const std::string present = to_string(parse_replay(now));
    bool has_defaults = present.empty();
    std::erase_if(trees, [&](const std::string& tree) {
        const std::string text = to_string(parse_replay(tree));
        return text == present || (text.empty() && std::exchange(has_defaults, true));
    });
    return trees;
}

TriedLayout try_tree(const LayoutTrial& trial, const std::string& tree, ThreadPool& pool,
                     const JobContext& job) {
    TriedLayout result;
    result.tree = tree;
    const JobContext quiet{job.stop};
    result.problem = problem_of(*trial.unreplayed, [&] {
        constexpr std::uint64_t most_fetches = std::uint64_t{1} << 28; // half a minute
        ReplayCounts counts;
        const HmtFile replayed = replayed_file(*trial.unreplayed, parse_replay(tree), pool, quiet,
                                               trial.memory, &counts, most_fetches);
        if (!counts.is_derived())
            result.estimates.push_back(
                fmt::format("by rays over {}: {} of {} end as in the program",
                            counts.is_of_driver ? "the driver's tree" : "another tree than the driver's",
                            counts.agreeing, counts.compared()));
        result.levels = simulated_levels(*request_source(replayed, pool), trial.config, pool, quiet);
    });
    if (!result.is_possible()) result.levels = {};
    return result;
}

void try_trees(const LayoutTrial& trial, const std::function<void(TriedLayout)>& tried, ThreadPool& pool,
               const JobContext& job) {
    std::vector<std::string> trees = trees_to_try(trial.unreplayed->info(), {});
    trees.insert(trees.begin(), std::string());
    std::size_t done = 0;
    for (const std::string& tree : trees) {
        job.begin("replaying rays: " + title_of(parse_replay(tree)), trees.size(), "trees");
        job.add(done++);
        tried(try_tree(trial, tree, pool, job));
    }
}

} // namespace hitmap
