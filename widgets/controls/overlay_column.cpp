#include "widgets/controls/overlay_column.h"

#include <QtCore/QEvent>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>

namespace hitmap {

namespace {

constexpr int edge = 8;         ///< margin around the rows
constexpr int widest_row = 900; ///< long messages are easier to read in lines of limited length

} // namespace

OverlayColumn::OverlayColumn(QWidget& under) : QWidget(&under) {
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(4);
    under.installEventFilter(this);
    hide();
}

void OverlayColumn::add_row(QWidget& row) {
    row.setAutoFillBackground(true);
    row.installEventFilter(this);
    layout()->addWidget(&row);
    place();
}

void OverlayColumn::place() {
    bool any = false;
    for (int i = 0; i < layout()->count(); ++i)
        any = any || !layout()->itemAt(i)->widget()->isHidden();
    if (any) {
        layout()->activate();
        const QSize under = parentWidget()->size();
        const int width = std::min(under.width() - 2 * edge, widest_row);
        const int needed = layout()->hasHeightForWidth() ? layout()->totalHeightForWidth(width)
                                                         : layout()->totalSizeHint().height();
        const int height = std::min(needed, under.height() - 2 * edge);
        setGeometry(edge, under.height() - height - edge, width, height);
        raise();
    }
    setVisible(any);
}

bool OverlayColumn::event(QEvent* event) {
    const bool handled = QWidget::event(event);
    if (event->type() == QEvent::LayoutRequest) place();
    return handled;
}

bool OverlayColumn::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
    case QEvent::Resize:
        if (watched == parent()) place();
        break;
    case QEvent::ShowToParent:
    case QEvent::HideToParent:
        if (watched != parent()) place();
        break;
    default:
        break;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace hitmap
