#include "widgets/statistics_panel.h"

#include "core/trace/element_kind.h"
#include "widgets/format.h"

#include <QtWidgets/QGridLayout>
#include <QtWidgets/QLabel>

namespace hitmap {

StatisticsPanel::StatisticsPanel(Pane& pane, QWidget* parent) : QWidget(parent), pane_(pane) {
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(2);
    grid->setColumnStretch(2, 1);
    add_heading(*grid, tr("Accessed"), tr("Elements"));
    for (const ElementKind& kind : element_kinds())
        accessed_.push_back(add_row(*grid, capitalised(kind.plural)));
    const auto add_level = [&](const QString& title, std::vector<Row>& rows) {
        add_heading(*grid, title, tr("Hits of look-ups"));
        for (const ElementKind& kind : element_kinds()) {
            if (kind.has_look_ups) rows.push_back(add_row(*grid, capitalised(kind.plural)));
        }
        rows.push_back(add_row(*grid, tr("Together")));
    };
    add_level(tr("L1 hit rate"), l1_);
    add_level(tr("L2 hit rate"), l2_);
    connect(&pane, &Pane::values_changed, this, &StatisticsPanel::show_values);
    show_values();
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

void StatisticsPanel::show_values() {
    const FrameValues* values = pane_.values().get();
    const auto show_level = [](const Row& row, const LevelSums& sums) {
        row.first->setText(rate_text(sums));
        row.second->setText(hits_of_lookups_text(sums));
    };
    std::size_t level_row = 0;
    for (std::size_t kind = 0; kind < accessed_.size(); ++kind) {
        const KindValues shown = values != nullptr ? values->kinds[kind] : KindValues{};
        const std::uint64_t elements = values != nullptr ? pane_.simulation()->elements[kind] : 0;
        accessed_[kind].first->setText(share_text(shown.accessed, elements));
        accessed_[kind].second->setText(
            elements == 0 ? undefined_text()
                          : tr("%1 of %2").arg(count_text(shown.accessed), count_text(elements)));
        accessed_[kind].second->setToolTip(tr("%1 accesses").arg(count_text(shown.totals.accesses)));
        if (!element_kinds()[kind].has_look_ups) continue;
        show_level(l1_[level_row], shown.totals.l1);
        show_level(l2_[level_row], shown.totals.l2);
        ++level_row;
    }
    show_level(l1_.back(), values != nullptr ? values->l1() : LevelSums{});
    show_level(l2_.back(), values != nullptr ? values->l2() : LevelSums{});
}

} // namespace hitmap
