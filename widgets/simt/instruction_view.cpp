#include "widgets/simt/instruction_view.h"

#include "core/cache/results/source_lines.h"
#include "widgets/base/format.h"
#include "widgets/plot/plot_box.h"
#include "widgets/plot/xy_plot.h"
#include "widgets/session/panes/pane.h"
#include "widgets/simt/execution_plots.h"
#include "widgets/simt/view_parts.h"
#include "widgets/table/data_table.h"
#include "widgets/table/report_table.h"

#include <QtWidgets/QLabel>
#include <QtWidgets/QSplitter>
#include <QtWidgets/QVBoxLayout>

namespace hitmap {

namespace {

const ColumnPlaces& block_places() {
    static const ColumnPlaces places{{"name"},
                                     {"hotspot", "efficiency"},
                                     {"efficiency"},
                                     {"share", "active_lane_instructions"},
                                     {"active_lane_instructions"},
                                     {"executions", "instructions"},
                                     {"instructions"},
                                     {.key = "block", .shown = false},
                                     {.key = "entry", .shown = false},
                                     {.key = "block_instructions", .shown = false},
                                     {.key = "function", .shown = false},
                                     {.key = "file", .shown = false},
                                     {.key = "line", .shown = false}};
    return places;
}

ReportColumns<ExecutionReportRow> shown_block_columns() {
    return window_columns(execution_columns(true), block_places());
}

QString place_of(const ExecutionReportRow& row, const SourceTexts& sources) {
    const SourceLocation& place = row.place->location;
    QStringList lines{QStringLiteral("%1:%2").arg(text_of(place.file), QString::number(place.line))};
    if (const auto line = sources.line(place.file, place.line); !line.empty()) lines.append(text_of(line));
    return lines.join(QLatin1Char('\n'));
}

} // namespace

InstructionView::InstructionView(Pane& pane, QWidget* parent)
    : ExecutionView(parent),
      pane_(pane),
      sum_(make_note("simt_instruction_sum")),
      table_(new DataTable(QStringLiteral("simt_blocks"),
                           table_columns(shown_block_columns(), block_places(), simt_text),
                           DataTable::Height::scrolls)),
      plot_(new PlotBox(new XyPlot)),
      note_(make_note("simt_instruction_note")) {
    plot_->plot().setObjectName(QStringLiteral("simt_hotspots"));
    table_->freeze_first_column(QStringLiteral("visit_compact_node:39"));
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addWidget(sum_);
    rows->addWidget(make_parts("simt_instruction_parts", table_, plot_), 1);
    rows->addWidget(note_);
    connect(table_, &DataTable::row_chosen, this, &InstructionView::point_to);
    connect(table_, &DataTable::row_activated, this, &InstructionView::activate);
    table_->offer(
        tr("Show in the Source"), QKeySequence(QStringLiteral("Ctrl+Return")),
        [this](int row) { return row >= 0 && row < static_cast<int>(rows_.size()); },
        [this](int row) {
            const SourceLocation& place = rows_[static_cast<std::size_t>(row)].place->location;
            pane_.guide().show_line(place.file, place.line, true);
        });
    connect(&plot_->plot(), &XyPlot::point_chosen, this, [this](std::size_t point) {
        table_->select_row(static_cast<int>(point));
        activate(static_cast<int>(point));
    });
}

void InstructionView::show_results(const std::shared_ptr<const ExecutionResults>& results) {
    rows_.clear();
    std::vector<TableRow> cells;
    if (results != nullptr) {
        const RecordingInfo& info = results->recording->info();
        rows_ = block_rows(info, results->sums);
        const auto columns = shown_block_columns();
        const SourceTexts sources(info);
        for (const ExecutionReportRow& row : rows_) {
            cells.push_back(table_row(columns, row));
            cells.back().front().detail = place_of(row, sources);
        }
        const InstructionSums& all = results->sums.all;
        const unsigned lanes = results->sums.warp_lanes;
        show_note(*sum_,
                  tr("SIMT efficiency over all instructions: %1, %2 of %3 slots, in %4 executions of "
                     "basic blocks.")
                      .arg(all.efficiency(lanes) ? percentage(*all.efficiency(lanes)) : undefined_text(),
                           count_text(all.active_lane_instructions), count_text(lanes * all.instructions),
                           count_text(all.executions)));
        show_note(*note_,
                  tr("Enter, a double click or a click on a bar colours mesh and image by the line of "
                     "the block alone, if it accesses memory; again: by everything. Ctrl+Enter shows "
                     "the line in Source."));
        name_files(*results, "hotspots", table_, plot_);
    } else {
        show_note(*sum_, {});
        show_note(*note_, {});
    }
    table_->set_rows(std::move(cells));
    plot_->plot().set_data(hotspot_plot(rows_));
}

void InstructionView::point_to(int row) {
    if (row < 0 || row >= static_cast<int>(rows_.size())) return;
    const SourceLocation& place = rows_[static_cast<std::size_t>(row)].place->location;
    pane_.guide().show_line(place.file, place.line, false);
}

void InstructionView::activate(int row) {
    if (row < 0 || row >= static_cast<int>(rows_.size())) return;
    const SourceLocation& place = rows_[static_cast<std::size_t>(row)].place->location;
    choose_line(pane_, place.file, place.line);
}

} // namespace hitmap
