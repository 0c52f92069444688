#pragma once

#include "widgets/mesh/navigation_preset.h"

#include <QtWidgets/QDialog>

class QAction;

namespace hitmap {

/// Lists every shortcut with its action, generated from the actions, and the use of the pointer in the mesh
/// view.
class KeysDialog : public QDialog {
    Q_OBJECT
public:
    /// @param actions  those without shortcuts are omitted
    KeysDialog(NavigationPreset preset, const QList<QAction*>& actions, QWidget* parent);
};

} // namespace hitmap
