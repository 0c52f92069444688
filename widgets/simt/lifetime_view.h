#pragma once

#include "widgets/simt/execution_view.h"

class QLabel;

namespace hitmap {

class PlotBox;

/// Histograms of the lifetimes of warps and of threads (Pankratz et al. 2021, figure 16).
class LifetimeView : public ExecutionView {
    Q_OBJECT
public:
    explicit LifetimeView(QWidget* parent = nullptr);

    void show_results(const std::shared_ptr<const ExecutionResults>& results) override;

private:
    PlotBox* warps_;
    PlotBox* threads_;
    QLabel* note_;
};

} // namespace hitmap
