#include "widgets/elements/group_histogram.h"

#include "widgets/base/format.h"
#include "widgets/controls/focus_frame.h"
#include "widgets/plot/axis_cells.h"

#include <QtGui/QKeyEvent>
#include <QtGui/QMouseEvent>
#include <QtGui/QPainter>

#include <algorithm>

namespace hitmap {

namespace {

constexpr QColor miss_colour{213, 94, 0}; // those of Okabe and Ito 2008, on light and on dark ground
constexpr QColor hit_colour{86, 150, 200};

double lookups_of(const ElementBin& bin, Level level) {
    return static_cast<double>(bin.sums.of(level).lookups);
}

} // namespace

GroupHistogram::GroupHistogram(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
}

void GroupHistogram::show(std::shared_ptr<const ElementHistogram> histogram, Level level,
                          const QString& axis) {
    histogram_ = std::move(histogram);
    level_ = level;
    axis_ = axis;
    if (cursor_ && *cursor_ >= bin_count()) cursor_.reset();
    if (anchor_ && *anchor_ >= bin_count()) anchor_.reset();
    if (!anchor_) dragging_ = false;
    update();
    Q_EMIT cursor_changed();
}

void GroupHistogram::mark(const std::optional<std::pair<float, float>>& range) {
    marked_ = range;
    update();
}

QRectF GroupHistogram::plot() const {
    const double line = fontMetrics().height();
    // Above are the two lines of the key, below the ends of the axis and its title.
    return QRectF(rect()).adjusted(4.0, 4.0 + 2.0 * line, -4.0, -4.0 - 2.0 * line);
}

QRectF GroupHistogram::area_of(std::size_t bin) const {
    const QRectF area = plot();
    const double width = area.width() / static_cast<double>(std::max<std::size_t>(1, bin_count()));
    return {area.left() + width * static_cast<double>(bin), area.top(), width, area.height()};
}

std::size_t GroupHistogram::bin_at(double x) const {
    return cell_at(x, plot().left(), plot().width(), bin_count());
}

std::optional<GroupHistogram::Bins> GroupHistogram::dragged() const {
    if (!dragging_ || !anchor_ || !cursor_) return std::nullopt;
    return std::minmax(*anchor_, *cursor_);
}

std::optional<GroupHistogram::Bins> GroupHistogram::marked_bins() const {
    if (const auto bins = dragged()) return bins;
    if (!marked_) return std::nullopt;
    std::optional<Bins> bins;
    for (std::size_t i = 0; i < bin_count(); ++i) {
        const ElementBin& bin = histogram_->bins[i];
        if (bin.from > marked_->second || bin.to < marked_->first) continue;
        bins = Bins{bins ? bins->first : i, i};
    }
    return bins;
}

void GroupHistogram::set_cursor(std::size_t bin) {
    if (cursor_ == bin) return;
    cursor_ = bin;
    update();
    Q_EMIT cursor_changed();
}

void GroupHistogram::draw_bars(QPainter& painter) const {
    double most = 1.0;
    for (const ElementBin& bin : histogram_->bins)
        most = std::max(most, lookups_of(bin, level_));
    const auto marked = marked_bins();
    for (std::size_t i = 0; i < bin_count(); ++i) {
        const ElementBin& bin = histogram_->bins[i];
        const QRectF area = area_of(i);
        const bool inside = marked && i >= marked->first && i <= marked->second;
        if (inside) {
            QColor band = palette().color(QPalette::Highlight);
            band.setAlpha(60);
            painter.fillRect(area, band);
        }
        painter.setOpacity(marked && !inside ? 0.35 : 1.0);
        const double whole = area.height() * lookups_of(bin, level_) / most;
        const double misses = area.height() * bin.sums.of(level_).miss_count() / most;
        const double gap = std::min(1.0, area.width() / 4.0);
        const QRectF bar(area.left() + gap, area.bottom() - whole, area.width() - 2.0 * gap, whole);
        painter.fillRect(bar, hit_colour);
        painter.fillRect(QRectF(bar.left(), area.bottom() - misses, bar.width(), misses), miss_colour);
        painter.setOpacity(1.0);
        if (cursor_ == i) {
            painter.setPen(palette().color(hasFocus() ? QPalette::Highlight : QPalette::Mid));
            painter.drawRect(area);
        }
    }
    draw_key(painter, most);
}

void GroupHistogram::draw_key(QPainter& painter, double most) const {
    const int line = fontMetrics().height();
    const double box = fontMetrics().ascent() * 0.7;
    double x = 4.0;
    const auto entry = [&](const QColor& colour, const QString& text) {
        painter.fillRect(QRectF(x, 2.0 + (line - box) / 2.0, box, box), colour);
        painter.setPen(palette().color(QPalette::WindowText));
        const QRectF room(x + box + 4.0, 2.0, width(), line);
        painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter, text);
        x += box + 12.0 + fontMetrics().horizontalAdvance(text);
    };
    entry(hit_colour, tr("hits"));
    entry(miss_colour, tr("misses"));
    painter.drawText(QRectF(x, 2.0, std::max(0.0, width() - x - 4.0), line),
                     Qt::AlignRight | Qt::AlignVCenter, tr("line: hit rate, 0 to 100 %"));
    painter.drawText(
        QRectF(4.0, 2.0 + line, width() - 8.0, line), Qt::AlignLeft | Qt::AlignVCenter,
        tr("%1 look-ups, up to %2 a bar")
            .arg(level_ == Level::l1 ? tr("L1") : tr("L2"), count_text(static_cast<std::uint64_t>(most))));
}

void GroupHistogram::draw_axis(QPainter& painter) const {
    const auto number = [](float value) { return QString::number(double{value}, 'g', 4); };
    const int line = fontMetrics().height();
    const QRectF ends(4.0, height() - 2.0 - 2.0 * line, width() - 8.0, line);
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(ends, Qt::AlignLeft | Qt::AlignVCenter, number(histogram_->bins.front().from));
    painter.drawText(ends, Qt::AlignRight | Qt::AlignVCenter, number(histogram_->bins.back().to));
    painter.drawText(ends.translated(0.0, line), Qt::AlignHCenter | Qt::AlignVCenter,
                     fontMetrics().elidedText(axis_, Qt::ElideRight, width() - 8));
}

void GroupHistogram::draw_rates(QPainter& painter) const {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(palette().color(QPalette::Text), 1.5));
    painter.setBrush(palette().color(QPalette::Text));
    std::optional<QPointF> before;
    for (std::size_t i = 0; i < bin_count(); ++i) {
        const LevelSums& sums = histogram_->bins[i].sums.of(level_);
        if (sums.lookups == 0) {
            before.reset(); // without look-ups there is no rate
            continue;
        }
        const QRectF area = area_of(i);
        const double rate = sums.hit_count() / static_cast<double>(sums.lookups);
        const QPointF point(area.center().x(), area.bottom() - rate * area.height());
        if (before) painter.drawLine(*before, point);
        painter.drawEllipse(point, 2.0, 2.0);
        before = point;
    }
}

void GroupHistogram::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.fillRect(plot(), palette().color(QPalette::Base));
    if (bin_count() == 0) return draw_focus_frame(painter, *this);
    draw_bars(painter);
    draw_rates(painter);
    draw_axis(painter);
    draw_focus_frame(painter, *this);
}

void GroupHistogram::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || bin_count() == 0) return QWidget::mousePressEvent(event);
    const std::size_t bin = bin_at(event->localPos().x());
    anchor_ = bin;
    dragging_ = true;
    set_cursor(bin);
    update();
    Q_EMIT cursor_changed(); // the marked bins changed in any case
}

void GroupHistogram::mouseMoveEvent(QMouseEvent* event) {
    if (bin_count() != 0) set_cursor(bin_at(event->localPos().x()));
}

void GroupHistogram::mouseReleaseEvent(QMouseEvent* event) {
    if (dragging_ && bin_count() != 0) set_cursor(bin_at(event->localPos().x())); // moves may be merged
    const auto bins = dragged();
    if (event->button() != Qt::LeftButton || !bins) return QWidget::mouseReleaseEvent(event);
    dragging_ = false;
    update();
    Q_EMIT range_chosen(bins->first, bins->second);
}

void GroupHistogram::keyPressEvent(QKeyEvent* event) {
    if (bin_count() == 0) return QWidget::keyPressEvent(event);
    const int key = event->key();
    if (key == Qt::Key_Escape || key == Qt::Key_Delete) {
        anchor_.reset();
        dragging_ = false;
        Q_EMIT range_cleared();
        return;
    }
    const bool chooses = key == Qt::Key_Space || key == Qt::Key_Return || key == Qt::Key_Enter;
    const std::size_t now = cursor_.value_or(0);
    auto next =
        cell_by_key(key, {Qt::Key_Left, Qt::Key_Right, Qt::Key_Home, Qt::Key_End}, cursor_, 0, bin_count());
    if (chooses) next = now;
    if (!next) return QWidget::keyPressEvent(event);
    const bool extends = event->modifiers().testFlag(Qt::ShiftModifier);
    const bool chosen = chooses && cursor_.has_value();
    if (extends && !anchor_) anchor_ = now;
    set_cursor(*next);
    if (!extends) anchor_ = next;
    if (extends || chosen) Q_EMIT range_chosen(std::min(*anchor_, *next), std::max(*anchor_, *next));
}

} // namespace hitmap
