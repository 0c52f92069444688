#pragma once

#include "widgets/session/state/bookmark.h"
#include "widgets/session/state/session.h"

#include <QtCore/QList>

#include <map>

class QAction;
class QMenu;
class QWidget;

namespace hitmap {

class Actions;
class MessageBar;

/// Views 1 to 9 of a window, which the user stores with the selected box and returns to. Session files
/// contain them and their notes.
class StoredViews {
public:
    /// The arguments outlive this.
    StoredViews(Session& session, MessageBar& messages) : session_(session), messages_(messages) {}

    /// Adds actions that show and that store views, and one for their notes.
    /// @param window  the parent of dialogs
    void add_actions(QMenu& menu, Actions& actions, QWidget& window);
    /// Returns the views by number.
    [[nodiscard]] const std::map<int, Bookmark>& all() const { return views_; }
    void set_all(std::map<int, Bookmark> views);

private:
    void store(int number);
    void recall(int number);

    Session& session_;
    MessageBar& messages_;
    void edit(QWidget& window);
    void show_notes(); ///< in the menu

    std::map<int, Bookmark> views_;
    QList<QAction*> recalls_; ///< of view 1, 2, ...
};

/// Copies the view of a pane to the clipboard as JSON, and shows a message.
void copy_view(const Pane& pane, MessageBar& messages);
/// Sets the view of a pane from the clipboard. If that is invalid, shows a message.
void paste_view(Pane& pane, MessageBar& messages);

} // namespace hitmap
