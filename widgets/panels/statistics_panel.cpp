#include "widgets/panels/statistics_panel.h"

#include "core/profile/sums/outcome_sums.h"
#include "core/trace/model/element_kind.h"
#include "widgets/base/format.h"
#include "widgets/panels/statistics_table.h"
#include "widgets/session/recording/missing_parts.h"
#include "widgets/table/data_table.h"

#include <QtWidgets/QComboBox>
#include <QtWidgets/QFormLayout>
#include <QtWidgets/QGridLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QVBoxLayout>

#include <utility>

namespace hitmap {

StatisticsPanel::StatisticsPanel(Pane& pane, QWidget* parent)
    : QWidget(parent),
      pane_(pane),
      over_(new QComboBox),
      table_(new DataTable(QStringLiteral("statistics"), statistics_columns(), DataTable::Height::fits_rows)),
      served_(new QLabel) {
    over_->setObjectName(QStringLiteral("statistics_over"));
    over_->addItem(tr("This frame"));
    over_->addItem(tr("Whole recording"));
    table_->freeze_first_column(QStringLiteral("(allocation)"));
    served_->setObjectName(QStringLiteral("statistics_served"));
    served_->setWordWrap(true);
    served_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* form = new QFormLayout;
    form->addRow(tr("Over"), over_);
    auto* grid = new QGridLayout;
    create_summary(*grid);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addLayout(form);
    rows->addLayout(grid);
    rows->addWidget(table_);
    rows->addWidget(served_);
    connect(over_, QOverload<int>::of(&QComboBox::currentIndexChanged), this, &StatisticsPanel::show_sums);
    connect(&pane, &Pane::values_changed, this, &StatisticsPanel::show_sums);
    connect(&allocations_job_, &JobRunner::failed, table_, &DataTable::failed);
    show_sums();
}

void StatisticsPanel::create_summary(QGridLayout& grid) {
    grid.setHorizontalSpacing(12);
    grid.setVerticalSpacing(2);
    grid.setColumnStretch(2, 1);
    add_heading(grid, tr("Accessed"), tr("Elements"));
    for (const ElementKind& kind : element_kinds())
        accessed_.push_back(add_row(grid, capitalised(kind.plural)));
    const auto add_level = [&](const QString& title, std::vector<Row>& rows) {
        add_heading(grid, title, tr("Hits of look-ups"));
        rows.push_back(add_row(grid, {}));
        for (const ElementKind& kind : element_kinds()) {
            if (kind.has_look_ups) rows.push_back(add_row(grid, capitalised(kind.plural)));
        }
    };
    add_level(tr("L1 hit rate"), l1_);
    add_level(tr("L2 hit rate"), l2_);
}

StatisticsPanel::Row StatisticsPanel::add_row(QGridLayout& grid, const QString& name) {
    const Row row{new QLabel(name), new QLabel, new QLabel};
    const int line = grid.rowCount();
    grid.addWidget(row.name, line, 0);
    for (QLabel* number : {row.first, row.second}) {
        number->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        number->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    grid.addWidget(row.first, line, 1);
    grid.addWidget(row.second, line, 2);
    return row;
}

void StatisticsPanel::add_heading(QGridLayout& grid, const QString& first, const QString& second) {
    const int line = grid.rowCount();
    for (const auto& [column, text] : {std::pair{1, first}, std::pair{2, second}}) {
        auto* label = new QLabel(text);
        QFont bold = label->font();
        bold.setBold(true);
        label->setFont(bold);
        label->setAlignment(Qt::AlignRight | Qt::AlignBottom);
        label->setContentsMargins(0, line > 1 ? 8 : 0, 0, 0);
        grid.addWidget(label, line, column);
    }
}

bool StatisticsPanel::whole() const {
    return over_->currentIndex() == 1;
}

void StatisticsPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    show_sums();
}

void StatisticsPanel::show_sums() {
    if (!isVisible()) return;
    show_summary();
    show_table();
    const FrameValues* values = pane_.values().get();
    if (values != nullptr) request_allocations(whole() ? TimeWindow{0, values->positions} : values->window);
}

Headline StatisticsPanel::headline() const {
    const FrameValues* values = pane_.values().get();
    if (values == nullptr) return {};
    if (!whole()) return values->headline;
    const Simulation& simulation = *pane_.simulation();
    return headline_of(*simulation.profile, values->counting, {0, values->positions}, simulation.totals);
}

std::vector<KindSums> StatisticsPanel::totals() const {
    const FrameValues* values = pane_.values().get();
    if (values != nullptr && whole()) return pane_.simulation()->totals;
    std::vector<KindSums> totals(element_kinds().size());
    for (std::size_t kind = 0; values != nullptr && kind < totals.size(); ++kind)
        totals[kind] = values->kinds[kind].totals;
    return totals;
}

QString StatisticsPanel::no_elements() const {
    return pane_.recording() != nullptr ? why_no_elements(*pane_.recording()) : QString();
}

void StatisticsPanel::show_summary() {
    const std::vector<KindSums> totals = this->totals();
    const auto show_level = [](const Row& row, const LevelSums& sums) {
        row.first->setText(rate_text(sums));
        row.second->setText(hits_of_lookups_text(sums));
        row.second->setToolTip(
            tr("%1 misses").arg(cell_text(number_cell(CellType::count, defined_misses(sums)))));
    };
    const Headline headline = this->headline();
    const CountedAs counting = pane_.values() != nullptr ? pane_.values()->counting : CountedAs();
    for (const auto& [row, sums] : {std::pair{&l1_.front(), headline.l1}, {&l2_.front(), headline.l2}}) {
        show_level(*row, sums);
        row->name->setText(capitalised(info_of(headline.counted).title));
        for (QLabel* label : {row->name, row->first})
            label->setToolTip(text_of(explanation_of(counting)));
    }
    const QString missing = no_elements();
    const QString of_elements = missing.isEmpty() ? text_of(info_of(counting.elements).explanation) : missing;
    std::size_t level_row = 1;
    for (std::size_t kind = 0; kind < accessed_.size(); ++kind) {
        const KindSums& sums = totals[kind];
        const std::uint64_t elements = pane_.simulation() != nullptr ? pane_.simulation()->elements[kind] : 0;
        accessed_[kind].first->setText(share_text(sums.elements_accessed, elements));
        accessed_[kind].second->setText(
            elements == 0 ? undefined_text()
                          : tr("%1 of %2").arg(count_text(sums.elements_accessed), count_text(elements)));
        accessed_[kind].first->setToolTip(missing);
        accessed_[kind].second->setToolTip(
            missing.isEmpty() ? tr("%1 accesses").arg(count_text(sums.accesses)) : missing);
        if (!element_kinds()[kind].has_look_ups) continue;
        show_level(l1_[level_row], sums.l1);
        show_level(l2_[level_row], sums.l2);
        for (const Row& row : {l1_[level_row], l2_[level_row]})
            for (QLabel* label : {row.name, row.first})
                label->setToolTip(of_elements);
        if (!missing.isEmpty()) {
            l1_[level_row].second->setToolTip(missing);
            l2_[level_row].second->setToolTip(missing);
        }
        ++level_row;
    }
}

void StatisticsPanel::request_allocations(TimeWindow window) {
    const auto profile = pane_.profile();
    allocations_job_.start([profile, window](const JobContext&) { return profile->allocations(window); },
                           [this, profile, window](AllocationWindow allocations) {
                               if (profile != pane_.profile()) return;
                               allocations_of_ = profile;
                               allocations_ = std::move(allocations);
                               show_served(window);
                               show_table();
                           });
}

void StatisticsPanel::show_table() {
    const auto simulation = pane_.simulation();
    if (simulation == nullptr) {
        table_->set_rows({});
        return;
    }
    // Old results stay visible while new ones are computed, unless they belong to another profile.
    const bool known = allocations_of_ == simulation->profile;
    table_->set_file_stem(QStringLiteral("%1-statistics").arg(text_of(simulation->recording->name)),
                          provenance_of_parts({simulation->recording.get()}));
    const CountedAs counting = pane_.values() != nullptr ? pane_.values()->counting : CountedAs();
    table_->set_rows(statistics_rows(simulation->recording->info(),
                                     {headline(), counting, totals(), no_elements(),
                                      simulation->profile->capabilities().has_reuse_distance},
                                     simulation->elements,
                                     known ? allocations_.allocations : std::vector<AllocationSums>{}));
}

void StatisticsPanel::show_served(TimeWindow asked) {
    const TimeWindow served = allocations_.window;
    served_->setVisible(!(served == asked));
    if (pane_.recording() == nullptr) return;
    served_->setText(
        tr("Allocations are summed over %1 %2, the nearest at which their sums are "
           "known; this frame is %3.")
            .arg(text_of(position_word(*pane_.recording())), accesses_text(served), accesses_text(asked)));
}

} // namespace hitmap
