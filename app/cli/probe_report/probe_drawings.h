#pragma once

#include "core/cache/gpu/gpu_preset.h"
#include "core/probe/probe_plots.h"
#include "core/probe/probe_result.h"
#include "render/plot/plot_data.h"

#include <string>

namespace hitmap {

/// @param subject  what was probed, for the title
[[nodiscard]] PlotData latency_plot(const ProbePlots& plots, const std::string& subject);
/// With the capacity marked.
[[nodiscard]] PlotData miss_rate_plot(const ProbePlots& plots, const ProbeResult& result,
                                      const std::string& subject);
/// The set of each line. Without points where the lines were not followed.
[[nodiscard]] PlotData set_plot(const ProbeResult& result, const std::string& subject);
/// Cycles of a load of shared memory over the stride of its lanes, of each layout of banks.
[[nodiscard]] PlotData bank_plot(const GpuPreset& preset);

} // namespace hitmap
