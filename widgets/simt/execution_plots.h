#pragma once

#include "core/report/rows/execution_columns.h"
#include "render/plot/plot_data.h"
#include "widgets/simt/execution_results.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace hitmap {

/// Returns the hotspots of blocks as bars, a series for each function (Pankratz et al. 2021, figure 15).
/// @param rows  from block_rows()
[[nodiscard]] PlotData hotspot_plot(std::span<const ExecutionReportRow> rows);

/// Returns the shares of slots that are inactive, by cause on top of one another (Pankratz et al. 2021,
/// figure 14). The height of a bar is 1 - SIMT efficiency.
[[nodiscard]] PlotData inactive_plot(std::span<const InactiveReportRow> rows);

/// What thread compaction is computed of: everything, calls, or one block.
struct CompactionSubject {
    std::string name;
    std::uint64_t executions = 0; ///< without compaction
    /// Active lanes, and the lanes of the warps that remain: for each instruction, or for each execution
    /// once.
    std::uint64_t active = 0;
    std::vector<std::uint64_t> remaining; ///< [ExecutionSums::compaction] executions
    std::vector<std::uint64_t> needed;    ///< [the same] lanes that `active` is divided by
    std::optional<BasicBlock> block{};    ///< no value: of several blocks
};
/// All blocks, calls, then each block that was executed, in the order of block_rows().
[[nodiscard]] std::vector<CompactionSubject> compaction_subjects(const ExecutionResults& results);
/// Returns the share of executions that are saved and the SIMT efficiency by window.
[[nodiscard]] PlotData compaction_plot(const ExecutionSums& sums, const CompactionSubject& subject);

/// Returns a histogram of lifetimes.
/// @param counted  "Warps"
[[nodiscard]] PlotData lifetime_plot(const LifetimeHistogram& lifetimes, const QString& title,
                                     const QString& counted);

} // namespace hitmap
