#include "core/analysis/comparison/layout_ranking.h"

#include "core/analysis/comparison/changed_recording.h"
#include "core/analysis/comparison/tree_ranking.h"
#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/profile/models/headline.h"
#include "core/profile/sums/outcome_sums.h"
#include "core/relayout/model/relayout_settings.h"
#include "core/trace/model/relayout_marks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>
#include <variant>

namespace hitmap {

namespace {

/// "node-format rdna2" for "node-format=rdna2": the trees of a ranking differ in one option.
std::string told_replay(std::string tree) {
    std::ranges::replace(tree, '=', ' ');
    return tree;
}

bool is_possible_in(const std::vector<TriedLayout>& tried, const RelayoutOptions& options) {
    const std::string text = to_string(options);
    return std::ranges::any_of(tried, [&](const TriedLayout& layout) {
        return layout.is_possible() && !layout.is_tree() && to_string(layout.options) == text;
    });
}

} // namespace

std::string key_of(const TriedLayout& layout) {
    return layout.is_tree() ? "tree " + layout.tree : to_string(layout.options);
}

std::string title_of(const TriedLayout& layout) {
    if (!layout.is_tree()) return title_of(layout.options);
    return layout.tree == "tree=driver" ? "tree of the driver" : "tree with " + told_replay(layout.tree);
}

std::string command_options(const TriedLayout& layout) {
    return layout.is_tree() ? "--" + told_replay(layout.tree) : command_options(layout.options);
}

LevelPair simulated_levels(RequestSource& source, const ModelConfig& config, ThreadPool& pool,
                           const JobContext& job) {
    if (const auto* hierarchy = std::get_if<HierarchyConfig>(&config))
        return levels_of(simulate_hierarchy(source, *hierarchy, {}, pool, job).total);
    SumsByGroup kinds = SumsByGroup::whole();
    simulate_sdcm_outcomes(source, std::get<SdcmConfig>(config), kinds, pool, job);
    const KindSums all = sum_of(kinds.groups().front());
    return {all.l1, all.l2};
}

TriedLayout try_layout(const LayoutTrial& trial, const RelayoutOptions& options, ThreadPool& pool,
                       const JobContext& job) {
    TriedLayout result;
    result.options = options;
    const JobContext quiet{job.stop}; // the stages of functions that run at once
    if (options.changes_nothing()) {
        result.estimates = recorded_estimates(trial.file.info());
        const auto source = request_source(trial.file, pool);
        result.levels = simulated_levels(*source, trial.config, pool, quiet);
        return result;
    }
    result.problem = problem_of(trial.file, [&] {
        result.estimates = consume_in_layout(
            trial.file, trial.mesh, options,
            [&](RequestSource& source) {
                result.levels = simulated_levels(source, trial.config, pool, quiet);
            },
            pool, quiet);
    });
    if (!result.is_possible()) result.levels = {};
    return result;
}

void try_layouts(const LayoutTrial& trial, const std::vector<RelayoutOptions>& layouts,
                 const std::function<void(TriedLayout)>& tried, ThreadPool& pool, const JobContext& job) {
    if (trial.file.info().has_sums()) throw Error("expected a recording with requests, found sums of frames");
    std::size_t total = layouts.size() + 1;
    std::vector<TriedLayout> all;
    const auto try_next = [&](const RelayoutOptions& options) {
        job.begin("simulating " + title_of(options), total, "layouts");
        job.add(all.size());
        all.push_back(try_layout(trial, options, pool, job));
        return all.back();
    };
    tried(try_next({}));
    for (const RelayoutOptions& options : layouts)
        tried(try_next(options));
    const std::vector<std::string> trees = trial.unreplayed != nullptr
                                               ? trees_to_try(trial.unreplayed->info(), trial.tree)
                                               : std::vector<std::string>();
    total += trees.size();
    for (const std::string& tree : trees) {
        job.begin("replaying rays: " + tree, total, "layouts");
        job.add(all.size());
        all.push_back(try_tree(trial, tree, pool, job));
        tried(all.back());
    }
    std::vector<std::vector<RelayoutOptions>> combinations;
    for (const std::size_t level : {0U, 1U})
        for (const CombinedValues values : {CombinedValues::exact, CombinedValues::any})
            combinations.push_back(combined_layouts(all, level, values));
    std::set<std::string> combined;
    for (const std::vector<RelayoutOptions>& list : combinations)
        for (const RelayoutOptions& options : list) {
            if (!combined.insert(to_string(options)).second) {
                if (is_possible_in(all, options)) break; // the best one of two lists
                continue;
            }
            ++total;
            tried(try_next(options));
            if (all.back().is_possible()) break;
        }
}

double printed_misses(const TriedLayout& layout, std::size_t level) {
    const double misses = layout.levels[level].miss_count();
    const double scale = count_decimals(misses) == 0 ? 1.0 : 10.0;
    const double rounded = std::round(misses * scale) / scale;
    return rounded == 0.0 && misses > 0.0 ? 0.5 / scale : rounded; // only an exact 0 is printed as 0
}

std::vector<std::size_t> ranked_by_misses(const std::vector<TriedLayout>& tried, std::size_t level) {
    std::vector<std::size_t> order(tried.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto key = [&](std::size_t i) {
        return std::tuple(!tried[i].is_possible(), printed_misses(tried[i], level),
                          printed_misses(tried[i], 1 - level));
    };
    std::ranges::stable_sort(order, {}, key);
    return order;
}

} // namespace hitmap
