#include "app/window/window.h"
#include "widgets/comparison/comparison_panel.h"
#include "widgets/controls/combo_width.h"
#include "widgets/controls/message_bar.h"
#include "widgets/framebuffer/framebuffer_view.h"
#include "widgets/mesh/mesh_view.h"
#include "widgets/model/cache_panel.h"
#include "widgets/panels/inspector.h"
#include "widgets/panels/look_panel.h"
#include "widgets/panels/panel_stack.h"
#include "widgets/panels/recording_panel.h"
#include "widgets/panels/reuse_panel.h"
#include "widgets/panels/selection_panel.h"
#include "widgets/panels/statistics_panel.h"
#include "widgets/panels/traffic_panel.h"
#include "widgets/panes/pane_bar.h"
#include "widgets/table/data_table.h"
#include "widgets/time/time_panel.h"
#include "widgets/worst/worst_panel.h"

#include <QtWidgets/QAction>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QDockWidget>
#include <QtWidgets/QLayout>
#include <QtWidgets/QToolBar>

#include <algorithm>

namespace hitmap {

QDockWidget* Window::add_dock(const QString& title, const QString& name, QWidget* content,
                              Qt::DockWidgetArea area) {
    auto* dock = new QDockWidget(title, this);
    dock->setObjectName(name);
    dock->setWidget(content);
    addDockWidget(area, dock);
    connect(dock->toggleViewAction(), &QAction::triggered, dock, [dock](bool is_shown) {
        if (is_shown) dock->raise(); // whoever asks for it wants to see it, not its tab
    });
    return dock;
}

void Window::create_docks() {
    const auto make_inspector = [this](Pane& pane) -> QWidget* {
        auto* inspector = new Inspector;
        inspector->add_panel(tr("Metric"), new LookPanel(session_, pane));
        inspector->add_panel(tr("Selection"), new SelectionPanel(pane));
        inspector->add_panel(tr("Statistics"), new StatisticsPanel(pane));
        inspector->add_panel(tr("Recording"), new RecordingPanel(pane));
        return heard(inspector);
    };
    inspector_dock_ = add_dock(tr("Inspector"), QStringLiteral("inspector_dock"),
                               new PanelStack(session_, make_inspector), Qt::RightDockWidgetArea);
    const auto make_caches = [this](Pane& pane) -> QWidget* {
        auto* column = new Inspector;
        column->add_panel({}, new CachePanel(pane));
        return heard(column);
    };
    caches_dock_ = add_dock(tr("Caches"), QStringLiteral("caches_dock"),
                            new PanelStack(session_, make_caches), Qt::RightDockWidgetArea);
    const auto make_worst = [this](Pane& pane) -> QWidget* { return heard(new WorstPanel(pane)); };
    worst_dock_ = add_dock(tr("Worst"), QStringLiteral("worst_dock"), new PanelStack(session_, make_worst),
                           Qt::RightDockWidgetArea);
    const auto make_traffic = [this](Pane& pane) -> QWidget* { return heard(new TrafficPanel(pane)); };
    traffic_dock_ = add_dock(tr("Traffic"), QStringLiteral("traffic_dock"),
                             new PanelStack(session_, make_traffic), Qt::RightDockWidgetArea);
    comparison_dock_ = add_dock(tr("Comparison"), QStringLiteral("comparison_dock"),
                                heard(new ComparisonPanel(session_)), Qt::RightDockWidgetArea);
    framebuffer_panels_ =
        new PanelStack(session_, [](Pane& pane) -> QWidget* { return new FramebufferView(pane); });
    framebuffer_dock_ = add_dock(tr("Framebuffer"), QStringLiteral("framebuffer_dock"), framebuffer_panels_,
                                 Qt::RightDockWidgetArea);
    time_panels_ = new PanelStack(session_, [this](Pane& pane) { return heard(new TimePanel(pane)); });
    time_dock_ = add_dock(tr("Time"), QStringLiteral("time_dock"), time_panels_, Qt::BottomDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
}

void Window::create_tool_bar() {
    const auto make_bar = [this](Pane& pane) -> QWidget* {
        auto* bar = new PaneBar(pane);
        connect(bar, &PaneBar::caches_requested, this, &Window::show_caches);
        connect(bar, &PaneBar::number_entered, this, [this] { mesh_view().setFocus(); });
        return bar;
    };
    pane_bars_ = new PanelStack(session_, make_bar);
    tool_bar_ = addToolBar(tr("Tool Bar"));
    tool_bar_->setObjectName(QStringLiteral("tool_bar"));
    tool_bar_->setMovable(false);
    tool_bar_->addWidget(pane_bars_);
}

PaneBar& Window::pane_bar() {
    tool_bar_->show();
    return *qobject_cast<PaneBar*>(pane_bars_->currentWidget());
}

void Window::show_caches() {
    caches_dock_->show();
    caches_dock_->raise();
    caches_dock_->findChild<PanelStack*>()->currentWidget()->findChild<CachePanel*>()->setFocus();
}

QWidget* Window::heard(QWidget* panel) {
    for (QComboBox* box : panel->findChildren<QComboBox*>())
        bound_width(*box);
    for (const DataTable* table : panel->findChildren<DataTable*>()) {
        connect(table, &DataTable::saved, message_bar_, &MessageBar::show_notice);
        connect(table, &DataTable::failed, message_bar_, &MessageBar::show_error);
    }
    for (const ReusePanel* reuse : panel->findChildren<ReusePanel*>()) {
        connect(reuse, &ReusePanel::saved, message_bar_, &MessageBar::show_notice);
        connect(reuse, &ReusePanel::failed, message_bar_, &MessageBar::show_error);
    }
    return panel;
}

QList<QDockWidget*> Window::docks() const {
    return {inspector_dock_,  caches_dock_,      worst_dock_, traffic_dock_,
            comparison_dock_, framebuffer_dock_, time_dock_};
}

void Window::show_docks(bool shown) {
    if (shown == docks_shown_) return;
    docks_shown_ = shown;
    if (shown) {
        if (layout_.isEmpty() || !restoreState(layout_, state_version)) restore_default_layout();
        layout()->activate();
        return;
    }
    // They belong to a recording; the start page stands alone. What the person arranged comes back.
    layout_ = saveState(state_version);
    hide_panels();
}

void Window::hide_panels() {
    for (QDockWidget* dock : docks())
        dock->hide();
    tool_bar_->hide();
}

void Window::restore_default_layout() {
    // Shown when they have their places: for a moment one under the other, they would need a taller window.
    for (QDockWidget* dock : docks()) {
        dock->setFloating(false);
        dock->hide();
    }
    addDockWidget(Qt::RightDockWidgetArea, inspector_dock_);
    splitDockWidget(inspector_dock_, framebuffer_dock_, Qt::Vertical);
    tabifyDockWidget(inspector_dock_, caches_dock_);
    tabifyDockWidget(caches_dock_, worst_dock_);
    tabifyDockWidget(worst_dock_, traffic_dock_);
    tabifyDockWidget(traffic_dock_, comparison_dock_);
    addDockWidget(Qt::BottomDockWidgetArea, time_dock_);
    for (QDockWidget* dock : docks())
        dock->show();
    tool_bar_->show();
    inspector_dock_->raise();
    // Less than there is, with room for titles and tabs: more would make the window grow; the rest is shared
    // out.
    resizeDocks({inspector_dock_, framebuffer_dock_}, {2 * height() / 5, 3 * height() / 10}, Qt::Vertical);
    // A share of the window, wide enough for tables, that leaves most of it to the scene.
    resizeDocks({inspector_dock_}, {std::clamp(3 * width() / 10, 340, 480)}, Qt::Horizontal);
}

} // namespace hitmap
