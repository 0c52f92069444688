#include "app/dialogs/probe_dialog.h"
#include "app/dialogs/settings/recent_files.h"
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
#include "app/window/window.h"
#include "widgets/framebuffer/framebuffer_view.h"
#include "widgets/panes/pane_grid.h"
#include "widgets/start/start_page.h"

#include <QtWidgets/QMenu>
#include <QtWidgets/QMenuBar>

namespace hitmap {

namespace {

using Scope = Actions::Scope;

} // namespace

void Window::create_menus() {
    fill_file_menu(*menuBar()->addMenu(tr("&File")));
    fill_edit_menu(*menuBar()->addMenu(tr("&Edit")));
    const MenuParts parts{actions_, session_, *grid_, *views_, *docks_, *vision_, *message_bar_, *this};
    fill_view_menu(*menuBar()->addMenu(tr("&View")), parts);
    fill_panel_menu(*menuBar()->addMenu(tr("Pane&ls")), parts);
    fill_pane_menu(*menuBar()->addMenu(tr("&Panes")), parts);
    fill_access_menu(*menuBar()->addMenu(tr("A&ccesses")), parts);
    fill_time_menu(*menuBar()->addMenu(tr("&Time")), parts);
    figure_->fill_menu(*menuBar()->addMenu(tr("Fi&gure")), actions_);
    fill_help_menu(*menuBar()->addMenu(tr("&Help")), parts);
}

void Window::fill_file_menu(QMenu& menu) {
    QAction* make = actions_.add(menu, tr("&New Recording …"), {QKeySequence::New}, Scope::always,
                                 [this] { ask_for_new_recording(); });
    make->setObjectName(QStringLiteral("new_recording"));
    add_record_actions(menu);
    QAction* probe = actions_.add(menu, tr("Pro&be the Caches of a GPU …"), {}, Scope::always, [this] {
        auto* dialog = new ProbeDialog(this);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->show();
    });
    probe->setObjectName(QStringLiteral("probe_caches"));
    actions_.add(menu, tr("&Open …"), {QKeySequence::Open}, Scope::always, [this] { ask_to_open(false); });
    actions_.add(menu, tr("Open in a New &Pane …"), {QKeySequence(tr("Ctrl+Shift+O"))}, Scope::always,
                 [this] { ask_to_open(true); });
    QAction* part = actions_.add(menu, tr("Op&en a Part …"), {}, Scope::always, [this] { ask_for_part(); });
    part->setObjectName(QStringLiteral("open_part"));
    recent_menu_ = menu.addMenu(tr("Open &Recent"));
    actions_.add(menu, tr("Re&load"), {QKeySequence::Refresh}, Scope::with_recording,
                 [this] { session_.active().reload(); });
    QAction* layout = actions_.add(menu, tr("La&yout …"), {}, Scope::always, [this] { ask_for_layout(); });
    layout->setObjectName(QStringLiteral("layout"));
    layout->setEnabled(false);
    connect(&session_, &Session::changed, layout, [this, layout] {
        const auto recording = session_.active().recording();
        layout->setEnabled(recording != nullptr && !recording->info().has_sums());
    });
    menu.addSeparator();
    add_save_actions(menu);
    menu.addSeparator();
    QAction* stop = actions_.add(menu, tr("S&top"), {QKeySequence(Qt::Key_Escape)}, Scope::always,
                                 [this] { session_.active().stop_work(); });
    stop->setEnabled(false);
    connect(&session_, &Session::work_changed, stop,
            [this, stop] { stop->setEnabled(session_.active().working()); });
    actions_.add(menu, tr("&Close"), {QKeySequence::Close}, Scope::always,
                 [this] { unsaved_->close_pane(session_.active_index()); });
    actions_.add(menu, tr("&Quit"), {QKeySequence::Quit, QKeySequence(tr("Ctrl+Q"))}, Scope::always,
                 [this] { quit(); });
}

void Window::add_record_actions(QMenu& menu) {
    QAction* record = actions_.add(menu, tr("Record a Progra&m …"), {QKeySequence(tr("Ctrl+Shift+N"))},
                                   Scope::always, [this] { program_recorder_->ask(); });
    record->setObjectName(QStringLiteral("record_program"));
    record->setToolTip(tr("Runs a Vulkan program and records the memory requests of its shaders"));
    QAction* again = actions_.add(menu, tr("Recor&d Again"), {QKeySequence(tr("Shift+F5"))}, Scope::always,
                                  [this] { program_recorder_->record_again(); });
    again->setObjectName(QStringLiteral("record_again"));
    again->setToolTip(tr("Records the same program again, and shows it beside the recording before"));
    const auto show_again = [this, again] { again->setEnabled(program_recorder_->can_record_again()); };
    connect(program_recorder_.get(), &ProgramRecorder::can_record_changed, again, show_again);
    show_again();
}

void Window::add_save_actions(QMenu& menu) {
    actions_.add(menu, tr("&Save Session"), {QKeySequence::Save}, Scope::with_recording,
                 [this] { session_files_->save_again(); });
    actions_.add(menu, tr("Save Session &As …"), {}, Scope::with_recording,
                 [this] { session_files_->ask(); });
    QAction* recording = actions_.add(menu, tr("Sa&ve Recording As …"), {}, Scope::always,
                                      [this] { recording_saver_->ask(); });
    QAction* range = actions_.add(menu, tr("Save Ran&ge As …"), {}, Scope::always,
                                  [this] { recording_saver_->ask_for_range(); });
    range->setObjectName(QStringLiteral("save_range"));
    range->setToolTip(tr("Saves the requests of the frames that are shown as a recording of their own"));
    QAction* image = actions_.add(menu, tr("Save &Image …"), {QKeySequence(tr("Ctrl+Shift+S"))},
                                  Scope::always, [this] { ask_for_image(); });
    QAction* sequence =
        actions_.add(menu, tr("Save Seq&uence …"), {}, Scope::always, [this] { ask_for_sequence(); });
    sequence->setObjectName(QStringLiteral("save_sequence"));
    sequence->setToolTip(
        tr("Saves a picture of each frame, or a turn about the scene, as images or a video"));
    const auto show_saving = [this, recording, range, image, sequence] {
        recording->setEnabled(recording_saver_->can_save());
        range->setEnabled(recording_saver_->can_save_range());
        image->setEnabled(image_saver_->can_save());
        sequence->setEnabled(sequence_saver_->can_save());
    };
    connect(&session_, &Session::changed, recording, show_saving);
    connect(&session_, &Session::work_changed, recording, show_saving);
    for (const JobRunner* job : {&image_saver_->job(), &sequence_saver_->job(), &recording_saver_->job()}) {
        connect(job, &JobRunner::started, recording, show_saving);
        connect(job, &JobRunner::finished, recording, show_saving);
        connect(job, &JobRunner::failed, recording, show_saving);
        connect(job, &JobRunner::stopped, recording, show_saving);
    }
    show_saving();
}

void Window::ask_for_image() {
    const QSize size = grid_->active().size() * devicePixelRatioF();
    image_saver_->ask({size.width(), size.height()}, docks_->panel<FramebufferView>().shown_cells());
}

void Window::ask_for_sequence() {
    const QSize size = grid_->active().size() * devicePixelRatioF();
    sequence_saver_->ask({size.width(), size.height()});
}

void Window::show_recents() {
    const QStringList recents = RecentFiles::list();
    recent_pictures_->set_recents(recents);
    QList<StartPage::Recent> listed;
    for (const QString& spec : recents)
        listed.append({spec, RecentFiles::name_of(spec), recent_pictures_->picture_of(spec)});
    start_page_->show_recents(listed);
    recent_menu_->clear();
    recent_menu_->setEnabled(!recents.isEmpty());
    for (const StartPage::Recent& recent : listed) {
        QAction* action = recent_menu_->addAction(RecentFiles::title_of(recent.spec));
        connect(action, &QAction::triggered, this, [this, spec = recent.spec] { open(spec); });
    }
}

void Window::fill_edit_menu(QMenu& menu) {
    add_history_actions(menu);
    menu.addSeparator();
    actions_.add(menu, tr("&Copy View"), {QKeySequence::Copy}, Scope::views,
                 [this] { copy_view(session_.active(), *message_bar_); });
    actions_.add(menu, tr("&Paste View"), {QKeySequence::Paste}, Scope::views,
                 [this] { paste_view(session_.active(), *message_bar_); });
    menu.addSeparator();
    actions_.add(menu, tr("Se&ttings …"), {QKeySequence::Preferences, QKeySequence(tr("Ctrl+,"))},
                 Scope::always, [this] { change_settings(); });
}

void Window::add_history_actions(QMenu& menu) {
    QAction* undo =
        actions_.add(menu, tr("&Undo"), {QKeySequence::Undo}, Scope::always, [this] { session_.undo(); });
    QAction* redo = actions_.add(menu, tr("&Redo"), {QKeySequence(tr("Ctrl+Shift+Z")), QKeySequence::Redo},
                                 Scope::always, [this] { session_.redo(); });
    const auto show_history = [this, undo, redo] {
        undo->setEnabled(session_.can_undo());
        redo->setEnabled(session_.can_redo());
    };
    connect(&session_, &Session::history_changed, undo, show_history);
    show_history();
}

} // namespace hitmap
