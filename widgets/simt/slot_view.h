#pragma once

#include "core/analysis/simt/slot_chart.h"
#include "widgets/base/job.h"
#include "widgets/simt/execution_view.h"

#include <memory>

class QComboBox;
class QLabel;

namespace hitmap {

class JobBar;
class Pane;
class PlotBox;
class SlotPlot;

/// The warp slots of an SM over time. A job finds the positions of the warps when the view is first shown.
class SlotView : public ExecutionView {
    Q_OBJECT
public:
    /// @param pane  must outlive the view
    explicit SlotView(Pane& pane, QWidget* parent = nullptr);

    void show_results(const std::shared_ptr<const ExecutionResults>& results) override;
    [[nodiscard]] JobRunner& work() { return work_; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    void list_sms();
    void request();
    void show_chart();
    void show_frames();
    void choose_frame(std::size_t point);

    Pane& pane_;
    QComboBox* sm_;
    JobBar* bar_ = nullptr;
    SlotPlot* plot_;
    PlotBox* box_;
    QLabel* note_;
    std::shared_ptr<const ExecutionResults> results_;
    std::shared_ptr<const SlotChart> chart_; ///< of results_; null until it is made
    JobRunner work_{Supersede::stop, JobLength::lasting};
};

} // namespace hitmap
