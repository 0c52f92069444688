#include "widgets/controls/wheel_filter.h"

#include <QtGui/QWheelEvent>
#include <QtWidgets/QAbstractSlider>
#include <QtWidgets/QAbstractSpinBox>
#include <QtWidgets/QApplication>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QScrollBar>

#include <cstdlib>

namespace hitmap {

namespace {

/// Returns the control that the wheel would change: the widget itself, or the box that contains it as its
/// text field. Null if there is none.
const QWidget* turned_by_wheel(const QWidget& widget) {
    for (const QWidget* candidate : {&widget, static_cast<const QWidget*>(widget.parentWidget())}) {
        const bool turns = qobject_cast<const QComboBox*>(candidate) != nullptr ||
                           qobject_cast<const QAbstractSpinBox*>(candidate) != nullptr ||
                           qobject_cast<const QAbstractSlider*>(candidate) != nullptr;
        if (turns && qobject_cast<const QScrollBar*>(candidate) == nullptr) return candidate;
        if (widget.isWindow()) break; // the parent of the list of a combo box is the box
    }
    return nullptr;
}

bool can_scroll(const QScrollBar& bar) {
    return bar.maximum() > bar.minimum();
}

bool has_focus_within(const QWidget& widget) {
    const QWidget* focused = QApplication::focusWidget();
    return focused != nullptr && (focused == &widget || widget.isAncestorOf(focused));
}

} // namespace

WheelFilter::WheelFilter(QCoreApplication& application, QObject* parent) : QObject(parent) {
    application.installEventFilter(this);
}

bool WheelFilter::belongs_to_panel(const QWidget& widget, const QWheelEvent& event) {
    const QPoint turn = event.angleDelta();
    if (event.modifiers() != Qt::NoModifier || std::abs(turn.x()) > std::abs(turn.y())) return false;
    bool focused = has_focus_within(widget);
    for (const QWidget* at = &widget; !at->isWindow(); at = at->parentWidget()) {
        const QWidget* above = at->parentWidget();
        const auto* area =
            above != nullptr ? qobject_cast<const QScrollArea*>(above->parentWidget()) : nullptr;
        // `at` is the scrolled content, so that the focused widget is inside of it.
        if (area != nullptr && area->widget() == at)
            return at != &widget && !focused && can_scroll(*area->verticalScrollBar());
        focused = focused || at->hasFocus();
    }
    return false;
}

bool WheelFilter::eventFilter(QObject* watched, QEvent* event) {
    auto* widget = qobject_cast<QWidget*>(watched);
    if (widget == nullptr) return false;
    if (event->type() == QEvent::Polish && widget->focusPolicy() == Qt::WheelFocus)
        widget->setFocusPolicy(Qt::StrongFocus);
    if (event->type() != QEvent::Wheel) return false;
    const QWidget* turned = turned_by_wheel(*widget);
    const bool by_chance = turned != nullptr && !has_focus_within(*turned);
    if (!by_chance && !belongs_to_panel(*widget, *static_cast<QWheelEvent*>(event))) return false;
    event->ignore(); // passes the event to the parent widget
    return true;
}

} // namespace hitmap
