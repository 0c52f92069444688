#include "core/cache/results/allocation_sums.h"
#include "render/picture/panel_caption.h"
#include "render/picture/panels.h"
#include "render/plot/plot_painter.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>

namespace hitmap {
namespace {

double rate(const LevelSums& sums) {
    if (sums.lookups == 0) return std::numeric_limits<double>::quiet_NaN();
    return sums.hit_count() / static_cast<double>(sums.lookups);
}

} // namespace

PlotsPanel curves_of(const Profile& profile, const CountedAs& counting, std::uint64_t q,
                     const std::string& time, RateAxis rate_axis, const JobContext& job) {
    PlotData rates;
    rates.x.title = time;
    rates.x.range = {0.0, static_cast<double>(q)};
    PlotData accesses = rates;
    rates.y = {"hit rate", "hit_rate", AxisNumbers::shares};
    rates.series = {{"L1 hit rate", {}}, {"L2 hit rate", {}}};
    accesses.y.title = "accesses per " + time;
    for (const ElementKind& kind : element_kinds())
        accesses.series.push_back({std::string(kind.plural), {}});
    std::uint64_t f = 0;
    for (const std::vector<KindSums>& frame : profile.frame_totals(q, job)) {
        job.check();
        const double middle = static_cast<double>(f) + 0.5;
        for (std::size_t kind = 0; kind < frame.size(); ++kind)
            accesses.series[kind].points.push_back({middle, static_cast<double>(frame[kind].accesses)});
        const Headline headline =
            headline_of(profile, counting, frame_window(profile.positions(), q, f++), frame);
        rates.series[0].points.push_back({middle, rate(headline.l1)});
        rates.series[1].points.push_back({middle, rate(headline.l2)});
    }
    set_rate_axis(rates, rate_axis);
    PlotsPanel panel;
    panel.plots.push_back(std::move(rates));
    std::uint64_t elements = 0;
    for (std::size_t kind = 0; kind < element_kinds().size(); ++kind)
        elements += profile.element_count(static_cast<ElementKindId>(kind));
    if (elements != 0 && profile.capabilities().counts_accesses) panel.plots.push_back(std::move(accesses));
    return panel;
}

void draw_panel(Canvas& canvas, FrameSize size, const PlotsPanel& panel) {
    constexpr double left = 84.0;
    constexpr double top = 16.0;
    constexpr double axis_height = 46.0; // height of labels and title
    const std::vector<CaptionLine> caption = caption_lines(panel.caption, size.width - 2.0 * caption_left);
    const double below = 12.0 + caption_line_height * static_cast<double>(caption.size());
    const auto plots = static_cast<double>(std::max<std::size_t>(panel.plots.size(), 1));
    const double each = (size.height - below) / plots;
    const double width = std::max(16.0, size.width - left - panel.legend_width);
    const double height = std::max(16.0, each - top - axis_height);
    const PlotStyle style;
    double y = top;
    for (const PlotData& plot : panel.plots) {
        PlotPainter(canvas, plot, style, {{left, y}, {width, height}}).draw_with_legend_beside();
        y += std::max(each, panel.least_height);
    }
    draw_caption(canvas, caption_left, size.height - below + 10.0, caption);
}

} // namespace hitmap
