#include "widgets/simt/compaction_view.h"

#include "widgets/base/format.h"
#include "widgets/plot/plot_box.h"
#include "widgets/plot/xy_plot.h"
#include "widgets/session/panes/pane.h"
#include "widgets/simt/view_parts.h"
#include "widgets/table/data_table.h"
#include "widgets/table/report_table.h"

#include <QtWidgets/QLabel>
#include <QtWidgets/QSplitter>
#include <QtWidgets/QVBoxLayout>

namespace hitmap {

namespace {

/// Windows of the table, as places in CompactionSubject::remaining.
enum class TableWindow : std::uint8_t { pair, sm, launch };

std::size_t place_of(const CompactionSubject& subject, TableWindow window) {
    const std::size_t count = subject.remaining.size();
    switch (window) {
    case TableWindow::pair:
        return 1;
    case TableWindow::sm:
        return count - 2;
    case TableWindow::launch:
        break;
    }
    return count - 1;
}

ReportColumn<CompactionSubject> saved_column(const char* key, const char* title, TableWindow window) {
    return {{.key = key,
             .title = title,
             .type = CellType::rate,
             .help = "Share of the executions that need not be made if the lanes of these warps are put "
                     "together",
             .of = "executions"},
            [window](const CompactionSubject& subject) {
                return quotient(subject.executions - subject.remaining[place_of(subject, window)],
                                subject.executions);
            }};
}

ReportColumns<CompactionSubject> compaction_subject_columns() {
    using Row = CompactionSubject;
    return {
        {{.key = "name", .title = "Basic block", .type = CellType::text}, &Row::name},
        {{.key = "executions", .title = "Executions", .help = "By warps, without compaction"},
         [](const Row& row) { return CellValue(row.executions); }},
        saved_column("saved_pair", "Saved, 2 warps", TableWindow::pair),
        saved_column("saved_sm", "Saved, SM", TableWindow::sm),
        saved_column("saved_launch", "Saved, launch", TableWindow::launch),
        {{.key = "efficiency",
          .title = "SIMT efficiency",
          .type = CellType::rate,
          .help = "Without compaction",
          .of = "lanes"},
         [](const Row& row) { return quotient(row.active, row.needed.front()); }},
        {{.key = "efficiency_launch",
          .title = "Efficiency, launch",
          .type = CellType::rate,
          .help = "With all warps of a launch put together",
          .of = "lanes"},
         [](const Row& row) { return quotient(row.active, row.needed.back()); }},
    };
}

const ColumnPlaces& compaction_places() {
    static const ColumnPlaces places{{"name"},
                                     {"saved_sm", "saved_launch"},
                                     {"saved_launch"},
                                     {"efficiency", "efficiency_launch"},
                                     {"efficiency_launch"},
                                     {"saved_pair", "executions"},
                                     {"executions"}};
    return places;
}

ReportColumns<CompactionSubject> shown_compaction_columns() {
    return window_columns(compaction_subject_columns(), compaction_places());
}

} // namespace

CompactionView::CompactionView(Pane& pane, QWidget* parent)
    : ExecutionView(parent),
      pane_(pane),
      table_(new DataTable(QStringLiteral("simt_compaction"),
                           table_columns(shown_compaction_columns(), compaction_places(), simt_text),
                           DataTable::Height::scrolls)),
      plot_(new PlotBox(new XyPlot)),
      note_(make_note("simt_compaction_note")) {
    plot_->plot().setObjectName(QStringLiteral("simt_compaction_plot"));
    table_->freeze_first_column(QStringLiteral("visit_compact_node:39"));
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addWidget(make_parts("simt_compaction_parts", table_, plot_), 1);
    rows->addWidget(note_);
    connect(table_, &DataTable::row_chosen, this, &CompactionView::show_plot);
    connect(table_, &DataTable::row_activated, this, &CompactionView::activate);
}

void CompactionView::show_results(const std::shared_ptr<const ExecutionResults>& results) {
    results_ = results;
    subjects_ = results != nullptr ? compaction_subjects(*results) : std::vector<CompactionSubject>();
    const auto columns = shown_compaction_columns();
    std::vector<TableRow> cells;
    for (const CompactionSubject& subject : subjects_)
        cells.push_back(table_row(columns, subject));
    table_->set_rows(std::move(cells));
    if (results == nullptr) {
        plot_->plot().set_data({});
        return show_note(*note_, {});
    }
    name_files(*results, "compaction", table_, plot_);
    table_->select_row(0);
    show_plot(0);
    show_note(*note_,
              tr("An upper bound: lanes of different warps that execute a block for the same time fill "
                 "warps together, at no cost. The plot is of the chosen row; Enter or a double click "
                 "on a block colours the mesh by its line."));
}

void CompactionView::show_plot(int row) {
    if (results_ == nullptr || row < 0 || row >= static_cast<int>(subjects_.size())) return;
    const CompactionSubject& subject = subjects_[static_cast<std::size_t>(row)];
    plot_->plot().set_data(compaction_plot(results_->sums, subject));
    if (subject.block)
        pane_.guide().show_line(subject.block->location.file, subject.block->location.line, false);
}

void CompactionView::activate(int row) {
    if (row < 0 || row >= static_cast<int>(subjects_.size())) return;
    const auto& block = subjects_[static_cast<std::size_t>(row)].block;
    if (block) choose_line(pane_, block->location.file, block->location.line);
}

} // namespace hitmap
