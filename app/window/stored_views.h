#pragma once

#include "render/view/view.h"
#include "widgets/session/state/session.h"

#include <map>

class QMenu;

namespace hitmap {

class Actions;
class MessageBar;

/// Views 1 to 9 of a window, which the user stores and returns to. Session files contain them.
class StoredViews {
public:
    /// The arguments outlive this.
    StoredViews(Session& session, MessageBar& messages) : session_(session), messages_(messages) {}

    /// Adds actions that show and that store views.
    void add_actions(QMenu& menu, Actions& actions);
    /// Returns the views by number.
    [[nodiscard]] const std::map<int, View>& all() const { return views_; }
    void set_all(std::map<int, View> views) { views_ = std::move(views); }

private:
    void store(int number);
    void recall(int number);

    Session& session_;
    MessageBar& messages_;
    std::map<int, View> views_;
};

/// Copies the view of a pane to the clipboard as JSON, and shows a message.
void copy_view(const Pane& pane, MessageBar& messages);
/// Sets the view of a pane from the clipboard. If that is invalid, shows a message.
void paste_view(Pane& pane, MessageBar& messages);

} // namespace hitmap
