#include "widgets/table/stacked_header.h"

#include "widgets/table/table_model.h"

#include <QtGui/QMouseEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QStyleOptionHeader>

#include <algorithm>
#include <optional>

namespace hitmap {

namespace {

constexpr int heading_margin = 4; // to the left and right of a heading

} // namespace

StackedHeader::StackedHeader(const TableModel& model, QWidget* parent)
    : QHeaderView(Qt::Horizontal, parent), model_(model) {
    setSectionsClickable(true);
    // Repaints all sections, since the column by which the table is sorted may have no section of its own.
    connect(this, &QHeaderView::sortIndicatorChanged, viewport(), QOverload<>::of(&QWidget::update));
}

int StackedHeader::arrow_width() const {
    return fontMetrics().ascent() * 3 / 4;
}

int StackedHeader::width_for(int section) const {
    const QString lines = model_.headerData(section, Qt::Horizontal, Qt::DisplayRole).toString();
    return fontMetrics().size(0, lines).width() + arrow_width() + 2 * heading_margin;
}

int StackedHeader::sorted_line(int section) const {
    const int sorted = sortIndicatorSection();
    int line = 0;
    for (std::optional<std::size_t> at = static_cast<std::size_t>(section); at && sorted >= 0; ++line) {
        const TableColumn& column = model_.columns()[*at];
        const auto by = static_cast<std::size_t>(sorted);
        if (*at == by || column.of == by) return line;
        at = column.below;
    }
    return -1;
}

void StackedHeader::paintSection(QPainter* painter, const QRect& rect, int section) const {
    QStyleOptionHeader option;
    initStyleOption(&option);
    option.rect = rect;
    option.section = section;
    option.state |= pressed_ == section ? QStyle::State_Sunken : QStyle::State_Raised;
    const bool hovered = rect.contains(viewport()->mapFromGlobal(QCursor::pos())) && underMouse();
    option.state.setFlag(QStyle::State_MouseOver, hovered);
    style()->drawControl(QStyle::CE_HeaderSection, &option, painter, this);

    const QStringList lines = model_.heading(static_cast<std::size_t>(section));
    const int height = fontMetrics().lineSpacing();
    const int sorted = sorted_line(section);
    const QVariant alignment = model_.headerData(section, Qt::Horizontal, Qt::TextAlignmentRole);
    const bool on_the_left = (alignment.toInt() & Qt::AlignRight) == 0;
    QRect line(rect.left() + heading_margin, rect.center().y() - height * lines.size() / 2,
               rect.width() - 2 * heading_margin, height);
    for (int i = 0; i < lines.size(); ++i, line.translate(0, height)) {
        const QString text = fontMetrics().elidedText(lines[i], Qt::ElideRight, line.width());
        const int flags = (on_the_left ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter;
        style()->drawItemText(painter, line, flags, palette(), isEnabled(), text, QPalette::ButtonText);
        if (i != sorted) continue;
        const int width = fontMetrics().horizontalAdvance(text);
        const int left = on_the_left ? line.left() + width : line.right() - width - arrow_width();
        option.rect = QRect(std::max(left, line.left()), line.top(), arrow_width(), height);
        // As in headers, styles draw a downward arrow for a rising order.
        option.sortIndicator = sortIndicatorOrder() == Qt::AscendingOrder ? QStyleOptionHeader::SortDown
                                                                          : QStyleOptionHeader::SortUp;
        style()->drawPrimitive(QStyle::PE_IndicatorHeaderArrow, &option, painter, this);
    }
}

void StackedHeader::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) pressed_ = logicalIndexAt(event->pos());
    QHeaderView::mousePressEvent(event);
    viewport()->update();
}

void StackedHeader::mouseReleaseEvent(QMouseEvent* event) {
    pressed_ = -1;
    QHeaderView::mouseReleaseEvent(event);
    viewport()->update();
}

} // namespace hitmap
