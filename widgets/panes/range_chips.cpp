#include "widgets/panes/range_chips.h"

#include "core/trace/model/element_kind.h"
#include "widgets/base/format.h"

#include <QtWidgets/QStyle>
#include <QtWidgets/QToolButton>
#include <QtWidgets/QVBoxLayout>

namespace hitmap {

RangeChips::RangeChips(Pane& pane, QWidget* parent)
    : QWidget(parent), pane_(pane), rows_(new QVBoxLayout(this)) {
    setObjectName(QStringLiteral("range_chips"));
    rows_->setContentsMargins(8, 2, 4, 2);
    rows_->setSpacing(2);
    for (const auto told : {&Pane::look_changed, &Pane::shown_changed, &Pane::recording_changed})
        connect(&pane, told, this, &RangeChips::show_ranges);
    show_ranges();
}

void RangeChips::show_ranges() {
    const std::vector<ElementRange>& ranges = pane_.choices().view.only_ranges;
    setVisible(!ranges.empty() && pane_.recording() != nullptr && !pane_.shows_image());
    if (ranges == shown_) return; // a button that has the focus keeps it
    shown_ = ranges;
    while (QLayoutItem* item = rows_->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater(); // it may be the one that is pressed
        delete item;
    }
    for (const ElementRange& range : ranges) {
        auto* chip = new QToolButton;
        const QString text = text_of(text_of(range));
        chip->setObjectName(QStringLiteral("range_chip"));
        chip->setText(tr("Only %1").arg(text));
        chip->setIcon(style()->standardIcon(QStyle::SP_TitleBarCloseButton));
        chip->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        chip->setFocusPolicy(Qt::StrongFocus);
        chip->setToolTip(tr("Remove this range: draw elements with other values again"));
        chip->setAccessibleName(tr("Remove the range: %1").arg(text));
        connect(chip, &QToolButton::clicked, this,
                [this, quantity = range.quantity] { remove_range(pane_, *quantity); });
        rows_->addWidget(chip, 0, Qt::AlignLeft);
    }
}

void draw_range(Pane& pane, const ElementRange& range) {
    View view = pane.choices().view;
    view.only_ranges = with_range(std::move(view.only_ranges), range);
    // Otherwise nothing would change on screen.
    if (range.quantity->kind == box_kind) view.show_boxes = true;
    pane.set_view(view);
}

void remove_range(Pane& pane, const ElementQuantity& quantity) {
    View view = pane.choices().view;
    std::erase_if(view.only_ranges, [&](const ElementRange& range) { return range.quantity == &quantity; });
    pane.set_view(view);
}

} // namespace hitmap
