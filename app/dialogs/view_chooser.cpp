#include "app/dialogs/view_chooser.h"

#include "app/dialogs/settings/settings_dialog.h"
#include "core/base/error.h"
#include "core/geometry/scene.h"
#include "widgets/base/format.h"
#include "widgets/controls/focus_frame.h"
#include "widgets/session/panes/pane.h"
#include "widgets/start/viewfinder.h"

#include <QtCore/QSignalBlocker>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QFormLayout>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>
#include <chrono>
#include <utility>

namespace hitmap {

namespace {

constexpr std::chrono::milliseconds typing_pause{300};

/// Returns the axis that points upwards in the mesh file, according to the recording; y if it is not stated,
/// since the mesh was then not turned.
UpAxis up_of(const RecordingInfo& info) {
    for (const auto& [name, value] : info.options) {
        if (name != "up") continue;
        try {
            return parse_up(value, "up").value_or(UpAxis::y);
        } catch (const UsageError&) { // a recording may contain any text
            break;
        }
    }
    return UpAxis::y;
}

/// Returns the part of a spec that determines the shape: the size of a built-in scene does not.
std::string_view shape_of(std::string_view spec) {
    return is_builtin(spec) ? spec.substr(0, spec.find('?')) : spec;
}

} // namespace

ViewChooser::ViewChooser(const Pane& pane, std::string pane_scene, QWidget* parent)
    : QGroupBox(tr("View"), parent),
      pane_scene_(std::move(pane_scene)),
      up_(new QComboBox),
      camera_(new QComboBox),
      note_(new QLabel),
      viewfinder_(new Viewfinder) {
    if (pane.recording() != nullptr && pane.recording()->has_mesh()) {
        pane_camera_ = pane.choices().view.camera;
        pane_up_ = up_of(pane.recording()->info());
    }
    for (const std::string_view name : up_names()) {
        QString text = name == "auto" ? tr("Auto") : tr("%1 of the file").arg(text_of(name));
        text.replace(QLatin1Char('-'), QChar(0x2212));
        up_->addItem(text, text_of(name));
    }
    up_->setToolTip(
        tr("Axis of the mesh file that points upwards. Auto: what its format says, else found from the "
           "shape of the mesh"));
    camera_->addItem(tr("The scene's own"), own_camera);
    if (pane_camera_) camera_->addItem(tr("As the active pane looks now"), pane_camera);
    camera_->addItem(tr("As set in the preview"), viewfinder_camera);
    wait_.setSingleShot(true);
    wait_.setInterval(typing_pause);
    viewfinder_->set_navigation(stored_navigation());
    for (const auto& [widget, name] : {std::pair<QWidget*, const char*>{up_, "new_up"},
                                       {camera_, "new_camera"},
                                       {note_, "new_view_note"},
                                       {viewfinder_, "new_preview"}})
        widget->setObjectName(QLatin1String(name));
    lay_out();
    const auto index_changed = QOverload<int>::of(&QComboBox::currentIndexChanged);
    connect(up_, index_changed, this, &ViewChooser::take_up);
    connect(camera_, index_changed, this, [this] {
        if (camera_item() == viewfinder_camera && mesh_ != nullptr)
            viewfinder_camera_ = viewfinder_->camera();
        show_camera();
        Q_EMIT changed();
    });
    connect(viewfinder_, &Viewfinder::camera_moved, this, &ViewChooser::take_camera);
    connect(&wait_, &QTimer::timeout, this, &ViewChooser::load);
    connect(&job_, &JobRunner::failed, this, [this](const QString& message) {
        failure_ = message;
        show_note();
        Q_EMIT changed();
    });
    show_note();
}

void ViewChooser::lay_out() {
    auto* reset = new QPushButton(tr("Rese&t View"));
    reset->setObjectName(QStringLiteral("new_view_reset"));
    reset->setToolTip(tr("Determines the up axis again and takes the scene's own camera"));
    reset->setAutoDefault(false);
    connect(reset, &QPushButton::clicked, this, &ViewChooser::reset);
    note_->setWordWrap(true);
    note_->setTextFormat(Qt::PlainText);
    note_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* form = new QFormLayout;
    form->addRow(tr("&Up axis"), up_);
    form->addRow(tr("&Camera"), camera_);
    form->addRow(QString(), reset);
    auto* row = new QHBoxLayout;
    row->addLayout(form, 1);
    auto* preview = new FocusHolder;
    preview->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed); // as the preview
    preview->hold(*viewfinder_);
    row->addWidget(preview, 0, Qt::AlignTop);
    // The note is below both: how high it is follows from its width, which a form beside a picture does not
    // take into account, so that it cut off its last row.
    auto* rows = new QVBoxLayout(this);
    rows->addLayout(row);
    rows->addWidget(note_);
}

void ViewChooser::set_scene(const std::string& spec) {
    if (spec == spec_) return;
    // While a number is typed, there is no scene for a moment.
    const bool other_shape = !spec.empty() && !last_spec_.empty() && shape_of(spec) != shape_of(last_spec_);
    spec_ = spec;
    if (!spec.empty()) last_spec_ = spec;
    mesh_.reset();
    failure_.clear();
    job_.stop();
    viewfinder_->set_mesh(nullptr);
    up_->setEnabled(!is_builtin(spec));
    if (spec.empty()) {
        wait_.stop();
    } else {
        wait_.start();
    }
    show_note();
    if (!other_shape) return;
    // A camera that was set for another mesh is not useful for this one.
    const bool as_pane = takes_pane_camera();
    reset();
    if (as_pane) take_pane_camera();
}

void ViewChooser::set_resolution(int width, int height) {
    viewfinder_->set_resolution(width, height);
}

void ViewChooser::load() {
    job_.start([spec = spec_](const JobContext& job) { return load_viewfinder_mesh(spec, job); },
               [this](const std::shared_ptr<const ViewfinderMesh>& mesh) { show_mesh(mesh); });
    show_note();
}

void ViewChooser::show_mesh(const std::shared_ptr<const ViewfinderMesh>& mesh) {
    mesh_ = mesh;
    viewfinder_->set_mesh(mesh);
    show_camera();
    show_note();
    Q_EMIT changed();
}

void ViewChooser::show_camera() {
    if (mesh_ == nullptr) return;
    viewfinder_->show_from(camera().value_or(mesh_->camera_for(up())), up());
}

void ViewChooser::show_note() {
    QString text;
    if (!failure_.isEmpty()) {
        text = failure_;
    } else if (is_builtin(spec_)) {
        text = tr("Built-in scenes are y-up.");
    } else if (mesh_ == nullptr) {
        text = spec_.empty() ? tr("No mesh is chosen.") : tr("Reading the mesh …");
    } else if (up() == UpAxis::y) {
        text = tr("The mesh stays as it is in its file: y is up.");
    } else if (up()) {
        text = tr("The mesh is turned so that %1 becomes y.").arg(text_of(name_of(*up())));
    } else if (mesh_->up) {
        text = mesh_->up->basis == UpBasis::standard
                   ? tr("%1: %2").arg(text_of(name_of(mesh_->up->axis)),
                                      QString::fromStdString(mesh_->up->reason))
                   : tr("Assumed %1: %2")
                         .arg(text_of(name_of(mesh_->up->axis)), QString::fromStdString(mesh_->up->reason));
    }
    note_->setText(text);
}

UpChoice ViewChooser::up() const {
    if (is_builtin(spec_)) return std::nullopt;
    return parse_up(up_->currentData().toString().toStdString(), "up");
}

ViewChooser::CameraItem ViewChooser::camera_item() const {
    return static_cast<CameraItem>(camera_->currentData().toInt());
}

void ViewChooser::choose_camera_item(CameraItem item) {
    camera_->setCurrentIndex(camera_->findData(item));
}

Camera ViewChooser::camera_of_pane() const {
    // Another up axis turns the mesh, so that the camera is turned as well.
    if (mesh_ == nullptr || spec_ != pane_scene_ || !mesh_->up) return *pane_camera_;
    return mesh_->moved(*pane_camera_, pane_up_, up());
}

std::optional<Camera> ViewChooser::camera() const {
    switch (camera_item()) {
    case pane_camera:
        return camera_of_pane();
    case viewfinder_camera:
        return viewfinder_camera_;
    case own_camera:
        break;
    }
    return std::nullopt;
}

void ViewChooser::choose(UpChoice up, const std::optional<Camera>& camera) {
    up_->setCurrentIndex(up_->findData(text_of(name_of(up))));
    {
        // Since the signal would replace the camera by that of the preview.
        const QSignalBlocker quiet(camera_);
        viewfinder_camera_ = camera;
        choose_camera_item(camera ? viewfinder_camera : own_camera);
    }
    show_camera();
    Q_EMIT changed();
}

void ViewChooser::reset() {
    choose(std::nullopt, std::nullopt);
}

bool ViewChooser::takes_pane_camera() const {
    return camera_item() == pane_camera;
}

void ViewChooser::take_pane_camera() {
    if (pane_camera_) choose_camera_item(pane_camera);
}

void ViewChooser::take_up() {
    // A camera that was set for the mesh with the old up axis is not useful after the mesh was turned.
    if (camera_item() == viewfinder_camera) choose_camera_item(own_camera);
    show_camera();
    show_note();
    Q_EMIT changed();
}

void ViewChooser::take_camera() {
    viewfinder_camera_ = viewfinder_->camera();
    const QSignalBlocker quiet(camera_); // the preview has the camera already
    choose_camera_item(viewfinder_camera);
    Q_EMIT changed();
}

glm::dvec3 ViewChooser::offset() const {
    return mesh_ == nullptr ? glm::dvec3(0.0) : mesh_->offset_for(up());
}

const SceneSize* ViewChooser::size() const {
    return mesh_ == nullptr ? nullptr : &mesh_->size;
}

} // namespace hitmap
