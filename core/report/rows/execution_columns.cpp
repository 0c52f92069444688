#include "core/report/rows/execution_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace hitmap {

namespace {

/// SIMT efficiency of executions that need `instructions`: their active lanes stay the same.
CellValue efficiency_of(std::uint64_t active, std::uint64_t needed, unsigned warp_lanes) {
    return quotient(active, warp_lanes * needed);
}

std::string block_name(const BasicBlock& block) {
    return fmt::format("{}:{} {}", block.location.function, block.location.line, name_of(block.entry));
}

} // namespace

std::vector<ExecutionReportRow> block_rows(const RecordingInfo& info, const ExecutionSums& sums) {
    const std::vector<double> heat = hotspots(info, sums);
    std::vector<ExecutionReportRow> rows;
    for (std::uint32_t i = 0; i < sums.blocks.size(); ++i) {
        if (sums.blocks[i].executions == 0) continue;
        const BasicBlock& block = info.basic_blocks[i];
        rows.push_back({block_name(block), sums.blocks[i], sums.all, i, block, heat[i], sums.warp_lanes});
    }
    std::ranges::stable_sort(rows, std::greater<>(),
                             [](const ExecutionReportRow& row) { return row.sums.active_lane_instructions; });
    return rows;
}

std::vector<ExecutionReportRow> function_rows(const RecordingInfo& info, const ExecutionSums& sums) {
    std::vector<ExecutionReportRow> rows;
    for (const FunctionSums& function : sums_by_function(info, sums))
        if (function.sums.executions != 0)
            rows.push_back({.name = function.function,
                            .sums = function.sums,
                            .all = sums.all,
                            .warp_lanes = sums.warp_lanes});
    return rows;
}

ReportColumns<ExecutionReportRow> execution_columns(bool of_blocks) {
    using Row = ExecutionReportRow;
    ReportColumns<Row> columns{
        {{.key = "name",
          .title = of_blocks ? "Basic block" : "Function",
          .type = CellType::text,
          .in = {.csv = !of_blocks},
          .text = {"", 40}},
         &Row::name},
        {{.key = "efficiency",
          .title = "SIMT efficiency",
          .type = CellType::rate,
          .text = {"efficiency", 12},
          .help = "Active lane instructions divided by lanes of a warp times instructions",
          .of = "slots"},
         [](const Row& row) {
             return quotient(row.sums.active_lane_instructions, row.warp_lanes * row.sums.instructions);
         }},
        {{.key = "executions", .title = "Executions", .text = {"executions", 14}, .help = "By warps"},
         [](const Row& row) { return CellValue(row.sums.executions); }},
        {{.key = "instructions", .title = "Instructions", .text = {"instructions", 14}, .help = "Of warps"},
         [](const Row& row) { return CellValue(row.sums.instructions); }},
        {{.key = "active_lane_instructions",
          .title = "Active lane instructions",
          .text = {"active lane instr.", 20}},
         [](const Row& row) { return CellValue(row.sums.active_lane_instructions); }},
        {{.key = "share",
          .title = "Share",
          .type = CellType::rate,
          .in = {.csv = false},
          .text = {"share", 9},
          .help = "Share of all active lane instructions",
          .of = "active lane instructions"},
         [](const Row& row) {
             return quotient(row.sums.active_lane_instructions, row.all.active_lane_instructions);
         }},
    };
    if (!of_blocks) return columns;
    const ReportPlaces not_text{.text = false};
    columns.push_back({{.key = "hotspot",
                        .title = "Hotspot",
                        .type = CellType::rate,
                        .text = {"hotspot", 10},
                        .help = "How often lanes execute each instruction of the block, relative to the "
                                "instruction that they execute most often"},
                       [](const Row& row) { return CellValue(row.hotspot); }});
    columns.push_back(
        {{.key = "block", .in = not_text}, [](const Row& row) { return CellValue(row.block); }});
    columns.push_back({{.key = "entry", .type = CellType::text, .in = not_text},
                       [](const Row& row) { return CellValue(name_of(row.place->entry)); }});
    columns.push_back({{.key = "block_instructions", .in = not_text},
                       [](const Row& row) { return CellValue(row.place->instructions); }});
    columns.push_back({{.key = "function", .type = CellType::text, .in = not_text},
                       [](const Row& row) { return CellValue(row.place->location.function); }});
    columns.push_back({{.key = "file", .type = CellType::text, .in = not_text},
                       [](const Row& row) { return CellValue(row.place->location.file); }});
    columns.push_back({{.key = "line", .in = not_text},
                       [](const Row& row) { return CellValue(row.place->location.line); }});
    return columns;
}

std::string name_of(const CompactionRow& row) {
    switch (row.scope) {
    case CompactionScope::window:
        return fmt::format("{} {}", row.warps, row.warps == 1 ? "warp" : "warps");
    case CompactionScope::sm:
        return "SM";
    case CompactionScope::launch:
        break;
    }
    return "launch";
}

std::vector<CompactionReportRow> compaction_rows(const ExecutionSums& sums) {
    std::vector<CompactionReportRow> rows;
    for (const CompactionRow& row : sums.compaction)
        rows.push_back({row, sums.all, sums.calls, sums.warp_lanes});
    return rows;
}

ReportColumns<CompactionReportRow> compaction_columns() {
    using Row = CompactionReportRow;
    return {
        {{.key = "window", .title = "Window", .type = CellType::text, .text = {"window", 12}},
         [](const Row& row) { return CellValue(name_of(row.row)); }},
        {{.key = "warps", .title = "Warps", .text = {"warps", 8}, .help = "The most of a window"},
         [](const Row& row) { return CellValue(row.row.warps); }},
        {{.key = "executions", .title = "Executions", .text = {"executions", 14}},
         [](const Row& row) { return CellValue(row.row.blocks.executions); }},
        {{.key = "saved", .title = "Saved", .type = CellType::rate, .text = {"saved", 9}, .of = "executions"},
         [](const Row& row) {
             return quotient(row.all.executions - row.row.blocks.executions, row.all.executions);
         }},
        {{.key = "efficiency",
          .title = "SIMT efficiency",
          .type = CellType::rate,
          .text = {"efficiency", 12},
          .of = "slots"},
         [](const Row& row) {
             return efficiency_of(row.all.active_lane_instructions, row.row.blocks.instructions,
                                  row.warp_lanes);
         }},
        {{.key = "calls",
          .title = "Calls",
          .text = {"calls", 12},
          .help = "Executions of the first blocks of functions",
          .json_path = "/calls/executions"},
         [](const Row& row) { return CellValue(row.row.calls.executions); }},
        {{.key = "calls_saved",
          .title = "Calls saved",
          .type = CellType::rate,
          .text = {"saved", 9},
          .of = "calls",
          .json_path = "/calls/saved"},
         [](const Row& row) {
             return quotient(row.calls.executions - row.row.calls.executions, row.calls.executions);
         }},
        {{.key = "calls_efficiency",
          .title = "Efficiency of calls",
          .type = CellType::rate,
          .text = {"efficiency", 12},
          .help = "Lanes that call divided by lanes of the warps that do",
          .of = "lanes",
          .json_path = "/calls/efficiency"},
         [](const Row& row) {
             return efficiency_of(row.calls.active_lanes, row.row.calls.executions, row.warp_lanes);
         }},
    };
}

std::vector<LifetimeReportRow> lifetime_rows(const LifetimeHistogram& lifetimes) {
    std::vector<LifetimeReportRow> rows;
    for (std::uint64_t bin = 0; bin < lifetimes.counts.size(); ++bin)
        if (lifetimes.counts[bin] != 0)
            rows.push_back({bin * lifetimes.width, (bin + 1) * lifetimes.width - 1, lifetimes.counts[bin],
                            lifetimes.count});
    return rows;
}

ReportColumns<LifetimeReportRow> lifetime_columns(std::string_view counted) {
    using Row = LifetimeReportRow;
    return {
        {{.key = "first", .title = "Blocks from", .text = {"blocks from", 12}},
         [](const Row& row) { return CellValue(row.first); }},
        {{.key = "last", .title = "to", .text = {"to", 10}},
         [](const Row& row) { return CellValue(row.last); }},
        {{.key = std::string(counted), .title = std::string(counted), .text = {std::string(counted), 12}},
         [](const Row& row) { return CellValue(row.count); }},
        {{.key = "share",
          .title = "Share",
          .type = CellType::rate,
          .in = {.csv = false},
          .text = {"share", 9},
          .of = std::string(counted)},
         [](const Row& row) { return quotient(row.count, row.all); }},
    };
}

ReportColumns<WarpLife> warp_life_columns() {
    return {
        {{.key = "launch"}, [](const WarpLife& life) { return CellValue(life.launch); }},
        {{.key = "sm"}, [](const WarpLife& life) { return CellValue(life.sm); }},
        {{.key = "slot"}, [](const WarpLife& life) { return CellValue(life.slot); }},
        {{.key = "warp"}, [](const WarpLife& life) { return CellValue(life.warp); }},
        {{.key = "first_request"}, [](const WarpLife& life) { return CellValue(life.first_request.value); }},
        {{.key = "last_request"}, [](const WarpLife& life) { return CellValue(life.last_request.value); }},
        {{.key = "blocks"}, [](const WarpLife& life) { return CellValue(life.blocks); }},
    };
}

} // namespace hitmap
