#pragma once

#include "core/report/rows/execution_columns.h"
#include "widgets/simt/execution_view.h"

#include <vector>

class QComboBox;
class QLabel;

namespace hitmap {

class DataTable;
class PlotBox;

/// The inactive slots by cause: early return, call, control flow; of everything, and of each function or
/// launch.
class InactiveView : public ExecutionView {
    Q_OBJECT
public:
    explicit InactiveView(QWidget* parent = nullptr);

    void show_results(const std::shared_ptr<const ExecutionResults>& results) override;

private:
    void show_rows();

    QComboBox* by_;
    DataTable* table_;
    PlotBox* plot_;
    QLabel* note_;
    std::shared_ptr<const ExecutionResults> results_;
};

} // namespace hitmap
