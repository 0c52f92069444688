#include "widgets/simt/execution_plots.h"

#include "widgets/base/format.h"
#include "widgets/simt/view_parts.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

namespace hitmap {

namespace {

/// Bars of a plot; the tables have all rows.
constexpr std::size_t most_bars = 256;
constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

std::string words(const char* text) {
    return simt_text(text).toStdString();
}

double share(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? no_value : static_cast<double>(part) / static_cast<double>(whole);
}

/// Returns places 0, 1, ... with a value for each.
template <class Value>
std::vector<PlotPoint> points_of(std::size_t count, const Value& value) {
    std::vector<PlotPoint> points;
    for (std::size_t i = 0; i < count; ++i)
        points.push_back({static_cast<double>(i), value(i)});
    return points;
}

} // namespace

PlotData hotspot_plot(std::span<const ExecutionReportRow> rows) {
    rows = rows.first(std::min(rows.size(), most_bars));
    PlotData plot;
    plot.title = words("Hotspots: how often lanes execute each block");
    // The names are too many and too long for ticks, but are read with the values.
    plot.x = {
        .title = words("basic blocks, as in the table"), .csv_name = "row", .numbers = AxisNumbers::none};
    plot.y = {.title = words("Relative to the most frequent instruction"),
              .csv_name = "hotspot",
              .numbers = AxisNumbers::shares};
    plot.look = PlotLook::stacked_bars;
    plot.empty_text = words("No blocks");
    std::map<std::string, std::size_t> functions;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        plot.x.labels.push_back(rows[i].name);
        const std::string& function = rows[i].place->location.function;
        const auto [series, is_new] = functions.emplace(function, plot.series.size());
        if (is_new)
            plot.series.push_back({function, points_of(rows.size(), [](std::size_t) { return no_value; })});
        plot.series[series->second].points[i].y = rows[i].hotspot.value_or(0.0);
    }
    return plot;
}

PlotData inactive_plot(std::span<const InactiveReportRow> rows) {
    rows = rows.first(std::min(rows.size(), most_bars));
    PlotData plot;
    plot.title = words("Inactive slots by cause");
    plot.x = {.title = {}, .csv_name = "row", .upright = true};
    plot.y = {.title = words("Share of all slots"), .csv_name = "share", .numbers = AxisNumbers::shares};
    plot.look = PlotLook::stacked_bars;
    plot.empty_text = words("No slots");
    for (const InactiveReportRow& row : rows)
        plot.x.labels.push_back(row.name);
    const auto add = [&](const char* title, std::uint64_t InactiveSlots::*cause) {
        plot.series.push_back({words(title), points_of(rows.size(), [&](std::size_t i) {
                                   return share(rows[i].inactive.*cause,
                                                rows[i].warp_lanes * rows[i].sums.instructions);
                               })});
    };
    add("early return", &InactiveSlots::early_return);
    add("call", &InactiveSlots::call);
    add("control flow", &InactiveSlots::control_flow);
    return plot;
}

std::vector<CompactionSubject> compaction_subjects(const ExecutionResults& results) {
    const ExecutionSums& sums = results.sums;
    std::vector<CompactionSubject> subjects(2);
    subjects[0] = {words("Everything"), sums.all.executions, sums.all.active_lane_instructions, {}, {}, {}};
    subjects[1] = {words("Calls"), sums.calls.executions, sums.calls.active_lanes, {}, {}, {}};
    for (const CompactionRow& row : sums.compaction) {
        subjects[0].remaining.push_back(row.blocks.executions);
        subjects[0].needed.push_back(sums.warp_lanes * row.blocks.instructions);
        subjects[1].remaining.push_back(row.calls.executions);
        subjects[1].needed.push_back(sums.warp_lanes * row.calls.executions);
    }
    for (const BlockCompactionReportRow& row : block_compaction_rows(results.recording->info(), sums)) {
        if (row.window.scope == CompactionScope::window && row.window.warps == 1)
            subjects.push_back({row.name, row.sums.executions, row.sums.active_lanes, {}, {}, row.place});
        subjects.back().remaining.push_back(row.executions);
        subjects.back().needed.push_back(row.warp_lanes * row.executions);
    }
    return subjects;
}

PlotData compaction_plot(const ExecutionSums& sums, const CompactionSubject& subject) {
    PlotData plot;
    plot.title = simt_text("Upper bound of thread compaction: %1").arg(text_of(subject.name)).toStdString();
    plot.x = {.title = words("warps that are put together"), .csv_name = "window"};
    for (const CompactionRow& row : sums.compaction)
        plot.x.labels.push_back(row.scope == CompactionScope::window ? std::to_string(row.warps)
                                                                     : name_of(row));
    plot.y = {.title = words("Shares"), .csv_name = "share", .numbers = AxisNumbers::shares};
    plot.empty_text = words("No executions");
    const std::size_t count = subject.executions == 0 ? 0 : sums.compaction.size();
    plot.series.push_back({words("executions saved"), points_of(count, [&](std::size_t i) {
                               return share(subject.executions - subject.remaining[i], subject.executions);
                           })});
    plot.series.push_back({words("SIMT efficiency"), points_of(count, [&](std::size_t i) {
                               return share(subject.active, subject.needed[i]);
                           })});
    return plot;
}

PlotData lifetime_plot(const LifetimeHistogram& lifetimes, const QString& title, const QString& counted) {
    PlotData plot;
    plot.title = title.toStdString();
    plot.x = {.title = words("basic blocks executed"), .csv_name = "bin"};
    plot.y = {.title = counted.toStdString(), .csv_name = "count"};
    plot.look = PlotLook::bars;
    plot.empty_text = words("No events");
    for (std::uint64_t bin = 0; bin < lifetimes.counts.size(); ++bin) {
        const QString first = count_text(bin * lifetimes.width);
        plot.x.labels.push_back(
            (lifetimes.width == 1
                 ? first
                 : simt_text("%1 to %2").arg(first, count_text((bin + 1) * lifetimes.width - 1)))
                .toStdString());
    }
    if (lifetimes.count == 0) return plot;
    plot.series.push_back({counted.toStdString(), points_of(lifetimes.counts.size(), [&](std::size_t i) {
                               return static_cast<double>(lifetimes.counts[i]);
                           })});
    return plot;
}

} // namespace hitmap
