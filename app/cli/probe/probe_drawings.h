#pragma once

#include "core/cache/gpu/gpu_preset.h"
#include "core/probe/probe_plots.h"
#include "core/probe/probe_result.h"
#include "render/plot/plot_data.h"

#include <string>

namespace hitmap {

/// @param subject  the probed unit, for the title
[[nodiscard]] PlotData latency_plot(const ProbePlots& plots, const std::string& subject);
/// Returns the miss rates, with the capacity marked.
[[nodiscard]] PlotData miss_rate_plot(const ProbePlots& plots, const ProbeResult& result,
                                      const std::string& subject);
/// Returns the set of each line. The plot has no points if the probe did not determine the sets.
[[nodiscard]] PlotData set_plot(const ProbeResult& result, const std::string& subject);
/// Returns the cycles of a load from shared memory over the stride of its lanes, for each layout of banks.
[[nodiscard]] PlotData bank_plot(const GpuPreset& preset);

} // namespace hitmap
