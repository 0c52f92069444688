#pragma once

#include "widgets/mesh/navigation_preset.h"

#include <QtCore/QList>
#include <QtCore/QString>
#include <QtWidgets/QDialog>

class QAction;
class QMainWindow;

namespace hitmap {

/// Lists every shortcut with its action, generated from the actions, by the place where it works, and the use
/// of the pointer in the mesh view.
class KeysDialog : public QDialog {
    Q_OBJECT
public:
    /// The actions of one place: a menu, or tables.
    struct Place {
        QString title;
        QList<QAction*> actions; ///< those without shortcuts are omitted
    };
    KeysDialog(NavigationPreset preset, const QList<Place>& places, QWidget* parent);
    /// Returns the places of all actions of a window: each menu with its submenus, and the rest.
    [[nodiscard]] static QList<Place> places_in(const QMainWindow& window);
};

} // namespace hitmap
