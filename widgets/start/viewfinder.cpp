#include "widgets/start/viewfinder.h"

#include "core/base/error.h"
#include "render/gl/offscreen.h"
#include "widgets/mesh/camera_input.h"

#include <QtGui/QKeyEvent>
#include <QtGui/QMouseEvent>
#include <QtGui/QOpenGLContext>
#include <QtGui/QOpenGLFunctions>
#include <QtGui/QWheelEvent>
#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

#include <algorithm>
#include <cmath>

namespace hitmap {

namespace {

constexpr int longest_side = 320; // in logical pixels
constexpr int shortest_side = 60;

glm::vec2 vec_of(const QPointF& point) {
    return {static_cast<float>(point.x()), static_cast<float>(point.y())};
}

/// The opening angle of pictures is vertical; that of views is that of their shorter side.
float view_angle(const Camera& camera, const FrameSize& picture) {
    if (picture.width >= picture.height) return camera.fov_y_degrees;
    const float proportion = static_cast<float>(picture.width) / static_cast<float>(picture.height);
    return glm::degrees(2.0F * std::atan(std::tan(glm::radians(camera.fov_y_degrees) * 0.5F) * proportion));
}

} // namespace

Viewfinder::Viewfinder(QWidget* parent) : QOpenGLWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Preview"));
    setAccessibleDescription(
        tr("The scene through the camera that it will be traced with. Arrow keys turn the "
           "camera, with Shift they move it; plus and minus zoom."));
    setToolTip(tr("What will be traced. Drag to turn, the wheel zooms; arrow keys, + and − do it, too"));
    set_resolution(1, 1);
}

Viewfinder::~Viewfinder() {
    disconnect(context_dying_);
    makeCurrent();
    release_gl();
    doneCurrent();
}

void Viewfinder::set_mesh(std::shared_ptr<const ViewfinderMesh> mesh) {
    if (mesh == mesh_) return;
    if (geometry_ != nullptr) {
        makeCurrent();
        release_gl();
        doneCurrent();
    }
    mesh_ = std::move(mesh);
    update();
}

void Viewfinder::show_from(const Camera& camera, UpChoice up) {
    if (mesh_ == nullptr) return;
    up_ = up;
    const Aabb box = mesh_->bounds_for(up);
    const float ahead = glm::dot(box.center() - camera.position, camera.forward);
    navigation_ = {camera, ahead > 0.0F ? ahead : glm::length(box.extent()), box};
    update();
}

void Viewfinder::set_resolution(int width, int height) {
    const double longer = std::max({1, width, height});
    const auto side = [&](int pixels) {
        return std::max(shortest_side, static_cast<int>(std::lround(longest_side * pixels / longer)));
    };
    setFixedSize(side(width), side(height));
}

void Viewfinder::initializeGL() {
    context_dying_ = connect(context(), &QOpenGLContext::aboutToBeDestroyed, this, [this] {
        makeCurrent();
        release_gl();
        doneCurrent();
    });
    try {
        require_opengl_45();
    } catch (const Error&) { // the main window reports that drawing is impossible
        usable_ = false;
    }
}

void Viewfinder::release_gl() {
    renderer_.reset();
    geometry_.reset();
}

void Viewfinder::paintGL() {
    if (!usable_ || mesh_ == nullptr) {
        clear();
        return;
    }
    try {
        draw();
    } catch (const std::exception&) {
        usable_ = false; // the GPU has too little memory; tracing works without a preview
        release_gl();
        clear();
    }
}

void Viewfinder::clear() {
    const QColor background = palette().color(QPalette::Base);
    QOpenGLFunctions& gl = *context()->functions();
    gl.glClearColor(static_cast<float>(background.redF()), static_cast<float>(background.greenF()),
                    static_cast<float>(background.blueF()), 1.0F);
    gl.glClear(GL_COLOR_BUFFER_BIT);
}

void Viewfinder::draw() {
    if (geometry_ == nullptr) {
        geometry_ = std::make_shared<SceneGeometry>(mesh_->prepared);
        renderer_ = std::make_unique<SceneRenderer>(geometry_);
    }
    const double ratio = devicePixelRatioF();
    const QColor background = palette().color(QPalette::Base);
    DrawTarget target;
    target.framebuffer = defaultFramebufferObject();
    target.picture = {std::max(1, static_cast<int>(std::lround(width() * ratio))),
                      std::max(1, static_cast<int>(std::lround(height() * ratio)))};
    target.tile = target.picture;
    target.pixel_scale = static_cast<float>(ratio);
    target.background = {static_cast<std::uint8_t>(background.red()),
                         static_cast<std::uint8_t>(background.green()),
                         static_cast<std::uint8_t>(background.blue())};
    // The mesh keeps its axes; the camera is turned instead.
    View view;
    view.camera = mesh_->moved(navigation_.camera(), up_, std::nullopt);
    view.camera.fov_y_degrees = view_angle(view.camera, target.picture);
    renderer_->draw(view, {}, target);
}

void Viewfinder::tell_moved() {
    update();
    Q_EMIT camera_moved();
}

QPointF Viewfinder::from_middle(const QPointF& position) const {
    return (position - QPointF(width(), height()) / 2.0) / std::min(width(), height());
}

void Viewfinder::mousePressEvent(QMouseEvent* event) {
    last_position_ = event->localPos();
    press_position_ = last_position_;
}

void Viewfinder::mouseMoveEvent(QMouseEvent* event) {
    if (mesh_ == nullptr || event->buttons() == Qt::NoButton) return;
    const glm::vec2 way = vec_of((event->localPos() - last_position_) / std::min(width(), height()));
    last_position_ = event->localPos();
    const CameraMotion motion = motion_of(preset_, event->buttons(), event->modifiers());
    if (drag_camera(navigation_, motion, way, vec_of(from_middle(press_position_)))) tell_moved();
}

void Viewfinder::wheelEvent(QWheelEvent* event) {
    if (mesh_ == nullptr) return;
    zoom_camera_by_wheel(navigation_, event->angleDelta().y(), vec_of(from_middle(event->position())));
    event->accept();
    tell_moved();
}

void Viewfinder::keyPressEvent(QKeyEvent* event) {
    const bool alone = (event->modifiers() & (Qt::AltModifier | Qt::ControlModifier)) == 0;
    const bool shift = event->modifiers().testFlag(Qt::ShiftModifier);
    if (alone && mesh_ != nullptr && move_camera_by_key(navigation_, event->key(), shift)) {
        tell_moved();
    } else {
        QOpenGLWidget::keyPressEvent(event);
    }
}

void Viewfinder::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) update();
    QOpenGLWidget::changeEvent(event);
}

} // namespace hitmap
