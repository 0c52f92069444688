#include "app/window.h"
#include "widgets/cache_panel.h"
#include "widgets/comparison_panel.h"
#include "widgets/data_table.h"
#include "widgets/framebuffer_view.h"
#include "widgets/inspector.h"
#include "widgets/look_panel.h"
#include "widgets/message_bar.h"
#include "widgets/panel_stack.h"
#include "widgets/recording_panel.h"
#include "widgets/reuse_panel.h"
#include "widgets/selection_panel.h"
#include "widgets/statistics_panel.h"
#include "widgets/time_panel.h"
#include "widgets/traffic_panel.h"
#include "widgets/worst_panel.h"

#include <QtWidgets/QAction>
#include <QtWidgets/QDockWidget>
#include <QtWidgets/QLayout>

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
        inspector->add_panel(tr("Caches"), new CachePanel(pane));
        inspector->add_panel(tr("Recording"), new RecordingPanel(pane));
        return heard(inspector);
    };
    inspector_dock_ = add_dock(tr("Inspector"), QStringLiteral("inspector_dock"),
                               new PanelStack(session_, make_inspector), Qt::RightDockWidgetArea);
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
    time_panels_ = new PanelStack(session_, [](Pane& pane) -> QWidget* { return new TimePanel(pane); });
    time_dock_ = add_dock(tr("Time"), QStringLiteral("time_dock"), time_panels_, Qt::BottomDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
}

QWidget* Window::heard(QWidget* panel) {
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
    return {inspector_dock_, worst_dock_, traffic_dock_, comparison_dock_, framebuffer_dock_, time_dock_};
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
    for (QDockWidget* dock : docks())
        dock->hide();
}

void Window::restore_default_layout() {
    // Shown when they have their places: for a moment one under the other, they would need a taller window.
    for (QDockWidget* dock : docks()) {
        dock->setFloating(false);
        dock->hide();
    }
    addDockWidget(Qt::RightDockWidgetArea, inspector_dock_);
    splitDockWidget(inspector_dock_, framebuffer_dock_, Qt::Vertical);
    tabifyDockWidget(inspector_dock_, worst_dock_);
    tabifyDockWidget(worst_dock_, traffic_dock_);
    tabifyDockWidget(traffic_dock_, comparison_dock_);
    addDockWidget(Qt::BottomDockWidgetArea, time_dock_);
    for (QDockWidget* dock : docks())
        dock->show();
    inspector_dock_->raise();
    // Less than there is, with room for titles and tabs: more would make the window grow; the rest is shared
    // out.
    resizeDocks({inspector_dock_, framebuffer_dock_}, {2 * height() / 5, 3 * height() / 10}, Qt::Vertical);
    resizeDocks({inspector_dock_}, {340}, Qt::Horizontal);
}

} // namespace hitmap
