#include "widgets/colour/order_legend.h"

#include "widgets/colour/hatch.h"

#include <QtGui/QPainter>

#include <algorithm>

namespace hitmap {

namespace {

// Sizes in logical pixels.
constexpr int space = 5;
constexpr int least_bar = 24;
constexpr int most_bar = 120;

} // namespace

OrderLegend::OrderLegend(QWidget* parent) : QWidget(parent), map_(&colour_maps().front()) {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setObjectName(QStringLiteral("framebuffer_legend"));
}

void OrderLegend::show_words(const Words& words) {
    words_ = words;
    setAccessibleName(
        tr("Legend: colours from %1 to %2; hatched grey: %3").arg(words.low, words.high, words.absent));
    setToolTip(accessibleName());
    updateGeometry();
    update();
}

void OrderLegend::show_map(const ColourMap& map) {
    map_ = &map;
    update();
}

QSize OrderLegend::minimumSizeHint() const {
    const QFontMetrics metrics(font());
    const int words = metrics.horizontalAdvance(words_.low) + metrics.horizontalAdvance(words_.high) +
                      metrics.horizontalAdvance(words_.absent);
    return {words + 5 * space + least_bar + metrics.height(), metrics.height() + 2};
}

QSize OrderLegend::sizeHint() const {
    return minimumSizeHint() + QSize(most_bar - least_bar, 0);
}

void OrderLegend::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    const QFontMetrics metrics(font());
    int x = 0;
    const auto word = [&](const QString& text) {
        const int width = metrics.horizontalAdvance(text);
        painter.setPen(palette().color(QPalette::WindowText));
        painter.drawText(QRect(x, 0, width + 1, height()), Qt::AlignLeft | Qt::AlignVCenter, text);
        x += width + space;
    };
    word(words_.low);
    const int swatch = metrics.height() * 3 / 4;
    const int top = (height() - swatch) / 2;
    const int bar = std::clamp(least_bar + width() - minimumSizeHint().width(), least_bar, most_bar);
    for (int i = 0; i < bar; ++i) {
        const Rgb colour = map_->at((static_cast<float>(i) + 0.5F) / static_cast<float>(bar));
        painter.fillRect(x + i, top, 1, swatch, QColor(colour.r, colour.g, colour.b));
    }
    x += bar + space;
    word(words_.high);
    x += space;
    const QRect box(x, top, swatch, swatch);
    painter.fillRect(box, pattern_brush(Pattern::not_accessed, devicePixelRatioF()));
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawRect(box.adjusted(0, 0, -1, -1));
    x += swatch + space;
    word(words_.absent);
}

} // namespace hitmap
