#pragma once

#include "app/cli/base/info_json.h"
#include "core/jobs/progress.h"
#include "core/probe/probe_result.h"
#include "core/probe/probe_units.h"

#include <filesystem>

namespace hitmap {

/// Writes into the folder, which is made, what a probe of the unit looks like (docs/cache-models.md):
/// NAME-latency.csv, NAME-miss-rate.csv, NAME-sets.csv; of Fermi's victims also the curves of LRU and of a
/// victim sequence. Nothing of a unit whose capacity and line were not told. Throws FileError, Cancelled.
void write_probe_plots(const std::filesystem::path& folder, const ProbeUnit& unit, const ProbeResult& result,
                       const JobContext& job);

/// Bank conflicts of strides 0 to 64 words: those of the preset's banks, and of banks of 8 bytes mapped by 4
/// and by 8.
[[nodiscard]] Json bank_conflicts_json(const GpuPreset& preset);
void write_bank_plot(const std::filesystem::path& folder, const GpuPreset& preset, const JobContext& job);

} // namespace hitmap
