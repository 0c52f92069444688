#pragma once

#include "core/report/rows/execution_columns.h"
#include "widgets/simt/execution_view.h"

#include <vector>

class QLabel;

namespace hitmap {

class DataTable;
class Pane;
class PlotBox;

/// The SIMT efficiency over all instructions, and the basic blocks: how often lanes execute each, and with
/// which efficiency. Choosing a block goes to its line in the source panel; Enter, a double click and a click
/// on its bar also restrict the mesh to the line.
class InstructionView : public ExecutionView {
    Q_OBJECT
public:
    /// @param pane  must outlive the view
    explicit InstructionView(Pane& pane, QWidget* parent = nullptr);

    void show_results(const std::shared_ptr<const ExecutionResults>& results) override;

private:
    void activate(int row);
    void point_to(int row);

    Pane& pane_;
    QLabel* sum_;
    DataTable* table_;
    PlotBox* plot_;
    QLabel* note_;
    std::vector<ExecutionReportRow> rows_;
};

} // namespace hitmap
