#include "widgets/elements/group_scatter.h"

#include "widgets/base/format.h"
#include "widgets/controls/contrast_style.h"
#include "widgets/controls/focus_frame.h"
#include "widgets/plot/axis_cells.h"

#include <QtGui/QKeyEvent>
#include <QtGui/QMouseEvent>
#include <QtGui/QPainter>

#include <algorithm>
#include <cmath>

namespace hitmap {

namespace {

using Cells = GroupScatter::Cells;

Cells cells_between(GroupScatter::Cell a, GroupScatter::Cell b) {
    return {{std::min(a.column, b.column), std::min(a.row, b.row)},
            {std::max(a.column, b.column), std::max(a.row, b.row)}};
}

bool contains(const Cells& cells, std::size_t column, std::size_t row) {
    return column >= cells.first.column && column <= cells.last.column && row >= cells.first.row &&
           row <= cells.last.row;
}

/// Returns the first and last range with values of `marked`; all of them if there is no mark.
std::optional<std::pair<std::size_t, std::size_t>> bins_of(const ValueBins& bins,
                                                           const GroupScatter::Range& marked) {
    std::optional<std::pair<std::size_t, std::size_t>> found;
    for (std::size_t i = 0; i < bins.size(); ++i) {
        if (marked && (bins.from(i) > marked->second || bins.to(i) < marked->first)) continue;
        found = std::pair{found ? found->first : i, i};
    }
    return found;
}

QString end_text(float value) {
    return QString::number(double{value}, 'g', 4);
}

} // namespace

GroupScatter::GroupScatter(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
}

bool GroupScatter::is_empty() const {
    return scatter_ == nullptr || scatter_->cells.empty();
}

void GroupScatter::show(std::shared_ptr<const ElementScatter> scatter, const QString& x_axis,
                        const QString& y_axis) {
    scatter_ = std::move(scatter);
    x_axis_ = x_axis;
    y_axis_ = y_axis;
    const auto is_outside = [&](const std::optional<Cell>& cell) {
        return cell && (is_empty() || cell->column >= scatter_->x.size() || cell->row >= scatter_->y.size());
    };
    if (is_outside(cursor_)) cursor_.reset();
    if (is_outside(anchor_)) anchor_.reset();
    if (!anchor_) dragging_ = false;
    update();
    Q_EMIT cursor_changed();
}

void GroupScatter::mark(const Range& x, const Range& y) {
    marked_x_ = x;
    marked_y_ = y;
    update();
}

QRectF GroupScatter::plot() const {
    const double line = fontMetrics().height();
    // Above are the key and the title of the vertical axis with its upper end, below the other ends and
    // title.
    return QRectF(rect()).adjusted(4.0, 4.0 + 2.0 * line, -4.0, -4.0 - 2.0 * line);
}

QRectF GroupScatter::area_of(Cell cell) const {
    if (is_empty()) return {};
    const QRectF area = plot();
    const double width = area.width() / static_cast<double>(scatter_->x.size());
    const double height = area.height() / static_cast<double>(scatter_->y.size());
    return {area.left() + width * static_cast<double>(cell.column),
            area.bottom() - height * static_cast<double>(cell.row + 1), width, height};
}

GroupScatter::Cell GroupScatter::cell_at_point(const QPointF& point) const {
    const QRectF area = plot();
    const std::size_t rows = scatter_->y.size();
    return {cell_at(point.x(), area.left(), area.width(), scatter_->x.size()),
            rows - 1 - cell_at(point.y(), area.top(), area.height(), rows)};
}

std::optional<GroupScatter::Cells> GroupScatter::dragged() const {
    if (!dragging_ || !anchor_ || !cursor_) return std::nullopt;
    return cells_between(*anchor_, *cursor_);
}

std::optional<GroupScatter::Cells> GroupScatter::marked_cells() const {
    if (is_empty()) return std::nullopt;
    if (const auto cells = dragged()) return cells;
    if (!marked_x_ && !marked_y_) return std::nullopt;
    const auto columns = bins_of(scatter_->x, marked_x_);
    const auto rows = bins_of(scatter_->y, marked_y_);
    if (!columns || !rows) return std::nullopt;
    return Cells{{columns->first, rows->first}, {columns->second, rows->second}};
}

void GroupScatter::set_cursor(Cell cell) {
    if (cursor_ == cell) return;
    cursor_ = cell;
    update();
    Q_EMIT cursor_changed();
}

void GroupScatter::draw_cells(QPainter& painter) const {
    const std::uint64_t most = *std::ranges::max_element(scatter_->cells);
    const auto marked = marked_cells();
    const QColor ground = palette().color(QPalette::Base);
    const QColor ink = palette().color(QPalette::Text);
    constexpr double faintest = 0.18; // a single element is visible
    for (std::size_t row = 0; row < scatter_->y.size(); ++row)
        for (std::size_t column = 0; column < scatter_->x.size(); ++column) {
            const std::uint64_t elements = scatter_->elements(column, row);
            if (elements == 0) continue;
            const double share = std::log1p(static_cast<double>(elements)) /
                                 std::max(1e-9, std::log1p(static_cast<double>(most)));
            const double faded = marked && !contains(*marked, column, row) ? 0.35 : 1.0;
            painter.fillRect(area_of({column, row}),
                             blended(ground, ink, faded * (faintest + (1.0 - faintest) * share)));
        }
    painter.setBrush(Qt::NoBrush);
    if (marked) {
        painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
        painter.drawRect(area_of(marked->first).united(area_of(marked->last)));
    }
    if (cursor_) {
        painter.setPen(palette().color(hasFocus() ? QPalette::Highlight : QPalette::Mid));
        painter.drawRect(area_of(*cursor_));
    }
}

void GroupScatter::draw_axes(QPainter& painter) const {
    const int line = fontMetrics().height();
    const auto elided = [&](const QString& text, double room) {
        return fontMetrics().elidedText(text, Qt::ElideRight, static_cast<int>(room));
    };
    painter.setPen(palette().color(QPalette::WindowText));
    const QRectF top(4.0, 2.0, width() - 8.0, line);
    const std::uint64_t most = *std::ranges::max_element(scatter_->cells);
    painter.drawText(top, Qt::AlignRight | Qt::AlignVCenter,
                     elided(tr("1 to %1 elements a cell").arg(count_text(most)), top.width()));
    const QString upper =
        tr("↑ %1: %2 to %3")
            .arg(y_axis_, end_text(scatter_->y.from(0)), end_text(scatter_->y.to(scatter_->y.size() - 1)));
    painter.drawText(top.translated(0.0, line), Qt::AlignLeft | Qt::AlignVCenter, elided(upper, top.width()));
    const QRectF ends(4.0, height() - 2.0 - 2.0 * line, width() - 8.0, line);
    painter.drawText(ends, Qt::AlignLeft | Qt::AlignVCenter, end_text(scatter_->x.from(0)));
    painter.drawText(ends, Qt::AlignRight | Qt::AlignVCenter,
                     end_text(scatter_->x.to(scatter_->x.size() - 1)));
    painter.drawText(ends.translated(0.0, line), Qt::AlignHCenter | Qt::AlignVCenter,
                     elided(x_axis_, ends.width()));
}

void GroupScatter::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.fillRect(plot(), palette().color(QPalette::Base));
    if (is_empty()) return draw_focus_frame(painter, *this);
    draw_cells(painter);
    draw_axes(painter);
    draw_focus_frame(painter, *this);
}

void GroupScatter::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || is_empty()) return QWidget::mousePressEvent(event);
    const Cell cell = cell_at_point(event->localPos());
    anchor_ = cell;
    dragging_ = true;
    set_cursor(cell);
    update();
    Q_EMIT cursor_changed(); // the marked cells changed in any case
}

void GroupScatter::mouseMoveEvent(QMouseEvent* event) {
    if (!is_empty()) set_cursor(cell_at_point(event->localPos()));
}

void GroupScatter::mouseReleaseEvent(QMouseEvent* event) {
    if (dragging_ && !is_empty()) set_cursor(cell_at_point(event->localPos())); // moves may be merged
    const auto cells = dragged();
    if (event->button() != Qt::LeftButton || !cells) return QWidget::mouseReleaseEvent(event);
    dragging_ = false;
    update();
    Q_EMIT cells_chosen(*cells);
}

void GroupScatter::keyPressEvent(QKeyEvent* event) {
    if (is_empty()) return QWidget::keyPressEvent(event);
    const int key = event->key();
    if (key == Qt::Key_Escape || key == Qt::Key_Delete) {
        anchor_.reset();
        dragging_ = false;
        Q_EMIT cells_cleared();
        return;
    }
    const bool chooses = key == Qt::Key_Space || key == Qt::Key_Return || key == Qt::Key_Enter;
    const Cell now = cursor_.value_or(Cell());
    const auto along = [&](bool horizontal) { // the place on one axis, if there is a cursor
        return cursor_ ? std::optional(horizontal ? now.column : now.row) : std::nullopt;
    };
    const auto column = cell_by_key(key, {Qt::Key_Left, Qt::Key_Right, Qt::Key_Home, Qt::Key_End},
                                    along(true), 0, scatter_->x.size());
    const auto row = cell_by_key(key, {Qt::Key_Down, Qt::Key_Up, Qt::Key_PageDown, Qt::Key_PageUp},
                                 along(false), 0, scatter_->y.size());
    if (!column && !row && !chooses) return QWidget::keyPressEvent(event);
    const Cell next{column.value_or(now.column), row.value_or(now.row)};
    const bool extends = event->modifiers().testFlag(Qt::ShiftModifier);
    const bool chosen = chooses && cursor_.has_value();
    if (extends && !anchor_) anchor_ = now;
    set_cursor(next);
    if (!extends) anchor_ = next;
    if (extends || chosen) Q_EMIT cells_chosen(cells_between(*anchor_, next));
}

} // namespace hitmap
