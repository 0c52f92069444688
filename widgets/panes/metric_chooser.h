#pragma once

#include "widgets/session/state/session.h"

#include <QtCore/QString>
#include <QtWidgets/QWidget>

#include <utility>
#include <vector>

class QComboBox;
class QLabel;

namespace hitmap {

class RayChooser;

/// What the values of a pane are: the explanation of its metric, which the tool bar chooses, the selection of
/// rays, and the difference to another pane.
class MetricChooser : public QWidget {
    Q_OBJECT
public:
    /// @param session, pane  must outlive the widget; `pane` belongs to `session`
    MetricChooser(Session& session, Pane& pane, QWidget* parent = nullptr);

private:
    void lay_out();
    void connect_model();
    void explain_metric();
    void show_panes();
    void list_differences();
    void enable_differences();
    /// "B − A: B compared with A", where this pane is `side`.
    [[nodiscard]] QString difference_text(const Pane& other, Side side) const;
    void choose_reference(int row);
    void show_refusal();

    Session& session_;
    Pane& pane_;
    QLabel* explanation_;
    RayChooser* rays_;
    QComboBox* reference_;
    std::vector<std::pair<int, QString>> listed_; ///< the entries of reference_: each difference and its text
    QLabel* refusal_;
};

} // namespace hitmap
