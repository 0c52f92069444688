#pragma once

#include "core/analysis/simt/simt_table.h"
#include "core/trace/model/recording.h"
#include "render/plot/plot_data.h"
#include "widgets/table/table_model.h"

#include <QtCore/QString>

#include <cstddef>
#include <vector>

namespace hitmap {

/// Returns "Source line", for the choice of the table.
[[nodiscard]] QString title_of(SimtBy by);
[[nodiscard]] std::vector<TableColumn> simt_table_columns(SimtBy by);
/// Returns the row of everything, then those of the first table of `sums`.
[[nodiscard]] std::vector<TableRow> simt_table_rows(const RecordingInfo& info, const SimtSums& sums);

/// Returns requests by number of active lanes.
/// @param row  0: of everything, otherwise 1 + index of a row of the first table, which has a histogram
[[nodiscard]] PlotData lane_plot(const SimtSums& sums, std::size_t row);

} // namespace hitmap
