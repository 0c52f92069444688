#pragma once

#include <QtCore/QPointF>
#include <QtCore/QString>
#include <QtCore/QStringList>

#include <cstdint>
#include <optional>
#include <vector>

namespace hitmap {

/// How the numbers of an axis are written.
enum class AxisNumbers : std::uint8_t {
    counts,
    bytes,
    shares, ///< 0..1, "50 %"
};

struct PlotAxis {
    QString title; ///< with its unit
    QString csv_name;
    AxisNumbers numbers = AxisNumbers::counts;
    bool logarithmic = false; ///< to the base of 2; what is shown is above 0
    QStringList labels{};     ///< of the places 0, 1, 2, ... in place of numbers
};

/// How points are drawn.
enum class PlotLook : std::uint8_t {
    lines, ///< joined
    dots,
    steps, ///< a value holds up to the next point; 0 before the first
    bars,  ///< of the first series, one a place
};

struct PlotSeries {
    QString title;
    std::vector<QPointF> points; ///< by rising x
};

/// What an XyPlot shows.
struct PlotData {
    QString title;
    PlotAxis x;
    PlotAxis y;
    std::vector<PlotSeries> series;
    PlotLook look = PlotLook::lines;
    std::optional<double> marked_x{}; ///< a place of its own, such as the capacity
    QString mark_title{};
    QString beyond_title{}; ///< of bars behind the mark, which are hatched
    QString empty_text{};   ///< says why where there is no point
};

/// What is read out of a plot at one place.
struct PlotReading {
    double x = 0.0;
    QString place;
    QStringList values; ///< [series] empty where a series has none
};

} // namespace hitmap
