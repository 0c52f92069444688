#include "widgets/contents/occupancy_plot.h"

#include "core/report/column/csv_table.h"
#include "core/trace/model/allocation_label.h"
#include "widgets/base/format.h"
#include "widgets/base/tr.h"
#include "widgets/contents/allocation_looks.h"
#include "widgets/plot/screen_style.h"
#include "widgets/session/recording/missing_parts.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

std::string contents_words(const char* text) {
    return hitmap::tr(text).toStdString();
}

/// Indices of the allocations that are ever held, those with the most lines first; the last index is that of
/// lines of no allocation.
std::vector<std::size_t> most_held(const LevelOccupancy& held) {
    std::vector<std::uint64_t> sums(held.moments.empty() ? 0 : held.moments.front().size());
    held.for_each([&](std::size_t, const std::vector<std::uint64_t>& lines) {
        std::transform(lines.begin(), lines.end(), sums.begin(), sums.begin(), std::plus<>());
    });
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < sums.size(); ++i)
        if (sums[i] != 0) order.push_back(i);
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return sums[a] > sums[b]; });
    return order;
}

/// The share of the capacity that these allocations hold at each moment.
PlotSeries share_series(std::string title, const LevelOccupancy& held,
                        std::span<const std::size_t> allocations, std::size_t look) {
    PlotSeries series{.title = std::move(title), .points = {}, .look = look};
    const auto capacity = static_cast<double>(held.caches.caches * held.caches.lines_a_cache);
    held.for_each([&](std::size_t moment, const std::vector<std::uint64_t>& lines) {
        std::uint64_t sum = 0;
        for (const std::size_t allocation : allocations)
            sum += lines[allocation];
        series.points.push_back({static_cast<double>(moment), static_cast<double>(sum) / capacity});
    });
    return series;
}

} // namespace

PlotData occupancy_plot(const ContentsResults& results, Level level) {
    const LevelOccupancy& held = results.held[index(level)];
    const OpenRecording& recording = *results.simulation->recording;
    PlotData plot;
    plot.title = contents_words("Share of the capacity by allocation");
    plot.x = {.title = positions_name(recording).toStdString(), .csv_name = "position"};
    plot.y = {.title = contents_words("Share of the lines"),
              .csv_name = "share",
              .numbers = AxisNumbers::shares,
              .range = PlotRange{0.0, 1.0}};
    plot.look = PlotLook::stacked_bars;
    plot.empty_text = contents_words("The caches hold no lines");
    for (const std::uint64_t end : results.ends)
        plot.x.labels.push_back(count_text(end).toStdString());
    const auto labels = allocation_labels(recording.info());
    const std::vector<std::size_t> order = most_held(held);
    const AllocationLooks looks(results);
    std::vector<std::size_t> others;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const std::size_t look = looks.look_of(order[i]);
        if (look == AllocationLooks::own) {
            others.push_back(order[i]);
            continue;
        }
        plot.series.push_back(
            share_series(order[i] < labels.size() ? labels[order[i]] : contents_words("no allocation"), held,
                         std::span(order).subspan(i, 1), look));
    }
    if (!others.empty())
        plot.series.push_back(share_series(
            others.size() == 1 ? contents_words("1 other")
                               : contents_words("%1 others").replace(0, 2, std::to_string(others.size())),
            held, others, AllocationLooks::own));
    return plot;
}

void OccupancyPlot::show_level(std::shared_ptr<const ContentsResults> results, Level level) {
    results_ = std::move(results);
    level_ = level;
    set_data(results_ == nullptr ? PlotData{} : occupancy_plot(*results_, level));
}

PlotStyle OccupancyPlot::style() const {
    PlotStyle style = screen_style(*this);
    style.series = PlotStyle().series; // as SetPicture
    return style;
}

QString OccupancyPlot::csv() const {
    const auto columns = occupancy_columns();
    std::string text = csv_names(columns) + "\n";
    if (results_ == nullptr) return text_of(text);
    const LevelOccupancy& held = results_->held[index(level_)];
    for_each_occupancy_row(
        allocation_labels(results_->simulation->recording->info()), held.caches,
        [&](const auto& visit) { held.for_each(visit); },
        [&](const OccupancyRow& row) { text += csv_fields(columns, row) + "\n"; });
    return text_of(text);
}

} // namespace hitmap
