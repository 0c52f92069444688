#include "widgets/inspector.h"

#include <QtCore/QEvent>
#include <QtWidgets/QAbstractSlider>
#include <QtWidgets/QAbstractSpinBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QGroupBox>
#include <QtWidgets/QScrollBar>
#include <QtWidgets/QStyle>
#include <QtWidgets/QVBoxLayout>

namespace hitmap {

Inspector::Inspector(QWidget* parent) : QScrollArea(parent) {
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* column = new QWidget;
    auto* rows = new QVBoxLayout(column);
    panels_ = new QVBoxLayout;
    rows->addLayout(panels_);
    rows->addStretch();
    column->installEventFilter(this);
    setWidget(column);
}

void Inspector::add_panel(const QString& title, QWidget* panel) {
    auto* box = new QGroupBox(title);
    auto* rows = new QVBoxLayout(box);
    rows->addWidget(panel);
    panels_->addWidget(box);
    // The wheel scrolls the column; it turns only what was clicked before.
    for (QWidget* child : panel->findChildren<QWidget*>()) {
        const bool turns = qobject_cast<QComboBox*>(child) != nullptr ||
                           qobject_cast<QAbstractSpinBox*>(child) != nullptr ||
                           qobject_cast<QAbstractSlider*>(child) != nullptr;
        if (!turns || qobject_cast<QScrollBar*>(child) != nullptr) continue;
        child->setFocusPolicy(Qt::StrongFocus);
        child->installEventFilter(this);
    }
}

QSize Inspector::minimumSizeHint() const {
    const int scroll_bar = style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, this);
    const QSize smallest = QScrollArea::minimumSizeHint();
    return {widget()->minimumSizeHint().width() + scroll_bar, smallest.height()};
}

bool Inspector::eventFilter(QObject* watched, QEvent* event) {
    if (watched == widget() && event->type() == QEvent::LayoutRequest) updateGeometry();
    // The scroll area filters its own scroll bars as well, by which the wheel moves it.
    const auto* control = qobject_cast<QWidget*>(watched);
    const bool turns = control != widget() && qobject_cast<const QScrollBar*>(control) == nullptr;
    if (event->type() == QEvent::Wheel && turns && !control->hasFocus()) {
        event->ignore();
        return true;
    }
    return QScrollArea::eventFilter(watched, event);
}

} // namespace hitmap
