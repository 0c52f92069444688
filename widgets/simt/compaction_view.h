#pragma once

#include "widgets/simt/execution_plots.h"
#include "widgets/simt/execution_view.h"

#include <vector>

class QLabel;

namespace hitmap {

class DataTable;
class Pane;
class PlotBox;

/// The upper bounds of thread compaction of all blocks, of calls and of each block: in the table for some
/// windows, in the plot for all.
class CompactionView : public ExecutionView {
    Q_OBJECT
public:
    /// @param pane  must outlive the view
    explicit CompactionView(Pane& pane, QWidget* parent = nullptr);

    void show_results(const std::shared_ptr<const ExecutionResults>& results) override;

private:
    void show_plot(int row);
    void activate(int row);

    Pane& pane_;
    DataTable* table_;
    PlotBox* plot_;
    QLabel* note_;
    std::shared_ptr<const ExecutionResults> results_;
    std::vector<CompactionSubject> subjects_; ///< [rows]
};

} // namespace hitmap
