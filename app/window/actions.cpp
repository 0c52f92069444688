#include "app/window/actions.h"

#include <QtWidgets/QMenu>

#include <utility>

namespace hitmap {

QAction* Actions::add(QMenu& menu, const QString& text, const QList<QKeySequence>& keys, Scope scope) {
    QAction* action = menu.addAction(text);
    // A standard key of the platform may be the same as another key of the list, which would be ambiguous.
    QList<QKeySequence> different;
    for (const QKeySequence& key : keys) {
        if (!key.isEmpty() && !different.contains(key)) different.append(key);
    }
    action->setShortcuts(different);
    switch (scope) {
    case Scope::always:
        return action;
    case Scope::with_recording:
        with_recording_.append(action);
        return action;
    case Scope::with_framebuffer:
        with_framebuffer_.append(action);
        return action;
    case Scope::with_mesh:
        with_mesh_.append(action);
        return action;
    case Scope::mesh_views:
        mesh_views_.append(action);
        break;
    case Scope::views:
        views_.append(action);
        break;
    case Scope::sliders:
        with_recording_.append(action);
        sliders_.append(action);
        break;
    }
    action->setShortcutContext(Qt::WidgetShortcut);
    return action;
}

void Actions::set_shown(const Shown& shown) const {
    const bool mesh_view = shown.mesh && !shown.image;
    for (const auto& [actions, enabled] :
         {std::pair(&with_recording_, shown.recording), std::pair(&with_framebuffer_, shown.framebuffer),
          std::pair(&with_mesh_, shown.mesh), std::pair(&mesh_views_, mesh_view),
          std::pair(&views_, mesh_view || (shown.recording && shown.image))})
        for (QAction* action : *actions)
            action->setEnabled(enabled);
}

} // namespace hitmap
