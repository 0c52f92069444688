#include "app/window.h"

#include "app/settings_dialog.h"
#include "core/base/error.h"
#include "widgets/cache_panel.h"
#include "widgets/comparison_panel.h"
#include "widgets/data_table.h"
#include "widgets/framebuffer_view.h"
#include "widgets/inspector.h"
#include "widgets/job_bar.h"
#include "widgets/look_panel.h"
#include "widgets/mesh_view.h"
#include "widgets/message_bar.h"
#include "widgets/pane_grid.h"
#include "widgets/panel_stack.h"
#include "widgets/recording_panel.h"
#include "widgets/selection_panel.h"
#include "widgets/start_page.h"
#include "widgets/statistics_panel.h"
#include "widgets/time_panel.h"
#include "widgets/worst_panel.h"

#include <QtCore/QSettings>
#include <QtGui/QCloseEvent>
#include <QtGui/QScreen>
#include <QtWidgets/QAction>
#include <QtWidgets/QDockWidget>
#include <QtWidgets/QStackedWidget>
#include <QtWidgets/QVBoxLayout>

#include <chrono>

namespace hitmap {

Window::Window(QWidget* parent) : QMainWindow(parent) {
    setObjectName(QStringLiteral("window"));
    setAcceptDrops(true);
    setAnimated(false);
    create_central();
    create_docks();
    create_file_actions();
    create_edit_actions();
    create_view_actions();
    create_pane_actions();
    create_time_actions();
    create_help_actions();
    for (std::size_t i = 0; i < session_.pane_count(); ++i)
        add_frame(grid_->frame(i));
    for (int i = 0; i < time_panels_->count(); ++i)
        add_time_panel(time_panels_->widget(i));
    connect_model();
    restore_settings();
    show_recents();
    show_recording();
    try {
        start_page_->show_recoverable(recovery_.left_behind().has_value());
    } catch (const Error&) { // what cannot be read cannot be offered
        recovery_.forget_left_behind();
    }
}

Window::~Window() {
    // What shows the session uses it to the end, and jobs of panels its threads.
    qDeleteAll(docks());
    delete takeCentralWidget();
}

void Window::create_central() {
    grid_ = new PaneGrid(session_);
    start_page_ = new StartPage;
    pages_ = new QStackedWidget;
    pages_->addWidget(start_page_);
    pages_->addWidget(grid_);
    message_bar_ = new MessageBar;
    auto* image_bar = new JobBar(image_job_);
    image_bar->set_title(tr("Saving the image"));

    auto* central = new QWidget;
    auto* rows = new QVBoxLayout(central);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(message_bar_);
    rows->addWidget(image_bar);
    rows->addWidget(pages_, 1);
    setCentralWidget(central);
}

QDockWidget* Window::add_dock(const QString& title, const QString& name, QWidget* content,
                              Qt::DockWidgetArea area) {
    auto* dock = new QDockWidget(title, this);
    dock->setObjectName(name);
    dock->setWidget(content);
    addDockWidget(area, dock);
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
    return panel;
}

TimePanel& Window::time_panel() {
    return *qobject_cast<TimePanel*>(time_panels_->currentWidget());
}

FramebufferView& Window::framebuffer_view() {
    return *qobject_cast<FramebufferView*>(framebuffer_panels_->currentWidget());
}

MeshView& Window::mesh_view() {
    return grid_->active().mesh_view();
}

void Window::connect_model() {
    connect(&session_, &Session::failed, message_bar_, &MessageBar::show_error);
    connect(&image_job_, &JobRunner::failed, message_bar_, &MessageBar::show_error);
    connect(grid_, &PaneGrid::failed, message_bar_, &MessageBar::show_error);
    connect(&session_, &Session::opened, this, &Window::remember);
    connect(&session_, &Session::changed, this, &Window::show_recording);
    connect(&session_, &Session::work_changed, this, &Window::show_recording);
    connect(grid_, &PaneGrid::frame_added, this, [this](PaneFrame* frame) { add_frame(*frame); });
    connect(time_panels_, &PanelStack::panel_added, this, &Window::add_time_panel);
    connect(start_page_, &StartPage::scene_chosen, this, &Window::open);
    connect(start_page_, &StartPage::recovery_chosen, this, &Window::restore_left_behind);
    // Every change of a drag need not reach the disk.
    keep_timer_.setSingleShot(true);
    keep_timer_.setInterval(std::chrono::seconds(1));
    connect(&session_, &Session::changed, this, [this] { keep_timer_.start(); });
    connect(&keep_timer_, &QTimer::timeout, this, [this] {
        if (anything_open()) recovery_.keep(document());
    });
    connect(start_page_, &StartPage::open_requested, this, [this] {
        const QString file = ask_for_file();
        if (!file.isEmpty()) open(file);
    });
}

void Window::add_frame(PaneFrame& frame) {
    frame.mesh_view().addActions(mesh_view_actions_ + slider_actions_);
    frame.mesh_view().set_navigation(stored_navigation());
    connect(&frame.trail(), &CameraTrail::changed, this, &Window::show_trail);
}

void Window::follow_settings() {
    for (std::size_t i = 0; i < session_.pane_count(); ++i)
        grid_->frame(i).mesh_view().set_navigation(stored_navigation());
}

void Window::add_time_panel(QWidget* widget) {
    auto* panel = qobject_cast<TimePanel*>(widget);
    panel->slider().addActions(slider_actions_);
    connect(panel, &TimePanel::playing_changed, play_action_, &QAction::setChecked);
}

QList<QDockWidget*> Window::docks() const {
    return {inspector_dock_, worst_dock_, comparison_dock_, framebuffer_dock_, time_dock_};
}

bool Window::anything_open() const {
    for (std::size_t i = 0; i < session_.pane_count(); ++i) {
        if (session_.pane(i).recording() != nullptr) return true;
    }
    return false;
}

void Window::show_recording() {
    const auto recording = session_.active().recording();
    const bool open = anything_open();
    const bool working = !session_.active().work_title().isEmpty();
    // Qt adds the application's name.
    setWindowTitle(recording != nullptr ? QString::fromStdString(recording->name) : QString());
    for (QAction* action : needs_recording_)
        action->setEnabled(recording != nullptr);
    // Docks first: the scene is drawn once, at the size that it keeps.
    show_docks(open);
    QWidget* page = open || working ? grid_ : static_cast<QWidget*>(start_page_);
    if (page == pages_->currentWidget()) return;
    pages_->setCurrentWidget(page);
    if (page == grid_) mesh_view().setFocus();
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

void Window::restore_settings() {
    constexpr QSize comfortable{1600, 1000};
    constexpr QSize frame{16, 48}; // what a window manager may put around it
    resize(comfortable.boundedTo(screen()->availableSize() - frame));
    const Defaults defaults = stored_defaults();
    PaneState first;
    first.config = defaults.config;
    first.choices.view.colour_map = defaults.colour_map;
    session_.restore({{first}, {}, 0});
    const QSettings settings;
    restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
    layout_ = settings.value(QStringLiteral("window/state")).toByteArray();
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
    tabifyDockWidget(worst_dock_, comparison_dock_);
    addDockWidget(Qt::BottomDockWidgetArea, time_dock_);
    for (QDockWidget* dock : docks())
        dock->show();
    inspector_dock_->raise();
    // Less than there is, with room for titles and tabs: more would make the window grow; the rest is shared
    // out.
    resizeDocks({inspector_dock_, framebuffer_dock_}, {2 * height() / 5, 3 * height() / 10}, Qt::Vertical);
    resizeDocks({inspector_dock_}, {340}, Qt::Horizontal);
}

void Window::closeEvent(QCloseEvent* event) {
    QSettings settings;
    settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
    settings.setValue(QStringLiteral("window/state"), docks_shown_ ? saveState(state_version) : layout_);
    event->accept();
}

} // namespace hitmap
