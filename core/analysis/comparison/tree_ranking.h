#pragma once

#include "core/analysis/comparison/layout_ranking.h"

#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// The trees over which the rays of a recording are tried: other builders, widths and formats of nodes than
/// those of `now`, and the driver's if the recording has it. All are texts of ReplayOptions, none empty.
/// @param now  the same of the recording; empty: the defaults
[[nodiscard]] std::vector<std::string> trees_to_try(const RecordingInfo& info, std::string_view now);

/// Replays the rays of a recording over a tree and simulates the result, which is in memory meanwhile. Throws
/// what replayed_file() and the model throw, but `problem` has the message if the recording cannot be
/// replayed so.
/// @param trial  has `unreplayed`
/// @param tree   text of ReplayOptions; empty: the defaults
[[nodiscard]] TriedLayout try_tree(const LayoutTrial& trial, const std::string& tree, ThreadPool& pool,
                                   const JobContext& job = {});

/// Tries the tree of the defaults, and then the others. Calls `tried` after each, in this thread. Progress
/// counts trees. Throws what try_tree() throws.
void try_trees(const LayoutTrial& trial, const std::function<void(TriedLayout)>& tried, ThreadPool& pool,
               const JobContext& job = {});

} // namespace hitmap
