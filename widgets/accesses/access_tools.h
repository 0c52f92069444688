#pragma once

#include "widgets/accesses/access_steps.h"
#include "widgets/session/panes/pane.h"

#include <QtWidgets/QWidget>

class QCheckBox;

namespace hitmap {

/// The buttons that step through a list of accesses, and the choices of what the mesh view shows of it.
class AccessTools : public QWidget {
    Q_OBJECT
public:
    /// @param pane  must outlive the widget
    explicit AccessTools(Pane& pane, QWidget* parent = nullptr);

Q_SIGNALS:
    void step_wanted(hitmap::StepTo to, int direction);

private:
    void show_display();
    void choose_display();

    Pane& pane_;
    QCheckBox* segments_;
    QCheckBox* visited_;
};

} // namespace hitmap
