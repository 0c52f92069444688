#pragma once

#include "widgets/session/panes/pane.h"

#include <QtWidgets/QFrame>

class QLabel;

namespace hitmap {

/// Says that the picture is drawn before the simulation is complete, and what it is: the scene alone, or a
/// preview with its error. Hidden otherwise.
class EarlyBanner : public QFrame {
    Q_OBJECT
public:
    /// @param pane  must outlive the banner
    explicit EarlyBanner(Pane& pane, QWidget* parent = nullptr);

private:
    void show_state();

    Pane& pane_;
    QLabel* text_;
};

} // namespace hitmap
