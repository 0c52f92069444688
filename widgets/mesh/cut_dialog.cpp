#include "widgets/mesh/cut_dialog.h"

#include "core/trace/model/element_kind.h"
#include "widgets/mesh/element_text.h"

#include <QtCore/QSignalBlocker>
#include <QtWidgets/QDialogButtonBox>
#include <QtWidgets/QDoubleSpinBox>
#include <QtWidgets/QFormLayout>
#include <QtWidgets/QGroupBox>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QVBoxLayout>
#include <glm/geometric.hpp>

#include <algorithm>

namespace hitmap {

namespace {

glm::vec3 values_of(const std::array<QDoubleSpinBox*, 3>& corner) {
    return {static_cast<float>(corner[0]->value()), static_cast<float>(corner[1]->value()),
            static_cast<float>(corner[2]->value())};
}

void show_number(QDoubleSpinBox& box, float value) {
    const QSignalBlocker blocker(box);
    box.setValue(static_cast<double>(value));
}

void show_numbers(const std::array<QDoubleSpinBox*, 3>& corner, const glm::vec3& values) {
    for (int axis = 0; axis < 3; ++axis)
        show_number(*corner[static_cast<std::size_t>(axis)], values[axis]);
}

QHBoxLayout* row_of(const std::array<QDoubleSpinBox*, 3>& corner) {
    auto* row = new QHBoxLayout;
    for (QDoubleSpinBox* number : corner)
        row->addWidget(number);
    return row;
}

} // namespace

CutDialog::CutDialog(Pane& pane, QWidget* parent)
    : QDialog(parent),
      pane_(pane),
      plane_(new QGroupBox(tr("Cut with a &Plane"))),
      box_(new QGroupBox(tr("Cut with a &Box"))) {
    setObjectName(QStringLiteral("cut_dialog"));
    setWindowTitle(tr("Cut the Scene"));
    plane_->setObjectName(QStringLiteral("cut_plane"));
    box_->setObjectName(QStringLiteral("cut_box"));
    auto* rows = new QVBoxLayout(this);
    add_plane(*rows);
    add_box(*rows);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    rows->addWidget(buttons);
    connect_model();
    show_view();
}

QDoubleSpinBox* CutDialog::add_number(const char* name, const QString& text) {
    auto* number = new QDoubleSpinBox;
    number->setObjectName(QString::fromLatin1(name));
    number->setAccessibleName(text);
    number->setDecimals(5);
    number->setRange(-1e9, 1e9);
    number->setKeyboardTracking(false); // a number that is being typed cuts nothing
    const auto recording = pane_.recording();
    if (recording != nullptr && recording->has_mesh()) {
        const glm::vec3 extent = recording->prepared->bounds.extent();
        number->setSingleStep(std::max({extent.x, extent.y, extent.z}) / 100.0);
    }
    return number;
}

CutDialog::Corner CutDialog::add_corner(const char* name, const QString& text) {
    const QString axes = QStringLiteral("XYZ");
    Corner corner{};
    for (int axis = 0; axis < 3; ++axis) {
        QDoubleSpinBox* number = add_number("", tr("%1, %2").arg(text, axes[axis]));
        number->setObjectName(QStringLiteral("%1_%2").arg(QString::fromLatin1(name)).arg(axis));
        corner[static_cast<std::size_t>(axis)] = number;
    }
    return corner;
}

void CutDialog::add_plane(QVBoxLayout& rows) {
    plane_->setCheckable(true);
    normal_ = add_corner("cut_normal", tr("Direction that is cut away"));
    offset_ = add_number("cut_offset", tr("Offset along the direction"));
    for (QDoubleSpinBox* number : normal_)
        number->setSingleStep(0.1);
    auto* of_view = new QPushButton(tr("Facing the &Camera"));
    of_view->setObjectName(QStringLiteral("cut_facing"));
    of_view->setToolTip(tr("A plane through the pivot that cuts away what is nearer to the camera"));
    connect(of_view, &QPushButton::clicked, this, &CutDialog::take_plane_of_view);
    auto* form = new QFormLayout(plane_);
    QHBoxLayout* normal = row_of(normal_);
    form->addRow(tr("&Direction"), normal);
    static_cast<QLabel*>(form->labelForField(normal))->setBuddy(normal_[0]);
    form->addRow(tr("&Offset"), offset_);
    form->addRow(of_view);
    rows.addWidget(plane_);
}

void CutDialog::add_box(QVBoxLayout& rows) {
    box_->setCheckable(true);
    lower_ = add_corner("cut_lower", tr("Lower corner"));
    upper_ = add_corner("cut_upper", tr("Upper corner"));
    of_selection_ = new QPushButton(tr("Of the &Selected Element"));
    of_selection_->setObjectName(QStringLiteral("cut_selected"));
    auto* of_scene = new QPushButton(tr("Of the Whole S&cene"));
    connect(of_selection_, &QPushButton::clicked, this, [this] {
        const auto& selection = pane_.choices().selection;
        if (selection && pane_.recording() != nullptr && pane_.recording()->scene != nullptr)
            take_box(element_bounds(*pane_.recording()->scene, *selection));
    });
    connect(of_scene, &QPushButton::clicked, this, [this] {
        const auto recording = pane_.recording();
        if (recording != nullptr && recording->has_mesh()) take_box(recording->prepared->bounds);
    });
    auto* form = new QFormLayout(box_);
    for (const auto& [text, corner] :
         {std::pair(tr("&Lower corner"), &lower_), std::pair(tr("&Upper corner"), &upper_)}) {
        QHBoxLayout* row = row_of(*corner);
        form->addRow(text, row);
        static_cast<QLabel*>(form->labelForField(row))->setBuddy((*corner)[0]);
    }
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(of_selection_);
    buttons->addWidget(of_scene);
    form->addRow(buttons);
    rows.addWidget(box_);
}

void CutDialog::connect_model() {
    const auto changed = QOverload<double>::of(&QDoubleSpinBox::valueChanged);
    for (QDoubleSpinBox* number : {normal_[0], normal_[1], normal_[2], offset_})
        connect(number, changed, this, &CutDialog::set_plane);
    for (const Corner& corner : {lower_, upper_})
        for (QDoubleSpinBox* number : corner)
            connect(number, changed, this, &CutDialog::set_box);
    connect(plane_, &QGroupBox::toggled, this, &CutDialog::set_plane);
    connect(box_, &QGroupBox::toggled, this, &CutDialog::set_box);
    connect(&pane_, &Pane::look_changed, this, &CutDialog::show_view);
    connect(&pane_, &Pane::selection_changed, this, &CutDialog::show_view);
    connect(&pane_, &Pane::recording_changed, this, &CutDialog::show_view);
}

void CutDialog::show_view() {
    const View& view = pane_.choices().view;
    const auto recording = pane_.recording();
    const QSignalBlocker blockers[] = {QSignalBlocker(plane_), QSignalBlocker(box_)};
    plane_->setChecked(view.cut_plane.has_value());
    box_->setChecked(view.cut_box.has_value());
    if (view.cut_plane) {
        show_numbers(normal_, view.cut_plane->normal);
        show_number(*offset_, view.cut_plane->offset);
    } else if (values_of(normal_) == glm::vec3(0.0F)) {
        show_number(*normal_[0], 1.0F); // what checking the box begins with
    }
    if (view.cut_box) {
        show_numbers(lower_, view.cut_box->lower);
        show_numbers(upper_, view.cut_box->upper);
    } else if (recording != nullptr && recording->has_mesh() &&
               !is_cut(Aabb{values_of(lower_), values_of(upper_)})) {
        show_numbers(lower_, recording->prepared->bounds.lower);
        show_numbers(upper_, recording->prepared->bounds.upper);
    }
    const auto& selection = pane_.choices().selection;
    of_selection_->setEnabled(selection && element_kinds()[selection->kind].geometry);
    setEnabled(recording != nullptr && recording->has_mesh());
}

void CutDialog::set_plane() {
    View view = pane_.choices().view;
    const CutPlane plane{values_of(normal_), static_cast<float>(offset_->value())};
    view.cut_plane = plane_->isChecked() && is_cut(plane) ? std::optional(plane) : std::nullopt;
    pane_.set_view(view);
}

void CutDialog::set_box() {
    View view = pane_.choices().view;
    const Aabb box{values_of(lower_), values_of(upper_)};
    view.cut_box = box_->isChecked() && is_cut(box) ? std::optional(box) : std::nullopt;
    pane_.set_view(view);
}

void CutDialog::take_plane_of_view() {
    View view = pane_.choices().view;
    const auto recording = pane_.recording();
    if (recording == nullptr || !recording->has_mesh()) return;
    // The pivot, as ViewCamera has it.
    const float distance =
        view.focus_distance > 0.0F ? view.focus_distance : recording->prepared->frustum_distance;
    const glm::vec3 pivot = view.camera.position + distance * view.camera.forward;
    view.cut_plane = CutPlane{-view.camera.forward, glm::dot(-view.camera.forward, pivot)};
    pane_.set_view(view);
}

void CutDialog::take_box(const Aabb& box) {
    View view = pane_.choices().view;
    // A flat box, such as that of a triangle, still has to have a volume.
    const glm::vec3 extent = box.extent();
    const float margin = 1e-3F * std::max({extent.x, extent.y, extent.z});
    view.cut_box = Aabb{box.lower - margin, box.upper + margin};
    if (is_cut(*view.cut_box)) pane_.set_view(view);
}

} // namespace hitmap
