#include "widgets/colour/range_box.h"

#include "widgets/controls/range_edit.h"
#include "widgets/session/panes/pane_scale.h"

#include <QtCore/QSignalBlocker>
#include <QtGui/QStandardItemModel>

namespace hitmap {

RangeBox::RangeBox(Pane& pane, QWidget* parent) : QComboBox(parent), pane_(pane) {
    setAccessibleName(tr("Colour range"));
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(8);
    const auto add = [this](RangeMode mode, const QString& text, const QString& explanation) {
        addItem(text, static_cast<int>(mode));
        setItemData(count() - 1, explanation, Qt::ToolTipRole);
    };
    add(RangeMode::percentiles, tr("Percentiles"),
        tr("The 1st to the 99th percentile of the faces drawn (of the boxes, where no face is) in all "
           "frames, "
           "so that frames can be compared; of differences, the 99th of their magnitudes in this frame on "
           "both sides of 0. So a few extreme values do not use up the range of colours. Arrow heads at the "
           "bar show that values lie beyond it"));
    add(RangeMode::frame_percentiles, tr("Percentiles of this frame"),
        tr("The same of this frame alone, so that its own contrasts are seen; other frames have other "
           "colours "
           "for the same values"));
    add(RangeMode::full, tr("Full"),
        tr("0 % to 100 %, or 0 to the largest value; of differences, as far on both sides of 0"));
    add(RangeMode::data, tr("Data of this frame"), tr("Smallest to largest value of this frame"));
    add(RangeMode::all_frames, tr("Data of all frames"),
        tr("Smallest to largest value of any frame, so that frames can be compared"));
    add(RangeMode::manual, tr("Manual"), tr("As set by the two ends"));
    connect(this, QOverload<int>::of(&QComboBox::currentIndexChanged), this, &RangeBox::choose_mode);
    connect(&pane_, &Pane::look_changed, this, &RangeBox::show_mode);
    // A manual range depends only on its two values.
    connect(&pane_, &Pane::values_changed, this, &RangeBox::show_mode);
    show_mode();
}

void RangeBox::show_mode() {
    const QString reason = why_nothing_is_coloured(pane_);
    setEnabled(reason.isEmpty());
    setToolTip(reason);
    const QSignalBlocker blocker(this);
    // Pixels are counted for the frames that are shown only.
    for (const RangeMode mode : {RangeMode::all_frames, RangeMode::percentiles})
        qobject_cast<QStandardItemModel*>(model())
            ->item(findData(static_cast<int>(mode)))
            ->setEnabled(!pane_.shows_image());
    setCurrentIndex(findData(static_cast<int>(pane_.range_mode())));
}

void RangeBox::choose_mode() {
    View view = pane_.choices().view;
    const auto mode = static_cast<RangeMode>(currentData().toInt());
    // A manual range starts with the displayed ends.
    if (mode == RangeMode::manual)
        view = with_manual_range(view, {pane_.range().min, pane_.range().max}, pane_.range_subject());
    view.range_mode = mode;
    pane_.set_view(view);
}

} // namespace hitmap
