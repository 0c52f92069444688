#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hitmap {

/// How the numbers of an axis are written.
enum class AxisNumbers : std::uint8_t {
    counts,
    bytes,
    shares, ///< 0..1, "50 %"
    none,   ///< no ticks
};

/// The ends of an axis; min < max.
struct PlotRange {
    double min = 0.0;
    double max = 1.0;
};

struct PlotAxis {
    std::string title; ///< title and unit
    std::string csv_name;
    AxisNumbers numbers = AxisNumbers::counts;
    bool logarithmic = false;          ///< base 2; values must be above 0
    std::vector<std::string> labels{}; ///< texts at the values 0, 1, 2, ... instead of numbers
    std::optional<PlotRange> range{};  ///< range of the axis; if not set, that of the points
    bool upright = false;              ///< for an x axis: labels are written upwards, so that long ones fit
    bool downwards = false;            ///< for a y axis: values rise from top to bottom, without a grid
    bool broken = false;               ///< for a y axis: it begins above 0, which a mark at its foot shows
};

/// How points are drawn.
enum class PlotLook : std::uint8_t {
    lines, ///< joined; a point whose y is NaN leaves a gap
    dots,
    steps, ///< a value holds up to the next point; 0 before the first
    bars,  ///< one bar for each point
    areas, ///< filled, each series on top of the one before; all have the same x
    /// As bars, each series on top of the one before; all have the same x. A point whose y is NaN has no bar.
    stacked_bars,
    spans, ///< a bar from each point to its end, at the height of y; points by rising y, then x
};

/// A point in values of the axes, not in pixels.
struct PlotPoint {
    double x = 0.0;
    double y = 0.0;
    friend bool operator==(const PlotPoint&, const PlotPoint&) = default;
};

struct PlotSeries {
    std::string title;
    std::vector<PlotPoint> points; ///< points by rising x, unless the look says otherwise
    /// [points or none] smallest and largest y of the data behind each point of a line
    std::vector<PlotRange> spread{};
    std::vector<double> ends{}; ///< [points or none] x at which the span of each point ends
    /// Which colour and dashes the series has; no value: those of its index.
    std::optional<std::size_t> look{};
};

/// The contents of a plot. All texts are UTF-8.
struct PlotData {
    std::string title;
    PlotAxis x;
    PlotAxis y;
    std::vector<PlotSeries> series;
    PlotLook look = PlotLook::lines;
    std::optional<double> marked_x{}; ///< x of a vertical line, such as the present capacity
    std::string mark_title{};
    std::string beyond_title{}; ///< title of the bars beyond the mark, which are hatched
    std::string empty_text{};   ///< text that is shown if there are no points

    /// Returns whether no series has a point.
    [[nodiscard]] bool empty() const {
        for (const PlotSeries& one : series)
            if (!one.points.empty()) return false;
        return true;
    }
};

} // namespace hitmap
