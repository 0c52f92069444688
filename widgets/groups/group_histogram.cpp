#include "widgets/groups/group_histogram.h"

#include "widgets/base/format.h"

#include <QtGui/QKeyEvent>
#include <QtGui/QMouseEvent>
#include <QtGui/QPainter>

#include <algorithm>
#include <cmath>

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

void GroupHistogram::show(std::shared_ptr<const ElementHistogram> histogram, Level level) {
    histogram_ = std::move(histogram);
    level_ = level;
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
    return QRectF(rect()).adjusted(4.0, 4.0 + line, -4.0, -4.0 - line);
}

QRectF GroupHistogram::area_of(std::size_t bin) const {
    const QRectF area = plot();
    const double width = area.width() / static_cast<double>(std::max<std::size_t>(1, bin_count()));
    return {area.left() + width * static_cast<double>(bin), area.top(), width, area.height()};
}

std::size_t GroupHistogram::bin_at(double x) const {
    const double share = (x - plot().left()) / std::max(1.0, plot().width());
    const auto bins = static_cast<double>(bin_count());
    return static_cast<std::size_t>(std::clamp(std::floor(share * bins), 0.0, bins - 1.0));
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
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(rect().adjusted(4, 2, -4, 0), Qt::AlignLeft | Qt::AlignTop,
                     tr("up to %1 look-ups").arg(count_text(static_cast<std::uint64_t>(most))));
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
    painter.drawText(rect().adjusted(4, 2, -4, 0), Qt::AlignRight | Qt::AlignTop,
                     tr("line: hit rate, 0 to 100 %"));
}

void GroupHistogram::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.fillRect(plot(), palette().color(QPalette::Base));
    if (bin_count() == 0) return;
    draw_bars(painter);
    draw_rates(painter);
    const auto number = [](float value) { return QString::number(double{value}, 'g', 4); };
    painter.drawText(rect().adjusted(4, 0, -4, -2), Qt::AlignLeft | Qt::AlignBottom,
                     number(histogram_->bins.front().from));
    painter.drawText(rect().adjusted(4, 0, -4, -2), Qt::AlignRight | Qt::AlignBottom,
                     number(histogram_->bins.back().to));
}

void GroupHistogram::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || bin_count() == 0) return QWidget::mousePressEvent(event);
    const std::size_t bin = bin_at(event->localPos().x());
    anchor_ = bin;
    dragging_ = true;
    set_cursor(bin);
    update();
}

void GroupHistogram::mouseMoveEvent(QMouseEvent* event) {
    if (bin_count() != 0) set_cursor(bin_at(event->localPos().x()));
}

void GroupHistogram::mouseReleaseEvent(QMouseEvent* event) {
    const auto bins = dragged();
    if (event->button() != Qt::LeftButton || !bins) return QWidget::mouseReleaseEvent(event);
    dragging_ = false;
    update();
    Q_EMIT range_chosen(bins->first, bins->second);
}

void GroupHistogram::keyPressEvent(QKeyEvent* event) {
    if (bin_count() == 0) return QWidget::keyPressEvent(event);
    const std::size_t last = bin_count() - 1;
    const std::size_t now = cursor_.value_or(0);
    std::size_t next = now;
    switch (event->key()) {
    case Qt::Key_Left:
        next = now > 0 ? now - 1 : 0;
        break;
    case Qt::Key_Right:
        next = cursor_ ? std::min(now + 1, last) : 0;
        break;
    case Qt::Key_Home:
        next = 0;
        break;
    case Qt::Key_End:
        next = last;
        break;
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Enter:
        break;
    case Qt::Key_Escape:
    case Qt::Key_Delete:
        anchor_.reset();
        dragging_ = false;
        Q_EMIT range_cleared();
        return;
    default:
        return QWidget::keyPressEvent(event);
    }
    const bool extends = event->modifiers().testFlag(Qt::ShiftModifier);
    const bool chooses = next == now && cursor_.has_value() && event->key() != Qt::Key_Left &&
                         event->key() != Qt::Key_Right && event->key() != Qt::Key_Home &&
                         event->key() != Qt::Key_End;
    if (extends && !anchor_) anchor_ = now;
    set_cursor(next);
    if (!extends) anchor_ = next;
    if (extends || chooses) Q_EMIT range_chosen(std::min(*anchor_, next), std::max(*anchor_, next));
}

} // namespace hitmap
