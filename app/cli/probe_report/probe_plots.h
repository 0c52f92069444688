#pragma once

#include "app/cli/base/info_json.h"
#include "core/jobs/progress.h"
#include "core/probe/bank_conflicts.h"
#include "core/probe/probe_result.h"
#include "core/probe/probe_units.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>

namespace hitmap {

enum class PlotFormat : std::uint8_t { png, svg };
/// Where plots are written, and the format of their pictures.
struct PlotFolder {
    std::filesystem::path folder;
    PlotFormat format = PlotFormat::png;
};

/// Writes into the folder, which is made, what a probe of the unit looks like (docs/cache-models.md):
/// NAME-latency, NAME-miss-rate and NAME-sets, each as .csv and as a picture; of Fermi's victims also the
/// curves of LRU and of a victim sequence, which are in the same picture. Nothing of a unit whose capacity
/// and line were not told. Throws FileError, Cancelled.
/// @param subject  what was probed, for titles
void write_probe_plots(const PlotFolder& to, const std::string& subject, const ProbeUnit& unit,
                       const ProbeResult& result, const JobContext& job);

/// Strides of bank conflicts that are reported: 0 to this many words.
inline constexpr std::uint64_t most_bank_stride = 64;
/// Layouts of shared memory that are compared: the preset's, then banks of 8 bytes mapped by 4 and by 8.
[[nodiscard]] std::array<BankLayout, 3> bank_layouts(const GpuPreset& preset);

/// Bank conflicts of strides 0 to 64 words: those of the preset's banks, and of banks of 8 bytes mapped by 4
/// and by 8.
[[nodiscard]] Json bank_conflicts_json(const GpuPreset& preset);
/// shared-memory.csv, and its picture.
void write_bank_plot(const PlotFolder& to, const GpuPreset& preset, const JobContext& job);

} // namespace hitmap
