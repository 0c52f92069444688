#include "widgets/table/corner_header.h"

#include <QtCore/QEvent>
#include <QtGui/QMouseEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QStyleOptionHeader>
#include <QtWidgets/QTableView>

namespace hitmap {

CornerHeader::CornerHeader(QTableView& view) : QWidget(&view), view_(view) {
    setObjectName(view.objectName() + QStringLiteral("_corner"));
    const QString title = view.model()->headerData(0, Qt::Horizontal).toString();
    setAccessibleName(title);
    setToolTip(view.model()->headerData(0, Qt::Horizontal, Qt::ToolTipRole).toString());
    view.setCornerButtonEnabled(false);
    for (QHeaderView* header : {view.horizontalHeader(), view.verticalHeader()})
        header->installEventFilter(this);
    connect(view.horizontalHeader(), &QHeaderView::sortIndicatorChanged, this,
            QOverload<>::of(&QWidget::update));
    place();
}

bool CornerHeader::eventFilter(QObject* watched, QEvent* event) {
    const bool moved =
        event->type() == QEvent::Resize || event->type() == QEvent::Move || event->type() == QEvent::Show;
    if (moved) place();
    return QWidget::eventFilter(watched, event);
}

void CornerHeader::place() {
    const QRect rows = view_.verticalHeader()->geometry();
    const QRect columns = view_.horizontalHeader()->geometry();
    setGeometry(rows.left(), columns.top(), rows.width(), columns.height());
    raise();
}

bool CornerHeader::sorts() const {
    return view_.horizontalHeader()->sortIndicatorSection() == 0;
}

void CornerHeader::paintEvent(QPaintEvent* /*event*/) {
    QStyleOptionHeader option;
    option.initFrom(this);
    option.orientation = Qt::Horizontal;
    option.position = QStyleOptionHeader::Beginning;
    option.section = 0;
    option.text = view_.model()->headerData(0, Qt::Horizontal).toString();
    option.textAlignment = Qt::AlignLeft | Qt::AlignVCenter;
    option.state |= pressed_ ? QStyle::State_Sunken : QStyle::State_Raised;
    if (sorts()) {
        // As in headers, styles draw a downward arrow for a rising order.
        option.sortIndicator = view_.horizontalHeader()->sortIndicatorOrder() == Qt::AscendingOrder
                                   ? QStyleOptionHeader::SortDown
                                   : QStyleOptionHeader::SortUp;
    }
    QPainter painter(this);
    style()->drawControl(QStyle::CE_Header, &option, &painter, this);
}

void CornerHeader::mousePressEvent(QMouseEvent* event) {
    pressed_ = event->button() == Qt::LeftButton;
    update();
}

void CornerHeader::mouseReleaseEvent(QMouseEvent* event) {
    if (pressed_ && rect().contains(event->pos())) {
        const bool rising = sorts() && view_.horizontalHeader()->sortIndicatorOrder() == Qt::AscendingOrder;
        view_.sortByColumn(0, rising ? Qt::DescendingOrder : Qt::AscendingOrder);
    }
    pressed_ = false;
    update();
}

} // namespace hitmap
