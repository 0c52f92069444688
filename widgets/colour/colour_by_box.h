#pragma once

#include "widgets/session/panes/pane.h"

#include <QtWidgets/QComboBox>

namespace hitmap {

/// A box that selects what the faces of a pane are coloured by: each alone, or regions of them.
class ColourByBox : public QComboBox {
    Q_OBJECT
public:
    /// @param pane  must outlive the widget
    explicit ColourByBox(Pane& pane, QWidget* parent = nullptr);

private:
    void choose();
    void show_choice();

    Pane& pane_;
};

} // namespace hitmap
