#pragma once

#include "widgets/session/panes/pane.h"

#include <QtWidgets/QComboBox>

namespace hitmap {

/// A box that selects how the ends of a pane's colour range are determined.
class RangeBox : public QComboBox {
    Q_OBJECT
public:
    /// @param pane  must outlive the widget
    explicit RangeBox(Pane& pane, QWidget* parent = nullptr);

private:
    void choose_mode();
    void show_mode();

    Pane& pane_;
};

} // namespace hitmap
