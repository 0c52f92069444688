#include "widgets/colour/range_chooser.h"

#include "render/image/colour_map.h"
#include "widgets/base/format.h"
#include "widgets/colour/colour_by_box.h"
#include "widgets/controls/range_edit.h"
#include "widgets/session/panes/pane_scale.h"

#include <QtCore/QSignalBlocker>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QDoubleSpinBox>
#include <QtWidgets/QFormLayout>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>

#include <algorithm>
#include <cmath>

namespace hitmap {

namespace {

bool in_percent(ValueStyle style) {
    return style == ValueStyle::percent || style == ValueStyle::percentage_points;
}

int decimals_of(ValueStyle style, const ColourRange& range) {
    if (in_percent(style)) return 2;
    if (style == ValueStyle::count || style == ValueStyle::signed_count) return 0;
    const double magnitude = std::max(std::abs(range.min), std::abs(range.max));
    return std::clamp(4 - static_cast<int>(std::floor(std::log10(magnitude))), 0, 12);
}

} // namespace

RangeChooser::RangeChooser(Pane& pane, QWidget* parent) : QWidget(parent), pane_(pane) {
    create_controls();
    lay_out();
    connect_model();
    show_choices();
    show_ends();
}

void RangeChooser::create_controls() {
    map_ = new QComboBox;
    map_->setObjectName(QStringLiteral("colour_map"));
    map_->setToolTip(tr("Differences have a map of their own: blue, grey, orange"));
    map_->setPlaceholderText(tr("Blue, grey, orange"));
    for (const ColourMap& map : colour_maps())
        map_->addItem(text_of(map.title), text_of(map.name));
    lock_ = new QCheckBox(tr("Loc&k"));
    lock_->setObjectName(QStringLiteral("range_locked"));
    lock_->setToolTip(tr("Keeps the present range while other frames are shown"));
    const auto end = [](const char* name, const QString& accessible) {
        auto* box = new QDoubleSpinBox;
        box->setObjectName(QString::fromLatin1(name));
        box->setAccessibleName(accessible);
        box->setKeyboardTracking(false);
        box->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
        box->setMinimumWidth(60);
        return box;
    };
    low_ = end("range_low", tr("Low end of the colour range"));
    high_ = end("range_high", tr("High end of the colour range"));
}

void RangeChooser::lay_out() {
    auto* form = new QFormLayout(this);
    form->setContentsMargins(0, 0, 0, 0);
    form->addRow(tr("Colour b&y"), new ColourByBox(pane_));
    form->addRow(tr("C&olours"), map_);
    auto* ends = new QHBoxLayout;
    ends->addWidget(low_, 1);
    ends->addWidget(new QLabel(tr("to")));
    ends->addWidget(high_, 1);
    ends->addWidget(lock_);
    form->addRow(tr("Ra&nge"), ends);
    static_cast<QLabel*>(form->labelForField(ends))->setBuddy(low_);
}

void RangeChooser::connect_model() {
    connect(map_, QOverload<int>::of(&QComboBox::currentIndexChanged), this, [this] {
        View view = pane_.choices().view;
        view.colour_map = map_->currentData().toString().toStdString();
        pane_.set_view(view);
    });
    connect(lock_, &QCheckBox::toggled, this, [this](bool on) {
        View view = pane_.choices().view;
        view.range_locked = on;
        pane_.set_view(view);
    });
    for (QDoubleSpinBox* end : {low_, high_}) {
        connect(end, QOverload<double>::of(&QDoubleSpinBox::valueChanged), this,
                [this, end] { edit_end(end); });
    }
    connect(&pane_, &Pane::look_changed, this, &RangeChooser::show_choices);
    connect(&pane_, &Pane::values_changed, this, [this] {
        show_choices(); // a manual range depends only on its two values
        show_ends();
    });
}

void RangeChooser::show_choices() {
    const View& view = pane_.choices().view;
    const QSignalBlocker blockers[] = {QSignalBlocker(map_), QSignalBlocker(lock_)};
    const bool difference = pane_.range_subject().difference;
    map_->setEnabled(!difference);
    map_->setCurrentIndex(difference ? -1 : map_->findData(text_of(view.colour_map)));
    lock_->setChecked(view.range_locked);
    lock_->setEnabled(pane_.range_mode() != RangeMode::manual && has_range());
}

bool RangeChooser::has_range() const {
    return pane_.recording() != nullptr && why_nothing_is_coloured(pane_).isEmpty();
}

void RangeChooser::show_ends() {
    low_->setEnabled(has_range());
    high_->setEnabled(has_range());
    if (pane_.values() == nullptr) return;
    const ValueStyle style = pane_.value_style();
    const ColourRange& range = pane_.range();
    unit_ = in_percent(style) ? 0.01 : 1.0;
    const QSignalBlocker blockers[] = {QSignalBlocker(low_), QSignalBlocker(high_)};
    for (QDoubleSpinBox* end : {low_, high_}) {
        end->setDecimals(decimals_of(style, range));
        end->setRange(-1e30, 1e30);
        end->setGroupSeparatorShown(!in_percent(style));
        end->setSuffix(style == ValueStyle::percent             ? QStringLiteral(" %")
                       : style == ValueStyle::percentage_points ? QStringLiteral(" pp")
                                                                : QString());
    }
    low_->setValue(range.min / unit_);
    high_->setValue(range.max / unit_);
}

void RangeChooser::edit_end(QDoubleSpinBox* end) {
    if (pane_.values() == nullptr) return;
    const RangeEnds ends =
        with_end(pane_.range(), pane_.value_style(), end == low_ ? RangeEnd::low : RangeEnd::high,
                 static_cast<float>(end->value() * unit_));
    pane_.set_view(with_manual_range(pane_.choices().view, ends, pane_.range_subject()));
    show_ends(); // shows the actual range, as the request may not be possible
}

} // namespace hitmap
