#include "app/dialogs/layout_dialog.h"

#include "app/dialogs/layout_table.h"
#include "core/base/error.h"
#include "core/geometry/scene.h"
#include "core/layout/apply/apply_layout.h"
#include "core/layout/apply/moved_layout.h"
#include "core/layout/apply/open_laid_out.h"
#include "core/layout/derive/derive_layout.h"
#include "core/layout/model/layout_json.h"
#include "core/trace/formats/all/recording_formats.h"
#include "widgets/base/comfortable_size.h"
#include "widgets/base/format.h"
#include "widgets/controls/focus_frame.h"
#include "widgets/start/viewfinder.h"

#include <QtCore/QFile>
#include <QtCore/QFileInfo>
#include <QtWidgets/QAction>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QDialogButtonBox>
#include <QtWidgets/QFileDialog>
#include <QtWidgets/QGridLayout>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QMessageBox>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QSpinBox>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <initializer_list>
#include <utility>

namespace hitmap {

namespace {

constexpr std::chrono::milliseconds editing_pause{300};
constexpr int most_image_pixels = 65'536; // of a side

struct OpenedLayout {
    std::shared_ptr<const HmtFile> file;
    RecordingLayout layout;
    std::string problem; ///< why the stored layout is not shown; empty if it is
};

OpenedLayout open_with_layout(const std::string& recording, const std::string& layout,
                              const JobContext& job) {
    OpenedLayout opened;
    auto bytes = open_any_recording(recording, job);
    if (bytes == nullptr) throw FileError(recording, "", "expected a recording, found another file");
    opened.file = std::make_shared<const HmtFile>(std::move(bytes), job);
    if (const std::filesystem::path stored = layout_used(recording, layout); !stored.empty()) {
        try {
            MovedLayout moved = moved_to(opened.file->info(), read_layout(stored));
            opened.problem = moved.refusal;
            opened.layout = std::move(moved.layout);
            if (opened.problem.empty()) return opened;
        } catch (const FileError& error) {
            opened.problem = error.what();
        }
    }
    opened.layout = layout_of(opened.file->info());
    const auto has_role = [](const BufferLayout& buffer) { return buffer.role != Role::other; };
    if (std::ranges::none_of(opened.layout.buffers, has_role)) {
        ThreadPool pool;
        opened.layout = derive_layout(*opened.file, pool, job);
    }
    return opened;
}

/// "x y z" as a vector. Throws UsageError.
glm::vec3 vector_in(const QLineEdit& field) {
    const QStringList words = field.text().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    glm::vec3 vector(0.0F);
    bool valid = words.size() == 3;
    for (int axis = 0; valid && axis < 3; ++axis)
        vector[axis] = words[axis].toFloat(&valid);
    if (!valid)
        throw UsageError(LayoutDialog::tr("%1: expected three numbers, found '%2'")
                             .arg(field.accessibleName(), field.text())
                             .toStdString());
    return vector;
}

/// With all digits of the number.
QString digits_text(float number) {
    return QString::number(static_cast<double>(number), 'g', 9);
}

QString vector_text(const glm::vec3& v) {
    return QStringLiteral("%1 %2 %3").arg(digits_text(v.x), digits_text(v.y), digits_text(v.z));
}

} // namespace

LayoutDialog::LayoutDialog(std::string recording, std::string layout, QWidget* parent)
    : QDialog(parent),
      recording_(std::move(recording)),
      layout_(std::move(layout)),
      table_(new LayoutTable),
      width_(new QSpinBox),
      height_(new QSpinBox),
      image_note_(new QLabel),
      pixels_(new QComboBox),
      mesh_(new QLineEdit),
      faces_(new QLineEdit),
      fields_(new QWidget),
      derive_button_(new QPushButton(tr("&Derive from the Requests"))),
      viewfinder_(new Viewfinder),
      notes_(new QLabel),
      error_(new QLabel),
      buttons_(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel)) {
    setObjectName(QStringLiteral("layout_dialog"));
    setWindowTitle(tr("Layout of %1").arg(QFileInfo(QFile::decodeName(recording_.c_str())).fileName()));
    for (QLineEdit*& field : camera_)
        field = new QLineEdit;
    lay_out();
    wait_.setSingleShot(true);
    wait_.setInterval(editing_pause);
    connect(&wait_, &QTimer::timeout, this, &LayoutDialog::take_edit);
    const auto later = [this] {
        if (is_showing_) return;
        tried_.reset();
        show_whether_ok();
        wait_.start();
    };
    connect(table_, &LayoutTable::edited, this, later);
    connect(table_, &LayoutTable::refused, this, &LayoutDialog::show_error);
    for (QSpinBox* box : {width_, height_})
        connect(box, QOverload<int>::of(&QSpinBox::valueChanged), this, [this, later] {
            if (!is_showing_) image_origin_ = Origin::given;
            later();
        });
    connect(pixels_, QOverload<int>::of(&QComboBox::currentIndexChanged), this, later);
    for (QLineEdit* field : {mesh_, faces_, camera_[0], camera_[1], camera_[2], camera_[3]})
        connect(field, &QLineEdit::textChanged, this, later);
    connect(buttons_, &QDialogButtonBox::accepted, this, &LayoutDialog::store);
    connect(buttons_, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(&job_, &JobRunner::failed, this, [this](const QString& error) {
        set_busy(false);
        show_error(error);
    });
    read();
}

QGridLayout* LayoutDialog::make_fields() {
    const auto name = [](QWidget* widget, const char* id, const QString& text) {
        widget->setObjectName(QLatin1String(id));
        widget->setAccessibleName(text);
    };
    name(width_, "layout_width", tr("Width"));
    name(height_, "layout_height", tr("Height"));
    name(pixels_, "layout_pixels", tr("Pixels of threads"));
    name(mesh_, "layout_mesh", tr("Mesh file"));
    name(faces_, "layout_faces", tr("Source faces"));
    name(camera_[0], "layout_position", tr("Camera at"));
    name(camera_[1], "layout_forward", tr("Looks along"));
    name(camera_[2], "layout_up", tr("Up"));
    name(camera_[3], "layout_angle", tr("Opening angle"));
    for (QSpinBox* box : {width_, height_}) {
        box->setRange(0, most_image_pixels);
        box->setSpecialValueText(tr("not known"));
    }
    pixels_->addItems({tr("as recorded"), tr("from writes to the framebuffer"),
                       tr("from the grid of threads"), tr("thread i is pixel i")});
    faces_->setPlaceholderText(tr("found by the vertices that are read"));
    mesh_->setPlaceholderText(tr("stored contents, if the recording has them"));
    for (QLineEdit* field : camera_)
        field->setPlaceholderText(tr("not known"));
    auto* grid = new QGridLayout;
    const auto row = [grid](int number, const QString& text, QWidget* field, QWidget* more = nullptr) {
        auto* label = new QLabel(text);
        label->setBuddy(field);
        grid->addWidget(label, number, 0);
        grid->addWidget(field, number, 1);
        if (more != nullptr) grid->addWidget(more, number, 2);
    };
    const auto browse_button = [this](QLineEdit* field, const char* id, const QString& title) {
        auto* button = new QPushButton(tr("Browse …"));
        button->setObjectName(QLatin1String(id));
        button->setAutoDefault(false);
        connect(button, &QPushButton::clicked, this, [this, field, title] { browse(*field, title); });
        return button;
    };
    row(0, tr("&Width"), width_, image_note_);
    row(1, tr("&Height"), height_);
    row(2, tr("&Pixels of threads"), pixels_);
    row(3, tr("&Mesh file"), mesh_, browse_button(mesh_, "layout_browse", tr("A mesh file")));
    row(4, tr("Source &faces"), faces_, browse_button(faces_, "layout_browse_faces", tr("Source faces")));
    for (std::size_t i = 0; i < camera_.size(); ++i)
        row(5 + static_cast<int>(i), camera_[i]->accessibleName(), camera_[i]);
    grid->setColumnStretch(1, 1);
    grid->setRowStretch(9, 1);
    return grid;
}

QHBoxLayout* LayoutDialog::make_row_buttons() {
    auto* row = new QHBoxLayout;
    for (QAction* action : table_->actions()) {
        auto* button = new QPushButton(action->text());
        button->setObjectName(action->objectName());
        button->setToolTip(action->toolTip());
        button->setAutoDefault(false);
        connect(button, &QPushButton::clicked, action, &QAction::trigger);
        const auto follow = [action, button] { button->setEnabled(action->isEnabled()); };
        connect(action, &QAction::changed, button, follow);
        follow();
        row->addWidget(button);
    }
    row->addStretch();
    return row;
}

void LayoutDialog::lay_out() {
    derive_button_->setObjectName(QStringLiteral("layout_derive"));
    derive_button_->setAutoDefault(false);
    connect(derive_button_, &QPushButton::clicked, this, &LayoutDialog::derive);
    buttons_->addButton(derive_button_, QDialogButtonBox::ActionRole);
    buttons_->setObjectName(QStringLiteral("layout_buttons"));
    notes_->setObjectName(QStringLiteral("layout_notes"));
    error_->setObjectName(QStringLiteral("layout_error"));
    for (QLabel* label : {notes_, error_}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    viewfinder_->setMinimumSize(280, 210);
    fields_->setLayout(make_fields());
    fields_->layout()->setContentsMargins(0, 0, 0, 0);
    auto* lower = new QHBoxLayout;
    lower->addWidget(fields_, 3);
    auto* preview = new FocusHolder;
    preview->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed); // as the preview
    preview->hold(*viewfinder_);
    lower->addWidget(preview, 2);
    auto* rows = new QVBoxLayout(this);
    rows->addWidget(table_, 1);
    rows->addLayout(make_row_buttons());
    rows->addLayout(lower);
    rows->addWidget(notes_);
    rows->addWidget(error_);
    rows->addWidget(buttons_);
    resize_within_screen(*this, {980, 660});
}

void LayoutDialog::read() {
    show_error({});
    set_busy(true);
    notes_->setText(tr("Reading the recording …"));
    job_.start([recording = recording_,
                layout = layout_](const JobContext& job) { return open_with_layout(recording, layout, job); },
               [this](const OpenedLayout& opened) {
                   file_ = opened.file;
                   set_busy(false);
                   problem_ = QString::fromStdString(opened.problem);
                   show_layout(opened.layout);
               });
}

void LayoutDialog::set_busy(bool busy) {
    is_busy_ = busy;
    if (busy) wait_.stop();
    for (QWidget* part : std::initializer_list<QWidget*>{table_, fields_, derive_button_})
        part->setEnabled(!busy);
    show_whether_ok();
}

void LayoutDialog::show_whether_ok() {
    buttons_->button(QDialogButtonBox::Ok)->setEnabled(!is_busy_ && tried_.has_value());
}

bool LayoutDialog::may_replace_rows() {
    return !table_->has_given_rows() ||
           QMessageBox::question(this, windowTitle(),
                                 tr("Replace the rows that you changed by derived ones?")) ==
               QMessageBox::Yes;
}

void LayoutDialog::derive() {
    if (file_ == nullptr || !may_replace_rows()) return;
    set_busy(true);
    notes_->setText(tr("Deriving the layout from the requests …"));
    job_.start(
        [file = file_](const JobContext& job) {
            ThreadPool pool;
            return derive_layout(*file, pool, job);
        },
        [this, mesh = mesh()](RecordingLayout layout) {
            set_busy(false);
            problem_.clear();
            layout.mesh = mesh;
            show_layout(layout);
        });
}

void LayoutDialog::show_layout(const RecordingLayout& layout) {
    is_showing_ = true;
    table_->set_buffers(layout.buffers);
    width_->setValue(static_cast<int>(layout.width));
    height_->setValue(static_cast<int>(layout.height));
    image_origin_ = layout.image_origin;
    pixels_->setCurrentIndex(static_cast<int>(layout.pixels));
    mesh_->setText(QFile::decodeName(layout.mesh.file.c_str()));
    faces_->setText(QFile::decodeName(layout.mesh.faces.c_str()));
    up_ = layout.mesh.up;
    if (layout.camera) {
        camera_[0]->setText(vector_text(layout.camera->position));
        camera_[1]->setText(vector_text(layout.camera->forward));
        camera_[2]->setText(vector_text(layout.camera->up));
        camera_[3]->setText(digits_text(layout.camera->fov_y_degrees));
        shown_camera_ = {*layout.camera, camera_texts()};
    }
    is_showing_ = false;
    take_edit();
}

std::array<QString, 4> LayoutDialog::camera_texts() const {
    return {camera_[0]->text(), camera_[1]->text(), camera_[2]->text(), camera_[3]->text()};
}

std::optional<Camera> LayoutDialog::camera() const {
    // Reading the texts could change the last digits, and the camera would no longer be the recorded one.
    if (shown_camera_ && shown_camera_->second == camera_texts()) return shown_camera_->first;
    const bool none = std::ranges::all_of(
        camera_, [](const QLineEdit* field) { return field->text().trimmed().isEmpty(); });
    if (none) return std::nullopt;
    Camera camera{vector_in(*camera_[0]), vector_in(*camera_[1]), vector_in(*camera_[2])};
    bool valid = false;
    camera.fov_y_degrees = camera_[3]->text().toFloat(&valid);
    if (!valid)
        throw UsageError(
            tr("Opening angle: expected a number, found '%1'").arg(camera_[3]->text()).toStdString());
    return normalised(camera);
}

RecordingLayout LayoutDialog::layout() const {
    RecordingLayout layout;
    layout.buffers = table_->buffers();
    layout.width = static_cast<std::uint32_t>(width_->value());
    layout.height = static_cast<std::uint32_t>(height_->value());
    layout.image_origin = image_origin_;
    layout.pixels = static_cast<PixelOrder>(pixels_->currentIndex());
    layout.camera = camera();
    layout.mesh = mesh();
    return layout;
}

std::string LayoutDialog::file_in(const QLineEdit& field) const {
    std::string name = QFile::encodeName(field.text().trimmed()).toStdString();
    if (name.empty() || is_builtin(name)) return name;
    return (std::filesystem::path(recording_).parent_path() / name).string();
}

AttachedMesh LayoutDialog::mesh() const {
    return {file_in(*mesh_), file_in(*faces_), up_};
}

void LayoutDialog::take_edit() {
    wait_.stop();
    tried_.reset();
    show_whether_ok();
    if (file_ == nullptr) return;
    RecordingLayout edited;
    try {
        edited = layout();
        check_layout(edited);
    } catch (const Error& error) {
        job_.stop();
        show_error(QString::fromUtf8(error.what()));
        return;
    }
    image_note_->setText(image_origin_ == Origin::recorded ? QString() : text_of(name_of(image_origin_)));
    show_error({});
    notes_->setText(tr("Making the preview …"));
    job_.start([file = file_, edited](const JobContext& job) { return effect_of(*file, edited, job); },
               [this, edited](const Effect& effect) {
                   show_effect(effect);
                   tried_ = edited;
                   show_whether_ok();
               });
}

LayoutDialog::Effect LayoutDialog::effect_of(const HmtFile& file, const RecordingLayout& layout,
                                             const JobContext& job) {
    Effect effect;
    ThreadPool pool;
    const auto [made, info] = make_laid_out(file, layout, pool, job);
    effect.counts = sample_counts(file, made.layout, job);
    effect.notes = made.notes;
    for (const auto& [option, value] : info.options)
        if (option == import_warning_option && is_layout_warning(value)) effect.notes.push_back(value);
    if (made.scene == nullptr || made.scene->face_slots.empty() || !made.knows_vertex_positions)
        return effect;
    auto mesh = std::make_shared<ViewfinderMesh>();
    mesh->prepared = prepare_scene(made.scene, job);
    mesh->bounds = mesh->prepared->bounds;
    mesh->camera =
        made.scene->cameras.empty() ? framing_camera(mesh->bounds) : normalised(made.scene->cameras.front());
    effect.mesh = std::move(mesh);
    return effect;
}

void LayoutDialog::show_effect(const Effect& effect) {
    table_->show_counts(effect.counts);
    QStringList notes;
    if (!problem_.isEmpty())
        notes.append((layout_.empty() ? tr("The layout beside the recording is not shown: %1.")
                                      : tr("The layout that was named is not shown: %1."))
                         .arg(problem_));
    for (const std::string& note : effect.notes)
        notes.append(capitalised(note) + QLatin1Char('.'));
    notes_->setText(notes.join(QLatin1Char('\n')));
    if (width_->value() != 0 && height_->value() != 0)
        viewfinder_->set_resolution(width_->value(), height_->value());
    viewfinder_->setVisible(effect.mesh != nullptr); // an empty picture would look like a mistake
    viewfinder_->set_mesh(effect.mesh);
    if (effect.mesh != nullptr) viewfinder_->show_from(effect.mesh->camera, {});
}

void LayoutDialog::show_error(const QString& error) {
    error_->setText(error);
    error_->setVisible(!error.isEmpty());
    if (!error.isEmpty()) notes_->clear();
}

void LayoutDialog::browse(QLineEdit& field, const QString& title) {
    const QString file = QFileDialog::getOpenFileName(
        this, title, QFileInfo(QFile::decodeName(recording_.c_str())).absolutePath());
    if (!file.isEmpty()) field.setText(file);
}

void LayoutDialog::store() {
    if (!tried_) return;
    const RecordingLayout edited = *tried_;
    const std::filesystem::path path =
        layout_.empty() ? layout_path(recording_) : std::filesystem::path(layout_);
    try {
        // Otherwise the layout would not be applied by itself.
        if (layout_.empty()) require_files_inside(path.parent_path(), edited);
    } catch (const Error&) {
        store_in_copy(
            edited, tr("its mesh is in another folder"),
            tr("The mesh is in another folder than the recording. A layout beside a recording cannot "
               "name it; a recording that is saved with its layout contains the mesh."));
        return;
    }
    try {
        write_layout(path, edited);
    } catch (const Error& error) {
        store_in_copy(edited, tr("its folder cannot be written"), QString::fromUtf8(error.what()));
        return;
    }
    result_ = recording_;
    accept();
}

void LayoutDialog::store_in_copy(const RecordingLayout& layout, const QString& why, const QString& reason) {
    const QString file = QFileDialog::getSaveFileName(
        this, tr("Save the recording with its layout, because %1").arg(why), {}, tr("Recordings (*.hmt)"));
    if (file.isEmpty()) {
        show_error(reason);
        return;
    }
    const std::string path = QFile::encodeName(file).toStdString();
    set_busy(true);
    notes_->setText(tr("Writing %1 …").arg(file));
    job_.start(
        [recording = file_, layout, path](const JobContext& job) {
            ThreadPool pool;
            apply_layout(*recording, layout, create_file(path), pool, job);
            return path;
        },
        [this](const std::string& written) {
            result_ = written;
            accept();
        });
}

} // namespace hitmap
