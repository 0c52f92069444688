#pragma once

#include "widgets/session/panes/pane.h"

#include <QtWidgets/QWidget>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;

namespace hitmap {

/// What faces are coloured by in a pane, the colour map, and the ends of its colour range, whose mode the
/// tool bar chooses. The two fields show the ends of the range; changing one makes the range manual.
class RangeChooser : public QWidget {
    Q_OBJECT
public:
    /// @param pane  must outlive the widget
    explicit RangeChooser(Pane& pane, QWidget* parent = nullptr);

private:
    void create_controls();
    void lay_out();
    void connect_model();
    void show_choices();
    /// Whether values are drawn that the range colours.
    [[nodiscard]] bool has_range() const;
    void show_ends();
    void edit_end(QDoubleSpinBox* end);

    Pane& pane_;
    QComboBox* map_ = nullptr;
    QCheckBox* lock_ = nullptr;
    QDoubleSpinBox* low_ = nullptr;
    QDoubleSpinBox* high_ = nullptr;
    double unit_ = 1.0; ///< the value of 1 in the fields of the ends
};

} // namespace hitmap
