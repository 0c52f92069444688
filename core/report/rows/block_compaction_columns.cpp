#include "core/report/rows/execution_columns.h"

#include <map>

namespace hitmap {

std::vector<BlockCompactionReportRow> block_compaction_rows(const RecordingInfo& info,
                                                            const ExecutionSums& sums) {
    std::map<std::uint32_t, const BlockCompaction*> by_block;
    for (const BlockCompaction& block : sums.block_compaction)
        by_block[block.block] = &block;
    std::vector<BlockCompactionReportRow> rows;
    for (const ExecutionReportRow& block : block_rows(info, sums))
        for (std::size_t i = 0; i < sums.compaction.size(); ++i) {
            const CompactionRow& window = sums.compaction[i];
            rows.push_back({block.name,
                            *block.block,
                            *block.place,
                            {window.scope, window.warps, {}, {}},
                            by_block.at(*block.block)->executions[i],
                            block.sums,
                            sums.warp_lanes});
        }
    return rows;
}

ReportColumns<BlockCompactionReportRow> block_compaction_columns() {
    using Row = BlockCompactionReportRow;
    const ReportPlaces not_text{.text = false};
    const ReportPlaces not_csv{.csv = false};
    return {
        {{.key = "name", .title = "Basic block", .type = CellType::text, .in = not_csv, .text = {"", 40}},
         &Row::name},
        {{.key = "window", .title = "Window", .type = CellType::text, .text = {"window", 12}},
         [](const Row& row) { return CellValue(name_of(row.window)); }},
        {{.key = "warps", .title = "Warps", .in = not_text, .help = "The most of a window"},
         [](const Row& row) { return CellValue(row.window.warps); }},
        {{.key = "executions", .title = "Executions", .text = {"executions", 14}},
         [](const Row& row) { return CellValue(row.executions); }},
        {{.key = "saved", .title = "Saved", .type = CellType::rate, .text = {"saved", 9}, .of = "executions"},
         [](const Row& row) { return quotient(row.sums.executions - row.executions, row.sums.executions); }},
        {{.key = "efficiency",
          .title = "SIMT efficiency",
          .type = CellType::rate,
          .text = {"efficiency", 12},
          .help = "Active lanes divided by lanes of the warps that execute the block",
          .of = "lanes"},
         [](const Row& row) { return quotient(row.sums.active_lanes, row.warp_lanes * row.executions); }},
        {{.key = "block", .in = not_text}, [](const Row& row) { return CellValue(row.block); }},
        {{.key = "entry", .type = CellType::text, .in = not_text},
         [](const Row& row) { return CellValue(name_of(row.place.entry)); }},
        {{.key = "function", .type = CellType::text, .in = not_text},
         [](const Row& row) { return CellValue(row.place.location.function); }},
        {{.key = "file", .type = CellType::text, .in = not_text},
         [](const Row& row) { return CellValue(row.place.location.file); }},
        {{.key = "line", .in = not_text}, [](const Row& row) { return CellValue(row.place.location.line); }},
    };
}

} // namespace hitmap
