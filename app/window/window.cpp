#include "app/window/window.h"

#include "app/dialogs/settings/cache_settings.h"
#include "app/dialogs/settings/recent_files.h"
#include "app/dialogs/settings/settings_dialog.h"
#include "app/dialogs/settings/unsaved_question.h"
#include "app/saving/image_saver.h"
#include "app/saving/sequence_saver.h"
#include "app/saving/unsaved_recordings.h"
#include "app/window/docks.h"
#include "app/window/figure_adder.h"
#include "app/window/menus.h"
#include "app/window/program_recorder.h"
#include "app/window/recent_pictures.h"
#include "app/window/session_files.h"
#include "app/window/stored_views.h"
#include "app/window/vision_filter.h"
#include "widgets/base/comfortable_size.h"
#include "widgets/controls/overlay_column.h"
#include "widgets/framebuffer/image_view.h"
#include "widgets/framebuffer/pixel_selection.h"
#include "widgets/mesh/mesh_view.h"
#include "widgets/messages/job_bar.h"
#include "widgets/messages/message_bar.h"
#include "widgets/panels/traffic_panel.h"
#include "widgets/panes/no_mesh_page.h"
#include "widgets/panes/pane_bar.h"
#include "widgets/panes/pane_grid.h"
#include "widgets/source/source_panel.h"
#include "widgets/start/start_page.h"
#include "widgets/time/time_panel.h"

#include <QtCore/QSettings>
#include <QtCore/QTimer>
#include <QtGui/QCloseEvent>
#include <QtWidgets/QApplication>
#include <QtWidgets/QStackedWidget>
#include <QtWidgets/QVBoxLayout>

namespace hitmap {

namespace {

QList<Window*> open_windows() {
    QList<Window*> windows;
    for (QWidget* widget : QApplication::topLevelWidgets()) {
        if (auto* window = qobject_cast<Window*>(widget)) windows.append(window);
    }
    return windows;
}

} // namespace

Window::Window(QWidget* parent) : QMainWindow(parent) {
    setObjectName(QStringLiteral("window"));
    setAcceptDrops(true);
    setAnimated(false);
    session_.store_results_in(user_stored_results());
    create_central();
    create_parts();
    create_menus();
    connect_panes();
    connect_parts();
    restore_settings();
    show_recents();
    show_recording();
    start_page_->show_recoverable(session_files_->any_left_behind());
}

Window::~Window() {
    // Widgets use the session, and jobs of panels its threads, until they are destroyed.
    program_recorder_.reset(); // ends a program that is being recorded
    recent_pictures_.reset();
    figure_.reset();
    docks_.reset();
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
    rest_bar_ = new MessageBar;
    rest_bar_->setObjectName(QStringLiteral("rest_bar"));
    image_saver_ = std::make_unique<ImageSaver>(session_, *message_bar_, *this);
    auto* image_bar = new JobBar(image_saver_->job());
    image_bar->set_title(tr("Saving the image"));
    sequence_saver_ = std::make_unique<SequenceSaver>(session_, *message_bar_, *this);
    auto* sequence_bar = new JobBar(sequence_saver_->job());
    sequence_bar->set_title(tr("Saving the sequence"));
    recents_ = std::make_unique<RecentFiles>();
    recording_saver_ = std::make_unique<RecordingSaver>(session_, *message_bar_, *recents_, *this);
    auto* recording_bar = new JobBar(recording_saver_->job());
    recording_bar->set_title(tr("Saving the recording"));
    auto* over = new OverlayColumn(*central);
    for (QWidget* row : {static_cast<QWidget*>(message_bar_), static_cast<QWidget*>(rest_bar_),
                         static_cast<QWidget*>(image_bar), static_cast<QWidget*>(sequence_bar),
                         static_cast<QWidget*>(recording_bar)})
        over->add_row(*row);
}

void Window::create_parts() {
    recent_pictures_ = std::make_unique<RecentPictures>(session_, *grid_);
    docks_ = std::make_unique<Docks>(*this, session_, *message_bar_);
    views_ = std::make_unique<StoredViews>(session_, *message_bar_);
    session_files_ = std::make_unique<SessionFiles>(
        SessionFiles::Parts{session_, *grid_, *views_, *docks_, *message_bar_, *recents_}, *this);
    unsaved_ = std::make_unique<UnsavedRecordings>(session_, *grid_, *recording_saver_, *this);
    figure_ = std::make_unique<FigureAdder>(session_, *grid_, *message_bar_, *this);
    program_recorder_ = std::make_unique<ProgramRecorder>(
        ProgramRecorder::Parts{session_, *grid_, *docks_, *message_bar_}, *this);
    vision_ = new VisionFilter({session_, *grid_, *docks_, *figure_});
    static_cast<QVBoxLayout*>(centralWidget()->layout())->insertWidget(0, vision_);
}

void Window::connect_panes() {
    grid_->for_each([this](PaneFrame& frame) {
        frame.mesh_view().addActions(actions_.for_mesh_views());
        frame.mesh_view().set_navigation(stored_navigation());
        frame.image_view().canvas().addActions(actions_.for_images());
        frame.no_mesh_page().addActions(actions_.for_sliders());
        add_offers(frame.no_mesh_page());
    });
    // Sliders get these actions, so that shortcuts such as that of the next frame also work after a number
    // was entered.
    docks_->stack_of<TimePanel>().for_each([this](QWidget& widget) {
        auto& panel = *qobject_cast<TimePanel*>(&widget);
        panel.slider().addActions(actions_.for_sliders());
        connect(&panel, &TimePanel::number_entered, grid_, &PaneGrid::focus_active);
    });
    docks_->pane_bars().for_each([this](QWidget& widget) {
        auto& bar = *qobject_cast<PaneBar*>(&widget);
        connect(&bar, &PaneBar::caches_requested, this, [this] { show_caches(*docks_); });
        connect(&bar, &PaneBar::number_entered, grid_, &PaneGrid::focus_active);
    });
}

void Window::add_offers(NoMeshPage& page) {
    const auto add = [&](const char* name, const QString& title, const QString& explanation,
                         TrafficPanel::Tab tab) {
        page.add_offer(name, title, explanation,
                       [this, tab] { docks_->show_panel<TrafficPanel>().show_tab(tab); });
    };
    page.add_offer("offer_layout", tr("Attach a &mesh, or say what the buffers hold …"),
                   tr("The layout is derived from the accesses, and can be corrected"),
                   [this] { ask_for_layout(); });
    add("show_lines", tr("Hit rates by source li&ne"),
        tr("Where the program asks for memory, and what the caches serve of it"), TrafficPanel::Tab::lines);
    add("show_allocations", tr("Hit rates by &allocation"), tr("The same by buffer"),
        TrafficPanel::Tab::allocations);
    add("show_reuse", tr("&Reuse, and hit rates by capacity"), tr("How large the caches would have to be"),
        TrafficPanel::Tab::reuse);
}

void Window::connect_parts() {
    connect(&session_, &Session::failed, message_bar_, &MessageBar::show_failure);
    connect(&session_, &Session::failed, this, &Window::offer_layout);
    connect(grid_, &PaneGrid::failed, message_bar_, &MessageBar::show_failure);
    connect(&session_, &Session::opened, recents_.get(),
            [this](const RecordingSpec& spec) { recents_->remember(spec); });
    connect(&session_, &Session::opened, this, &Window::tell_assumptions);
    // The job that found it out must have ended before another one is started.
    connect(&session_, &Session::memory_needed, this,
            [this](const RecordingSpec& spec, const MemoryNeeded& needed, Pane* pane) {
                QTimer::singleShot(0, this, [this, spec, needed, asked = QPointer<Pane>(pane)] {
                    if (asked != nullptr) ask_about_memory_of(spec, needed, asked);
                });
            });
    connect(program_recorder_.get(), &ProgramRecorder::opening_wanted, this, &Window::open_all);
    connect(program_recorder_.get(), &ProgramRecorder::layout_wanted, this,
            [this](const RecordingSpec& spec) { ask_for_layout(spec); });
    connect(&session_, &Session::changed, this, &Window::show_recording);
    connect(&session_, &Session::work_changed, this, &Window::show_recording);
    connect(&session_, &Session::early_changed, this, &Window::show_recording);
    connect_start_page();
}

void Window::connect_start_page() {
    connect(start_page_, &StartPage::scene_chosen, this, &Window::open);
    connect(start_page_, &StartPage::recovery_chosen, this, &Window::restore_left_behind);
    connect(start_page_, &StartPage::open_requested, this, [this] { ask_to_open(false); });
    connect(start_page_, &StartPage::new_recording_requested, this, &Window::ask_for_new_recording);
    connect(start_page_, &StartPage::record_requested, program_recorder_.get(), &ProgramRecorder::ask);
    connect(recents_.get(), &RecentFiles::changed, this, &Window::show_recents);
    connect(recent_pictures_.get(), &RecentPictures::found, start_page_, &StartPage::show_picture);
    connect(session_files_.get(), &SessionFiles::shown, recent_pictures_.get(),
            &RecentPictures::take_session);
    const auto show_support = [this] { start_page_->show_can_record(program_recorder_->can_record()); };
    connect(program_recorder_.get(), &ProgramRecorder::can_record_changed, start_page_, show_support);
    show_support();
}

void Window::restore_settings() {
    resize_within_screen(*this, {1600, 1000});
    const Defaults defaults = stored_defaults();
    PaneState first;
    first.config = defaults.model.config;
    first.choices.view.colour_map = defaults.colour_map;
    session_.restore({{first}, {}, 0});
    session_.active().simulate_next_with(defaults.model);
    const QSettings settings;
    restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
    docks_->set_layout(settings.value(QStringLiteral("window/state")).toByteArray());
}

void Window::set_outputs(OutputFiles* outputs) {
    recording_saver_->set_outputs(outputs);
    sequence_saver_->set_outputs(outputs);
}

MeshView& Window::mesh_view() {
    return grid_->active().mesh_view();
}

void Window::show_recording() {
    const auto recording = session_.active().recording();
    const bool open = session_.anything_drawn();
    const bool working = !session_.active().work().title().isEmpty();
    // Qt adds the name of the application.
    setWindowTitle(recording != nullptr ? QString::fromStdString(recording->name) : QString());
    const bool any = recording != nullptr;
    actions_.set_shown({any, any && !framebuffer_size(*recording).isEmpty(), any && recording->has_mesh(),
                        session_.active().shows_image()});
    // The docks are shown before the first picture, so that the scene is drawn only once, in its final size.
    docks_->set_shown(open);
    QWidget* page = open || working ? grid_ : static_cast<QWidget*>(start_page_);
    if (page == pages_->currentWidget()) return;
    pages_->setCurrentWidget(page);
    if (page == grid_) grid_->focus_active();
}

void Window::open_session(const QString& file) {
    session_files_->open(file);
}

void Window::save_session(const QString& file) {
    session_files_->save(file);
}

void Window::save_recording(const QString& file) {
    recording_saver_->save(file);
}

void Window::save_image(const QString& file, const ImageChoices& choices) {
    image_saver_->save(file, choices);
}

void Window::restore_left_behind() {
    session_files_->restore_left_behind(
        []() -> SessionFiles& { return *show_further_window().session_files_; });
    start_page_->show_recoverable(session_files_->any_left_behind());
}

Window& Window::show_further_window() {
    auto* further = new Window;
    further->setAttribute(Qt::WA_DeleteOnClose);
    further->show();
    return *further;
}

void Window::change_settings() {
    const DefaultModel model = stored_defaults().model;
    if (SettingsDialog(this).exec() != QDialog::Accepted) return;
    for (Window* window : open_windows())
        window->follow_settings(stored_defaults().model != model);
}

void Window::follow_settings(bool model) {
    session_.active().library().kept()->store().set_limit(stored_cache_limit());
    for (SourcePanel* panel : findChildren<SourcePanel*>())
        panel->follow_settings();
    for (std::size_t i = 0; i < session_.pane_count(); ++i) {
        grid_->frame(i).mesh_view().set_navigation(stored_navigation());
        if (model) session_.pane(i).simulate_next_with(stored_defaults().model);
    }
}

void Window::quit() {
    const QList<Window*> windows = open_windows();
    QStringList names;
    for (const Window* window : windows)
        names += window->unsaved_->names();
    const auto answer =
        names.isEmpty() ? UnsavedAnswer::discard : ask_about_unsaved(this, names, tr("&Quit without Saving"));
    if (answer == UnsavedAnswer::cancel) return;
    for (Window* window : windows) {
        const auto go_on = [window](const auto&) { window->quit(); };
        if (answer == UnsavedAnswer::save && window->unsaved_->save_first_then(go_on)) return;
    }
    // The last recording may have been saved while the question was open.
    for (Window* window : windows)
        window->unsaved_->allow_loss();
    QApplication::closeAllWindows();
}

void Window::closeEvent(QCloseEvent* event) {
    const QStringList names = unsaved_->names();
    const auto answer = names.isEmpty() ? UnsavedAnswer::discard
                                        : ask_about_unsaved(this, names, tr("&Close without Saving"));
    const bool saves = answer == UnsavedAnswer::save &&
                       unsaved_->save_first_then([this](const auto&) { close(); }); // false if already saved
    event->setAccepted(answer != UnsavedAnswer::cancel && !saves && program_recorder_->may_close() &&
                       figure_->may_close());
    if (!event->isAccepted()) return;
    QSettings settings;
    settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
    settings.setValue(QStringLiteral("window/state"), docks_->layout());
}

} // namespace hitmap
