#pragma once

#include "app/cli/options/model_options.h"

#include <string>

namespace hitmap {

/// The options of `hitmap relayout --rank` and `hitmap replay --rank`.
struct RankingOptions {
    ModelOptions model;
    std::string by = "l1"; ///< "l1" or "l2": the level whose misses decide
    std::string csv;       ///< file; empty: none
    bool json = false;
    /// What all others are compared with, in a sentence and as the name of its row.
    std::string compared_with = "the layout as recorded";
    std::string compared_row = "as recorded";
};

/// Adds the options of --rank, which need that.
void add_ranking_options(CLI::App& command, RankingOptions& options, CLI::Option& rank);

/// Tries the layouts of a recording and prints their ranking.
/// @param scene  --scene; may be empty
void rank_layouts(const std::string& file, const std::string& scene, const RankingOptions& options,
                  const JobContext& job);

/// Replays the rays of a recording over the trees of trees_to_try() and prints their ranking.
void rank_trees(const std::string& file, const RankingOptions& options, const JobContext& job);

} // namespace hitmap
