#pragma once

#include "app/cli/report/execution_report.h"

#include <string>
#include <vector>

namespace hitmap {

/// The files that `export --simt OUT.csv` writes beside OUT.csv where the recording has execution events:
/// OUT.blocks.csv, OUT.functions.csv, OUT.inactive.csv, OUT.compaction.csv, OUT.block-compaction.csv,
/// OUT.lifetimes.csv, OUT.warps.csv and, where pixels have rays, OUT.paths.csv.
[[nodiscard]] std::vector<std::string> execution_csv_paths(const std::string& output,
                                                           const ExecutionReport& report);
/// Writes them.
void write_execution_csv(const std::string& output, const RecordingInfo& info, const ExecutionReport& report,
                         const JobContext& job);

} // namespace hitmap
