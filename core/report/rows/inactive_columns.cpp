#include "core/report/rows/execution_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

namespace hitmap {

InactiveReportRow all_inactive_row(std::string name, const ExecutionSums& sums) {
    return {std::move(name), sums.all, sums.inactive, sums.warp_lanes};
}

std::vector<InactiveReportRow> inactive_function_rows(const RecordingInfo& info, const ExecutionSums& sums) {
    std::vector<InactiveReportRow> rows;
    for (const FunctionSums& function : sums_by_function(info, sums))
        if (function.sums.executions != 0)
            rows.push_back({function.function, function.sums, function.inactive, sums.warp_lanes});
    return rows;
}

std::vector<InactiveReportRow> inactive_launch_rows(const RecordingInfo& info, const ExecutionSums& sums) {
    std::vector<InactiveReportRow> rows;
    for (const LaunchExecutions& launch : sums.launches) {
        const bool known = launch.launch < info.launches.size();
        rows.push_back(
            {fmt::format("{} {}", launch.launch, known ? info.launches[launch.launch].kernel : std::string()),
             launch.sums, launch.inactive, sums.warp_lanes});
    }
    return rows;
}

ReportColumns<InactiveReportRow> inactive_columns(std::string_view title) {
    using Row = InactiveReportRow;
    const auto cause = [](std::string key, std::string name, std::string help, auto slots) {
        std::string printed = key;
        std::ranges::replace(printed, '_', ' ');
        return ReportColumn<Row>{{.key = std::move(key),
                                  .title = std::move(name),
                                  .text = {std::move(printed), 16},
                                  .help = std::move(help)},
                                 [slots](const Row& row) { return CellValue(slots(row.inactive)); }};
    };
    const auto share = [](std::string key, std::string name, auto slots) {
        return ReportColumn<Row>{
            {.key = std::move(key),
             .title = std::move(name),
             .type = CellType::rate,
             .in = {.text = false, .csv = false},
             .of = "inactive slots"},
            [slots](const Row& row) { return quotient(slots(row.inactive), row.inactive.all()); }};
    };
    const auto early_return = [](const InactiveSlots& slots) { return slots.early_return; };
    const auto call = [](const InactiveSlots& slots) { return slots.call; };
    const auto control_flow = [](const InactiveSlots& slots) { return slots.control_flow; };
    return {
        {{.key = "name", .title = std::string(title), .type = CellType::text, .text = {"", 40}}, &Row::name},
        {{.key = "slots", .title = "Slots", .text = {"slots", 16}, .help = "Lanes of a warp x instructions"},
         [](const Row& row) { return CellValue(row.warp_lanes * row.sums.instructions); }},
        {{.key = "inactive",
          .title = "Inactive slots",
          .text = {"inactive", 16},
          .help = "Slots without an active lane"},
         [](const Row& row) { return CellValue(row.sums.inactive_slots(row.warp_lanes)); }},
        {{.key = "share_of_slots",
          .title = "Inactive",
          .type = CellType::rate,
          .in = {.csv = false},
          .text = {"share", 9},
          .help = "Share of the slots that are inactive",
          .of = "slots"},
         [](const Row& row) {
             return quotient(row.sums.inactive_slots(row.warp_lanes), row.warp_lanes * row.sums.instructions);
         }},
        cause("early_return", "early slots", "The lane executes nothing later in the launch", early_return),
        share("share_of_early_return", "Early return", early_return),
        cause("call", "call slots", "The warp executes a function that only some lanes called", call),
        share("share_of_call", "Call", call),
        cause("control_flow", "flow slots", "Every other inactive slot: ifs and loops", control_flow),
        share("share_of_control_flow", "Control flow", control_flow),
    };
}

} // namespace hitmap
