#include "widgets/accesses/address_plot.h"

#include "widgets/controls/focus_frame.h"
#include "widgets/plot/screen_canvas.h"
#include "widgets/plot/screen_style.h"

#include <QtCore/QEvent>
#include <QtGui/QHelpEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QToolTip>

#include <algorithm>
#include <cmath>
#include <utility>

namespace hitmap {

namespace {

constexpr double names_left = 4.0;

/// A frame that is visible on light and dark cells.
void draw_frame(QPainter& painter, const QRectF& frame, Qt::PenStyle style) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(Qt::black, 3));
    painter.drawRect(frame);
    painter.setPen(QPen(Qt::white, 1, style));
    painter.drawRect(frame);
}

} // namespace

AddressPlot::AddressPlot(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("Addresses over time"));
    setWhatsThis(
        tr("The wheel zooms at the pointer, with Shift time and with Ctrl addresses alone; dragging "
           "chooses the part that is shown, and the middle button moves it. Arrows read cells, + and "
           "- zoom, Home shows everything, and Enter lists the accesses of a cell"));
}

void AddressPlot::show(std::shared_ptr<const AddressCounts> counts, AddressPanel panel) {
    counts_ = std::move(counts);
    panel_ = std::move(panel);
    // The titles are those of the controls around the plot.
    panel_.cells.words.title.clear();
    panel_.cells.words.absent.clear();
    drawn_ = {};
    marked_row_.reset();
    const bool has_cell = cell_ && counts_ != nullptr && cell_->row < counts_->map.axis().rows().size() &&
                          cell_->interval < counts_->map.intervals();
    if (!has_cell) cell_.reset();
    Q_EMIT cell_changed();
    update();
}

void AddressPlot::mark(TimeWindow window) {
    marked_ = window;
    update();
}

void AddressPlot::mark_row(std::optional<std::size_t> row) {
    marked_row_ = row;
    update();
}

QSize AddressPlot::sizeHint() const {
    return {520, 420};
}

QSize AddressPlot::minimumSizeHint() const {
    return {16 * fontMetrics().height(), 10 * fontMetrics().height()};
}

QRectF AddressPlot::area() const {
    const double text = screen_style(*this).label_size;
    const double names = std::min(170.0, 0.26 * width());
    const double legend = 52.0 + 4.4 * text;
    return QRectF(rect()).adjusted(names, text, -legend, -52.0);
}

QRectF AddressPlot::rectangle_of(const AddressCell& cell) const {
    const QRectF all = area();
    const double width = all.width() / static_cast<double>(counts_->map.intervals());
    const double height = all.height() / static_cast<double>(counts_->map.axis().rows().size());
    return {all.left() + width * static_cast<double>(cell.interval),
            all.top() + height * static_cast<double>(cell.row), width, height};
}

QPoint AddressPlot::place_of(const AddressCell& cell) const {
    return rectangle_of(cell).center().toPoint();
}

AddressCell AddressPlot::nearest_cell(const QPointF& place) const {
    const QRectF all = area();
    const auto part = [](double share, std::uint64_t count) {
        const auto at = static_cast<std::uint64_t>(std::clamp(share, 0.0, 1.0) * static_cast<double>(count));
        return std::min(at, count - 1);
    };
    return {static_cast<std::size_t>(
                part((place.y() - all.top()) / all.height(), counts_->map.axis().rows().size())),
            part((place.x() - all.left()) / all.width(), counts_->map.intervals())};
}

std::optional<AddressCell> AddressPlot::cell_at(const QPointF& place) const {
    if (empty() || !area().contains(place)) return std::nullopt;
    return nearest_cell(place);
}

AddressCell AddressPlot::middle_cell() const {
    return cell_.value_or(AddressCell{counts_->map.axis().rows().size() / 2, counts_->map.intervals() / 2});
}

void AddressPlot::set_cell(const std::optional<AddressCell>& cell) {
    if (cell == cell_) return;
    cell_ = cell;
    Q_EMIT cell_changed();
    update();
}

void AddressPlot::draw_cells() {
    drawn_ = QPixmap(size() * devicePixelRatioF());
    drawn_.setDevicePixelRatio(devicePixelRatioF());
    drawn_.fill(Qt::transparent);
    QPainter painter(&drawn_);
    painter.setFont(font());
    if (counts_->is_estimate) painter.setOpacity(0.6);
    ScreenCanvas canvas(painter);
    const QRectF cells = area();
    draw_addresses(canvas, {{cells.left(), cells.top()}, {cells.width(), cells.height()}}, names_left, panel_,
                   screen_style(*this));
}

void AddressPlot::draw_marks(QPainter& painter) const {
    const QRectF all = area();
    const TimeWindow& shown = counts_->request.time;
    const TimeWindow window{std::max(marked_.first, shown.first), std::min(marked_.last, shown.last)};
    if (window.first < window.last && !(window == shown)) {
        const double each = all.width() / static_cast<double>(shown.count());
        draw_frame(painter,
                   {all.left() + each * static_cast<double>(window.first - shown.first), all.top(),
                    each * static_cast<double>(window.count()), all.height()},
                   Qt::SolidLine);
    }
    if (marked_row_) {
        QRectF row = rectangle_of({*marked_row_, 0});
        row.setRight(all.right());
        const double missing = std::max(0.0, 3.0 - row.height()); // its own frame would hide a thin row
        draw_frame(painter, row.adjusted(0, -missing / 2.0, 0, missing / 2.0), Qt::DashLine);
    }
    if (is_held_ && is_drag_) draw_frame(painter, QRectF(pressed_, last_).normalized() & all, Qt::DotLine);
    if (cell_ && !is_held_) {
        const QPointF centre = rectangle_of(*cell_).center();
        painter.setPen(QPen(palette().color(QPalette::WindowText), 1, Qt::DotLine));
        painter.drawLine(QPointF(all.left(), centre.y()), QPointF(all.right(), centre.y()));
        painter.drawLine(QPointF(centre.x(), all.top()), QPointF(centre.x(), all.bottom()));
    }
}

void AddressPlot::paintEvent(QPaintEvent* /*event*/) {
    if (!empty() && drawn_.isNull()) draw_cells();
    QPainter painter(this);
    if (empty()) return draw_focus_frame(painter, *this);
    painter.drawPixmap(0, 0, drawn_);
    draw_marks(painter);
    draw_focus_frame(painter, *this);
}

bool AddressPlot::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        auto* help = static_cast<QHelpEvent*>(event); // NOLINT: the type says so
        const auto cell = cell_at(QPointF(help->pos()));
        if (cell)
            QToolTip::showText(help->globalPos(), reading_of(*counts_, *cell), this);
        else
            QToolTip::hideText();
        return true;
    }
    return QWidget::event(event);
}

void AddressPlot::changeEvent(QEvent* event) {
    drawn_ = {}; // palette or font
    QWidget::changeEvent(event);
}

void AddressPlot::resizeEvent(QResizeEvent* event) {
    drawn_ = {};
    QWidget::resizeEvent(event);
}

} // namespace hitmap
