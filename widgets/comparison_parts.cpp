#include "widgets/comparison_parts.h"

#include "widgets/comparison_table.h"
#include "widgets/data_table.h"
#include "widgets/format.h"

#include <QtCore/QSignalBlocker>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QStackedWidget>
#include <QtWidgets/QVBoxLayout>

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
      parts_(new DataTable(QStringLiteral("comparison_parts"), part_columns(), DataTable::Height::scrolls)) {
    division_->setObjectName(QStringLiteral("comparison_division"));
    division_->setToolTip(tr("What is compared: everything, or each part of it by its share of the change"));
    division_->addItem(tr("Everything"), everything);
    for (const DivisionInfo& division : division_table())
        division_->addItem(capitalised(division.title), static_cast<int>(division.division));
    cost_->setObjectName(QStringLiteral("comparison_cost"));
    auto* label = new QLabel(tr("S&how"));
    label->setBuddy(division_);
    auto* choices = new QHBoxLayout;
    choices->addWidget(label);
    for (QComboBox* box : {division_, cost_}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(8);
        choices->addWidget(box, 1);
    }
    tables_->addWidget(totals);
    tables_->addWidget(parts_);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addLayout(choices);
    rows->addWidget(tables_, 1);
    connect(division_, QOverload<int>::of(&QComboBox::currentIndexChanged), this,
            &ComparisonParts::choose_division);
    connect(cost_, QOverload<int>::of(&QComboBox::currentIndexChanged), this, &ComparisonParts::show_parts);
    choose_division();
}

void ComparisonParts::set_comparison(SideComparison sides, const SideLetters& letters,
                                     const QString& file_stem) {
    sides_ = std::move(sides);
    letters_ = letters;
    file_stem_ = file_stem;
    parts_->rename_columns(part_columns(letters));
    list_costs();
    show_parts();
}

void ComparisonParts::choose_division() {
    const bool parts = division_->currentData().toInt() != everything;
    tables_->setCurrentIndex(parts ? 1 : 0);
    cost_->setVisible(parts);
    list_costs();
    show_parts();
}

void ComparisonParts::list_costs() {
    const int chosen = division_->currentData().toInt();
    if (chosen == everything) return;
    const DivisionInfo& division = info_of(static_cast<Division>(chosen));
    const QVariant before = cost_->currentData();
    const QSignalBlocker quiet(cost_);
    cost_->clear();
    for (const CostInfo& cost : cost_table()) {
        if (!division_has(division, cost)) continue;
        if (cost.of_requests && !sides_.unknown.empty()) continue;
        cost_->addItem(capitalised(cost.title), static_cast<int>(cost.cost));
        cost_->setItemData(cost_->count() - 1, text_of(cost.explanation), Qt::ToolTipRole);
    }
    // Where nobody chose yet: what the recordings differ by in the end.
    const Cost usual =
        cost_->findData(static_cast<int>(Cost::dram_bytes)) >= 0 ? Cost::dram_bytes : Cost::l1_misses;
    const int kept = before.isValid() ? cost_->findData(before) : -1;
    cost_->setCurrentIndex(kept >= 0 ? kept : cost_->findData(static_cast<int>(usual)));
}

void ComparisonParts::show_parts() {
    const int chosen = division_->currentData().toInt();
    if (chosen == everything || cost_->currentIndex() < 0) return;
    const auto division = static_cast<Division>(chosen);
    const auto cost = static_cast<Cost>(cost_->currentData().toInt());
    parts_->set_file_stem(QStringLiteral("%1-%2-%3")
                              .arg(file_stem_, text_of(info_of(division).name), text_of(info_of(cost).name)));
    parts_->set_rows(part_rows(sides_, division, cost, letters_));
}

} // namespace hitmap
