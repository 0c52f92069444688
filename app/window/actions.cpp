#include "app/window/actions.h"

#include <QtWidgets/QMenu>

namespace hitmap {

QAction* Actions::add(QMenu& menu, const QString& text, const QList<QKeySequence>& keys, Scope scope) {
    QAction* action = menu.addAction(text);
    // A standard key of the platform may be the same as another key of the list, which would be ambiguous.
    QList<QKeySequence> different;
    for (const QKeySequence& key : keys) {
        if (!key.isEmpty() && !different.contains(key)) different.append(key);
    }
    action->setShortcuts(different);
    if (scope == Scope::always) return action;
    with_recording_.append(action);
    if (scope == Scope::with_recording) return action;
    action->setShortcutContext(Qt::WidgetShortcut);
    (scope == Scope::mesh_views ? mesh_views_ : sliders_).append(action);
    return action;
}

void Actions::set_recording_shown(bool shown) const {
    for (QAction* action : with_recording_)
        action->setEnabled(shown);
}

} // namespace hitmap
