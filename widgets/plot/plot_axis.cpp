#include "widgets/plot/plot_axis.h"

#include "widgets/base/format.h"

#include <QtCore/QLocale>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace hitmap {

double to_scale(const PlotAxis& axis, double value) {
    return axis.logarithmic ? std::log2(std::max(value, 1e-9)) : value;
}

double from_scale(const PlotAxis& axis, double place) {
    return axis.logarithmic ? std::exp2(place) : place;
}

std::vector<double> axis_ticks(double min, double max, const PlotAxis& axis, int most) {
    const double least = (max - min) / std::max(most, 1);
    double step = std::pow(10.0, std::floor(std::log10(std::max(least, 1e-12))));
    for (const double factor : {2.0, 2.5, 2.0}) // 2, 5, 10
        if (step < least) step *= factor;
    if (axis.logarithmic || !axis.labels.isEmpty())
        step = std::max(1.0, std::ceil(least));
    else if (axis.numbers == AxisNumbers::bytes)
        step = std::max(1.0, std::exp2(std::ceil(std::log2(least))));
    else if (axis.numbers == AxisNumbers::counts)
        step = std::max(step, 1.0);
    std::vector<double> all;
    for (double at = std::ceil(min / step) * step; at <= max + step * 1e-6; at += step)
        all.push_back(at);
    return all;
}

QString axis_text(const PlotAxis& axis, double value) {
    const auto whole = static_cast<std::uint64_t>(std::llround(std::max(value, 0.0)));
    if (!axis.labels.isEmpty())
        return whole < static_cast<std::uint64_t>(axis.labels.size()) ? axis.labels[static_cast<int>(whole)]
                                                                      : QString();
    switch (axis.numbers) {
    case AxisNumbers::bytes:
        return bytes_text(whole);
    case AxisNumbers::shares:
        return QStringLiteral("%1 %").arg(QLocale().toString(value * 100.0, 'g', 4));
    case AxisNumbers::counts:
        break;
    }
    return count_text(whole);
}

} // namespace hitmap
