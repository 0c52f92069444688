#pragma once

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
    std::string title; ///< with its unit
    std::string csv_name;
    AxisNumbers numbers = AxisNumbers::counts;
    bool logarithmic = false;          ///< to the base of 2; values are above 0
    std::vector<std::string> labels{}; ///< of the places 0, 1, 2, ... instead of numbers
    std::optional<PlotRange> range{};  ///< of values; nothing: that of the points
    bool downwards = false;            ///< a y axis whose values rise from top to bottom, without a grid
};

/// How points are drawn.
enum class PlotLook : std::uint8_t {
    lines, ///< joined; a point whose y is NaN leaves a gap
    dots,
    steps, ///< a value holds up to the next point; 0 before the first
    bars,  ///< one for each point
    areas, ///< filled, each series on top of the one before; all have the same x
};

/// Values, not pixels.
struct PlotPoint {
    double x = 0.0;
    double y = 0.0;
    friend bool operator==(const PlotPoint&, const PlotPoint&) = default;
};

struct PlotSeries {
    std::string title;
    std::vector<PlotPoint> points;   ///< by rising x
    std::vector<PlotRange> spread{}; ///< [points or none] smallest and largest y behind each point of a line
};

/// A plot as a value. Texts are UTF-8.
struct PlotData {
    std::string title;
    PlotAxis x;
    PlotAxis y;
    std::vector<PlotSeries> series;
    PlotLook look = PlotLook::lines;
    std::optional<double> marked_x{}; ///< a place that is marked by a line, such as the present capacity
    std::string mark_title{};
    std::string beyond_title{}; ///< of bars behind the mark, which are hatched
    std::string empty_text{};   ///< says why where there is no point

    /// Whether no series has a point.
    [[nodiscard]] bool empty() const {
        for (const PlotSeries& one : series)
            if (!one.points.empty()) return false;
        return true;
    }
};

} // namespace hitmap
