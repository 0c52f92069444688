#include "core/cache/array/cache_geometry.h"
#include "core/trace/model/allocation_label.h"
#include "render/picture/panels.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

namespace hitmap {

PlotSeries capacity_series(std::string name, const ReuseHistogram& histogram, const LevelReuse& level) {
    PlotSeries series{std::move(name), {}};
    for (const CapacityHits& point : miss_ratio_curve(histogram, level.capacity))
        series.points.push_back({static_cast<double>(point.lines) * level.line,
                                 static_cast<double>(point.hits) / static_cast<double>(histogram.lookups())});
    return series;
}

PlotData capacity_curves(const std::string& name, const LevelReuse& level, const RecordingInfo& info) {
    constexpr std::size_t most_curves = 6;
    PlotData plot;
    plot.x = {"capacity of " + name, "capacity", AxisNumbers::bytes, true};
    plot.y = {"hit rate", "hit_rate", AxisNumbers::shares};
    plot.look = PlotLook::steps;
    const std::uint64_t present = level.capacity * level.line;
    plot.marked_x = static_cast<double>(present);
    plot.mark_title = fmt::format("present: {}", format_size(present));
    if (level.all.lookups() == 0) return plot;
    plot.series.push_back(capacity_series("everything", level.all, level));
    std::vector<std::size_t> order(level.allocations.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return level.allocations[a].lookups() > level.allocations[b].lookups();
    });
    const std::vector<std::string> labels = allocation_labels(info);
    for (const std::size_t a : order)
        if (plot.series.size() < most_curves && level.allocations[a].lookups() != 0)
            plot.series.push_back(capacity_series(labels[a], level.allocations[a], level));
    return plot;
}

PlotsPanel miss_ratios_of(const ReuseReport& reuse, const RecordingInfo& info) {
    PlotsPanel panel;
    panel.plots = {capacity_curves("L1", reuse.l1, info), capacity_curves("L2", reuse.l2, info)};
    panel.legend_width = 180.0; // space for names of allocations
    // If the picture is too small for plots and caption, the caption stays readable.
    panel.least_height = 0.0;
    return panel;
}

} // namespace hitmap
