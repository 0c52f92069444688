#pragma once

#include "render/scene/scene_renderer.h"
#include "widgets/mesh/navigation.h"
#include "widgets/mesh/navigation_preset.h"
#include "widgets/start/viewfinder_mesh.h"

#include <QtCore/QPointF>
#include <QtWidgets/QOpenGLWidget>

#include <memory>

namespace hitmap {

/// A small picture of a scene that will be traced, seen by the camera that will be used. The camera can be
/// moved as in a mesh view. The picture is as large as possible with the proportions of the recording.
class Viewfinder : public QOpenGLWidget {
    Q_OBJECT
public:
    explicit Viewfinder(QWidget* parent = nullptr);
    ~Viewfinder() override;

    /// Null shows nothing.
    void set_mesh(std::shared_ptr<const ViewfinderMesh> mesh);
    /// Shows the scene with this up axis, seen by this camera.
    void show_from(const Camera& camera, UpChoice up);
    void set_resolution(int width, int height);
    void set_navigation(NavigationPreset preset) { preset_ = preset; }
    [[nodiscard]] const Camera& camera() const { return navigation_.camera(); }

Q_SIGNALS:
    void camera_moved(); ///< Emitted after a movement by the user.

protected:
    void paintGL() override;
    void initializeGL() override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void draw();
    void clear();
    void release_gl();
    void tell_moved();
    [[nodiscard]] QPointF from_middle(const QPointF& position) const; ///< in shorter sides of the view

    std::shared_ptr<const ViewfinderMesh> mesh_;
    std::shared_ptr<SceneGeometry> geometry_;
    std::unique_ptr<SceneRenderer> renderer_;
    Navigation navigation_;
    UpChoice up_;
    NavigationPreset preset_ = NavigationPreset::standard;
    QPointF last_position_;
    QPointF press_position_;
    bool usable_ = true; ///< whether the context supports what is needed
    QMetaObject::Connection context_dying_;
};

} // namespace hitmap
