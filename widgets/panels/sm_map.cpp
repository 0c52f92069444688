#include "widgets/panels/sm_map.h"

#include "widgets/base/format.h"
#include "widgets/base/tr.h"
#include "widgets/controls/focus_frame.h"

#include <QtGui/QContextMenuEvent>
#include <QtGui/QMouseEvent>
#include <QtGui/QPainter>

#include <algorithm>
#include <cmath>
#include <vector>

namespace hitmap {

namespace {

constexpr int map_gap = 4;
constexpr int scale_height = 10;

QString number_of(const SmQuantity& quantity, double value) {
    if (std::isnan(value)) return undefined_text();
    switch (quantity.number) {
    case SmNumber::share:
        return percentage(value);
    case SmNumber::ratio:
        return fixed_number(value, 2);
    case SmNumber::count:
        break;
    }
    return count_text(static_cast<std::uint64_t>(std::llround(value)));
}

/// NaN without look-ups.
double hit_rate_in(const LevelSums& level) {
    return level.hit_count() / static_cast<double>(level.lookups);
}

} // namespace

const std::vector<SmQuantity>& sm_quantities() {
    static const std::vector<SmQuantity> quantities{
        {tr("Requests"), SmNumber::count,
         [](const SmSums& sums, double) { return static_cast<double>(sums.requests); }},
        {tr("Imbalance"), SmNumber::ratio,
         [](const SmSums& sums, double mean) { return static_cast<double>(sums.requests) / mean; }},
        {tr("L1 hit rate"), SmNumber::share,
         [](const SmSums& sums, double) { return hit_rate_in(sums.l1()); }},
        {tr("L1 traffic"), SmNumber::count,
         [](const SmSums& sums, double) { return static_cast<double>(sums.l1_lookups); }},
        {tr("L1 misses"), SmNumber::count, [](const SmSums& sums, double) { return sums.l1().miss_count(); }},
        {tr("L2 hit rate"), SmNumber::share,
         [](const SmSums& sums, double) { return hit_rate_in(sums.l2()); }},
        {tr("L2 traffic"), SmNumber::count,
         [](const SmSums& sums, double) { return static_cast<double>(sums.l2_lookups); }},
        {tr("L2 misses"), SmNumber::count, [](const SmSums& sums, double) { return sums.l2().miss_count(); }},
    };
    return quantities;
}

std::vector<double> mean_requests(const SmTable& table) {
    std::vector<double> means(table.intervals());
    for (std::size_t sm = 0; sm < table.sms(); ++sm)
        for (std::uint64_t i = 0; i < table.intervals(); ++i)
            means[i] += static_cast<double>(table.of(sm)[i].requests);
    for (double& mean : means)
        mean /= static_cast<double>(table.sms());
    return means;
}

QString value_text(const SmQuantity& quantity, const SmSums& sums, double mean_requests) {
    return number_of(quantity, quantity.value(sums, mean_requests));
}

SmMap::SmMap(QWidget* parent) : QWidget(parent), quantity_(sm_quantities().front()) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(hitmap::tr("SMs over time"));
}

void SmMap::show(std::shared_ptr<const SmTable> table, const SmQuantity& quantity, const ColourMap& map) {
    table_ = std::move(table);
    quantity_ = quantity;
    map_ = &map;
    means_ = table_ != nullptr ? mean_requests(*table_) : std::vector<double>();
    make_image();
    const bool has_cell =
        cell_ && table_ != nullptr && cell_->sm < table_->sms() && cell_->interval < table_->intervals();
    if (cell_ && !has_cell) cell_.reset();
    Q_EMIT cell_changed();
    update();
}

void SmMap::mark(TimeWindow window) {
    marked_ = window;
    update();
}

void SmMap::mark_sm(std::optional<std::size_t> sm) {
    marked_sm_ = sm;
    update();
}

double SmMap::value_of(std::size_t sm, std::uint64_t interval) const {
    return quantity_.value(table_->of(sm)[interval], means_[interval]);
}

void SmMap::find_range() {
    std::vector<double> values;
    for (std::size_t sm = 0; sm < table_->sms(); ++sm)
        for (std::uint64_t i = 0; i < table_->intervals(); ++i)
            if (const double value = value_of(sm, i); !std::isnan(value)) values.push_back(value);
    low_ = high_ = 0.0;
    is_low_cut_ = is_high_cut_ = false;
    if (values.empty()) return;
    std::sort(values.begin(), values.end());
    const auto percentile = [&](std::size_t percent) { return values[(values.size() - 1) * percent / 100]; };
    low_ = percentile(1);
    high_ = percentile(99);
    is_low_cut_ = values.front() < low_;
    is_high_cut_ = values.back() > high_;
}

void SmMap::make_image() {
    image_ = {};
    if (table_ == nullptr || table_->sms() == 0) return;
    find_range();
    image_ =
        QImage(static_cast<int>(table_->intervals()), static_cast<int>(table_->sms()), QImage::Format_ARGB32);
    for (std::size_t sm = 0; sm < table_->sms(); ++sm) {
        auto* line = reinterpret_cast<QRgb*>(image_.scanLine(static_cast<int>(sm)));
        for (std::uint64_t i = 0; i < table_->intervals(); ++i) {
            const double value = value_of(sm, i);
            const double share = high_ > low_ ? (value - low_) / (high_ - low_) : 0.5;
            const Rgb colour =
                map_->at(static_cast<float>(std::isnan(value) ? 0.0 : std::clamp(share, 0.0, 1.0)));
            *line++ = std::isnan(value) ? qRgba(0, 0, 0, 0) : qRgb(colour.r, colour.g, colour.b);
        }
    }
}

QRectF SmMap::plot() const {
    const int label = fontMetrics().horizontalAdvance(QStringLiteral("0000")) + map_gap;
    const int below = scale_height + fontMetrics().height() + 3 * map_gap;
    return QRectF(rect()).adjusted(label, map_gap, -map_gap, -below);
}

QRectF SmMap::rectangle_of(const Cell& cell) const {
    const QRectF area = plot();
    const double width = area.width() / static_cast<double>(table_->intervals());
    const double height = area.height() / static_cast<double>(table_->sms());
    return {area.left() + width * static_cast<double>(cell.interval),
            area.top() + height * static_cast<double>(cell.sm), width, height};
}

QPoint SmMap::place_of(const Cell& cell) const {
    return rectangle_of(cell).center().toPoint();
}

std::optional<SmMap::Cell> SmMap::cell_at(const QPointF& place) const {
    const QRectF area = plot();
    if (image_.isNull() || !area.contains(place)) return std::nullopt;
    const auto part = [](double share, std::uint64_t count) {
        return std::min(static_cast<std::uint64_t>(share * static_cast<double>(count)), count - 1);
    };
    return Cell{part((place.y() - area.top()) / area.height(), table_->sms()),
                part((place.x() - area.left()) / area.width(), table_->intervals())};
}

void SmMap::set_cell(const std::optional<Cell>& cell) {
    if (cell == cell_) return;
    cell_ = cell;
    Q_EMIT cell_changed();
    update();
}

void SmMap::draw_axes(QPainter& painter) const {
    const QRectF area = plot();
    painter.setPen(palette().color(QPalette::WindowText));
    const double each = area.height() / static_cast<double>(table_->sms());
    const auto step = static_cast<std::size_t>(std::max(1.0, std::ceil(fontMetrics().height() / each)));
    for (std::size_t sm = 0; sm < table_->sms(); sm += step) {
        const double middle = area.top() + each * (static_cast<double>(sm) + 0.5);
        const QRectF label(0, middle - fontMetrics().height() / 2.0, area.left() - map_gap,
                           fontMetrics().height());
        painter.drawText(label, Qt::AlignRight | Qt::AlignVCenter, count_text(sm));
    }
}

void SmMap::draw_scale(QPainter& painter) const {
    const QRectF area = plot();
    const QRectF bar(area.left(), area.bottom() + map_gap, area.width(), scale_height);
    for (int x = 0; x < static_cast<int>(bar.width()); ++x) {
        const Rgb colour = map_->at(static_cast<float>(x / bar.width()));
        painter.fillRect(QRectF(bar.left() + x, bar.top(), 1, bar.height()),
                         QColor(colour.r, colour.g, colour.b));
    }
    const QRectF text(bar.left(), bar.bottom() + map_gap, bar.width(), fontMetrics().height());
    const QString low = number_of(quantity_, low_);
    const QString high = number_of(quantity_, high_);
    painter.drawText(text, Qt::AlignLeft, is_low_cut_ ? hitmap::tr("%1 or less").arg(low) : low);
    painter.drawText(text, Qt::AlignRight, is_high_cut_ ? hitmap::tr("%1 or more").arg(high) : high);
    painter.drawText(text, Qt::AlignHCenter, quantity_.title);
}

void SmMap::draw_mark(QPainter& painter) const {
    std::optional<QRectF> all;
    for (std::uint64_t i = 0; i < table_->intervals(); ++i) {
        const TimeWindow each = table_->window(i);
        if (each.first >= marked_.last || marked_.first >= each.last) continue;
        const QRectF column = rectangle_of({0, i});
        all = all ? all->united(column) : column;
    }
    if (!all || all->width() > plot().width() - 1.0) return; // everything needs no mark
    all->setBottom(plot().bottom());
    painter.setPen(QPen(Qt::black, 3));
    painter.drawRect(*all);
    painter.setPen(QPen(Qt::white, 1));
    painter.drawRect(*all);
}

void SmMap::draw_marked_sm(QPainter& painter) const {
    if (!marked_sm_ || *marked_sm_ >= table_->sms()) return;
    QRectF row = rectangle_of({*marked_sm_, 0});
    row.setRight(plot().right());
    constexpr double least = 3.0; // a row of one pixel would be hidden by its own frame
    if (row.height() < least) row.adjust(0, (row.height() - least) / 2.0, 0, (least - row.height()) / 2.0);
    painter.setPen(QPen(Qt::black, 3));
    painter.drawRect(row);
    painter.setPen(QPen(Qt::white, 1, Qt::DashLine));
    painter.drawRect(row);
}

void SmMap::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    if (image_.isNull()) return draw_focus_frame(painter, *this);
    painter.fillRect(plot(), QBrush(palette().color(QPalette::Mid), Qt::BDiagPattern));
    painter.drawImage(plot(), image_, QRectF(image_.rect()));
    draw_axes(painter);
    draw_scale(painter);
    draw_mark(painter);
    draw_marked_sm(painter);
    if (cell_) {
        painter.setPen(QPen(palette().color(QPalette::WindowText), 1, Qt::DotLine));
        const QPointF centre = rectangle_of(*cell_).center();
        painter.drawLine(QPointF(plot().left(), centre.y()), QPointF(plot().right(), centre.y()));
        painter.drawLine(QPointF(centre.x(), plot().top()), QPointF(centre.x(), plot().bottom()));
    }
    draw_focus_frame(painter, *this);
}

void SmMap::mouseMoveEvent(QMouseEvent* event) {
    set_cell(cell_at(event->localPos()));
}

void SmMap::mousePressEvent(QMouseEvent* event) {
    set_cell(cell_at(event->localPos()));
    if (cell_ && event->button() == Qt::LeftButton) Q_EMIT chosen();
}

void SmMap::contextMenuEvent(QContextMenuEvent* event) {
    if (event->reason() == QContextMenuEvent::Mouse) set_cell(cell_at(QPointF(event->pos())));
    if (!cell_) return;
    Q_EMIT menu_wanted(event->reason() == QContextMenuEvent::Mouse ? event->globalPos()
                                                                   : mapToGlobal(place_of(*cell_)));
}

void SmMap::leaveEvent(QEvent* event) {
    if (!hasFocus()) set_cell(std::nullopt);
    QWidget::leaveEvent(event);
}

void SmMap::keyPressEvent(QKeyEvent* event) {
    if (image_.isNull()) return QWidget::keyPressEvent(event);
    const bool enters = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (enters && cell_) {
        Q_EMIT chosen();
        return;
    }
    Cell next = cell_.value_or(Cell{});
    const std::uint64_t last = table_->intervals() - 1;
    switch (event->key()) {
    case Qt::Key_Left:
        next.interval -= next.interval > 0 ? 1 : 0;
        break;
    case Qt::Key_Right:
        next.interval += next.interval < last ? 1 : 0;
        break;
    case Qt::Key_Up:
        next.sm -= next.sm > 0 ? 1 : 0;
        break;
    case Qt::Key_Down:
        next.sm += next.sm + 1 < table_->sms() ? 1 : 0;
        break;
    case Qt::Key_Home:
        next.interval = 0;
        break;
    case Qt::Key_End:
        next.interval = last;
        break;
    default:
        return QWidget::keyPressEvent(event);
    }
    set_cell(next);
}

QSize SmMap::sizeHint() const {
    return {320, 220};
}

QSize SmMap::minimumSizeHint() const {
    return {160, 120};
}

} // namespace hitmap
