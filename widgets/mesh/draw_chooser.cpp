#include "widgets/mesh/draw_chooser.h"

#include "widgets/controls/range_slider.h"

#include <QtCore/QSignalBlocker>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QFormLayout>
#include <QtWidgets/QGridLayout>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QSpinBox>

#include <algorithm>
#include <cstdint>

namespace hitmap {

DrawChooser::DrawChooser(Pane& pane, QWidget* parent) : QWidget(parent), pane_(pane) {
    create_switches();
    create_levels();
    lay_out();
    connect_model();
    show_recording();
}

void DrawChooser::create_switches() {
    const auto add = [this](const QString& text, const char* name, bool View::*field, const QString& tip) {
        auto* box = new QCheckBox(text);
        box->setObjectName(QString::fromLatin1(name));
        box->setToolTip(tip);
        switches_.emplace_back(box, field);
    };
    add(tr("F&aces"), "show_faces", &View::show_faces, tr("Triangles of the mesh"));
    add(tr("&Boxes"), "show_boxes", &View::show_boxes,
        tr("Boxes of the tree that are accessed in this frame, as edges"));
    add(tr("A&xes"), "show_axes", &View::show_axes, tr("Axes from the origin and a grid in the XZ plane"));
    add(tr("Fr&ustum"), "show_frustum", &View::show_frustum, tr("What the recorded camera sees"));
    add(tr("Shading"), "shading", &View::shading,
        tr("Accessed faces are darker the more they are turned away, by 30 % at most, so that the shape of "
           "the "
           "mesh is seen; without it their colours are exactly those of the bar"));
    // The last two have other shortcuts, since there are more switches than letters.
    add(tr("Wireframe"), "wireframe", &View::wireframe, tr("Edges of the triangles that are seen (Z)"));
    add(tr("Hide back faces"), "cull_back_faces", &View::cull_back_faces,
        tr("Triangles are seen from their front side only (B)"));
    orthographic_ = new QCheckBox(tr("Orthographic"));
    orthographic_->setObjectName(QStringLiteral("orthographic"));
    orthographic_->setToolTip(tr("Parallel lines stay parallel, sizes do not depend on the distance"));
}

void DrawChooser::create_levels() {
    first_level_ = new QSpinBox;
    last_level_ = new QSpinBox;
    levels_ = new RangeSlider;
    first_level_->setObjectName(QStringLiteral("first_level"));
    last_level_->setObjectName(QStringLiteral("last_level"));
    levels_->setObjectName(QStringLiteral("levels"));
    first_level_->setAccessibleName(tr("First level of boxes"));
    last_level_->setAccessibleName(tr("Last level of boxes"));
    levels_->setAccessibleName(tr("Levels of boxes"));
    for (QWidget* control : {static_cast<QWidget*>(first_level_), static_cast<QWidget*>(last_level_),
                             static_cast<QWidget*>(levels_)})
        control->setToolTip(tr("Levels of the box tree that are drawn; 0 is the children of the root"));
    minimum_ = new QSpinBox;
    minimum_->setObjectName(QStringLiteral("minimum_accesses"));
    minimum_->setRange(1, 1'000'000'000);
    minimum_->setGroupSeparatorShown(true);
    minimum_->setKeyboardTracking(false);
    minimum_->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    minimum_->setSpecialValueText(tr("1 (none faded)"));
    minimum_->setToolTip(tr("Elements with fewer accesses in the frame are faded: too few to judge by"));
}

void DrawChooser::lay_out() {
    auto* form = new QFormLayout(this);
    form->setContentsMargins(0, 0, 0, 0);
    auto* grid = new QGridLayout;
    int cell = 0;
    for (const auto& [box, field] : switches_) {
        grid->addWidget(box, cell / 2, cell % 2);
        ++cell;
    }
    grid->addWidget(orthographic_, cell / 2, cell % 2);
    form->addRow(grid);
    auto* levels = new QHBoxLayout;
    levels->addWidget(first_level_);
    levels->addWidget(levels_, 1);
    levels->addWidget(last_level_);
    form->addRow(tr("Box levels"), levels);
    static_cast<QLabel*>(form->labelForField(levels))->setBuddy(first_level_);
    form->addRow(tr("M&inimum accesses"), minimum_);
}

void DrawChooser::connect_model() {
    for (const auto& [box, field] : switches_) {
        connect(box, &QCheckBox::toggled, this, [this, field = field](bool on) {
            View view = pane_.choices().view;
            view.*field = on;
            pane_.set_view(view);
        });
    }
    connect(orthographic_, &QCheckBox::toggled, this, [this](bool on) {
        View view = pane_.choices().view;
        view.projection = on ? Projection::orthographic : Projection::perspective;
        pane_.set_view(view);
    });
    // An end that is moved past the other one moves it along.
    connect(first_level_, QOverload<int>::of(&QSpinBox::valueChanged), this,
            [this](int first) { set_levels(first, std::max(first, last_level_->value())); });
    connect(last_level_, QOverload<int>::of(&QSpinBox::valueChanged), this,
            [this](int last) { set_levels(std::min(first_level_->value(), last), last); });
    connect(levels_, &RangeSlider::range_edited, this, &DrawChooser::set_levels);
    connect(minimum_, QOverload<int>::of(&QSpinBox::valueChanged), this, [this](int accesses) {
        View view = pane_.choices().view;
        view.minimum_accesses = static_cast<std::uint32_t>(accesses);
        pane_.set_view(view);
    });
    connect(&pane_, &Pane::recording_changed, this, &DrawChooser::show_recording);
    connect(&pane_, &Pane::look_changed, this, &DrawChooser::show_choices);
}

void DrawChooser::set_levels(int first, int last) {
    View view = pane_.choices().view;
    view.box_levels = {static_cast<std::uint16_t>(first), static_cast<std::uint16_t>(last)};
    pane_.set_view(view);
}

void DrawChooser::show_recording() {
    int deepest = 0;
    const auto recording = pane_.recording();
    const bool drawn = recording == nullptr || recording->has_mesh();
    if (recording != nullptr && drawn) deepest = static_cast<int>(recording->prepared->levels()) - 1;
    setVisible(drawn);
    const QSignalBlocker blockers[] = {QSignalBlocker(first_level_), QSignalBlocker(last_level_)};
    for (QSpinBox* level : {first_level_, last_level_})
        level->setRange(0, std::max(deepest, 0));
    levels_->set_limits(0, std::max(deepest, 0));
    show_choices();
}

void DrawChooser::show_choices() {
    const View& view = pane_.choices().view;
    for (const auto& [box, field] : switches_) {
        const QSignalBlocker blocker(box);
        box->setChecked(view.*field);
    }
    const QSignalBlocker blockers[] = {QSignalBlocker(orthographic_), QSignalBlocker(first_level_),
                                       QSignalBlocker(last_level_), QSignalBlocker(minimum_)};
    orthographic_->setChecked(view.projection == Projection::orthographic);
    first_level_->setValue(view.box_levels.first);
    last_level_->setValue(view.box_levels.last);
    levels_->set_range(view.box_levels.first, view.box_levels.last);
    minimum_->setValue(static_cast<int>(std::clamp<std::uint32_t>(view.minimum_accesses, 1, 1'000'000'000)));
    for (QWidget* control : {static_cast<QWidget*>(first_level_), static_cast<QWidget*>(last_level_),
                             static_cast<QWidget*>(levels_)})
        control->setEnabled(view.show_boxes);
}

} // namespace hitmap
