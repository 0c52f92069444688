#include "app/window/session_files.h"

#include "app/dialogs/settings/recent_files.h"
#include "app/window/docks.h"
#include "app/window/stored_views.h"
#include "core/base/error.h"
#include "widgets/messages/message_bar.h"
#include "widgets/panes/pane_grid.h"

#include <QtCore/QFile>
#include <QtCore/QFileInfo>
#include <QtWidgets/QFileDialog>

#include <chrono>
#include <filesystem>

namespace hitmap {

namespace {

std::filesystem::path native(const QString& path) {
    return QFile::encodeName(path).toStdString();
}

} // namespace

SessionFiles::SessionFiles(const Parts& parts, QWidget& window) : parts_(parts), window_(window) {
    // Not every change of a drag is written to the disk. Changes without a pause, as while playing, are
    // written at intervals.
    keep_timer_.setSingleShot(true);
    keep_timer_.setInterval(std::chrono::seconds(1));
    connect(&parts.session, &Session::changed, this, [this] {
        if (!keep_timer_.isActive()) keep_timer_.start();
    });
    connect(&keep_timer_, &QTimer::timeout, this, [this] {
        if (parts_.session.anything_open()) recovery_.keep(document());
    });
    // Recordings that are opened after everything was closed are not part of the session.
    const auto forget_file = [this] {
        if (!parts_.session.anything_wanted()) file_.clear();
    };
    connect(&parts.session, &Session::changed, this, forget_file);
    connect(&parts.session, &Session::work_changed, this, forget_file);
}

SessionDocument SessionFiles::document() const {
    return {parts_.session.stored_state(), parts_.views.all(), parts_.docks.layout().toStdString()};
}

void SessionFiles::restore(const ReadSession& read) {
    parts_.views.set_all(read.document.bookmarks);
    parts_.docks.set_layout(QByteArray::fromStdString(read.document.layout));
    parts_.session.restore(read.document.state);
    parts_.grid.focus_active();
    QStringList warnings;
    for (const std::string& warning : read.warnings)
        warnings.append(QString::fromStdString(warning));
    if (!warnings.isEmpty()) parts_.messages.show_opening(warnings.join(QLatin1Char(' ')));
}

void SessionFiles::open(const QString& file) {
    try {
        restore(read_session(native(file)));
        file_ = QFileInfo(file).absoluteFilePath();
        parts_.recents.remember(file_);
        Q_EMIT shown(file_);
    } catch (const Error& error) {
        parts_.messages.show_opening(QString::fromStdString(error.what()));
    }
}

void SessionFiles::save(const QString& file) {
    try {
        write_session(document(), native(file));
        file_ = QFileInfo(file).absoluteFilePath();
        parts_.recents.remember(file_);
        Q_EMIT shown(file_);
        parts_.messages.show_done(tr("Saved %1").arg(file), *this);
    } catch (const Error& error) {
        parts_.messages.show_failure(QString::fromStdString(error.what()), this);
    }
}

void SessionFiles::save_again() {
    if (file_.isEmpty()) {
        ask();
    } else {
        save(file_);
    }
}

void SessionFiles::ask() {
    const QString folder = RecentFiles::last_folder();
    QString proposed = file_;
    if (proposed.isEmpty()) {
        proposed = (folder.isEmpty() ? QString() : folder + QLatin1Char('/')) +
                   file_stem_of(*parts_.session.active().recording()) + QStringLiteral(".hitmap");
    }
    QString file = QFileDialog::getSaveFileName(&window_, tr("Save the session"), proposed,
                                                tr("Hitmap sessions (*.hitmap)"));
    if (file.isEmpty()) return;
    if (QFileInfo(file).suffix().isEmpty()) file += QStringLiteral(".hitmap");
    save(file);
}

void SessionFiles::restore_left_behind(const std::function<SessionFiles&()>& further) {
    recovery_.forget_earlier(); // the user is asked about the last run alone
    bool here = true;
    QStringList unreadable;
    for (const QString& copy : recovery_.left_behind()) {
        try {
            const ReadSession read = recovery_.read(copy);
            SessionFiles& target = here ? *this : further();
            here = false;
            target.restore(read);
            // The old copy is removed only after there is a new one.
            if (target.recovery_.keep(target.document())) recovery_.forget(copy);
        } catch (const Error& error) {
            unreadable.append(QString::fromStdString(error.what()));
            recovery_.forget(copy);
        }
    }
    if (!unreadable.isEmpty()) parts_.messages.show_opening(unreadable.join(QLatin1Char(' ')));
}

} // namespace hitmap
