#include "widgets/colour_bar.h"

#include <QtCore/QEvent>
#include <QtGui/QImage>
#include <QtGui/QPainter>
#include <QtGui/QPainterPath>

#include <algorithm>

namespace hitmap {

namespace {

constexpr int margin = 10;
constexpr int bar_width = 22;
constexpr int arrow_height = 9;
constexpr int tick_length = 5;

QColor colour_of(Rgb colour) {
    return {colour.r, colour.g, colour.b};
}

} // namespace

ColourBar::ColourBar(QWidget* parent) : QWidget(parent), map_(&colour_maps().front()) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
    setObjectName(QStringLiteral("colour_bar"));
}

void ColourBar::show_scale(const ColourBarText& text, const ColourMap& map, const ColourRange& range) {
    text_ = text;
    map_ = &map;
    range_ = range;
    setAccessibleName(tr("Colour bar: %1").arg(title_text()));
    setAccessibleDescription(tr("from %1 to %2")
                                 .arg(QString::fromStdString(value_label(range.min, text.style)),
                                      QString::fromStdString(value_label(range.max, text.style))));
    updateGeometry();
    update();
}

QString ColourBar::title_text() const {
    QString title = QString::fromStdString(text_.title);
    // A percentage says so at every tick.
    if (text_.unit.empty() || text_.style == ValueStyle::percent) return title;
    return QStringLiteral("%1 (%2)").arg(title, QString::fromStdString(text_.unit));
}

QSize ColourBar::sizeHint() const {
    const QFontMetrics metrics(font());
    const int labels = metrics.horizontalAdvance(QStringLiteral("000.000 000"));
    return {2 * margin + bar_width + tick_length + 4 + labels, 400};
}

QSize ColourBar::minimumSizeHint() const {
    return {sizeHint().width(), 180};
}

ColourBar::Layout ColourBar::layout_now() const {
    const QFontMetrics metrics(font());
    const QRect inside = rect().adjusted(margin, margin, -margin, -margin);
    Layout layout;
    layout.title =
        metrics.boundingRect(inside, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, title_text());
    const int label_height = metrics.boundingRect(inside, Qt::TextWordWrap, tr("not accessed")).height();
    layout.swatch = {inside.left(), inside.bottom() - label_height - bar_width - 3, bar_width, bar_width};
    layout.swatch_label = {inside.left(), inside.bottom() - label_height, inside.width(), label_height};
    const int top = layout.title.bottom() + metrics.height() + arrow_height;
    const int bottom = layout.swatch.top() - metrics.height() - arrow_height;
    layout.bar = {inside.left(), top, bar_width, std::max(bottom - top, 20)};
    return layout;
}

void ColourBar::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Layout layout = layout_now();
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(layout.title, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, title_text());
    draw_bar(painter, layout.bar);
    draw_ticks(painter, layout.bar);
    draw_swatch(painter, layout.swatch);
    painter.drawText(layout.swatch_label, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
                     tr("not accessed"));
}

void ColourBar::draw_bar(QPainter& painter, const QRect& bar) const {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(Qt::NoPen);
    for (int y = 0; y < bar.height(); ++y) {
        const float t = 1.0F - (static_cast<float>(y) + 0.5F) / static_cast<float>(bar.height());
        painter.fillRect(bar.left(), bar.top() + y, bar.width(), 1, colour_of(map_->at(t)));
    }
    painter.restore();
    painter.save();
    const auto arrow = [&](int base, int tip, float t) {
        QPainterPath path;
        path.moveTo(bar.left(), base);
        path.lineTo(bar.left() + bar.width(), base);
        path.lineTo(bar.left() + bar.width() / 2.0, tip);
        path.closeSubpath();
        painter.fillPath(path, colour_of(map_->at(t)));
        painter.drawPath(path);
    };
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawRect(QRectF(bar).adjusted(0.5, 0.5, -0.5, -0.5));
    if (range_.values_above) arrow(bar.top(), bar.top() - arrow_height, 1.0F);
    if (range_.values_below) arrow(bar.top() + bar.height(), bar.top() + bar.height() + arrow_height, 0.0F);
    painter.restore();
}

void ColourBar::draw_ticks(QPainter& painter, const QRect& bar) const {
    const int line_height = QFontMetrics(font()).height();
    const double length = bar.height() - 1;
    const int right = bar.left() + bar.width();
    for (const BarLabel& label : bar_labels(range_, text_.style, length, line_height)) {
        const double y = bar.top() + (1.0 - label.t) * length;
        painter.drawLine(QPointF(right, y), QPointF(right + tick_length, y));
        const QRectF room(right + tick_length + 4, y - line_height / 2.0, width() - right - tick_length - 4,
                          line_height);
        painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter, QString::fromStdString(label.text));
    }
}

void ColourBar::draw_swatch(QPainter& painter, const QRect& swatch) const {
    const auto ratio = static_cast<float>(devicePixelRatioF());
    QImage hatch(swatch.size() * devicePixelRatioF(), QImage::Format_RGB32);
    for (int y = 0; y < hatch.height(); ++y) {
        for (int x = 0; x < hatch.width(); ++x) {
            hatch.setPixelColor(x, y, colour_of(not_accessed_at(x, y, ratio)));
        }
    }
    painter.drawImage(swatch, hatch);
    painter.drawRect(QRectF(swatch).adjusted(0.5, 0.5, -0.5, -0.5));
}

void ColourBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange) {
        updateGeometry();
        update();
    }
    QWidget::changeEvent(event);
}

} // namespace hitmap
