#include "widgets/plot/screen_style.h"

#include "widgets/base/format.h"
#include "widgets/controls/contrast_style.h"

#include <QtCore/QLocale>
#include <QtGui/QFontInfo>
#include <QtGui/QPalette>
#include <QtWidgets/QWidget>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace hitmap {

namespace {

double pixel_size(const QWidget& widget) {
    const QFont& font = widget.font();
    if (font.pointSizeF() <= 0.0) return font.pixelSize();
    return font.pointSizeF() * widget.logicalDpiY() / 72.0;
}

} // namespace

PlotStyle screen_style(const QWidget& widget) {
    const QPalette& palette = widget.palette();
    const auto colour = [&palette](QPalette::ColorRole role) {
        const QColor found = palette.color(role);
        return Rgb{static_cast<std::uint8_t>(found.red()), static_cast<std::uint8_t>(found.green()),
                   static_cast<std::uint8_t>(found.blue())};
    };
    PlotStyle style;
    style.ink = style.mark = colour(QPalette::WindowText);
    style.ground = colour(QPalette::Base);
    style.fills_ground = true;
    style.grid = mixed(style.ink, style.ground, 60.0 / 255.0);
    style.series = {colour(QPalette::Text), colour(QPalette::Link), colour(QPalette::Highlight)};
    for (Rgb& each : style.series)
        each = readable_on(style.ground, each);
    style.title_size = style.label_size = pixel_size(widget);
    style.number = local_axis_text;
    return style;
}

Rgb readable_on(Rgb ground, Rgb colour) {
    constexpr double least = 4.5;
    constexpr int most_steps = 40;
    const QColor below(ground.r, ground.g, ground.b);
    QColor found(colour.r, colour.g, colour.b);
    const QColor end = black_or_white_on(below);
    for (int i = 0; i < most_steps && contrast_of(found, below) < least; ++i)
        found = end == Qt::white ? found.lighter(110) : found.darker(110);
    if (contrast_of(found, below) < least) found = end;
    return {static_cast<std::uint8_t>(found.red()), static_cast<std::uint8_t>(found.green()),
            static_cast<std::uint8_t>(found.blue())};
}

std::string local_axis_text(const PlotAxis& axis, double value, double step) {
    const auto whole = static_cast<std::uint64_t>(std::llround(std::max(value, 0.0)));
    if (!axis.labels.empty()) return axis_text(axis, value, step);
    if (axis.numbers == AxisNumbers::bytes) return bytes_text(whole).toStdString();
    if (axis.numbers == AxisNumbers::shares)
        return (QLocale().toString(value * 100.0, 'g', 4) + QStringLiteral(" %")).toStdString();
    return count_text(whole).toStdString();
}

} // namespace hitmap
