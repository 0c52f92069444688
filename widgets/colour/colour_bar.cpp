#include "widgets/colour/colour_bar.h"

#include "widgets/base/format.h"
#include "widgets/colour/hatch.h"

#include <QtCore/QEvent>
#include <QtGui/QPainter>
#include <QtGui/QPainterPath>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace hitmap {

namespace {

// Sizes in logical pixels.
constexpr int bar_margin = 10;
constexpr int bar_width = 22;
constexpr int histogram_width = 30;
constexpr int arrow_height = 9;
constexpr int tick_length = 5;
constexpr int swatch_gap = 3;
constexpr int bin_height = 2;

QColor bar_colour(Rgb colour) {
    return {colour.r, colour.g, colour.b};
}

std::shared_ptr<const Histogram> counted(const std::vector<SharedValues>& shown, const ColourRange& range,
                                         std::size_t bins) {
    std::vector<std::span<const float>> arrays;
    for (const SharedValues& values : shown)
        arrays.emplace_back(*values);
    return std::make_shared<const Histogram>(make_histogram(arrays, range, bins));
}

} // namespace

ColourBar::ColourBar(Pane& pane, QWidget* parent) : QWidget(parent), pane_(pane) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
    setObjectName(QStringLiteral("colour_bar"));
    setMouseTracking(true);
    for (const auto told : {&Pane::metric_changed, &Pane::values_changed, &Pane::profile_changed,
                            &Pane::reference_changed, &Pane::look_changed, &Pane::shown_changed})
        connect(&pane_, told, this, &ColourBar::show_scale);
    connect(&job_, &JobRunner::failed, &pane_, &Pane::failed);
    show_scale();
}

void ColourBar::show_scale() {
    // The bar must match the picture: while a new metric is computed, both show the old one.
    text_ = scale_of(pane_).text;
    range_ = pane_.range();
    setAccessibleName(tr("Colour bar: %1").arg(title_text()));
    setAccessibleDescription(description());
    count_values();
    updateGeometry();
    update();
}

QString ColourBar::description() const {
    if (!text_.refusal.empty()) return text_of(text_.refusal);
    QString description = tr("from %1 to %2, %3")
                              .arg(QString::fromStdString(value_label(range_.min, text_.style)),
                                   QString::fromStdString(value_label(range_.max, text_.style)), ends_text());
    if (range_.difference) {
        for (const Pattern pattern : {Pattern::only_a, Pattern::only_b})
            description += QStringLiteral(", ") + legend_of(pattern);
    }
    return description;
}

void ColourBar::count_values() {
    std::vector<SharedValues> shown = scale_of(pane_).values;
    if (shown.empty()) {
        job_.stop();
        histogram_.reset();
        counted_.clear();
        return;
    }
    shown.insert(shown.end(), further_.begin(), further_.end());
    const auto bins = static_cast<std::size_t>(std::max(layout_now().bar.height() / bin_height, 1));
    if (!isVisible()) {
        counted_.clear(); // the values would otherwise stay in memory
        return;
    }
    if (counted_ == shown && counted_range_ == range_ && counted_bins_ == bins) return;
    counted_ = std::move(shown);
    counted_range_ = range_;
    counted_bins_ = bins;
    job_.start([values = counted_, range = range_,
                bins](const JobContext& /*job*/) { return counted(values, range, bins); },
               [this](std::shared_ptr<const Histogram> histogram) {
                   histogram_ = std::move(histogram);
                   update();
               });
}

void ColourBar::set_further(std::vector<SharedValues> values) {
    further_ = std::move(values);
    count_values();
}

const ColourMap& ColourBar::map() const {
    return range_.difference ? difference_map() : colour_map_named(pane_.choices().view.colour_map);
}

QString ColourBar::title_text() const {
    QString title = QString::fromStdString(text_.title);
    // Percent signs are at every tick.
    if (text_.unit.empty() || text_.style == ValueStyle::percent ||
        text_.style == ValueStyle::percentage_points)
        return title;
    return QStringLiteral("%1 (%2)").arg(title, QString::fromStdString(text_.unit));
}

QString ColourBar::ends_text() const {
    if (!text_.refusal.empty()) return text_of(text_.refusal);
    const RangeMode mode = pane_.range_mode(); // a manual range is not locked
    const bool locked = pane_.choices().view.range_locked && mode != RangeMode::manual;
    const QString ends = locked ? tr("range locked") : text_of(range_text(mode, range_));
    return text_.note.empty() ? ends : ends + QLatin1Char('\n') + text_of(text_.note);
}

bool ColourBar::shows_shades() const {
    return pane_.choices().view.shading && !pane_.shows_image();
}

QString ColourBar::legend_of(Pattern pattern) const {
    return QString::fromStdString(pattern_text(pattern, range_.difference, text_));
}

QSize ColourBar::sizeHint() const {
    const QFontMetrics metrics(font());
    const int labels = metrics.horizontalAdvance(QStringLiteral("000.000 000"));
    return {2 * bar_margin + histogram_width + bar_width + tick_length + 4 + labels, 400};
}

QSize ColourBar::minimumSizeHint() const {
    return {sizeHint().width(), 180};
}

ColourBar::Layout ColourBar::layout_now() const {
    const QFontMetrics metrics(font());
    const QRect inside = rect().adjusted(bar_margin, bar_margin, -bar_margin, -bar_margin);
    Layout layout;
    layout.title =
        metrics.boundingRect(inside, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, title_text());
    layout.ends = metrics.boundingRect(inside.adjusted(0, layout.title.height() + 2, 0, 0),
                                       Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, ends_text());
    std::vector<Pattern> patterns{Pattern::not_accessed};
    if (range_.difference) patterns.insert(patterns.end(), {Pattern::only_a, Pattern::only_b});
    const int side = std::max(metrics.height(), bar_width * 3 / 4);
    const int label_left = inside.left() + bar_width + 5;
    const int label_width = inside.right() + 1 - label_left;
    int top = inside.bottom() + 1;
    // From the lowest one upwards. A long label has several lines, since the bar must not become wider.
    for (const Pattern pattern : patterns) {
        const QString label = legend_of(pattern);
        const QRect needed = metrics.boundingRect(QRect(0, 0, label_width, inside.height()),
                                                  Qt::AlignLeft | Qt::TextWordWrap, label);
        const int height = std::max(side, needed.height());
        top -= height + swatch_gap;
        layout.swatches.push_back({pattern,
                                   label,
                                   {inside.left(), top + swatch_gap, bar_width, side},
                                   {label_left, top + swatch_gap, label_width, height}});
    }
    const int bottom = top - metrics.height() - arrow_height;
    const int bar_top = layout.ends.bottom() + metrics.height() + arrow_height;
    const int height = std::max(bottom - bar_top, 20);
    layout.histogram = {inside.left(), bar_top, histogram_width, height};
    layout.bar = {inside.left() + histogram_width, bar_top, bar_width, height};
    return layout;
}

void ColourBar::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Layout layout = layout_now();
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(layout.title, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, title_text());
    painter.drawText(layout.ends, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, ends_text());
    if (!text_.refusal.empty()) return;
    draw_histogram(painter, layout.histogram);
    draw_bar(painter, layout.bar);
    draw_ticks(painter, layout.bar);
    draw_swatches(painter, layout.swatches);
}

void ColourBar::draw_histogram(QPainter& painter, const QRect& where) const {
    if (histogram_ == nullptr || histogram_->largest_bin() == 0) return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    QColor colour = palette().color(QPalette::WindowText);
    colour.setAlpha(150);
    const double bins = static_cast<double>(histogram_->bins.size());
    const auto largest = static_cast<double>(histogram_->largest_bin());
    for (std::size_t i = 0; i < histogram_->bins.size(); ++i) {
        if (histogram_->bins[i] == 0) continue;
        // Square roots keep small counts visible beside large ones.
        const double share = std::sqrt(static_cast<double>(histogram_->bins[i]) / largest);
        const double width = std::max(1.0, share * (where.width() - 3));
        const double top = where.top() + where.height() * (1.0 - (static_cast<double>(i) + 1.0) / bins);
        painter.fillRect(QRectF(where.left() + where.width() - 1 - width, top, width, where.height() / bins),
                         colour);
    }
    painter.restore();
}

void ColourBar::draw_bar(QPainter& painter, const QRect& bar) const {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(Qt::NoPen);
    for (int y = 0; y < bar.height(); ++y) {
        const float t = 1.0F - (static_cast<float>(y) + 0.5F) / static_cast<float>(bar.height());
        painter.fillRect(bar.left(), bar.top() + y, bar.width(), 1, bar_colour(map().at(t)));
    }
    if (shows_shades()) {
        // The right part has the colours of faces that are turned away.
        QLinearGradient shades(bar.left() + bar.width() / 2.0, 0.0, bar.left() + bar.width(), 0.0);
        shades.setColorAt(0.0, QColor(0, 0, 0, 0));
        shades.setColorAt(1.0, QColor::fromRgbF(0.0, 0.0, 0.0, static_cast<double>(shading_strength)));
        painter.fillRect(bar, shades);
    }
    painter.restore();
    painter.save();
    const auto arrow = [&](int base, int tip, float t) {
        QPainterPath path;
        path.moveTo(bar.left(), base);
        path.lineTo(bar.left() + bar.width(), base);
        path.lineTo(bar.left() + bar.width() / 2.0, tip);
        path.closeSubpath();
        painter.fillPath(path, bar_colour(map().at(t)));
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

void ColourBar::draw_swatches(QPainter& painter, const std::vector<Swatch>& swatches) const {
    for (const Swatch& swatch : swatches) {
        painter.fillRect(swatch.place, pattern_brush(swatch.pattern, devicePixelRatioF()));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(swatch.place).adjusted(0.5, 0.5, -0.5, -0.5));
        painter.drawText(swatch.label_place, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap,
                         swatch.label);
    }
}

void ColourBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange) {
        updateGeometry();
        update();
    }
    QWidget::changeEvent(event);
}

void ColourBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    count_values();
}

void ColourBar::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    count_values();
}

} // namespace hitmap
