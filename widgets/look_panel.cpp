#include "widgets/look_panel.h"

#include "render/colour_map.h"
#include "widgets/format.h"

#include <QtCore/QSignalBlocker>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QFormLayout>
#include <QtWidgets/QGridLayout>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QSpinBox>

#include <algorithm>
#include <cstdint>

namespace hitmap {

LookPanel::LookPanel(Pane& pane, QWidget* parent) : QWidget(parent), pane_(pane) {
    create_controls();
    lay_out();
    connect_model();
    show_recording();
}

void LookPanel::create_controls() {
    metric_ = new QComboBox;
    metric_->setObjectName(QStringLiteral("metric"));
    for (const MetricInfo& metric : metric_table()) {
        metric_->addItem(text_of(metric.title), static_cast<int>(metric.metric));
        metric_->setItemData(metric_->count() - 1, text_of(metric.explanation), Qt::ToolTipRole);
    }
    explanation_ = new QLabel;
    explanation_->setWordWrap(true);
    explanation_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    map_ = new QComboBox;
    map_->setObjectName(QStringLiteral("colour_map"));
    for (const ColourMap& map : colour_maps())
        map_->addItem(text_of(map.title), text_of(map.name));
    range_ = new QComboBox;
    range_->setObjectName(QStringLiteral("range"));
    range_->addItem(tr("Full"), static_cast<int>(RangeMode::full));
    range_->setItemData(0, tr("0 % to 100 %, or 0 to the largest value"), Qt::ToolTipRole);
    range_->addItem(tr("Data of this frame"), static_cast<int>(RangeMode::data));
    range_->setItemData(1, tr("Smallest to largest value of this frame"), Qt::ToolTipRole);
    faces_ = new QCheckBox(tr("&Faces"));
    boxes_ = new QCheckBox(tr("&Boxes"));
    boxes_->setToolTip(tr("Boxes of the tree that are accessed in this frame, as edges"));
    first_level_ = new QSpinBox;
    last_level_ = new QSpinBox;
    first_level_->setObjectName(QStringLiteral("first_level"));
    last_level_->setObjectName(QStringLiteral("last_level"));
    first_level_->setAccessibleName(tr("First level of boxes"));
    last_level_->setAccessibleName(tr("Last level of boxes"));
    for (QSpinBox* level : {first_level_, last_level_}) {
        level->setToolTip(tr("Levels of the box tree that are drawn; 0 is the children of the root"));
    }
    axes_ = new QCheckBox(tr("A&xes"));
    axes_->setToolTip(tr("Axes from the origin and a grid in the XZ plane"));
    frustum_ = new QCheckBox(tr("F&rustum"));
    frustum_->setToolTip(tr("What the recorded camera sees"));
    faces_->setObjectName(QStringLiteral("show_faces"));
    boxes_->setObjectName(QStringLiteral("show_boxes"));
    axes_->setObjectName(QStringLiteral("show_axes"));
    frustum_->setObjectName(QStringLiteral("show_frustum"));
}

void LookPanel::lay_out() {
    auto* form = new QFormLayout(this);
    form->setContentsMargins(0, 0, 0, 0);
    form->addRow(tr("&Metric"), metric_);
    form->addRow(explanation_);
    form->addRow(tr("C&olours"), map_);
    form->addRow(tr("Ra&nge"), range_);
    auto* toggles = new QGridLayout;
    toggles->addWidget(faces_, 0, 0);
    toggles->addWidget(boxes_, 0, 1);
    toggles->addWidget(axes_, 1, 0);
    toggles->addWidget(frustum_, 1, 1);
    form->addRow(tr("Show"), toggles);
    auto* levels = new QHBoxLayout;
    levels->addWidget(first_level_, 1);
    levels->addWidget(new QLabel(tr("to")));
    levels->addWidget(last_level_, 1);
    form->addRow(tr("Box &levels"), levels);
    static_cast<QLabel*>(form->labelForField(levels))->setBuddy(first_level_);
}

void LookPanel::connect_model() {
    connect(metric_, QOverload<int>::of(&QComboBox::currentIndexChanged), this,
            [this] { pane_.set_metric(static_cast<Metric>(metric_->currentData().toInt())); });
    for (QComboBox* box : {map_, range_}) {
        connect(box, QOverload<int>::of(&QComboBox::currentIndexChanged), this, &LookPanel::edit_view);
    }
    for (QCheckBox* box : {faces_, boxes_, axes_, frustum_}) {
        connect(box, &QCheckBox::toggled, this, &LookPanel::edit_view);
    }
    for (QSpinBox* level : {first_level_, last_level_}) {
        connect(level, QOverload<int>::of(&QSpinBox::valueChanged), this, &LookPanel::edit_view);
    }
    connect(&pane_, &Pane::recording_changed, this, &LookPanel::show_recording);
    connect(&pane_, &Pane::metric_changed, this, &LookPanel::show_choices);
    connect(&pane_, &Pane::look_changed, this, &LookPanel::show_choices);
}

void LookPanel::show_recording() {
    int deepest = 0;
    if (pane_.recording() != nullptr) {
        const auto& levels = pane_.recording()->scene->box_level;
        if (!levels.empty()) deepest = *std::ranges::max_element(levels);
    }
    const QSignalBlocker blockers[] = {QSignalBlocker(first_level_), QSignalBlocker(last_level_)};
    for (QSpinBox* level : {first_level_, last_level_})
        level->setRange(0, deepest);
    show_choices();
}

void LookPanel::show_choices() {
    const PaneChoices& choices = pane_.choices();
    const QSignalBlocker blockers[] = {
        QSignalBlocker(metric_), QSignalBlocker(map_),  QSignalBlocker(range_),  QSignalBlocker(faces_),
        QSignalBlocker(boxes_),  QSignalBlocker(axes_), QSignalBlocker(frustum_)};
    metric_->setCurrentIndex(metric_->findData(static_cast<int>(choices.metric)));
    explanation_->setText(text_of(info_of(choices.metric).explanation));
    map_->setCurrentIndex(map_->findData(text_of(choices.view.colour_map)));
    range_->setCurrentIndex(range_->findData(static_cast<int>(choices.view.range_mode)));
    const QSignalBlocker level_blockers[] = {QSignalBlocker(first_level_), QSignalBlocker(last_level_)};
    first_level_->setValue(choices.view.box_levels.first);
    last_level_->setValue(choices.view.box_levels.last);
    for (QSpinBox* level : {first_level_, last_level_})
        level->setEnabled(choices.view.show_boxes);
    faces_->setChecked(choices.view.show_faces);
    boxes_->setChecked(choices.view.show_boxes);
    axes_->setChecked(choices.view.show_axes);
    frustum_->setChecked(choices.view.show_frustum);
}

void LookPanel::edit_view() {
    View view = pane_.choices().view;
    view.colour_map = map_->currentData().toString().toStdString();
    view.range_mode = static_cast<RangeMode>(range_->currentData().toInt());
    view.show_faces = faces_->isChecked();
    view.show_boxes = boxes_->isChecked();
    // A range that is pushed at one end takes the other end along.
    const auto first = static_cast<std::uint16_t>(first_level_->value());
    const auto last = static_cast<std::uint16_t>(last_level_->value());
    const bool pushed_first = first != view.box_levels.first;
    view.box_levels = {pushed_first ? first : std::min(first, last),
                       pushed_first ? std::max(first, last) : last};
    view.show_axes = axes_->isChecked();
    view.show_frustum = frustum_->isChecked();
    pane_.set_view(view);
}

} // namespace hitmap
