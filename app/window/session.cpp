#include "app/window/window.h"
#include "core/base/error.h"
#include "widgets/controls/message_bar.h"
#include "widgets/mesh/mesh_view.h"
#include "widgets/panes/pane_grid.h"
#include "widgets/session/session_file.h"
#include "widgets/start/start_page.h"

#include <QtCore/QFile>
#include <QtCore/QFileInfo>
#include <QtCore/QSettings>
#include <QtGui/QClipboard>
#include <QtGui/QGuiApplication>
#include <QtWidgets/QFileDialog>

#include <filesystem>

namespace hitmap {

namespace {

std::filesystem::path native(const QString& path) {
    return QFile::encodeName(path).toStdString();
}

QString filter() {
    return Window::tr("Hitmap sessions (*.hitmap)");
}

} // namespace

SessionDocument Window::document() const {
    const QByteArray layout = docks_shown_ ? saveState(state_version) : layout_;
    return {session_.stored_state(), bookmarks_, layout.toStdString()};
}

void Window::restore(const ReadSession& read) {
    bookmarks_ = read.document.bookmarks;
    layout_ = QByteArray::fromStdString(read.document.layout);
    if (docks_shown_) restoreState(layout_, state_version);
    session_.restore(read.document.state);
    mesh_view().setFocus();
    QStringList warnings;
    for (const std::string& warning : read.warnings)
        warnings.append(QString::fromStdString(warning));
    if (!warnings.isEmpty()) message_bar_->show_error(warnings.join(QLatin1Char(' ')));
}

void Window::open_session(const QString& file) {
    try {
        restore(read_session(native(file)));
        session_file_ = QFileInfo(file).absoluteFilePath();
        remember(session_file_);
    } catch (const Error& error) {
        message_bar_->show_error(QString::fromStdString(error.what()));
    }
}

void Window::save_session(const QString& file) {
    try {
        write_session(document(), native(file));
        session_file_ = QFileInfo(file).absoluteFilePath();
        remember(session_file_);
        message_bar_->show_notice(tr("Saved %1").arg(file));
    } catch (const Error& error) {
        message_bar_->show_error(QString::fromStdString(error.what()));
    }
}

void Window::save_session_again() {
    if (session_file_.isEmpty()) {
        ask_for_session_file();
    } else {
        save_session(session_file_);
    }
}

void Window::ask_for_session_file() {
    const auto recording = session_.active().recording();
    const QString folder = QSettings().value(QStringLiteral("last_folder")).toString();
    QString proposed = session_file_;
    if (proposed.isEmpty()) {
        proposed = (folder.isEmpty() ? QString() : folder + QLatin1Char('/')) + file_stem(*recording) +
                   QStringLiteral(".hitmap");
    }
    QString file = QFileDialog::getSaveFileName(this, tr("Save the session"), proposed, filter());
    if (file.isEmpty()) return;
    if (QFileInfo(file).suffix().isEmpty()) file += QStringLiteral(".hitmap");
    save_session(file);
}

void Window::restore_left_behind() {
    bool here = true;
    QStringList unreadable;
    for (const QString& copy : recovery_.left_behind()) {
        try {
            const ReadSession read = recovery_.read(copy);
            Window& window = here ? *this : show_further_window();
            here = false;
            window.restore(read);
            // Never without a copy: the old one goes when there is a new one.
            if (window.recovery_.keep(window.document())) recovery_.forget(copy);
        } catch (const Error& error) {
            unreadable.append(QString::fromStdString(error.what()));
            recovery_.forget(copy);
        }
    }
    if (!unreadable.isEmpty()) message_bar_->show_error(unreadable.join(QLatin1Char(' ')));
    start_page_->show_recoverable(!recovery_.left_behind().isEmpty());
}

void Window::copy_view() {
    const Pane& pane = session_.active();
    ViewState state = pane.choices();
    state.view = with_range_resolved(state.view, pane.range_subject(), pane.range().min, pane.range().max);
    QGuiApplication::clipboard()->setText(QString::fromStdString(view_state_to_json(state)));
    message_bar_->show_notice(tr("The view is on the clipboard, as JSON that hitmap render --view reads."));
}

void Window::paste_view() {
    Pane& pane = session_.active();
    try {
        const std::string json = QGuiApplication::clipboard()->text().toStdString();
        const ViewState pasted = view_state_from_json(json, tr("clipboard").toStdString(), pane.choices());
        PaneChoices choices = pane.choices();
        static_cast<ViewState&>(choices) = pasted;
        pane.set_choices(choices);
    } catch (const Error& error) {
        message_bar_->show_error(QString::fromStdString(error.what()));
    }
}

void Window::store_bookmark(int number) {
    bookmarks_[number] = session_.active().choices().view;
    Q_EMIT session_.changed();
    message_bar_->show_notice(tr("Stored as view %1: Ctrl+%1 comes back to it.").arg(number));
}

void Window::recall_bookmark(int number) {
    const auto found = bookmarks_.find(number);
    if (found == bookmarks_.end()) {
        message_bar_->show_notice(
            tr("There is no view %1 yet: Ctrl+Shift+%1 stores the present one.").arg(number));
        return;
    }
    session_.active().set_view(found->second);
}

} // namespace hitmap
