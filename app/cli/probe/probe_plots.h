#pragma once

#include "app/cli/base/info_json.h"
#include "core/jobs/progress.h"
#include "core/probe/chase/bank_conflicts.h"
#include "core/probe/probe_result.h"
#include "core/probe/probe_units.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>

namespace hitmap {

enum class PlotFormat : std::uint8_t { png, svg };
/// The folder of plots, and the format of their pictures.
struct PlotFolder {
    std::filesystem::path folder;
    PlotFormat format = PlotFormat::png;
};

/// Creates the folder and writes the plots of a probed unit to it (docs/cache-models.md): NAME-latency,
/// NAME-miss-rate and NAME-sets, each as .csv and as a picture. For replacement as on Fermi, they also
/// contain the curves of LRU and of a victim sequence. Writes nothing if the capacity and the line of the
/// unit were not determined. Throws FileError, Cancelled.
/// @param subject  the probed unit, for titles
void write_probe_plots(const PlotFolder& to, const std::string& subject, const ProbeUnit& unit,
                       const ProbeResult& result, const JobContext& job);

/// Bank conflicts are reported for strides of 0 to this number of words.
inline constexpr std::uint64_t most_bank_stride = 64;
/// Returns the layouts of shared memory that are compared: that of the preset, and banks of 8 bytes with
/// mappings of 4 and of 8 bytes.
[[nodiscard]] std::array<BankLayout, 3> bank_layouts(const GpuPreset& preset);

/// Returns the bank conflicts of strides 0 to most_bank_stride, for each of bank_layouts().
[[nodiscard]] Json bank_conflicts_json(const GpuPreset& preset);
/// Writes shared-memory.csv and its picture. Throws FileError, Cancelled.
void write_bank_plot(const PlotFolder& to, const GpuPreset& preset, const JobContext& job);

} // namespace hitmap
