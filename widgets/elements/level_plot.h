#pragma once

#include "core/analysis/groups/tree_paths.h"
#include "render/plot/plot_data.h"

#include <QtCore/QString>

#include <cstdint>
#include <vector>

namespace hitmap {

/// What the bars by level show.
enum class LevelBars : std::uint8_t {
    l1_lookups, ///< misses and hits
    l2_lookups,
    accesses,
    boxes, ///< accessed ones and others
};

/// All in the order of the list for users.
[[nodiscard]] const std::vector<LevelBars>& level_bars();
[[nodiscard]] QString title_of(LevelBars bars);

/// Returns a bar for each level of the tree; without points if nothing of that kind is known.
/// @param counts_accesses  TreeTable::counts_accesses
[[nodiscard]] PlotData level_plot(const std::vector<TreeLevel>& levels, LevelBars bars, bool counts_accesses);

} // namespace hitmap
