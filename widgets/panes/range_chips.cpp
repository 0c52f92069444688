#include "widgets/panes/range_chips.h"

#include "core/trace/model/element_kind.h"
#include "render/view/range_choice.h"
#include "widgets/base/format.h"

#include <QtWidgets/QLabel>
#include <QtWidgets/QStyle>
#include <QtWidgets/QToolButton>
#include <QtWidgets/QVBoxLayout>

namespace hitmap {

RangeChips::RangeChips(Pane& pane, QWidget* parent)
    : QWidget(parent), pane_(pane), rows_(new QVBoxLayout), note_(new QLabel) {
    setObjectName(QStringLiteral("range_chips"));
    note_->setObjectName(QStringLiteral("range_note"));
    note_->setTextFormat(Qt::PlainText);
    note_->setWordWrap(true);
    note_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(8, 2, 4, 2);
    all->setSpacing(2);
    rows_->setSpacing(2);
    all->addLayout(rows_);
    all->addWidget(note_);
    for (const auto told : {&Pane::look_changed, &Pane::shown_changed, &Pane::recording_changed})
        connect(&pane, told, this, &RangeChips::show_ranges);
    connect(&pane, &Pane::values_changed, this, &RangeChips::show_note);
    show_ranges();
}

void RangeChips::show_ranges() {
    const std::vector<ElementRange>& ranges = pane_.choices().view.only_ranges;
    setVisible(!ranges.empty() && pane_.recording() != nullptr);
    show_note();
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
        chip->setToolTip(tr("Remove this range: show elements with other values again"));
        chip->setAccessibleName(tr("Remove the range: %1").arg(text));
        connect(chip, &QToolButton::clicked, this,
                [this, quantity = range.quantity] { remove_range(pane_, *quantity); });
        rows_->addWidget(chip, 0, Qt::AlignLeft);
    }
}

QString RangeChips::note_text() const {
    const auto& values = pane_.values();
    if (values == nullptr) return {};
    const auto chosen = values->chosen();
    if (chosen == nullptr) return {};
    for (const ElementKindId kind : in_drawing_order(drawn_kinds()))
        if (chosen->restricts(kind) && chosen->chosen(kind) == 0)
            return tr("No %1 is within the ranges, so that none is shown.")
                .arg(text_of(element_kinds()[kind].name));
    if (!pane_.shows_image()) return {};
    return tr("Pixels count only accesses to these elements, and requests with such an access.");
}

void RangeChips::show_note() {
    const QString text = note_text();
    note_->setText(text);
    note_->setVisible(!text.isEmpty());
}

RangeNote::RangeNote(Pane& pane, QWidget* parent) : QWidget(parent) {
    auto* note = new QLabel(tr("All elements are listed here, whatever ranges are chosen in Groups."));
    note->setObjectName(QStringLiteral("unrestricted_note"));
    note->setTextFormat(Qt::PlainText);
    note->setWordWrap(true);
    note->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* row = new QVBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(note);
    const auto show = [this, &pane] { setVisible(!pane.choices().view.only_ranges.empty()); };
    for (const auto told : {&Pane::look_changed, &Pane::recording_changed})
        connect(&pane, told, this, show);
    show();
}

void draw_ranges(Pane& pane, const std::vector<ElementRange>& ranges) {
    View view = pane.choices().view;
    for (const ElementRange& range : ranges)
        choose_range(view, range);
    pane.set_view(view);
}

void remove_range(Pane& pane, const ElementQuantity& quantity) {
    View view = pane.choices().view;
    drop_range(view, quantity);
    pane.set_view(view);
}

} // namespace hitmap
