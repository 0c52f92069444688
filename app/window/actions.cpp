#include "app/dialogs/keys_dialog.h"
#include "app/dialogs/manual.h"
#include "app/dialogs/probe_dialog.h"
#include "app/dialogs/settings_dialog.h"
#include "app/window/window.h"
#include "widgets/mesh/mesh_view.h"
#include "widgets/panes/pane_grid.h"
#include "widgets/time/time_panel.h"

#include <QtWidgets/QAction>
#include <QtWidgets/QApplication>
#include <QtWidgets/QMenu>
#include <QtWidgets/QMenuBar>
#include <QtWidgets/QMessageBox>

namespace hitmap {

QAction* Window::add_action(QMenu& menu, const QString& text, const QList<QKeySequence>& keys) {
    QAction* action = menu.addAction(text);
    // A platform's standard key may be one that is named here as well; twice the same would be ambiguous.
    QList<QKeySequence> different;
    for (const QKeySequence& key : keys) {
        if (!key.isEmpty() && !different.contains(key)) different.append(key);
    }
    action->setShortcuts(different);
    return action;
}

QAction* Window::add_local_action(QMenu& menu, const QString& text, const QList<QKeySequence>& keys,
                                  QList<QAction*>& actions) {
    QAction* action = add_action(menu, text, keys);
    action->setShortcutContext(Qt::WidgetShortcut);
    actions.append(action);
    needs_recording_.append(action);
    return action;
}

void Window::create_file_actions() {
    QMenu& menu = *menuBar()->addMenu(tr("&File"));
    QAction* make = add_action(menu, tr("&New Recording …"), {QKeySequence::New});
    make->setObjectName(QStringLiteral("new_recording"));
    connect(make, &QAction::triggered, this, &Window::ask_for_new_recording);
    connect(add_action(menu, tr("&Open …"), {QKeySequence::Open}), &QAction::triggered, this, [this] {
        const QString file = ask_for_file();
        if (!file.isEmpty()) open(file);
    });
    connect(add_action(menu, tr("Open in a New &Pane …"), {QKeySequence(tr("Ctrl+Shift+O"))}),
            &QAction::triggered, this, [this] {
                const QString file = ask_for_file();
                if (!file.isEmpty()) open_all({file});
            });
    recent_menu_ = menu.addMenu(tr("Open &Recent"));
    QAction* reload = add_action(menu, tr("Re&load"), {QKeySequence::Refresh});
    connect(reload, &QAction::triggered, this, [this] { session_.active().reload(); });
    menu.addSeparator();
    QAction* save_session = add_action(menu, tr("&Save Session"), {QKeySequence::Save});
    connect(save_session, &QAction::triggered, this, &Window::save_session_again);
    QAction* save_as = add_action(menu, tr("Save Session &As …"), {});
    connect(save_as, &QAction::triggered, this, &Window::ask_for_session_file);
    save_recording_action_ = add_action(menu, tr("Sa&ve Recording As …"), {});
    connect(save_recording_action_, &QAction::triggered, this, &Window::ask_for_recording_file);
    save_image_action_ = add_action(menu, tr("Save &Image …"), {QKeySequence(tr("Ctrl+Shift+S"))});
    connect(save_image_action_, &QAction::triggered, this, &Window::ask_for_image_file);
    menu.addSeparator();
    QAction* stop = add_action(menu, tr("S&top"), {QKeySequence(Qt::Key_Escape)});
    stop->setEnabled(false);
    connect(stop, &QAction::triggered, this, [this] { session_.active().work().stop(); });
    connect(&session_, &Session::work_changed, stop,
            [this, stop] { stop->setEnabled(!session_.active().work_title().isEmpty()); });
    QAction* close = add_action(menu, tr("&Close"), {QKeySequence::Close});
    connect(close, &QAction::triggered, this, &Window::close_pane);
    connect(add_action(menu, tr("&Quit"), {QKeySequence::Quit, QKeySequence(tr("Ctrl+Q"))}),
            &QAction::triggered, this, &Window::quit);
    needs_recording_ += {reload, save_session, save_as};
}

void Window::create_edit_actions() {
    QMenu& menu = *menuBar()->addMenu(tr("&Edit"));
    QAction* undo = add_action(menu, tr("&Undo"), {QKeySequence::Undo});
    QAction* redo = add_action(menu, tr("&Redo"), {QKeySequence(tr("Ctrl+Shift+Z")), QKeySequence::Redo});
    connect(undo, &QAction::triggered, &session_, &Session::undo);
    connect(redo, &QAction::triggered, &session_, &Session::redo);
    const auto show_history = [this, undo, redo] {
        undo->setEnabled(session_.can_undo());
        redo->setEnabled(session_.can_redo());
    };
    connect(&session_, &Session::history_changed, this, show_history);
    show_history();
    menu.addSeparator();
    QAction* copy = add_local_action(menu, tr("&Copy View"), {QKeySequence::Copy}, mesh_view_actions_);
    connect(copy, &QAction::triggered, this, &Window::copy_view);
    QAction* paste = add_local_action(menu, tr("&Paste View"), {QKeySequence::Paste}, mesh_view_actions_);
    connect(paste, &QAction::triggered, this, &Window::paste_view);
    menu.addSeparator();
    QAction* settings =
        add_action(menu, tr("Se&ttings …"), {QKeySequence::Preferences, QKeySequence(tr("Ctrl+,"))});
    connect(settings, &QAction::triggered, this, [this] {
        const ModelChoice model = stored_defaults().config;
        if (SettingsDialog(this).exec() != QDialog::Accepted) return;
        for (QWidget* widget : QApplication::topLevelWidgets()) {
            if (auto* window = qobject_cast<Window*>(widget))
                window->follow_settings(stored_defaults().config != model);
        }
    });
}

void Window::create_pane_actions() {
    QMenu& menu = *menuBar()->addMenu(tr("&Panes"));
    QAction* add = add_action(menu, tr("&Add a Pane"), {QKeySequence(tr("Ctrl+T"))});
    connect(add, &QAction::triggered, this, &Window::add_pane);
    QAction* next = add_action(menu, tr("&Next Pane"), {QKeySequence(tr("F6"))});
    connect(next, &QAction::triggered, this, [this] {
        session_.set_active((session_.active_index() + 1) % session_.pane_count());
        mesh_view().setFocus();
    });
    const auto show_count = [this, add, next] {
        add->setEnabled(anything_open() && session_.pane_count() < Session::most_panes);
        next->setEnabled(session_.pane_count() > 1);
    };
    connect(&session_, &Session::changed, this, show_count);
    show_count();
    menu.addSection(tr("Link"));
    const auto add_link = [&](const QString& text, bool Links::*link) {
        QAction* action = add_action(menu, text, {});
        action->setCheckable(true);
        connect(action, &QAction::triggered, this, [this, link](bool on) {
            Links links = session_.links();
            links.*link = on;
            session_.set_links(links);
        });
        const auto show = [this, action, link] { action->setChecked(session_.links().*link); };
        connect(&session_, &Session::links_changed, action, show);
        show();
    };
    add_link(tr("&Camera"), &Links::camera);
    add_link(tr("&Time"), &Links::time);
    add_link(tr("&Metric"), &Links::metric);
    add_link(tr("&Selection"), &Links::selection);
    add_link(tr("Colour &Range"), &Links::range);
    add_link(tr("&Layers"), &Links::layers);
    add_link(tr("&Box Levels"), &Links::box_levels);
}

void Window::create_time_actions() {
    QMenu& menu = *menuBar()->addMenu(tr("&Time"));
    play_action_ = add_local_action(menu, tr("&Play"), {QKeySequence(Qt::Key_Space)}, slider_actions_);
    play_action_->setCheckable(true);
    connect(play_action_, &QAction::triggered, this, [this](bool on) {
        time_panel().set_playing(on);
        show_playing(); // there may be nothing to play
    });
    connect(&session_, &Session::active_changed, this, &Window::show_playing);
    const auto add_step = [&](const QString& text, const QList<QKeySequence>& keys, int frames) {
        QAction* action = add_action(menu, text, keys);
        needs_recording_.append(action);
        connect(action, &QAction::triggered, this, [this, frames] { time_panel().step(frames); });
    };
    add_step(tr("&Next Frame"), {QKeySequence(Qt::Key_Period)}, 1);
    add_step(tr("P&revious Frame"), {QKeySequence(Qt::Key_Comma)}, -1);
}

void Window::create_tool_actions() {
    QMenu& menu = *menuBar()->addMenu(tr("Too&ls"));
    QAction* probe = add_action(menu, tr("&Probe Caches …"), {});
    probe->setObjectName(QStringLiteral("probe_caches"));
    connect(probe, &QAction::triggered, this, [this] {
        auto* dialog = new ProbeDialog(this);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->show();
    });
}

void Window::create_help_actions() {
    QMenu& menu = *menuBar()->addMenu(tr("&Help"));
    connect(add_action(menu, tr("&Manual"), {QKeySequence::HelpContents, QKeySequence(Qt::Key_F1)}),
            &QAction::triggered, this, &Window::show_manual);
    connect(add_action(menu, tr("&Keys and Pointer"), {QKeySequence(Qt::Key_Question)}), &QAction::triggered,
            this, &Window::show_keys);
    connect(add_action(menu, tr("&About Hitmap"), {}), &QAction::triggered, this, &Window::show_about);
}

void Window::show_manual() {
    auto* manual = new Manual(this);
    manual->setAttribute(Qt::WA_DeleteOnClose);
    manual->show();
}

void Window::show_keys() {
    auto* dialog = new KeysDialog(stored_navigation(), findChildren<QAction*>(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->show();
}

void Window::show_about() {
    auto* box = new QMessageBox(QMessageBox::NoIcon, tr("About Hitmap"),
                                tr("<h3>Hitmap %1</h3>").arg(QCoreApplication::applicationVersion()),
                                QMessageBox::Close, this);
    box->setIconPixmap(windowIcon().pixmap(64));
    box->setInformativeText(
        tr("Shows where in a scene a GPU ray tracer hits or misses its caches: a recording "
           "of every memory request goes through a model of the GPU's caches, and the hit "
           "rates are painted back onto triangles, boxes and pixels.\n\nMIT licence."));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->show();
}

} // namespace hitmap
