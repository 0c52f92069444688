#include "widgets/mesh/draw_chooser.h"

#include "core/trace/model/element_kind.h"
#include "widgets/base/format.h"
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

namespace {

struct SwitchTexts {
    QString text;
    QString tip;
};

SwitchTexts texts_of(ElementKindId kind) {
    if (kind == face_kind) return {DrawChooser::tr("F&aces"), DrawChooser::tr("Triangles of the mesh")};
    const ElementKind& row = element_kinds()[kind];
    const QString plural = capitalised(row.plural);
    const QString place = row.tree ? DrawChooser::tr("%1 of the tree") : DrawChooser::tr("%1 of the scene");
    const QString form = row.geometry->form == CellForm::triangles
                             ? DrawChooser::tr("%1, as triangles")
                             : DrawChooser::tr("%1 that are accessed in this frame, as edges");
    // Few have a shortcut, since letters are few.
    return {(mesh_kinds.contains(kind) ? QStringLiteral("&") : QString()) + plural,
            form.arg(place.arg(plural))};
}

} // namespace

DrawChooser::DrawChooser(Pane& pane, QWidget* parent) : QWidget(parent), pane_(pane) {
    create_switches();
    create_levels();
    lay_out();
    connect_model();
    show_recording();
}

void DrawChooser::create_switches() {
    const auto new_box = [](const QString& text, const QString& name, const QString& tip) {
        auto* box = new QCheckBox(text);
        box->setObjectName(name);
        box->setToolTip(tip);
        return box;
    };
    for (const ElementKindId kind : in_drawing_order(drawn_kinds())) {
        const QString plural = text_of(element_kinds()[kind].plural);
        const SwitchTexts texts = texts_of(kind);
        switches_.push_back({new_box(texts.text, QStringLiteral("show_") + plural, texts.tip), kind,
                             [kind](const View& view) { return view.shows(kind); },
                             [kind](View& view, bool on) { view.show(kind, on); }});
    }
    const auto add = [&](const QString& text, const char* name, bool View::*field, const QString& tip) {
        switches_.push_back({new_box(text, QString::fromLatin1(name), tip), std::nullopt,
                             [field](const View& view) { return view.*field; },
                             [field](View& view, bool on) { view.*field = on; }});
    };
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
    for (const Switch& each : switches_) {
        grid->addWidget(each.box, cell / 2, cell % 2);
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
    for (const Switch& each : switches_) {
        connect(each.box, &QCheckBox::toggled, this, [this, turn = each.turn](bool on) {
            View view = pane_.choices().view;
            turn(view, on);
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
    // What few recordings have is offered for these.
    for (const Switch& each : switches_)
        if (each.kind && !mesh_kinds.contains(*each.kind))
            each.box->setVisible(recording != nullptr && drawn &&
                                 element_count(*recording->scene, *each.kind) != 0);
    const QSignalBlocker blockers[] = {QSignalBlocker(first_level_), QSignalBlocker(last_level_)};
    for (QSpinBox* level : {first_level_, last_level_})
        level->setRange(0, std::max(deepest, 0));
    levels_->set_limits(0, std::max(deepest, 0));
    show_choices();
}

void DrawChooser::show_choices() {
    const View& view = pane_.choices().view;
    for (const Switch& each : switches_) {
        const QSignalBlocker blocker(each.box);
        each.box->setChecked(each.is_on(view));
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
        control->setEnabled(view.shows(kind_with_levels));
}

} // namespace hitmap
