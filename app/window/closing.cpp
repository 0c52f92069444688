#include "app/dialogs/unsaved_question.h"
#include "app/window/window.h"
#include "widgets/controls/message_bar.h"
#include "widgets/mesh/mesh_view.h"

#include <QtCore/QPointer>
#include <QtCore/QSettings>
#include <QtGui/QCloseEvent>
#include <QtWidgets/QApplication>

#include <algorithm>
#include <utility>

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

std::vector<std::size_t> Window::unsaved_panes() const {
    std::vector<std::size_t> unsaved;
    std::vector<std::shared_ptr<const OpenRecording>> known; // panes may share one
    for (std::size_t i = 0; i < session_.pane_count(); ++i) {
        const auto recording = session_.pane(i).recording();
        if (recording == nullptr || !recording->traced || std::ranges::find(known, recording) != known.end())
            continue;
        known.push_back(recording);
        unsaved.push_back(i);
    }
    return unsaved;
}

QStringList Window::unsaved_names() const {
    QStringList names;
    for (const std::size_t i : unsaved_panes())
        names.append(QString::fromStdString(session_.pane(i).recording()->name));
    return names;
}

void Window::save_unsaved_then(std::size_t pane, AfterSaving next) {
    activateWindow();
    if (recording_job_.running()) { // what was to follow that is given up: this was asked for later
        message_bar_->show_notice(tr("A recording is being saved; what else is not saved comes next"));
        after_saving_ = std::move(next);
        return;
    }
    session_.set_active(pane);
    if (ask_for_recording_file() && recording_job_.running()) after_saving_ = std::move(next);
}

void Window::quit() {
    const QList<Window*> windows = open_windows();
    QStringList names;
    for (const Window* window : windows)
        names += window->unsaved_names();
    const auto answer =
        names.isEmpty() ? UnsavedAnswer::discard : ask_about_unsaved(this, names, tr("&Quit without Saving"));
    if (answer == UnsavedAnswer::cancel) return;
    const auto first =
        std::ranges::find_if(windows, [](const Window* window) { return !window->unsaved_panes().empty(); });
    // None is left where the last one was written meanwhile.
    if (answer == UnsavedAnswer::save && first != windows.end()) {
        Window* const window = *first;
        window->save_unsaved_then(window->unsaved_panes().front(), [window](const auto&) { window->quit(); });
        return;
    }
    for (Window* window : windows)
        window->may_lose_ = true;
    QApplication::closeAllWindows();
}

void Window::close_pane() {
    close_pane_at(session_.active_index());
}

void Window::close_pane_at(std::size_t closed) {
    const auto recording = session_.pane(closed).recording();
    std::size_t shown_by = 0;
    for (std::size_t i = 0; i < session_.pane_count(); ++i)
        shown_by += session_.pane(i).recording() == recording ? 1 : 0;
    if (recording != nullptr && recording->traced && shown_by == 1) {
        const auto answer =
            ask_about_unsaved(this, {QString::fromStdString(recording->name)}, tr("&Close without Saving"));
        if (answer == UnsavedAnswer::cancel) return;
        Pane* const pane = &session_.pane(closed);
        // Not where it was written meanwhile.
        if (answer == UnsavedAnswer::save && pane->recording() == recording) {
            save_unsaved_then(closed, [this, pane = QPointer<Pane>(pane), recording](const auto& saved) {
                const bool is_saved = pane != nullptr && pane->recording() == saved;
                const bool is_next = pane != nullptr && pane->recording() == recording;
                // Not the pane that is active by now, nor what was opened in it meanwhile.
                if (is_saved || is_next) close_pane_at(session_.index_of(*pane));
            });
            return;
        }
    }
    if (session_.pane_count() > 1) {
        session_.remove_pane(closed);
        mesh_view().setFocus();
    } else {
        session_.pane(closed).close();
    }
}

void Window::closeEvent(QCloseEvent* event) {
    const QStringList names = may_lose_ ? QStringList() : unsaved_names();
    const auto answer = names.isEmpty() ? UnsavedAnswer::discard
                                        : ask_about_unsaved(this, names, tr("&Close without Saving"));
    const auto unsaved = unsaved_panes(); // none where the last one was written meanwhile
    const bool saves = answer == UnsavedAnswer::save && !unsaved.empty();
    if (saves) save_unsaved_then(unsaved.front(), [this](const auto&) { close(); });
    event->setAccepted(answer != UnsavedAnswer::cancel && !saves);
    if (!event->isAccepted()) return;
    QSettings settings;
    settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
    settings.setValue(QStringLiteral("window/state"), docks_shown_ ? saveState(state_version) : layout_);
}

} // namespace hitmap
