#pragma once

#include "widgets/mesh/navigation_preset.h"

#include <QtWidgets/QDialog>

class QAction;

namespace hitmap {

/// Every key and what it does, read off the actions themselves, and what the pointer does in the mesh view.
class KeysDialog : public QDialog {
    Q_OBJECT
public:
    /// @param actions  those without keys are left out
    KeysDialog(NavigationPreset preset, const QList<QAction*>& actions, QWidget* parent);
};

} // namespace hitmap
