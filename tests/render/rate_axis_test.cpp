#include "render/plot/plot_frame.h"
#include "render/plot/rate_axis.h"

#include <gmock/gmock.h>

#include <cmath>
#include <string>
#include <vector>

namespace hitmap {
namespace {

using testing::HasSubstr;
using testing::Not;

PlotData rates_of(const std::vector<double>& values) {
    PlotData plot;
    plot.x.range = PlotRange{0.0, static_cast<double>(values.size())};
    plot.y = {"hit rate", "hit_rate", AxisNumbers::shares};
    plot.series = {{"L1", {}}};
    for (const double value : values)
        plot.series[0].points.push_back({static_cast<double>(plot.series[0].points.size()) + 0.5, value});
    return plot;
}

TEST(RateAxis, BeginsAtARoundNumberBelowTheLowestRate) {
    struct Row {
        std::vector<double> values;
        double begin;
        const char* text;
    };
    const Row rows[] = {{{0.96, 0.99}, 0.95, "from 95 %"},
                        {{0.95, 1.0}, 0.9, "from 90 %"}, // not on the frame
                        {{0.912, 0.97, std::nan("")}, 0.9, "from 90 %"},
                        {{0.85, 1.0}, 0.8, "from 80 %"},
                        {{0.6, 0.99}, 0.5, "from 50 %"},
                        {{0.5, 1.0}, 0.0, ""},
                        {{0.1, 1.0}, 0.0, ""},
                        {{1.0, 1.0}, 0.99, "from 99 %"},
                        {{std::nan("")}, 0.0, ""},
                        {{}, 0.0, ""}};
    for (const Row& row : rows) {
        PlotData plot = rates_of(row.values);
        set_rate_axis(plot, RateAxis::fitted);
        EXPECT_EQ(plot.y.range->min, row.begin) << row.text;
        EXPECT_EQ(plot.y.broken, row.begin > 0.0);
        EXPECT_EQ(rate_axis_text(plot.y), row.text);
        EXPECT_EQ(plot.y.title, *row.text == '\0' ? "hit rate" : std::string("hit rate, ") + row.text);
        for (const double value : row.values) {
            EXPECT_FALSE(value <= row.begin) << row.text; // NaN is no value
        }
        PlotData full = rates_of(row.values);
        set_rate_axis(full, RateAxis::full);
        EXPECT_EQ(full.y.range->min, 0.0);
        EXPECT_FALSE(full.y.broken);
    }
}

TEST(RateAxis, CountsTheSpreadOfColumns) {
    PlotData plot = rates_of({0.97, 0.98});
    plot.series[0].spread = {{0.82, 0.99}, {std::nan(""), std::nan("")}};
    set_rate_axis(plot, RateAxis::fitted);
    EXPECT_EQ(plot.y.range->min, 0.8);
}

TEST(RateAxis, HasRoomAbove100PercentAndNoTickThere) {
    for (const RateAxis axis : {RateAxis::fitted, RateAxis::full})
        for (const double height : {60.0, 200.0, 800.0, 4000.0}) {
            PlotData plot = rates_of({1.0, 0.96});
            set_rate_axis(plot, axis);
            const PlotStyle style;
            SvgCanvas canvas({200, 5000});
            const PlotPainter painter(canvas, plot, style, {{50, 0}, {100, height}});
            const double line_width = 2.0;
            EXPECT_GT(painter.top_of(1.0), line_width / 2.0) << "a curve at 100 % is not on the frame";
            const auto ticks = axis_ticks(plot.y, y_range(plot), height, y_tick_distance, axis_text);
            ASSERT_FALSE(ticks.empty());
            EXPECT_NEAR(ticks.back().place, 1.0, 1e-9) << height;
        }
}

TEST(RateAxis, AnAxisThatDoesNotBeginAt0HasAMark) {
    const auto drawn = [](RateAxis axis) {
        PlotData plot = rates_of({0.97, 0.98});
        set_rate_axis(plot, axis);
        return plot_svg(plot, {300, 250});
    };
    const std::string fitted = drawn(RateAxis::fitted);
    const std::string full = drawn(RateAxis::full);
    EXPECT_THAT(fitted, HasSubstr(">hit rate, from 95 %</text>"));
    EXPECT_THAT(full, Not(HasSubstr("from")));
    const auto lines = [](const std::string& svg) {
        std::size_t count = 0;
        for (std::size_t at = svg.find("<polyline"); at != std::string::npos;
             at = svg.find("<polyline", at + 1))
            ++count;
        return count;
    };
    PlotData whole = rates_of({0.97, 0.98});
    set_rate_axis(whole, RateAxis::fitted);
    whole.y.broken = false;
    EXPECT_EQ(lines(fitted), lines(plot_svg(whole, {300, 250})) + 2U) << "two strokes across the axis";
}

TEST(RateAxis, OfAViewIsFullWhereItsRangeIs) {
    View view;
    EXPECT_EQ(rate_axis_of(view), RateAxis::fitted);
    view.range_mode = RangeMode::full;
    EXPECT_EQ(rate_axis_of(view), RateAxis::full);
}

} // namespace
} // namespace hitmap
