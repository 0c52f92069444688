#include "widgets/simt/inactive_view.h"

#include "widgets/base/format.h"
#include "widgets/plot/plot_box.h"
#include "widgets/plot/xy_plot.h"
#include "widgets/simt/execution_plots.h"
#include "widgets/simt/view_parts.h"
#include "widgets/table/data_table.h"
#include "widgets/table/report_table.h"

#include <QtWidgets/QComboBox>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QSplitter>
#include <QtWidgets/QVBoxLayout>

namespace hitmap {

namespace {

const ColumnPlaces& inactive_places() {
    static const ColumnPlaces places{{"name"},         {"share_of_slots", "inactive"},
                                     {"inactive"},     {"share_of_early_return", "early_return"},
                                     {"early_return"}, {"share_of_call", "call"},
                                     {"call"},         {"share_of_control_flow", "control_flow"},
                                     {"control_flow"}, {"slots"}};
    return places;
}

ReportColumns<InactiveReportRow> shown_inactive_columns(bool launches) {
    return window_columns(inactive_columns(launches ? "Launch" : "Function"), inactive_places());
}

std::vector<TableColumn> titles(bool launches) {
    auto columns = table_columns(shown_inactive_columns(launches), inactive_places(), simt_text);
    columns.front().stored_name = QStringLiteral("name");
    return columns;
}

} // namespace

InactiveView::InactiveView(QWidget* parent)
    : ExecutionView(parent),
      by_(new QComboBox),
      table_(new DataTable(QStringLiteral("simt_inactive"), titles(false), DataTable::Height::scrolls)),
      plot_(new PlotBox(new XyPlot)),
      note_(make_note("simt_inactive_note")) {
    by_->setObjectName(QStringLiteral("simt_inactive_by"));
    by_->addItems({tr("Function"), tr("Launch")});
    plot_->plot().setObjectName(QStringLiteral("simt_inactive_plot"));
    table_->freeze_first_column(QStringLiteral("one_thread_a_pixel"));
    auto* choice = new QHBoxLayout;
    auto* label = new QLabel(tr("Inactive slots &by"));
    label->setBuddy(by_);
    choice->addWidget(label);
    choice->addWidget(by_, 1);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addLayout(choice);
    rows->addWidget(make_parts("simt_inactive_parts", table_, plot_), 1);
    rows->addWidget(note_);
    connect(by_, QOverload<int>::of(&QComboBox::currentIndexChanged), this, &InactiveView::show_rows);
    connect(&plot_->plot(), &XyPlot::point_chosen, this,
            [this](std::size_t point) { table_->select_row(static_cast<int>(point)); });
}

void InactiveView::show_results(const std::shared_ptr<const ExecutionResults>& results) {
    results_ = results;
    show_rows();
}

void InactiveView::show_rows() {
    const bool launches = by_->currentIndex() == 1;
    table_->rename_columns(titles(launches));
    if (results_ == nullptr) {
        table_->set_rows({});
        plot_->plot().set_data({});
        return show_note(*note_, {});
    }
    const RecordingInfo& info = results_->recording->info();
    const ExecutionSums& sums = results_->sums;
    std::vector<InactiveReportRow> rows{all_inactive_row(tr("Everything").toStdString(), sums)};
    for (InactiveReportRow& row :
         launches ? inactive_launch_rows(info, sums) : inactive_function_rows(info, sums))
        rows.push_back(std::move(row));
    const auto columns = shown_inactive_columns(launches);
    std::vector<TableRow> cells;
    for (const InactiveReportRow& row : rows)
        cells.push_back(table_row(columns, row));
    table_->set_rows(std::move(cells));
    plot_->plot().set_data(inactive_plot(rows));
    name_files(*results_, launches ? "inactive-by-launch" : "inactive-by-function", table_, plot_);
    show_note(*note_, tr("The three causes add up to all %1 inactive slots. Early return: the lane executes "
                         "nothing later. Call: only some lanes called the function. Control flow: ifs and "
                         "loops.")
                          .arg(count_text(sums.all.inactive_slots(sums.warp_lanes))));
}

} // namespace hitmap
