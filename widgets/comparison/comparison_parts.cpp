#include "widgets/comparison/comparison_parts.h"

#include "widgets/base/format.h"
#include "widgets/comparison/comparison_table.h"
#include "widgets/table/data_table.h"

#include <QtCore/QSignalBlocker>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QStackedWidget>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>
#include <utility>

namespace hitmap {

namespace {

constexpr int everything = -1;

} // namespace

ComparisonParts::ComparisonParts(DataTable* totals, QWidget* parent)
    : QWidget(parent),
      division_(new QComboBox),
      cost_(new QComboBox),
      tables_(new QStackedWidget),
      searches_(new QStackedWidget),
      totals_(totals),
      parts_(new DataTable(QStringLiteral("comparison_parts"), part_columns(), DataTable::Height::scrolls)) {
    division_->setObjectName(QStringLiteral("comparison_division"));
    division_->setToolTip(tr("What is compared: everything, or each part of it by its share of the change"));
    division_->addItem(tr("Everything"), everything);
    for (const DivisionInfo& division : division_table())
        division_->addItem(capitalised(division.title), static_cast<int>(division.division));
    cost_->setObjectName(QStringLiteral("comparison_cost"));
    cost_->setToolTip(tr("Less is better"));
    lay_out();
    connect_tables();
    choose_division();
}

void ComparisonParts::lay_out() {
    auto* label = new QLabel(tr("&Show"));
    label->setBuddy(division_);
    // The box is beside the name of the table, not above it, to leave the height to the table.
    for (DataTable* table : {totals_, parts_}) {
        QLineEdit& search = table->add_search(DataTable::Search::elsewhere);
        search.setPlaceholderText(tr("Search"));
        search.setMinimumWidth(50);
        searches_->addWidget(&search);
        tables_->addWidget(table);
    }
    searches_->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    auto* choices = new QHBoxLayout;
    choices->addWidget(label);
    for (QComboBox* box : {division_, cost_}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(4);
        choices->addWidget(box, 2);
    }
    choices->addWidget(searches_, 1);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addLayout(choices);
    rows->addWidget(tables_, 1);
}

void ComparisonParts::connect_tables() {
    connect(division_, QOverload<int>::of(&QComboBox::currentIndexChanged), this,
            &ComparisonParts::choose_division);
    connect(cost_, QOverload<int>::of(&QComboBox::currentIndexChanged), this, [this] {
        chosen_cost_ = static_cast<Cost>(cost_->currentData().toInt());
        show_parts();
    });
    connect(parts_, &DataTable::row_chosen, this, &ComparisonParts::choose_row);
    connect(parts_, &DataTable::row_activated, this, [this](int row) {
        choose_row(row);
        const ComparedPart& part = *changes_[static_cast<std::size_t>(row)].part;
        if (part.bounds) Q_EMIT place_activated(*part.bounds);
    });
}

std::optional<Division> ComparisonParts::division() const {
    const int chosen = division_->currentData().toInt();
    return chosen == everything ? std::nullopt : std::optional(static_cast<Division>(chosen));
}

void ComparisonParts::set_comparison(SideComparison sides, const SideLetters& letters,
                                     std::vector<FurtherComparison> further, const QString& file_stem,
                                     const QByteArray& provenance) {
    changes_.clear(); // they belong to the rows that are removed
    sides_ = std::move(sides);
    letters_ = letters;
    further_ = std::move(further);
    file_stem_ = file_stem;
    provenance_ = provenance;
    parts_->replace_columns(part_columns(letters, letters_of(further_)));
    list_costs();
    show_parts();
}

void ComparisonParts::forget_place() {
    place_.clear();
    parts_->select_row(std::nullopt);
}

void ComparisonParts::show_division(Division division, Cost cost) {
    chosen_cost_ = cost;
    division_->setCurrentIndex(division_->findData(static_cast<int>(division)));
    list_costs();
    show_parts();
    parts_->setFocus();
}

void ComparisonParts::choose_division() {
    const bool parts = division().has_value();
    tables_->setCurrentIndex(parts ? 1 : 0);
    searches_->setCurrentIndex(parts ? 1 : 0);
    cost_->setVisible(parts);
    if (!place_.empty()) {
        forget_place();
        Q_EMIT place_chosen(std::nullopt);
    }
    list_costs();
    show_parts();
}

void ComparisonParts::list_costs() {
    const auto chosen = division();
    if (!chosen) return;
    const QSignalBlocker quiet(cost_);
    cost_->clear();
    for (const CostInfo& cost : cost_table()) {
        if (!division_knows(info_of(*chosen), cost)) continue;
        const bool known = sides_.total.value(cost.cost).difference.has_value();
        if (cost.of_requests && !known) continue;
        cost_->addItem(capitalised(cost.title), static_cast<int>(cost.cost));
        cost_->setItemData(cost_->count() - 1, text_of(cost.explanation), Qt::ToolTipRole);
    }
    const auto place_of = [this](Cost cost) { return cost_->findData(static_cast<int>(cost)); };
    // The default is the cost in which the recordings finally differ.
    int place = chosen_cost_ ? place_of(*chosen_cost_) : -1;
    for (const Cost usual : {Cost::dram_bytes, Cost::dram_read_bytes, Cost::l1_misses})
        if (place < 0) place = place_of(usual);
    cost_->setCurrentIndex(place);
}

void ComparisonParts::show_parts() {
    const auto division = this->division();
    changes_.clear();
    if (!division) return;
    const auto cost = static_cast<Cost>(cost_->currentData().toInt());
    parts_->set_file_stem(QStringLiteral("%1-%2-%3")
                              .arg(file_stem_, text_of(info_of(*division).name), text_of(info_of(cost).name)),
                          provenance_);
    changes_ = sides_.changes(*division, cost);
    add_further_parts(changes_, *division, cost, further_);
    parts_->set_rows(part_rows(changes_, *division, cost, letters_, further_));
    const auto kept = std::ranges::find_if(
        changes_, [this](const PartChange& change) { return change.part->name == place_; });
    if (kept != changes_.end() && !place_.empty()) {
        parts_->select_row(static_cast<int>(kept - changes_.begin()));
        return;
    }
    parts_->select_row(std::nullopt);
    if (!std::exchange(place_, {}).empty()) Q_EMIT place_chosen(std::nullopt);
}

void ComparisonParts::choose_row(int row) {
    const ComparedPart& part = *changes_.at(static_cast<std::size_t>(row)).part;
    place_ = part.bounds ? part.name : std::string();
    Q_EMIT place_chosen(part.bounds);
}

} // namespace hitmap
