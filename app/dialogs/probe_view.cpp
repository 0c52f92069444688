#include "app/dialogs/probe_view.h"

#include "core/probe/probe_report.h"
#include "widgets/base/format.h"
#include "widgets/base/tr.h"

#include <utility>

namespace hitmap {

namespace {

QString untold() {
    return tr("The latencies are not sufficient to draw this.");
}

} // namespace

std::vector<TableColumn> probe_columns() {
    return {{tr("Quantity"), QStringLiteral("quantity")},
            {tr("Configured"), QStringLiteral("configured")},
            {tr("Inferred"), QStringLiteral("inferred"), true,
             tr("Inferred from the latency of each load alone; ? where the latencies do not determine it")}};
}

std::vector<TableRow> probe_rows(const ProbeUnit* unit, const ProbeResult& result) {
    const ProbeRow inferred = inferred_row(result);
    const ProbeRow configured = unit != nullptr ? configured_row(*unit) : ProbeRow();
    std::vector<TableRow> rows;
    const auto add = [&](const QString& name, std::string ProbeRow::*cell) {
        rows.push_back(
            {text_cell(name), text_cell(text_of(configured.*cell)), text_cell(text_of(inferred.*cell))});
    };
    add(tr("Capacity"), &ProbeRow::capacity);
    add(tr("Line or page"), &ProbeRow::line);
    add(tr("Fetched by a miss"), &ProbeRow::fetched);
    add(tr("Sets"), &ProbeRow::sets);
    add(tr("Ways"), &ProbeRow::ways);
    add(tr("Replacement"), &ProbeRow::replacement);
    add(tr("Set index"), &ProbeRow::index);
    add(tr("Hit/miss, cycles"), &ProbeRow::latency);
    return rows;
}

PlotData latency_plot(const ProbePlots& plots, const QString& subject) {
    PlotData data;
    data.title = tr("Latency per access: %1").arg(subject);
    data.x = {tr("access, in order"), QStringLiteral("access"), AxisNumbers::counts};
    data.y = {tr("Latency (cycles)"), QStringLiteral("latency"), AxisNumbers::counts};
    data.look = PlotLook::dots;
    data.empty_text = untold();
    PlotSeries& loads = data.series.emplace_back();
    loads.title = text_of(plots.latencies_of);
    for (std::size_t i = 0; i < plots.latencies.size(); ++i)
        loads.points.emplace_back(static_cast<double>(i), static_cast<double>(plots.latencies[i].latency));
    return data;
}

PlotData miss_rate_plot(const ProbePlots& plots, const ProbeResult& result, const QString& subject) {
    PlotData data;
    data.title = tr("Miss rate over N: %1").arg(subject);
    data.x = {tr("N, size of the array"), QStringLiteral("bytes"), AxisNumbers::bytes};
    data.y = {tr("Missed lines of all, once warm"), QStringLiteral("miss_rate"), AxisNumbers::shares};
    data.empty_text = untold();
    for (const MissCurve& curve : plots.curves) {
        PlotSeries& series = data.series.emplace_back();
        series.title = text_of(curve.title);
        for (const MissPoint& point : curve.points)
            series.points.emplace_back(static_cast<double>(point.lines * plots.line), point.rate());
    }
    if (!result.capacity || data.series.empty()) return data;
    data.marked_x = static_cast<double>(*result.capacity);
    data.mark_title = tr("capacity, inferred: %1").arg(bytes_text(*result.capacity));
    return data;
}

} // namespace hitmap
