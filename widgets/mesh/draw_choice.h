#pragma once

#include "widgets/session/panes/pane.h"

#include <QtWidgets/QWidget>

#include <functional>
#include <optional>
#include <vector>

class QCheckBox;
class QGridLayout;
class QSpinBox;

namespace hitmap {

class RangeSlider;

/// What is drawn in a pane: switches, levels of boxes, and the minimum number of accesses below which
/// elements are faded.
class DrawChoice : public QWidget {
    Q_OBJECT
public:
    /// @param pane  must outlive the widget
    explicit DrawChoice(Pane& pane, QWidget* parent = nullptr);

private:
    void create_switches();
    void create_levels();
    void lay_out();
    void connect_model();
    void show_recording();
    void show_choices();
    void set_levels(int first, int last);

    Pane& pane_;
    struct Switch {
        QCheckBox* box;
        std::optional<ElementKindId> kind; ///< of the elements that it shows
        std::function<bool(const View&)> is_on;
        std::function<void(View&, bool)> turn;
    };
    std::vector<Switch> switches_;
    QCheckBox* orthographic_ = nullptr;
    QSpinBox* first_level_ = nullptr;
    QSpinBox* last_level_ = nullptr;
    RangeSlider* levels_ = nullptr;
    QSpinBox* minimum_ = nullptr;
};

} // namespace hitmap
