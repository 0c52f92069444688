#pragma once

#include "core/analysis/simt/execution_sums.h"
#include "core/report/column/report_column.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// A row of executed basic blocks: one block, or all of a function.
struct ExecutionReportRow {
    std::string name;
    InstructionSums sums;
    InstructionSums all{};                ///< the total that shares refer to
    std::optional<std::uint32_t> block{}; ///< number of the block
    std::optional<BasicBlock> place{};    ///< the block
    std::optional<double> hotspot{};      ///< of a block, see hotspots()
    unsigned warp_lanes = warp_size;
};

/// The rows of blocks that were executed, the one with the most active lane instructions first.
[[nodiscard]] std::vector<ExecutionReportRow> block_rows(const RecordingInfo& info,
                                                         const ExecutionSums& sums);
[[nodiscard]] std::vector<ExecutionReportRow> function_rows(const RecordingInfo& info,
                                                            const ExecutionSums& sums);
/// @param of_blocks  whether rows are blocks instead of functions
[[nodiscard]] ReportColumns<ExecutionReportRow> execution_columns(bool of_blocks);

/// A row of the upper bounds of thread compaction.
struct CompactionReportRow {
    CompactionRow row;
    InstructionSums all;   ///< of all blocks, without compaction
    InstructionSums calls; ///< of the first blocks of functions, without compaction
    unsigned warp_lanes = warp_size;
};
[[nodiscard]] std::vector<CompactionReportRow> compaction_rows(const ExecutionSums& sums);
[[nodiscard]] ReportColumns<CompactionReportRow> compaction_columns();
/// "2 warps", "SM", "launch"
[[nodiscard]] std::string name_of(const CompactionRow& row);

/// A row of the upper bounds of thread compaction of single blocks.
struct BlockCompactionReportRow {
    std::string name; ///< of the block, as in block_rows()
    std::uint32_t block = 0;
    BasicBlock place;
    CompactionRow window;         ///< without its sums
    std::uint64_t executions = 0; ///< by the warps that remain
    InstructionSums sums;         ///< of the block, without compaction
    unsigned warp_lanes = warp_size;
};
/// All windows of each block that was executed, in the order of block_rows().
[[nodiscard]] std::vector<BlockCompactionReportRow> block_compaction_rows(const RecordingInfo& info,
                                                                          const ExecutionSums& sums);
[[nodiscard]] ReportColumns<BlockCompactionReportRow> block_compaction_columns();

/// A row of inactive slots by cause.
struct InactiveReportRow {
    std::string name;
    InstructionSums sums;
    InactiveSlots inactive;
    unsigned warp_lanes = warp_size;
};
/// The row of everything, with this name.
[[nodiscard]] InactiveReportRow all_inactive_row(std::string name, const ExecutionSums& sums);
/// Of functions in the order of function_rows(), and of launches.
[[nodiscard]] std::vector<InactiveReportRow> inactive_function_rows(const RecordingInfo& info,
                                                                    const ExecutionSums& sums);
[[nodiscard]] std::vector<InactiveReportRow> inactive_launch_rows(const RecordingInfo& info,
                                                                  const ExecutionSums& sums);
/// @param title  title of the column of names: "Function"
[[nodiscard]] ReportColumns<InactiveReportRow> inactive_columns(std::string_view title);

/// A bin of the histograms of lifetimes.
struct LifetimeReportRow {
    std::uint64_t first = 0; ///< blocks
    std::uint64_t last = 0;
    std::uint64_t count = 0;
    std::uint64_t all = 0;
};
/// The bins that are not empty.
[[nodiscard]] std::vector<LifetimeReportRow> lifetime_rows(const LifetimeHistogram& lifetimes);
/// @param counted  "warps" or "threads"
[[nodiscard]] ReportColumns<LifetimeReportRow> lifetime_columns(std::string_view counted);

/// Of the chart of warp slots over time.
[[nodiscard]] ReportColumns<WarpLife> warp_life_columns();

} // namespace hitmap
