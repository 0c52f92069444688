#pragma once

#include "widgets/session/state/recovery.h"
#include "widgets/session/state/session.h"
#include "widgets/session/state/session_file.h"

#include <QtCore/QTimer>

#include <functional>

class QWidget;

namespace hitmap {

class Docks;
class MessageBar;
class PaneGrid;
class RecentFiles;
class StoredViews;

/// Opens and saves the session of a window: panes, stored views and layout. Keeps a copy of it, from which
/// the session is restored after a crash.
class SessionFiles : public QObject {
    Q_OBJECT
public:
    /// The parts that a session file stores and restores, the message bar and the recent files. All of them
    /// outlive the SessionFiles.
    struct Parts {
        Session& session;
        PaneGrid& grid;
        StoredViews& views;
        Docks& docks;
        MessageBar& messages;
        RecentFiles& recents;
    };
    /// @param window  parent of the dialog
    SessionFiles(const Parts& parts, QWidget& window);

    /// Opens a session. If the file is invalid, a message is shown and nothing changes.
    void open(const QString& file);
    /// Saves the session. If that fails, a message is shown.
    void save(const QString& file);
    /// Saves to the last file of the session. If there is none, the user chooses one.
    void save_again();
    /// Lets the user choose a file and saves the session to it.
    void ask();

    /// Returns whether the last run of the program ended in a crash and left copies of its windows.
    [[nodiscard]] bool any_left_behind() const { return !recovery_.left_behind().isEmpty(); }
    /// Opens each of them, the newest in this window, and removes those of earlier runs. A message names
    /// those that cannot be read.
    /// @param further  shows a further window and returns its SessionFiles
    void restore_left_behind(const std::function<SessionFiles&()>& further);

Q_SIGNALS:
    /// The panes show what is in this file: it was opened or saved.
    void shown(const QString& file);

private:
    [[nodiscard]] SessionDocument document() const;
    void restore(const ReadSession& read);

    Parts parts_;
    QWidget& window_;
    Recovery recovery_;
    QTimer keep_timer_; ///< runs from a change of the session until it is copied
    QString file_;      ///< empty: the session was neither opened from a file nor saved
};

} // namespace hitmap
