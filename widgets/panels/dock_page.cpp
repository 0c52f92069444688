#include "widgets/panels/dock_page.h"

#include <QtWidgets/QDockWidget>

namespace hitmap {

DockPage::DockPage(QWidget* panel, QDockWidget& dock) : panel_(panel), dock_(dock) {
    addWidget(new QWidget);
    addWidget(panel);
    dock.setWidget(this);
    connect(&dock, &QDockWidget::visibilityChanged, this, &DockPage::show_in_front);
}

void DockPage::set_waiting(bool waiting) {
    waiting_ = waiting;
    show_in_front();
}

void DockPage::show_in_front() {
    // Not what visibilityChanged() tells: for that, docks of a minimised window are hidden. They keep their
    // panel, and the focus in it.
    const QRect place = dock_.geometry();
    const bool in_front =
        dock_.isVisible() && (dock_.isFloating() || (place.right() >= 0 && place.bottom() >= 0));
    setCurrentWidget(in_front && !waiting_ ? panel_ : widget(0));
}

QSize DockPage::minimumSizeHint() const {
    return panel_->minimumSizeHint();
}

QSize DockPage::sizeHint() const {
    return panel_->sizeHint();
}

} // namespace hitmap
