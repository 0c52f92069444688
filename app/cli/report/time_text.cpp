#include "app/cli/report/time_text.h"

#include <fmt/format.h>

namespace hitmap {

namespace {

Json or_null(const std::optional<double>& value) {
    return value ? Json(*value) : Json(nullptr);
}

std::string cycles_or_dash(const std::optional<double>& cycles) {
    return cycles ? fmt::format("{:.0f}", *cycles) : "-";
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
    std::string text =
        "Time, an estimate from the preset's bandwidths: a lower bound, since nothing waits; - where "
        "the preset lacks the figure.\n\n";
    text += fmt::format("{:<26}{:>14}\n", "unit", "cycles");
    const auto row = [&](const std::string& unit, const std::optional<double>& cycles) {
        text += fmt::format("{:<26}{:>14}\n", unit, cycles_or_dash(cycles));
    };
    row(fmt::format("SM {} (busiest), issue", estimate.sm), estimate.issue_cycles);
    row(fmt::format("SM {} (busiest), L1", estimate.sm), estimate.l1_cycles);
    row("L2", estimate.l2_cycles);
    row("DRAM", estimate.dram_cycles);
    row(fmt::format("at least, bound by {}", estimate.bound_by), estimate.cycles);
    if (estimate.milliseconds)
        text += fmt::format("{:<26}{:>14.4f}\n", "milliseconds", *estimate.milliseconds);
    row("mean latency of a load", estimate.mean_load_latency);
    return text;
}

} // namespace hitmap
