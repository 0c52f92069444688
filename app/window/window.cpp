#include "app/window/window.h"

#include "app/dialogs/settings_dialog.h"
#include "widgets/controls/job_bar.h"
#include "widgets/controls/message_bar.h"
#include "widgets/controls/overlay_column.h"
#include "widgets/framebuffer/framebuffer_view.h"
#include "widgets/mesh/mesh_view.h"
#include "widgets/panels/panel_stack.h"
#include "widgets/panes/pane_grid.h"
#include "widgets/start/start_page.h"
#include "widgets/time/time_panel.h"

#include <QtCore/QSettings>
#include <QtGui/QScreen>
#include <QtWidgets/QAction>
#include <QtWidgets/QDockWidget>
#include <QtWidgets/QStackedWidget>
#include <QtWidgets/QToolBar>
#include <QtWidgets/QVBoxLayout>

#include <chrono>

namespace hitmap {

Window::Window(QWidget* parent) : QMainWindow(parent) {
    setObjectName(QStringLiteral("window"));
    setAcceptDrops(true);
    setAnimated(false);
    create_central();
    create_docks();
    create_tool_bar();
    create_file_actions();
    create_edit_actions();
    create_view_actions();
    create_pane_actions();
    create_time_actions();
    create_tool_actions();
    create_help_actions();
    for (std::size_t i = 0; i < session_.pane_count(); ++i)
        add_frame(grid_->frame(i));
    for (int i = 0; i < time_panels_->count(); ++i)
        add_time_panel(time_panels_->widget(i));
    connect_model();
    restore_settings();
    show_recents();
    show_recording();
    start_page_->show_recoverable(!recovery_.left_behind().isEmpty());
}

Window::~Window() {
    // What shows the session uses it to the end, and jobs of panels its threads.
    qDeleteAll(docks());
    delete tool_bar_;
    delete takeCentralWidget();
}

void Window::create_central() {
    grid_ = new PaneGrid(session_);
    start_page_ = new StartPage;
    pages_ = new QStackedWidget;
    pages_->addWidget(start_page_);
    pages_->addWidget(grid_);
    auto* central = new QWidget;
    auto* rows = new QVBoxLayout(central);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addWidget(pages_);
    setCentralWidget(central);
    message_bar_ = new MessageBar;
    auto* image_bar = new JobBar(image_job_);
    image_bar->set_title(tr("Saving the image"));
    auto* recording_bar = new JobBar(recording_job_);
    recording_bar->set_title(tr("Saving the recording"));
    auto* over = new OverlayColumn(*central);
    for (QWidget* row : {static_cast<QWidget*>(message_bar_), static_cast<QWidget*>(image_bar),
                         static_cast<QWidget*>(recording_bar)})
        over->add_row(*row);
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
    for (const JobRunner* job : {&image_job_, &recording_job_}) {
        connect(job, &JobRunner::failed, message_bar_, &MessageBar::show_error);
        connect(job, &JobRunner::started, this, &Window::show_saving);
        connect(job, &JobRunner::finished, this, &Window::show_saving);
        connect(job, &JobRunner::failed, this, &Window::show_saving);
        connect(job, &JobRunner::stopped, this, &Window::show_saving);
    }
    // What was to be done with the file is not done without it.
    connect(&recording_job_, &JobRunner::failed, this, [this] { after_saving_ = nullptr; });
    connect(&recording_job_, &JobRunner::stopped, this, [this] { after_saving_ = nullptr; });
    connect(grid_, &PaneGrid::failed, message_bar_, &MessageBar::show_error);
    connect(&session_, &Session::opened, this, &Window::remember);
    connect(&session_, &Session::opened, this, &Window::tell_assumptions);
    connect(&session_, &Session::changed, this, &Window::show_recording);
    connect(&session_, &Session::work_changed, this, &Window::show_recording);
    connect(grid_, &PaneGrid::frame_added, this, [this](PaneFrame* frame) { add_frame(*frame); });
    connect(time_panels_, &PanelStack::panel_added, this, &Window::add_time_panel);
    connect(start_page_, &StartPage::scene_chosen, this, &Window::open);
    connect(start_page_, &StartPage::recovery_chosen, this, &Window::restore_left_behind);
    // Every change of a drag need not reach the disk; but where changes never pause, as while playing, they
    // do.
    keep_timer_.setSingleShot(true);
    keep_timer_.setInterval(std::chrono::seconds(1));
    connect(&session_, &Session::changed, this, [this] {
        if (!keep_timer_.isActive()) keep_timer_.start();
    });
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

void Window::follow_settings(bool model) {
    for (std::size_t i = 0; i < session_.pane_count(); ++i) {
        grid_->frame(i).mesh_view().set_navigation(stored_navigation());
        if (model) session_.pane(i).simulate_next_with(stored_defaults().config);
    }
}

void Window::add_time_panel(QWidget* widget) {
    auto* panel = qobject_cast<TimePanel*>(widget);
    panel->slider().addActions(slider_actions_);
    // Keys such as those of the next frame work there.
    connect(panel, &TimePanel::number_entered, this, [this] { mesh_view().setFocus(); });
    connect(panel, &TimePanel::playing_changed, this, [this, panel](bool playing) {
        // Panes that share their time have one player.
        for (int i = 0; playing && session_.links().time && i < time_panels_->count(); ++i) {
            auto* other = qobject_cast<TimePanel*>(time_panels_->widget(i));
            if (other != panel) other->set_playing(false);
        }
        show_playing();
    });
}

void Window::show_playing() {
    play_action_->setChecked(time_panel().playing());
}

void Window::add_pane() {
    session_.add_pane();
    mesh_view().setFocus();
}

bool Window::anything_open() const {
    for (std::size_t i = 0; i < session_.pane_count(); ++i) {
        if (session_.pane(i).recording() != nullptr) return true;
    }
    return false;
}

bool Window::anything_wanted() const {
    for (std::size_t i = 0; i < session_.pane_count(); ++i) {
        if (!session_.pane(i).wanted_spec().empty()) return true;
    }
    return false;
}

void Window::show_saving() {
    const auto recording = session_.active().recording();
    // A second job would take the place of the first, whose file would never come.
    save_image_action_->setEnabled(recording != nullptr && !image_job_.running());
    save_recording_action_->setEnabled(recording != nullptr && recording->traced &&
                                       !recording_job_.running());
}

void Window::show_recording() {
    const auto recording = session_.active().recording();
    const bool open = anything_open();
    const bool working = !session_.active().work_title().isEmpty();
    // Qt adds the application's name.
    setWindowTitle(recording != nullptr ? QString::fromStdString(recording->name) : QString());
    for (QAction* action : needs_recording_)
        action->setEnabled(recording != nullptr);
    // What is opened after everything was closed is no part of that session.
    if (!anything_wanted()) session_file_.clear();
    show_saving();
    // Docks first: the scene is drawn once, at the size that it keeps.
    show_docks(open);
    QWidget* page = open || working ? grid_ : static_cast<QWidget*>(start_page_);
    if (page == pages_->currentWidget()) return;
    pages_->setCurrentWidget(page);
    if (page == grid_) mesh_view().setFocus();
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
    hide_panels();
}

} // namespace hitmap
