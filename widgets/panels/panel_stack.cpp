#include "widgets/panels/panel_stack.h"

#include <utility>

namespace hitmap {

PanelStack::PanelStack(Session& session, std::function<QWidget*(Pane&)> make, QWidget* parent)
    : QStackedWidget(parent), session_(session), make_(std::move(make)) {
    for (std::size_t i = 0; i < session.pane_count(); ++i)
        add_panel(static_cast<int>(i));
    connect(&session, &Session::pane_added, this, &PanelStack::add_panel);
    connect(&session, &Session::pane_removed, this, &PanelStack::remove_panel);
    connect(&session, &Session::active_changed, this, &PanelStack::show_active);
    show_active();
}

void PanelStack::for_each(const std::function<void(QWidget& panel)>& what) {
    for (int i = 0; i < count(); ++i)
        what(*widget(i));
    connect(this, &PanelStack::panel_added, this, [what](QWidget* panel) { what(*panel); });
}

void PanelStack::add_panel(int index) {
    QWidget* panel = make_(session_.pane(static_cast<std::size_t>(index)));
    insertWidget(index, panel);
    Q_EMIT panel_added(panel);
}

void PanelStack::remove_panel(int index) {
    delete widget(index);
    show_active();
}

void PanelStack::show_active() {
    setCurrentIndex(static_cast<int>(session_.active_index()));
    updateGeometry();
}

QSize PanelStack::minimumSizeHint() const {
    return currentWidget() != nullptr ? currentWidget()->minimumSizeHint() : QSize();
}

QSize PanelStack::sizeHint() const {
    return currentWidget() != nullptr ? currentWidget()->sizeHint() : QSize();
}

} // namespace hitmap
