#include "widgets/panels/dock_page.h"

#include <QtWidgets/QDockWidget>

namespace hitmap {

DockPage::DockPage(QWidget* panel, QDockWidget& dock) : panel_(panel), dock_(dock) {
    addWidget(new QWidget);
    addWidget(panel);
    dock.setWidget(this);
    connect(&dock, &QDockWidget::visibilityChanged, this, [this](bool in_front) {
        in_front_ = in_front;
        show_in_front();
    });
}

void DockPage::set_waiting(bool waiting) {
    waiting_ = waiting;
    // Where Qt puts docks that are covered.
    if (!waiting)
        in_front_ = dock_.isVisible() && dock_.geometry().right() >= 0 && dock_.geometry().bottom() >= 0;
    show_in_front();
}

void DockPage::show_in_front() {
    setCurrentWidget(in_front_ && !waiting_ ? panel_ : widget(0));
}

QSize DockPage::minimumSizeHint() const {
    return panel_->minimumSizeHint();
}

QSize DockPage::sizeHint() const {
    return panel_->sizeHint();
}

} // namespace hitmap
