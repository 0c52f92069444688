#pragma once

#include "core/probe/probe_plots.h"
#include "widgets/plot/plot_data.h"
#include "widgets/table/table_model.h"

#include <vector>

namespace hitmap {

/// Quantity, configured, inferred.
[[nodiscard]] std::vector<TableColumn> probe_columns();
/// @param unit  null for what was measured: nothing is configured then
[[nodiscard]] std::vector<TableRow> probe_rows(const ProbeUnit* unit, const ProbeResult& result);

/// @param subject  what was probed, for the title
[[nodiscard]] PlotData latency_plot(const ProbePlots& plots, const QString& subject);
/// With the capacity marked.
[[nodiscard]] PlotData miss_rate_plot(const ProbePlots& plots, const ProbeResult& result,
                                      const QString& subject);

} // namespace hitmap
