#pragma once

#include "core/analysis/comparison/layout_ranking.h"
#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/relayout/apply/possible_layouts.h"

namespace hitmap {

/// possible_layouts() and, for the hierarchy model, splits of hot from cold bytes of elements that have both
/// (hot_and_cold()), for which all requests are read once. The stack distance cache model looks up whole
/// elements, so that it cannot tell what a split does. Throws FileError, Cancelled.
[[nodiscard]] PossibleLayouts layouts_to_try(const LayoutTrial& trial, ThreadPool& pool,
                                             const JobContext& job = {});

} // namespace hitmap
