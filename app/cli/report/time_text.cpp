#include "app/cli/report/time_text.h"

#include "core/report/column/text_table.h"

#include <fmt/format.h>

#include <optional>
#include <vector>

namespace hitmap {

namespace {

struct TimeRow {
    std::string unit;
    std::optional<double> cycles;
};

ReportColumns<TimeRow> time_columns() {
    return {text_column<TimeRow>("unit", 26, CellType::text, &TimeRow::unit),
            text_column<TimeRow>("cycles", 14, CellType::number, &TimeRow::cycles)};
}

} // namespace

Json estimate_json(const TimeEstimate& estimate) {
    return {{"kind", "lower bound by bandwidths; waiting is not counted"},
            {"sm",
             {{"number", estimate.sm},
              {"issue_cycles", estimate.issue_cycles},
              {"l1_cycles", or_null(estimate.l1_cycles)}}},
            {"l2_cycles", or_null(estimate.l2_cycles)},
            {"dram_cycles", or_null(estimate.dram_cycles)},
            {"cycles", estimate.cycles},
            {"bound_by", estimate.bound_by},
            {"milliseconds", or_null(estimate.milliseconds)},
            {"mean_load_latency_cycles", or_null(estimate.mean_load_latency)}};
}

std::string estimate_text(const TimeEstimate& estimate) {
    ReportColumns<TimeRow> columns = time_columns();
    column_named(columns, "cycles").text.decimals = 0;
    std::string text =
        "Time, an estimate from the preset's bandwidths: a lower bound, since nothing waits; - where "
        "the preset lacks the figure.\n\n" +
        text_table(columns, std::vector<TimeRow>{
                                {fmt::format("SM {} (busiest), issue", estimate.sm), estimate.issue_cycles},
                                {fmt::format("SM {} (busiest), L1", estimate.sm), estimate.l1_cycles},
                                {"L2", estimate.l2_cycles},
                                {"DRAM", estimate.dram_cycles},
                                {fmt::format("at least, bound by {}", estimate.bound_by), estimate.cycles}});
    const TimeRow latency{"mean latency of a load", estimate.mean_load_latency};
    const std::string last = text_row(columns, latency);
    column_named(columns, "cycles").text.decimals = 4;
    if (estimate.milliseconds) text += text_row(columns, TimeRow{"milliseconds", estimate.milliseconds});
    return text + last;
}

} // namespace hitmap
