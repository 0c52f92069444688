#pragma once

#include "widgets/session/panes/pane.h"

#include <QtWidgets/QFrame>

class QLabel;

namespace hitmap {

/// Says which part of a recording is open, and offers to open all of it. Hidden if all of it is open.
class PartBanner : public QFrame {
    Q_OBJECT
public:
    /// @param pane  must outlive the banner
    explicit PartBanner(Pane& pane, QWidget* parent = nullptr);

private:
    void show_state();

    Pane& pane_;
    QLabel* text_;
    QWidget* whole_; ///< opens all of it
};

} // namespace hitmap
