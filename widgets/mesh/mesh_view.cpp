#include "widgets/mesh/mesh_view.h"

#include "core/base/error.h"
#include "core/trace/model/element_kind.h"
#include "render/gl/offscreen.h"
#include "render/image/colour_map.h"

#include <QtCore/QEvent>
#include <QtGui/QOpenGLContext>
#include <QtGui/QOpenGLFunctions>
#include <QtWidgets/QLabel>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace hitmap {

namespace {

constexpr std::uint64_t upload_bytes_a_paint = 8U << 20;
constexpr std::uint64_t boxes_searched_a_paint = 100'000;
// How long the pointer must rest before boxes get their halo and all of them are drawn.
constexpr std::chrono::milliseconds camera_rest{150};
constexpr std::chrono::milliseconds hover_time{60};
constexpr std::chrono::milliseconds fly_interval{16};
constexpr std::chrono::milliseconds flight_time{250};

Rgb rgb_of(const QColor& colour) {
    return {static_cast<std::uint8_t>(colour.red()), static_cast<std::uint8_t>(colour.green()),
            static_cast<std::uint8_t>(colour.blue())};
}

} // namespace

MeshView::MeshView(Pane& pane, SharedGeometries& geometries, QWidget* parent)
    : QOpenGLWidget(parent), pane_(pane), geometries_(geometries), badge_(new QLabel(this)) {
    setObjectName(QStringLiteral("mesh_view"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setMinimumSize(240, 180);
    setAccessibleName(tr("Mesh view"));
    setAccessibleDescription(tr("The scene, coloured by the chosen metric. Arrow keys turn the camera, with "
                                "Shift they move it; plus and minus zoom; Home goes back."));
    badge_->setAutoFillBackground(true);
    badge_->setBackgroundRole(QPalette::ToolTipBase);
    badge_->setForegroundRole(QPalette::ToolTipText);
    badge_->setMargin(6);
    badge_->hide();
    rest_timer_.setSingleShot(true);
    rest_timer_.setInterval(camera_rest);
    hover_timer_.setSingleShot(true);
    hover_timer_.setInterval(hover_time);
    fly_timer_.setInterval(fly_interval);
    flight_.setDuration(static_cast<int>(flight_time.count()));
    flight_.setStartValue(0.0);
    flight_.setEndValue(1.0);
    flight_.setEasingCurve(QEasingCurve::InOutQuad);
    connect_model();
    show_recording();
}

MeshView::~MeshView() {
    disconnect(context_dying_);
    makeCurrent();
    release_gl();
    doneCurrent();
}

void MeshView::connect_model() {
    connect(&pane_, &Pane::recording_changed, this, &MeshView::show_recording);
    connect(&pane_, &Pane::camera_changed, this, &MeshView::follow_pane_camera);
    connect(&pane_, &Pane::look_changed, this, QOverload<>::of(&QWidget::update));
    connect(&pane_, &Pane::values_changed, this, [this] {
        complete_ = false;
        update();
    });
    connect(&pane_, &Pane::stale_changed, this, &MeshView::show_badge);
    connect(&pane_, &Pane::selection_changed, this, QOverload<>::of(&QWidget::update));
    connect(&pane_, &Pane::highlighted_changed, this, QOverload<>::of(&QWidget::update));
    connect(&pane_, &Pane::region_changed, this, QOverload<>::of(&QWidget::update));
    connect(&pane_, &Pane::focus_requested, this, &MeshView::fly_to);
    connect(&pane_, &Pane::bounds_focus_requested, this, &MeshView::fly_to_bounds);
    connect(&hover_timer_, &QTimer::timeout, this, &MeshView::hover);
    connect(&fly_timer_, &QTimer::timeout, this, &MeshView::fly_on);
    connect(&flight_, &QVariantAnimation::valueChanged, this, &MeshView::continue_flight);
    connect(&rest_timer_, &QTimer::timeout, this, QOverload<>::of(&QWidget::update));
    connect(this, &QOpenGLWidget::frameSwapped, this, &MeshView::frame_shown);
}

void MeshView::show_recording() {
    const auto recording = pane_.recording();
    if (recording != nullptr)
        setAccessibleName(tr("Mesh view of %1").arg(QString::fromStdString(recording->name)));
    // A recording that was saved has another name, but its scene is on the GPU already.
    if (has_scene_of_pane()) return;
    const bool has_gl = geometry_ != nullptr;
    if (has_gl) makeCurrent();
    take_scene();
    if (has_gl) doneCurrent();
    update();
}

bool MeshView::has_scene_of_pane() const {
    const auto recording = pane_.recording();
    return scene_ == (recording != nullptr ? recording->prepared : nullptr);
}

void MeshView::take_scene() {
    flight_.stop();
    release_fly_keys();
    release_gl();
    broken_ = !usable_; // no recording makes a better context
    complete_ = false;
    hovered_.reset();
    const auto recording = pane_.recording();
    scene_ = recording != nullptr ? recording->prepared : nullptr;
    if (scene_ != nullptr)
        navigation_ = {pane_.choices().view.camera, scene_->frustum_distance, scene_->bounds};
}

void MeshView::release_gl() {
    renderer_.reset();
    geometry_.reset();
    uploaded_ = false;
    held_.reset();
}

void MeshView::initializeGL() {
    // A context may go before the widget does (another screen, a lost device); what is in it goes with it
    // and is made again in the next one.
    context_dying_ = connect(context(), &QOpenGLContext::aboutToBeDestroyed, this, [this] {
        makeCurrent();
        release_gl();
        doneCurrent();
    });
    usable_ = true;
    try {
        require_opengl_45();
    } catch (const Error& error) {
        usable_ = false;
        fail(tr("%1. Update the graphics driver, or start Hitmap with LIBGL_ALWAYS_SOFTWARE=1 for software "
                "drawing.")
                 .arg(QString::fromStdString(error.what())));
    }
}

void MeshView::paintGL() {
    // A resize paints at once, which may be before this view heard that another recording is shown.
    if (!has_scene_of_pane()) take_scene();
    if (broken_ || !usable_ || pane_.recording() == nullptr) {
        clear();
        return;
    }
    try {
        draw();
    } catch (const std::exception& error) {
        release_gl();
        fail(QString::fromStdString(error.what()));
    }
}

void MeshView::clear() {
    const QColor background = palette().color(QPalette::Base);
    QOpenGLFunctions& gl = *context()->functions();
    gl.glClearColor(static_cast<float>(background.redF()), static_cast<float>(background.greenF()),
                    static_cast<float>(background.blueF()), 1.0F);
    gl.glClear(GL_COLOR_BUFFER_BIT);
}

void MeshView::hold(const std::shared_ptr<const FrameValues>& values) {
    if (geometry_ == nullptr) {
        geometry_ = geometries_.of(values->simulation->recording->prepared);
        renderer_ = std::make_unique<SceneRenderer>(geometry_);
    }
    if (held_.lock() == values) return;
    for (const ElementKindId kind : {face_kind, box_kind}) {
        renderer_->set_values(kind, values->kinds[kind].values);
        renderer_->set_access_counts(kind, values->kinds[kind].access_counts);
    }
    held_ = values;
}

void MeshView::draw() {
    paint_timer_.start();
    hold(pane_.values());
    DrawTarget target;
    target.framebuffer = defaultFramebufferObject();
    target.picture = device_size();
    target.tile = target.picture;
    target.pixel_scale = static_cast<float>(devicePixelRatioF());
    target.background = rgb_of(palette().color(QPalette::Base));
    DrawEffort effort;
    effort.upload_bytes = upload_bytes_a_paint;
    effort.boxes_searched = boxes_searched_a_paint;
    // An upload takes what a paint may take.
    effort.triangles = uploaded_ ? triangles_.amount() : 0;
    reduced_ = rest_timer_.isActive() || !complete_faces_;
    if (reduced_) {
        effort.halo = false;
        effort.boxes = boxes_.amount();
    }
    renderer_->set_highlights(highlights());
    const DrawState state = renderer_->draw(pane_.choices().view, pane_.range(), target, effort);
    triangles_last_ = state.triangles_drawn - std::min(triangles_before_, state.triangles_drawn);
    triangles_before_ = state.triangles_drawn;
    complete_faces_ = uploaded_ && state.complete();
    uploaded_ = state.uploaded;
    complete_ = complete_faces_ && !reduced_;
}

void MeshView::frame_shown() {
    if (!paint_timer_.isValid()) return;
    const double elapsed = static_cast<double>(paint_timer_.nsecsElapsed()) * 1e-6;
    paint_timer_.invalidate();
    triangles_.learn(triangles_last_, elapsed);
    if (reduced_) boxes_.learn(boxes_.amount(), elapsed);
    const bool resting = !rest_timer_.isActive();
    if (!complete_faces_ || (!complete_ && resting)) update();
}

void MeshView::fail(const QString& message) {
    if (broken_) return;
    broken_ = true;
    badge_->setText(message);
    badge_->show();
    Q_EMIT failed(message);
}

void MeshView::show_badge() {
    if (broken_) return;
    badge_->setText(pane_.stale() ? tr("Working … this picture is older")
                                  : tr("Flying: W A S D, Q E; drag to look around; Shift+F ends it"));
    badge_->setVisible(pane_.stale() || flying_);
    badge_->adjustSize();
    badge_->move(width() - badge_->width() - 8, 8);
}

void MeshView::follow_pane_camera() {
    const View& view = pane_.choices().view;
    if (view.camera != navigation_.camera() && pane_.recording() != nullptr) {
        flight_.stop();
        const PreparedScene& prepared = *pane_.recording()->prepared;
        const float distance = view.focus_distance > 0.0F ? view.focus_distance : prepared.frustum_distance;
        navigation_ = {view.camera, distance, prepared.bounds};
    }
    complete_ = false;
    triangles_before_ = 0;
    update();
}

FrameSize MeshView::device_size() const {
    const double ratio = devicePixelRatioF();
    return {std::max(1, static_cast<int>(std::lround(width() * ratio))),
            std::max(1, static_cast<int>(std::lround(height() * ratio)))};
}

std::optional<glm::vec3> MeshView::point_under(const QPointF& position) {
    if (renderer_ == nullptr) return std::nullopt;
    const double ratio = devicePixelRatioF();
    makeCurrent();
    const auto pick =
        renderer_->pick(static_cast<int>(position.x() * ratio), static_cast<int>(position.y() * ratio));
    doneCurrent();
    if (!pick) return std::nullopt;
    return pick->position;
}

void MeshView::resizeEvent(QResizeEvent* event) {
    QOpenGLWidget::resizeEvent(event);
    complete_ = false;
    triangles_before_ = 0;
    badge_->move(width() - badge_->width() - 8, 8);
}

void MeshView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) update();
    QOpenGLWidget::changeEvent(event);
}

} // namespace hitmap
