#pragma once

#include "widgets/pane.h"

#include <QtWidgets/QWidget>

class QCheckBox;
class QComboBox;
class QLabel;
class QSpinBox;

namespace hitmap {

/// Which metric is shown, and how: colour map, range, what is drawn. Edits the pane and follows it.
class LookPanel : public QWidget {
    Q_OBJECT
public:
    /// @param pane  must outlive the panel
    explicit LookPanel(Pane& pane, QWidget* parent = nullptr);

private:
    void create_controls();
    void lay_out();
    void connect_model();
    void show_recording();
    void show_choices();
    void edit_view();

    Pane& pane_;
    QComboBox* metric_ = nullptr;
    QLabel* explanation_ = nullptr;
    QComboBox* map_ = nullptr;
    QComboBox* range_ = nullptr;
    QCheckBox* faces_ = nullptr;
    QCheckBox* boxes_ = nullptr;
    QSpinBox* first_level_ = nullptr;
    QSpinBox* last_level_ = nullptr;
    QCheckBox* axes_ = nullptr;
    QCheckBox* frustum_ = nullptr;
};

} // namespace hitmap
