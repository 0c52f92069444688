#include "app/cli/probe/probe_drawings.h"

#include "app/cli/probe/probe_plots.h"
#include "core/cache/array/cache_geometry.h"
#include "core/probe/chase/chase.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace hitmap {

namespace {

constexpr const char* not_sufficient = "The latencies are not sufficient to draw this.";

std::string title_of(const BankLayout& layout) {
    if (layout.bank_bytes == word_bytes) return fmt::format("banks of {} B", layout.bank_bytes);
    return fmt::format("banks of {} B mapped by {}", layout.bank_bytes, layout.mapping_bytes);
}

} // namespace

PlotData latency_plot(const ProbePlots& plots, const std::string& subject) {
    PlotData data;
    data.title = "Latency per access: " + subject;
    data.x = {"access, in order", "access"};
    data.y = {"Latency (cycles)", "latency"};
    data.look = PlotLook::dots;
    data.empty_text = not_sufficient;
    PlotSeries& loads = data.series.emplace_back();
    loads.title = plots.latencies_of;
    for (std::size_t i = 0; i < plots.latencies.size(); ++i)
        loads.points.push_back({static_cast<double>(i), static_cast<double>(plots.latencies[i].latency)});
    return data;
}

PlotData miss_rate_plot(const ProbePlots& plots, const ProbeResult& result, const std::string& subject) {
    PlotData data;
    data.title = "Miss rate over N: " + subject;
    data.x = {"N, size of the array", "bytes", AxisNumbers::bytes};
    data.y = {"Missed lines of all, once warm", "miss_rate", AxisNumbers::shares};
    data.empty_text = not_sufficient;
    for (const MissCurve& curve : plots.curves) {
        PlotSeries& series = data.series.emplace_back();
        series.title = curve.title;
        for (const MissPoint& point : curve.points)
            series.points.push_back({static_cast<double>(point.lines * plots.line), point.rate()});
    }
    if (!result.capacity || data.series.empty()) return data;
    data.marked_x = static_cast<double>(*result.capacity);
    data.mark_title = "capacity, inferred: " + format_size(*result.capacity);
    return data;
}

PlotData set_plot(const ProbeResult& result, const std::string& subject) {
    PlotData data;
    data.title = "Set of each line: " + subject;
    data.x = {"line, in order of addresses", "line"};
    data.y = {"Set, in the order in which sets overflow", "set"};
    data.look = PlotLook::dots;
    data.empty_text = not_sufficient;
    PlotSeries lines;
    lines.title = fmt::format("{} lines", result.set_of_line.size());
    for (std::size_t line = 0; line < result.set_of_line.size(); ++line)
        lines.points.push_back({static_cast<double>(line), static_cast<double>(result.set_of_line[line])});
    data.series.push_back(std::move(lines));
    return data;
}

PlotData bank_plot(const GpuPreset& preset) {
    const BankTiming timing = bank_timing(preset);
    PlotData data;
    data.title = "Bank conflicts of shared memory: " + preset.title;
    data.x = {"stride of lanes, words", "stride"};
    data.y = {"Latency (cycles)", "cycles"};
    for (const BankLayout& layout : bank_layouts(preset)) {
        PlotSeries series{title_of(layout), {}};
        for (std::uint64_t stride = 0; stride <= most_bank_stride; ++stride)
            series.points.push_back(
                {static_cast<double>(stride), timing.cycles(conflict_ways(layout, stride))});
        data.series.push_back(std::move(series));
    }
    return data;
}

} // namespace hitmap
