#include "app/dialogs/new_recording_dialog.h"

#include "app/dialogs/settings/recent_files.h"
#include "app/dialogs/view_chooser.h"
#include "core/base/error.h"
#include "core/geometry/upright.h"
#include "core/jobs/memory.h"
#include "core/raytracer/options/trace_memory.h"
#include "widgets/base/comfortable_size.h"
#include "widgets/base/format.h"
#include "widgets/base/path_text.h"
#include "widgets/session/panes/pane.h"
#include "widgets/start/trace_option_form.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QFileInfo>
#include <QtCore/QSettings>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QDialogButtonBox>
#include <QtWidgets/QFileDialog>
#include <QtWidgets/QFormLayout>
#include <QtWidgets/QGroupBox>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPlainTextEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QSpinBox>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>
#include <limits>
#include <thread>

namespace hitmap {

namespace {

const QLatin1String spec_key("new_recording/spec");
const QLatin1String camera_key("new_recording/camera");
const QLatin1String place_key("new_recording/place");

// Item data of the list of scenes for entries that are not built-in scenes.
const QLatin1String of_file("file");
const QLatin1String of_pane("pane");

/// Returns the scene of a recording; empty if it is not known. A mesh is searched by its file name in the
/// folder of the recording and among recently traced and opened files.
std::string scene_of(const OpenRecording& recording) {
    if (recording.traced) return trace_of(recording.spec).scene;
    const std::string opened = whole_text(recording.spec);
    if (!recording.has_mesh()) return {}; // its source is no mesh
    const std::string& source = recording.info().source_name;
    if (is_builtin(source)) return source;
    if (source.empty()) return {};
    const QString name = QFile::decodeName(source.c_str());
    const QSettings settings;
    QStringList places{QFileInfo(QFile::decodeName(opened.c_str())).dir().filePath(name)};
    try {
        const TraceRequest last = trace_request(path_bytes(settings.value(spec_key).toString()));
        places.append(QFile::decodeName(last.scene.c_str()));
    } catch (const UsageError&) { // from another version
    }
    places += RecentFiles::list();
    for (const QString& place : places) {
        const QFileInfo file(place);
        if (file.fileName() == name && file.isFile())
            return QFile::encodeName(file.absoluteFilePath()).toStdString();
    }
    return {};
}

/// Returns the size of the mesh of a recording.
SceneSize size_of(const OpenRecording& recording) {
    if (recording.scene == nullptr) return {};
    return {recording.scene->vertices.size(), recording.info().scene.faces, recording.file->normal_count()};
}

const BuiltinScene* builtin_named(const QString& name) {
    for (const BuiltinScene& scene : builtin_scenes()) {
        if (name == text_of(scene.name)) return &scene;
    }
    return nullptr;
}

QHBoxLayout* row_in(QWidget& box) {
    auto* row = new QHBoxLayout(&box);
    row->setContentsMargins(0, 0, 0, 0);
    return row;
}

} // namespace

NewRecordingDialog::NewRecordingDialog(const Pane& pane, bool may_add_panes, QWidget* parent)
    : QDialog(parent),
      pane_scene_(pane.recording() != nullptr ? scene_of(*pane.recording()) : std::string()),
      scene_(new QComboBox),
      builtin_fields_(new QWidget),
      triangles_(new QSpinBox),
      scene_seed_(new QSpinBox),
      file_fields_(new QWidget),
      file_(new QLineEdit),
      view_(new ViewChooser(pane, pane_scene_)),
      place_(new QComboBox),
      form_(new TraceOptionForm),
      estimate_(new QLabel),
      error_(new QLabel),
      command_(new QPlainTextEdit),
      buttons_(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel |
                                    QDialogButtonBox::RestoreDefaults)) {
    setObjectName(QStringLiteral("new_recording_dialog"));
    setWindowTitle(tr("New Recording"));
    if (pane.recording() != nullptr) pane_size_ = size_of(*pane.recording());
    create_scene_row();
    place_->addItem(tr("The active pane"));
    if (may_add_panes) place_->addItem(tr("A new pane"));
    lay_out();
    restore(pane);
    for (QComboBox* box : {scene_, place_})
        connect(box, QOverload<int>::of(&QComboBox::currentIndexChanged), this, &NewRecordingDialog::check);
    for (QSpinBox* box : {triangles_, scene_seed_})
        connect(box, QOverload<int>::of(&QSpinBox::valueChanged), this, &NewRecordingDialog::check);
    connect(scene_, QOverload<int>::of(&QComboBox::currentIndexChanged), this,
            &NewRecordingDialog::show_scene_fields);
    connect(file_, &QLineEdit::textChanged, this, &NewRecordingDialog::check);
    connect(form_, &TraceOptionForm::changed, this, &NewRecordingDialog::check);
    connect(view_, &ViewChooser::changed, this, &NewRecordingDialog::check);
    connect(buttons_, &QDialogButtonBox::accepted, this, &NewRecordingDialog::keep);
    connect(buttons_, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons_->button(QDialogButtonBox::RestoreDefaults), &QPushButton::clicked, this,
            &NewRecordingDialog::restore_defaults);
    check();
    scene_->setFocus();
}

void NewRecordingDialog::create_scene_row() {
    for (const BuiltinScene& scene : builtin_scenes()) {
        scene_->addItem(tr("%1 (built-in)").arg(capitalised(scene.name)), text_of(scene.name));
        scene_->setItemData(scene_->count() - 1, capitalised(scene.description), Qt::ToolTipRole);
    }
    scene_->addItem(tr("Mesh file"), of_file);
    if (!pane_scene_.empty()) {
        scene_->addItem(
            tr("As in the active pane: %1").arg(QFileInfo(QString::fromStdString(pane_scene_)).fileName()),
            of_pane);
    }
    // 0 stands for the default number of the scene.
    triangles_->setRange(0, std::numeric_limits<int>::max());
    triangles_->setSpecialValueText(tr("usual"));
    triangles_->setGroupSeparatorShown(true);
    triangles_->setSingleStep(10'000);
    scene_seed_->setRange(0, std::numeric_limits<int>::max());
    scene_seed_->setGroupSeparatorShown(true);
    scene_seed_->setValue(1);
    for (const auto& [widget, name] : {std::pair<QWidget*, const char*>{scene_, "new_scene"},
                                       {triangles_, "new_triangles"},
                                       {scene_seed_, "new_seed"},
                                       {file_, "new_file"},
                                       {place_, "new_place"},
                                       {estimate_, "new_estimate"},
                                       {error_, "new_error"},
                                       {command_, "new_command"}})
        widget->setObjectName(QLatin1String(name));
    file_->setAccessibleName(tr("Mesh file"));
}

QWidget* NewRecordingDialog::make_scene_box() {
    QHBoxLayout* builtin = row_in(*builtin_fields_);
    for (const auto& [text, box] :
         {std::pair{tr("&Triangles"), triangles_}, std::pair{tr("Se&ed"), scene_seed_}}) {
        auto* label = new QLabel(text);
        label->setBuddy(box);
        builtin->addWidget(label);
        builtin->addWidget(box, 1);
    }
    QHBoxLayout* file = row_in(*file_fields_);
    auto* browse = new QPushButton(tr("&Browse …"));
    browse->setObjectName(QStringLiteral("new_browse"));
    connect(browse, &QPushButton::clicked, this, &NewRecordingDialog::browse);
    file->addWidget(file_, 1);
    file->addWidget(browse);
    auto* box = new QGroupBox(tr("Scene"));
    auto* form = new QFormLayout(box);
    form->addRow(tr("&Scene"), scene_);
    form->addRow(QString(), builtin_fields_);
    form->addRow(QString(), file_fields_);
    form->addRow(tr("Open &in"), place_);
    return box;
}

void NewRecordingDialog::lay_out() {
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->addWidget(make_scene_box());
    column->addWidget(view_);
    column->addWidget(form_);
    column->addStretch();
    auto* scroll = new QScrollArea;
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(content);
    command_->setReadOnly(true);
    command_->setTabChangesFocus(true);
    command_->setAccessibleName(tr("Commands that make the same recording"));
    command_->setFixedHeight(3 * fontMetrics().lineSpacing() + 12);
    auto* command_label = new QLabel(tr("The same on the command &line"));
    command_label->setBuddy(command_);
    error_->setWordWrap(true);
    error_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* rows = new QVBoxLayout(this);
    rows->addWidget(scroll, 1);
    rows->addWidget(command_label);
    rows->addWidget(command_);
    rows->addWidget(estimate_);
    rows->addWidget(error_);
    rows->addWidget(buttons_);
    content->adjustSize();
    scroll->setMinimumWidth(content->minimumSizeHint().width() +
                            style()->pixelMetric(QStyle::PM_ScrollBarExtent));
    resize_within_screen(*this, {760, 860});
}

std::string NewRecordingDialog::scene() const {
    const QString chosen = scene_->currentData().toString();
    if (chosen == of_pane) return pane_scene_;
    if (chosen == of_file) return QFile::encodeName(file_->text().trimmed()).toStdString();
    QStringList keys;
    if (triangles_->value() != 0) keys.append(QStringLiteral("triangles=%1").arg(triangles_->value()));
    if (scene_seed_->value() != 1) keys.append(QStringLiteral("seed=%1").arg(scene_seed_->value()));
    QString spec = QStringLiteral("builtin:") + chosen;
    if (!keys.isEmpty()) spec += QLatin1Char('?') + keys.join(QLatin1Char('&'));
    return spec.toStdString();
}

void NewRecordingDialog::show_scene(const std::string& scene) {
    const QString spec = QString::fromStdString(scene);
    const QString name = spec.section(QLatin1Char('?'), 0, 0).mid(8);
    if (!spec.startsWith(QLatin1String("builtin:")) || builtin_named(name) == nullptr) {
        scene_->setCurrentIndex(scene_->findData(of_file));
        file_->setText(spec);
        return;
    }
    scene_->setCurrentIndex(scene_->findData(name));
    for (const QString& key : spec.section(QLatin1Char('?'), 1).split(QLatin1Char('&'))) {
        const int value = key.section(QLatin1Char('='), 1).toInt();
        if (key.startsWith(QLatin1String("triangles="))) triangles_->setValue(value);
        if (key.startsWith(QLatin1String("seed="))) scene_seed_->setValue(value);
    }
}

void NewRecordingDialog::show_scene_fields() {
    const QString chosen = scene_->currentData().toString();
    builtin_fields_->setVisible(builtin_named(chosen) != nullptr);
    file_fields_->setVisible(chosen == of_file);
}

void NewRecordingDialog::restore(const Pane& pane) {
    const QSettings settings;
    try {
        const TraceRequest last = trace_request(path_bytes(settings.value(spec_key).toString()));
        form_->show_options(last.options);
        if (!last.scene.empty()) show_scene(last.scene);
        view_->choose(last.up, std::nullopt);
    } catch (const UsageError&) { // from another version: the defaults are used
    }
    if (const int of_recording = scene_->findData(of_pane); of_recording >= 0) {
        scene_->setCurrentIndex(of_recording);
        restore_options(*pane.recording());
    } else if (settings.value(camera_key).toBool()) {
        view_->take_pane_camera();
    }
    place_->setCurrentIndex(std::clamp(settings.value(place_key).toInt(), 0, place_->count() - 1));
    show_scene_fields();
}

void NewRecordingDialog::restore_options(const OpenRecording& recording) {
    const TraceRequest request = request_of(recording);
    form_->show_options(request.options);
    view_->choose(request.up, request.camera);
}

void NewRecordingDialog::restore_defaults() {
    form_->show_options({});
    triangles_->setValue(0);
    scene_seed_->setValue(1);
    place_->setCurrentIndex(0);
    view_->reset();
    check();
}

void NewRecordingDialog::browse() {
    const QString file =
        QFileDialog::getOpenFileName(this, tr("Mesh to trace"), RecentFiles::last_folder(),
                                     tr("Meshes (*.obj *.ply *.stl *.obj.gz *.ply.gz *.stl.gz *.gltf *.glb "
                                        "*.dae *.3ds *.fbx *.off);;All files (*)"));
    if (!file.isEmpty()) file_->setText(file);
}

std::string NewRecordingDialog::checked_scene() const {
    const std::string chosen = scene();
    check_upright_scene(chosen, std::nullopt);
    if (is_builtin(chosen)) return chosen;
    if (chosen.empty()) throw UsageError(tr("Which mesh file?").toStdString());
    const QFileInfo file(QFile::decodeName(chosen.c_str()));
    if (!file.isFile()) throw UsageError(tr("There is no file %1.").arg(file.filePath()).toStdString());
    return QFile::encodeName(file.absoluteFilePath()).toStdString();
}

std::string NewRecordingDialog::shown_scene() const {
    try {
        return checked_scene();
    } catch (const Error&) {
        return {};
    }
}

TraceRequest NewRecordingDialog::request() const {
    TraceRequest request{checked_scene(), form_->options(), view_->camera(), view_->up()};
    check_trace_options(request.options);
    return request;
}

bool NewRecordingDialog::wants_new_pane() const {
    return place_->currentIndex() == 1;
}

QString NewRecordingDialog::estimate(const TraceRequest& wanted, QString& error) const {
    const bool is_open = pane_size_ && wanted.scene == pane_scene_;
    const bool is_known = is_open || view_->size() != nullptr;
    const SceneSize size = view_->size() != nullptr ? *view_->size()
                           : is_open                ? *pane_size_
                                                    : expected_size(wanted.scene);
    TraceWork work;
    work.writes = true;
    work.simulates = 1;
    work.indexes = 1;
    work.has_scene = true;
    work.threads = std::max(1U, std::thread::hardware_concurrency());
    const std::uint64_t bytes = estimate_trace_bytes(size, wanted.options, work);
    const QString memory = tr("about %1 of memory to trace and simulate it").arg(bytes_text(bytes));
    const bool is_guess = !is_known && !is_builtin(wanted.scene);
    if (const std::uint64_t all = physical_memory_bytes(); !is_guess && all != 0 && bytes > all)
        error = tr("More memory than this computer has (%1)").arg(bytes_text(all));
    const QString triangles = count_text(size.faces);
    if (is_known) return tr("%1 triangles, counted in the mesh; %2").arg(triangles, memory);
    if (!is_guess) return tr("About %1 triangles, as asked for; %2").arg(triangles, memory);
    const QString now = view_->reading() ? tr(" The mesh is being read to count them.") : QString();
    if (size.faces == 0)
        return tr("The number of triangles cannot be estimated from the size of this file.") + now;
    return tr("About %1 triangles and %2, estimated from the size of the file.").arg(triangles, memory) + now;
}

void NewRecordingDialog::check() {
    QString error;
    QString expected;
    QString command;
    view_->set_scene(shown_scene());
    try {
        const TraceRequest wanted = request();
        expected = estimate(wanted, error);
        // Where the camera is in the coordinates of a mesh file is known when the mesh was read.
        if (is_builtin(wanted.scene) || !view_->reading())
            command = QString::fromStdString(command_of(wanted, view_->offset()));
        view_->set_resolution(static_cast<int>(wanted.options.width),
                              static_cast<int>(wanted.options.height));
    } catch (const Error& wrong) {
        error = QString::fromStdString(wrong.what());
    }
    estimate_->setText(expected);
    error_->setText(error);
    error_->setVisible(!error.isEmpty());
    if (command_->toPlainText() != command) command_->setPlainText(command);
    QPushButton* ok = buttons_->button(QDialogButtonBox::Ok);
    ok->setEnabled(error.isEmpty());
    ok->setToolTip(error);
}

void NewRecordingDialog::keep() {
    TraceRequest chosen;
    try {
        chosen = request();
        // So that the recording has the same name now and when a session opens it again.
        if (chosen.camera) chosen.camera = normalised(*chosen.camera);
        chosen_ = chosen;
    } catch (const Error&) { // a file was removed since the last check
        check();
        return;
    }
    chosen.camera.reset();
    QSettings settings;
    settings.setValue(spec_key, path_text(spec_of(chosen)));
    settings.setValue(camera_key, view_->takes_pane_camera());
    if (place_->count() > 1) settings.setValue(place_key, place_->currentIndex());
    accept();
}

} // namespace hitmap
