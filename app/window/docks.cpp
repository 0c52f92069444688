#include "app/window/docks.h"

#include "widgets/accesses/addresses_panel.h"
#include "widgets/comparison/what_if_panel.h"
#include "widgets/contents/contents_panel.h"
#include "widgets/controls/combo_width.h"
#include "widgets/elements/groups_panel.h"
#include "widgets/elements/tree_panel.h"
#include "widgets/messages/message_bar.h"
#include "widgets/panels/reuse_panel.h"
#include "widgets/panes/pane_bar.h"
#include "widgets/plot/plot_box.h"
#include "widgets/table/data_table.h"
#include "widgets/time/pinned_legend.h"

#include <QtCore/QEvent>
#include <QtCore/QTimer>
#include <QtWidgets/QAction>
#include <QtWidgets/QApplication>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLayout>
#include <QtWidgets/QMainWindow>
#include <QtWidgets/QTabBar>

#include <algorithm>

namespace hitmap {

namespace {

constexpr int low_window = 900; ///< height in logical pixels

// Layouts of another version are not used. A new panel needs no new version: an older layout leaves it hidden
// until the user chooses it in the View menu.
constexpr int state_version = 5;

/// Passes on what a part saved, and what it or one of its jobs could not do.
template <class Part>
void pass_on(const Part& part, MessageBar& messages) {
    QObject::connect(&part, &Part::saved, &messages,
                     [&part, &messages](const QString& text) { messages.show_done(text, part); });
    QObject::connect(&part, &Part::failed, &messages, &MessageBar::show_failure);
}

/// Limits the width of combo boxes, and passes messages of tables and plots to the message bar.
void prepare_panel(QWidget& panel, MessageBar& messages) {
    for (QComboBox* box : panel.findChildren<QComboBox*>())
        bound_width(*box);
    for (const DataTable* table : panel.findChildren<DataTable*>())
        pass_on(*table, messages);
    for (const PlotBox* plot : panel.findChildren<PlotBox*>())
        pass_on(*plot, messages);
    for (const ReusePanel* reuse : panel.findChildren<ReusePanel*>())
        pass_on(*reuse, messages);
    if (const auto* addresses = qobject_cast<AddressesPanel*>(&panel)) pass_on(*addresses, messages);
    if (const auto* contents = qobject_cast<ContentsPanel*>(&panel)) pass_on(*contents, messages);
    if (const auto* what_if = qobject_cast<WhatIfPanel*>(&panel)) pass_on(*what_if, messages);
    if (const auto* groups = qobject_cast<GroupsPanel*>(&panel))
        QObject::connect(groups, &GroupsPanel::failed, &messages, &MessageBar::show_failure);
    if (const auto* tree = qobject_cast<TreePanel*>(&panel))
        QObject::connect(tree, &TreePanel::failed, &messages, &MessageBar::show_failure);
    // Its failures are those of its pane.
    for (const PinnedLegend* curves : panel.findChildren<PinnedLegend*>())
        QObject::connect(curves, &PinnedLegend::saved, &messages,
                         [curves, &messages](const QString& text) { messages.show_done(text, *curves); });
}

} // namespace

Docks::Docks(QMainWindow& window, Session& session, MessageBar& messages) : window_(window) {
    for (const PanelDescriptor& panel : panel_list())
        add_dock(panel, session, messages);
    window.installEventFilter(this);
    window.setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    add_tool_bar(session);
    group_bar_ = new GroupBar;
    window.addToolBar(Qt::RightToolBarArea, group_bar_);
    group_bar_->set_current(first_group);
    connect(group_bar_, &GroupBar::chosen, this, [this](PanelGroup group) {
        const Dock* const front = show_next_of(group);
        // The arrow keys of the tabs go on to the next group.
        if (front != nullptr && !group_bar_->isAncestorOf(QApplication::focusWidget())) focus(*front);
    });
    connect(this, &Docks::front_changed, this, &Docks::follow_front);
    hide_all();
}

Docks::~Docks() {
    for (const Dock& dock : docks_)
        delete dock.widget;
    delete tool_bar_;
    delete group_bar_;
}

void Docks::add_dock(const PanelDescriptor& panel, Session& session, MessageBar& messages) {
    auto* dock = new QDockWidget(panel.title, &window_);
    dock->setObjectName(panel.name);
    QWidget* content = panel.make(session);
    if (auto* stack = qobject_cast<PanelStack*>(content)) {
        stack->for_each([&messages](QWidget& one) { prepare_panel(one, messages); });
    } else {
        prepare_panel(*content, messages);
    }
    auto* page = new DockPage(content, *dock);
    connect(dock, &QDockWidget::visibilityChanged, this, &Docks::front_changed);
    window_.addDockWidget(
        panel.place == PanelPlace::bottom ? Qt::BottomDockWidgetArea : Qt::RightDockWidgetArea, dock);
    docks_.push_back({dock, page, panel.place, panel.group});
    // The action of Qt would close a panel that is in a hidden tab.
    QAction* const action = dock->toggleViewAction();
    QObject::disconnect(action, &QAction::triggered, dock, nullptr);
    connect(action, &QAction::triggered, this, [this, i = docks_.size() - 1] { toggle(docks_[i]); });
}

void Docks::add_tool_bar(Session& session) {
    pane_bars_ = new PanelStack(session, [](Pane& pane) -> QWidget* { return new PaneBar(pane); });
    tool_bar_ = window_.addToolBar(tr("Tool Bar"));
    tool_bar_->setObjectName(QStringLiteral("tool_bar"));
    tool_bar_->setMovable(false);
    tool_bar_->addWidget(pane_bars_);
}

PaneBar& Docks::shown_pane_bar() const {
    tool_bar_->show();
    return *qobject_cast<PaneBar*>(pane_bars_->currentWidget());
}

bool Docks::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::ChildPolished)
        if (auto* tabs = qobject_cast<QTabBar*>(static_cast<QChildEvent*>(event)->child())) {
            tabs->setElideMode(Qt::ElideNone);
            tabs->setUsesScrollButtons(true);
        }
    return QObject::eventFilter(watched, event);
}

QList<QAction*> Docks::switches(std::optional<PanelGroup> group) const {
    QList<QAction*> actions;
    for (const Dock& dock : docks_)
        if (dock.group == group) actions.append(dock.widget->toggleViewAction());
    return actions;
}

QList<QWidget*> Docks::contents() const {
    QList<QWidget*> contents;
    for (const Dock& dock : docks_)
        contents.append(dock.page->panel());
    return contents;
}

QByteArray Docks::layout() const {
    return shown_ ? window_.saveState(state_version) : layout_;
}

void Docks::set_layout(const QByteArray& layout) {
    layout_ = layout;
    if (!shown_) return;
    arrange([this] {
        window_.restoreState(layout_, state_version);
        group_bar_->show();
    });
}

void Docks::set_shown(bool shown) {
    if (shown == shown_) return;
    layout_ = layout();
    shown_ = shown;
    if (!shown) {
        hide_all();
        return;
    }
    arrange([this] {
        if (layout_.isEmpty() || !window_.restoreState(layout_, state_version)) arrange_by_default();
        group_bar_->show(); // layouts of earlier versions do not have it
    });
}

void Docks::arrange(const std::function<void()>& change) {
    for (const Dock& dock : docks_)
        dock.page->set_waiting(true);
    QWidget* const views = window_.centralWidget();
    const bool drawn = views != nullptr && views->updatesEnabled();
    if (drawn) views->setUpdatesEnabled(false); // they would be drawn in each size on the way
    change();
    window_.layout()->activate();
    if (drawn) views->setUpdatesEnabled(true);
    for (const Dock& dock : docks_)
        dock.page->set_waiting(false);
}

void Docks::hide_all() {
    for (const Dock& dock : docks_)
        dock.widget->hide();
    tool_bar_->hide();
    group_bar_->hide();
}

QList<QDockWidget*> Docks::docks_at(PanelPlace place) const {
    QList<QDockWidget*> found;
    for (const Dock& dock : docks_) {
        if (dock.place == place) found.append(dock.widget);
    }
    return found;
}

void Docks::restore_default_layout() {
    arrange([this] { arrange_by_default(); });
}

void Docks::arrange_by_default() {
    // Docks are hidden until all have their places. Otherwise, they would temporarily be stacked and make the
    // window taller.
    for (const Dock& dock : docks_) {
        dock.widget->setFloating(false);
        dock.widget->hide();
    }
    const QList<QDockWidget*> tabs = docks_at(PanelPlace::group);
    QList<QDockWidget*> column{tabs.front()};
    window_.addDockWidget(Qt::RightDockWidgetArea, tabs.front());
    for (QDockWidget* dock : docks_at(PanelPlace::below)) {
        window_.splitDockWidget(column.back(), dock, Qt::Vertical);
        column.append(dock);
    }
    for (int i = 1; i < tabs.size(); ++i)
        window_.tabifyDockWidget(tabs[i - 1], tabs[i]);
    const QList<QDockWidget*> bottom = docks_at(PanelPlace::bottom);
    window_.addDockWidget(Qt::BottomDockWidgetArea, bottom.front());
    for (int i = 1; i < bottom.size(); ++i)
        window_.splitDockWidget(bottom[i - 1], bottom[i], Qt::Horizontal);
    for (const Dock& dock : docks_)
        dock.widget->setVisible(!dock.group || dock.group == first_group);
    tool_bar_->show();
    group_bar_->show();
    group_bar_->set_current(first_group);
    last_front_.clear();
    const auto first = std::ranges::find(docks_, std::optional(first_group), &Dock::group);
    first->widget->raise();
    // The heights sum to less than the window, which leaves space for titles and tabs. Larger heights would
    // make the window grow. Qt distributes the remaining space.
    // In a low window the panels below show less, since what is selected is on top of theirs.
    const bool is_low = window_.height() < low_window;
    QList<int> heights{(is_low ? 12 : 9) * window_.height() / 20};
    while (heights.size() < column.size())
        heights.append((is_low ? 5 : 8) * window_.height() / (20 * (column.size() - 1)));
    column.front() = first->widget;
    window_.resizeDocks(column, heights, Qt::Vertical);
    // The width is sufficient for tables and leaves most of the window to the scene.
    // No group needs more, so that the place has the same width for all of them.
    int width = std::clamp(3 * window_.width() / 10, 340, 480);
    for (const Dock& dock : docks_)
        if (dock.group) width = std::max(width, dock.widget->minimumSizeHint().width());
    window_.resizeDocks({first->widget}, {width}, Qt::Horizontal);
    // The first one of the lower edge is a plot over time, which needs the width.
    QList<int> widths{3 * window_.width() / 7};
    while (widths.size() < bottom.size())
        widths.append(window_.width() / 6);
    window_.resizeDocks(bottom, widths, Qt::Horizontal);
}

bool Docks::is_in_front(const Dock& dock) {
    return dock.widget->isVisible() && dock.page->currentWidget() == dock.page->panel();
}

bool Docks::is_in_stack(const Dock& dock) const {
    if (!dock.group || dock.widget->isFloating()) return false;
    const QList<QDockWidget*> beside = window_.tabifiedDockWidgets(dock.widget);
    return std::ranges::any_of(docks_, [&](const Dock& other) {
        return other.group && other.widget != dock.widget && beside.contains(other.widget);
    });
}

const Docks::Dock* Docks::front_of_stack() const {
    for (const Dock& dock : docks_)
        if (is_in_stack(dock) && is_in_front(dock)) return &dock;
    return nullptr;
}

void Docks::follow_front() {
    const Dock* const front = front_of_stack();
    if (front == nullptr) return;
    last_front_[*front->group] = front->widget;
    group_bar_->set_current(*front->group);
}

void Docks::show_group(PanelGroup group, const Dock* front) {
    arrange([&] {
        // Those of the group come first, so that the place of the tabs is never empty.
        for (const Dock& dock : docks_)
            if (dock.group == group) dock.widget->show();
        front->widget->raise();
        for (const Dock& dock : docks_)
            if (dock.group && dock.group != group && is_in_stack(dock)) dock.widget->hide();
    });
    group_bar_->set_current(group);
    last_front_[group] = front->widget;
}

void Docks::choose_group(PanelGroup group) {
    if (const Dock* const front = show_next_of(group)) focus(*front);
}

const Docks::Dock* Docks::show_next_of(PanelGroup group) {
    if (!shown_) return nullptr;
    std::vector<const Dock*> members;
    for (const Dock& dock : docks_)
        if (dock.group == group) members.push_back(&dock);
    const Dock* const before = front_of_stack();
    std::size_t next = 0;
    for (std::size_t i = 0; i < members.size(); ++i) {
        if (members[i] == before) next = (i + 1) % members.size();
        const auto last = last_front_.find(group);
        const bool other_group = before == nullptr || before->group != group;
        if (other_group && last != last_front_.end() && last->second == members[i]->widget) next = i;
    }
    show_group(group, members[next]);
    return members[next];
}

void Docks::bring_to_front(const Dock& dock) {
    const bool other_group = dock.group && dock.widget->isHidden() && !dock.widget->isFloating();
    if (other_group) return show_group(*dock.group, &dock);
    dock.widget->show();
    dock.widget->raise();
}

void Docks::show(const QString& name) {
    const auto dock =
        std::ranges::find_if(docks_, [&](const Dock& one) { return one.widget->objectName() == name; });
    if (dock == docks_.end()) return;
    bring_to_front(*dock);
    focus(*dock);
}

void Docks::toggle(const Dock& dock) {
    if (is_in_front(dock)) {
        dock.widget->close();
    } else {
        bring_to_front(dock);
        focus(dock);
    }
    dock.widget->toggleViewAction()->setChecked(!dock.widget->isHidden());
}

void Docks::focus(const Dock& dock) {
    // The panel is shown when the docks have their places.
    QTimer::singleShot(0, dock.page, [page = dock.page] {
        QWidget* const panel = page->panel();
        for (QWidget* next = panel->nextInFocusChain(); next != nullptr && next != panel;
             next = next->nextInFocusChain())
            if (panel->isAncestorOf(next) && next->isVisible() && next->isEnabled() &&
                (next->focusPolicy() & Qt::TabFocus) == Qt::TabFocus)
                return next->setFocus(Qt::ShortcutFocusReason);
        page->setFocus(Qt::ShortcutFocusReason); // it has nothing that takes the keyboard now
    });
}

} // namespace hitmap
