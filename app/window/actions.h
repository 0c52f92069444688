#pragma once

#include <QtCore/QList>
#include <QtWidgets/QAction>

#include <utility>

class QMenu;

namespace hitmap {

/// Makes the actions of the menus of a window, and knows when and where each of them works.
class Actions {
public:
    enum class Scope {
        always,
        with_recording,   ///< disabled while the active pane has no recording
        with_framebuffer, ///< disabled while its recording has no framebuffer of a known size
        with_mesh,        ///< disabled while its recording has no mesh
        mesh_views,       ///< as with_mesh, and while the mesh is shown; its keys work in mesh views only
        views,            ///< while a mesh or an image is shown; its keys work in views of both only
        sliders,          ///< as with_recording; its keys work in frame sliders and views only
    };

    /// Adds an action to a menu.
    /// @param keys  shortcuts; empty and repeated ones are omitted
    QAction* add(QMenu& menu, const QString& text, const QList<QKeySequence>& keys, Scope scope);
    /// Adds an action that calls `act` when it is triggered: a function without arguments, or with a bool
    /// that says whether the action is checked.
    template <class Act>
    QAction* add(QMenu& menu, const QString& text, const QList<QKeySequence>& keys, Scope scope, Act act) {
        QAction* action = add(menu, text, keys, scope);
        QObject::connect(action, &QAction::triggered, action, std::move(act));
        return action;
    }

    /// What the active pane has.
    struct Shown {
        bool recording = false;
        bool framebuffer = false; ///< of a known size
        bool mesh = false;
        bool image = false; ///< shows its image in the place of its mesh
    };
    /// Enables or disables the actions that need one of these.
    void set_shown(const Shown& shown) const;
    /// Returns the actions for every mesh view.
    [[nodiscard]] QList<QAction*> for_mesh_views() const { return mesh_views_ + views_ + sliders_; }
    /// Returns the actions for every image.
    [[nodiscard]] QList<QAction*> for_images() const { return views_ + sliders_; }
    /// Returns the actions for every frame slider.
    [[nodiscard]] const QList<QAction*>& for_sliders() const { return sliders_; }

private:
    QList<QAction*> with_recording_;
    QList<QAction*> with_framebuffer_;
    QList<QAction*> with_mesh_;
    QList<QAction*> mesh_views_;
    QList<QAction*> views_;
    QList<QAction*> sliders_;
};

} // namespace hitmap
