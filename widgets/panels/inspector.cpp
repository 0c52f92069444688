#include "widgets/panels/inspector.h"

#include <QtCore/QEvent>
#include <QtWidgets/QGroupBox>
#include <QtWidgets/QStyle>
#include <QtWidgets/QVBoxLayout>

namespace hitmap {

Inspector::Inspector(QWidget* parent) : QScrollArea(parent) {
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    // Tables are as high as their rows and a scroll bar, if their columns do not fit. A bar here that comes
    // and goes with the height would change the width, which decides whether they fit, and so on without end.
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    auto* column = new QWidget;
    auto* rows = new QVBoxLayout(column);
    panels_ = new QVBoxLayout;
    rows->addLayout(panels_);
    rows->addStretch();
    column->installEventFilter(this);
    setWidget(column);
}

void Inspector::add_panel(const QString& title, QWidget* panel) {
    if (title.isEmpty()) {
        panels_->addWidget(panel);
        return;
    }
    auto* box = new QGroupBox(title);
    auto* rows = new QVBoxLayout(box);
    rows->addWidget(panel);
    panels_->addWidget(box);
}

QSize Inspector::minimumSizeHint() const {
    const int scroll_bar = style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, this);
    const QSize smallest = QScrollArea::minimumSizeHint();
    return {widget()->minimumSizeHint().width() + scroll_bar, smallest.height()};
}

bool Inspector::eventFilter(QObject* watched, QEvent* event) {
    if (watched == widget() && event->type() == QEvent::LayoutRequest) updateGeometry();
    return QScrollArea::eventFilter(watched, event);
}

} // namespace hitmap
