#include "widgets/mesh/mesh_view.h"

#include "core/base/error.h"
#include "render/gl/offscreen.h"
#include "render/gl/seen_framebuffer.h"
#include "widgets/base/format.h"

#include <QtCore/QEvent>
#include <QtCore/QTimer>
#include <QtGui/QOpenGLContext>
#include <QtGui/QOpenGLFunctions>
#include <QtWidgets/QLabel>

#include <algorithm>
#include <cmath>
#include <memory>

namespace hitmap {

namespace {

Rgb rgb_of(const QColor& colour) {
    return {static_cast<std::uint8_t>(colour.red()), static_cast<std::uint8_t>(colour.green()),
            static_cast<std::uint8_t>(colour.blue())};
}

} // namespace

MeshView::MeshView(Pane& pane, SharedGeometries& geometries, QWidget* parent)
    : QOpenGLWidget(parent),
      pane_(pane),
      camera_(pane, *this),
      pointer_(pane, camera_, *this, [this](const QPointF& position) { return element_under(position); }),
      painter_(geometries),
      badge_(new QLabel(this)),
      legend_(new RayLegend(this)) {
    setObjectName(QStringLiteral("mesh_view"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setMinimumSize(240, 180);
    setAccessibleName(tr("Mesh view"));
    setAccessibleDescription(tr("The scene, coloured by the chosen metric. Arrow keys turn the camera, with "
                                "Shift they move it; plus and minus zoom; Home goes back."));
    create_badge();
    connect_model();
    show_recording();
}

MeshView::~MeshView() {
    disconnect(context_dying_);
    release_gl();
}

void MeshView::create_badge() {
    badge_->setObjectName(QStringLiteral("mesh_badge"));
    badge_->setAutoFillBackground(true);
    badge_->setBackgroundRole(QPalette::ToolTipBase);
    badge_->setForegroundRole(QPalette::ToolTipText);
    badge_->setMargin(6);
    badge_->hide();
}

void MeshView::connect_model() {
    const auto repaint = QOverload<>::of(&QWidget::update);
    connect(&pane_, &Pane::recording_changed, this, &MeshView::show_recording);
    connect(&pane_, &Pane::early_changed, this, &MeshView::show_recording);
    connect(&pane_, &Pane::camera_changed, this, [this] {
        painter_.restart();
        update();
    });
    connect(&pane_, &Pane::look_changed, this, [this] {
        if (pane_.choices().view.shown_kinds != undrawn_of_) undrawn_.reset(); // it was tried again
        update();
    });
    connect(&pane_, &Pane::values_changed, this, [this] {
        painter_.set_incomplete();
        update();
    });
    for (const auto told : {&Pane::work_changed, &Pane::profile_changed})
        connect(&pane_, told, this, &MeshView::show_badge);
    connect(&pane_, &Pane::selection_changed, this, repaint);
    connect(&pane_.marks(), &PaneMarks::highlighted_changed, this, repaint);
    connect(&pane_.marks(), &PaneMarks::region_changed, this, repaint);
    connect(&pane_.marks(), &PaneMarks::rays_changed, this, &MeshView::show_rays);
    pane_.follow_panel<RayDisplay>(this, repaint);
    connect(&pointer_, &ElementPointer::changed, this, repaint);
    connect(&camera_, &ViewCamera::rested, this, repaint);
    connect(&camera_, &ViewCamera::flying_changed, this, &MeshView::show_badge);
    connect(this, &QOpenGLWidget::frameSwapped, this, [this] {
        if (painter_.shown(camera_.moving())) update();
        if (painter_.shows_older() != badge_older_) show_badge();
    });
}

void MeshView::show_recording() {
    const auto recording = pane_.opening().drawn_recording();
    if (recording != nullptr)
        setAccessibleName(tr("Mesh view of %1").arg(QString::fromStdString(recording->name)));
    // A recording that was saved has another name, but its scene is on the GPU already.
    if (has_scene_of_pane()) return;
    const bool has_gl = painter_.drawn();
    if (has_gl) makeCurrent();
    take_scene();
    if (has_gl) doneCurrent();
    update();
}

bool MeshView::has_scene_of_pane() const {
    const auto recording = pane_.opening().drawn_recording();
    return scene_ == (recording != nullptr ? recording->prepared : nullptr);
}

void MeshView::take_scene() {
    const auto recording = pane_.opening().drawn_recording();
    scene_ = recording != nullptr ? recording->prepared : nullptr;
    painter_.release();
    painter_.set_incomplete();
    broken_ = !usable_; // if the context is unusable, it is so for every recording
    if (!broken_) failure_.reset();
    undrawn_.reset();
    pointer_.forget();
    camera_.start_scene(scene_.get());
}

void MeshView::release_gl() {
    makeCurrent();
    painter_.release();
    doneCurrent();
}

void MeshView::initializeGL() {
    // The context may be destroyed before the widget, for example on another screen or after a device was
    // lost. Its objects are destroyed with it and are made again in the next context.
    context_dying_ = connect(context(), &QOpenGLContext::aboutToBeDestroyed, this, [this] { release_gl(); });
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
    // A resize paints immediately, possibly before this view is told that another recording is shown.
    if (!has_scene_of_pane()) take_scene();
    if (broken_ || !usable_ || scene_ == nullptr) {
        clear();
        return;
    }
    try {
        draw();
    } catch (const std::exception& error) {
        painter_.release();
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

void MeshView::draw() {
    const double ratio = devicePixelRatioF();
    DrawTarget target;
    target.framebuffer = defaultFramebufferObject();
    target.picture = {std::max(1, static_cast<int>(std::lround(width() * ratio))),
                      std::max(1, static_cast<int>(std::lround(height() * ratio)))};
    target.tile = target.picture;
    target.pixel_scale = static_cast<float>(ratio);
    target.background = rgb_of(palette().color(QPalette::Base));
    const auto missing = painter_.paint(pane_, pointer_.highlights(), target, camera_.moving());
    see_framebuffer_with(vision_, target.framebuffer, target.tile);
    for (const ScenePainter::NoRoom& each : missing)
        tell_of_missing(each);
}

void MeshView::set_colour_vision(ColourVision vision) {
    if (vision == vision_) return;
    vision_ = vision;
    update();
}

QImage MeshView::complete_picture() {
    if (broken_ || !complete() || vision_ != ColourVision::normal) return {};
    return grabFramebuffer();
}

void MeshView::fail(const QString& message) {
    if (broken_) return;
    broken_ = true;
    badge_->setText(message);
    badge_->show();
    failure_ = std::make_unique<QObject>();
    Q_EMIT failed(message, failure_.get());
}

void MeshView::tell_of_missing(const ScenePainter::NoRoom& missing) {
    const QString message =
        tr("The %1 are not drawn, everything else is: %2. To try again, hide and show the %1.")
            .arg(text_of(element_kinds()[missing.kind].plural), QString::fromStdString(missing.reason));
    // After the paint, since those who are told change the window.
    QTimer::singleShot(0, this, [this, message] {
        undrawn_ = std::make_unique<QObject>();
        undrawn_of_ = pane_.choices().view.shown_kinds;
        Q_EMIT failed(message, undrawn_.get());
    });
}

void MeshView::show_badge() {
    if (broken_) return;
    badge_older_ = painter_.shows_older();
    const bool is_older = pane_.stale() || badge_older_;
    badge_->setText(is_older ? tr("Working … this picture is older")
                             : tr("Flying: W A S D, Q E; drag to look around; Shift+F ends it"));
    badge_->setVisible(is_older || camera_.flying());
    badge_->adjustSize();
    place_badge();
}

void MeshView::place_badge() {
    badge_->move(width() - badge_->width() - 8, 8);
}

void MeshView::show_rays() {
    legend_->show_rays(pane_.marks().rays());
    place_legend();
    update();
}

void MeshView::place_legend() {
    legend_->move(8, height() - legend_->height() - 8);
}

std::optional<Selection> MeshView::element_under(const QPointF& position) {
    if (!painter_.drawn()) return std::nullopt;
    const double ratio = devicePixelRatioF();
    makeCurrent();
    const auto element =
        painter_.element_at(static_cast<int>(position.x() * ratio), static_cast<int>(position.y() * ratio),
                            pane_.choices().view.shown_kinds);
    doneCurrent();
    return element;
}

std::optional<glm::vec3> MeshView::point_under(const QPointF& position) {
    if (!painter_.drawn()) return std::nullopt;
    const double ratio = devicePixelRatioF();
    makeCurrent();
    const auto point =
        painter_.point_at(static_cast<int>(position.x() * ratio), static_cast<int>(position.y() * ratio));
    doneCurrent();
    return point;
}

void MeshView::resizeEvent(QResizeEvent* event) {
    QOpenGLWidget::resizeEvent(event);
    painter_.restart();
    place_badge();
    place_legend();
}

void MeshView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) update();
    QOpenGLWidget::changeEvent(event);
}

} // namespace hitmap
