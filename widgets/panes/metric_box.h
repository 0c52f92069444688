#pragma once

#include "widgets/session/panes/pane.h"

#include <QtWidgets/QComboBox>

namespace hitmap {

/// The box for the metric of a pane. It lists the metrics that the pane's model computes; while the pane
/// shows the image, the quantities of pixels.
class MetricBox : public QComboBox {
    Q_OBJECT
public:
    /// @param pane  must outlive the widget
    explicit MetricBox(Pane& pane, QWidget* parent = nullptr);

private:
    void list_metrics();
    void choose();
    void show_metric();
    void enable_metrics();

    Pane& pane_;
};

} // namespace hitmap
