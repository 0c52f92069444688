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
    if (scope == Scope::always) return action;
    const bool needs_mesh = scope == Scope::with_mesh || scope == Scope::mesh_views;
    (needs_mesh                         ? with_mesh_
     : scope == Scope::with_framebuffer ? with_framebuffer_
                                        : with_recording_)
        .append(action);
    if (scope != Scope::mesh_views && scope != Scope::sliders) return action;
    action->setShortcutContext(Qt::WidgetShortcut);
    (scope == Scope::mesh_views ? mesh_views_ : sliders_).append(action);
    return action;
}

void Actions::set_shown(const Shown& shown) const {
    for (const auto& [actions, enabled] :
         {std::pair(&with_recording_, shown.recording), std::pair(&with_framebuffer_, shown.framebuffer),
          std::pair(&with_mesh_, shown.mesh)})
        for (QAction* action : *actions)
            action->setEnabled(enabled);
}

} // namespace hitmap
