#pragma once

#include "render/image/colour_vision.h"
#include "widgets/mesh/element_pointer.h"
#include "widgets/mesh/navigation_preset.h"
#include "widgets/mesh/ray_legend.h"
#include "widgets/mesh/scene_painter.h"
#include "widgets/mesh/view_camera.h"

#include <QtCore/QMetaObject>
#include <QtGui/QImage>
#include <QtWidgets/QOpenGLWidget>

#include <memory>
#include <string>

class QLabel;

namespace hitmap {

/// The widget that shows the scene of a pane. It passes input to its ViewCamera and its ElementPointer, and
/// paints with its ScenePainter while it has a usable OpenGL context.
class MeshView : public QOpenGLWidget {
    Q_OBJECT
public:
    /// @param pane, geometries  must outlive the view
    MeshView(Pane& pane, SharedGeometries& geometries, QWidget* parent = nullptr);
    ~MeshView() override;

    [[nodiscard]] ViewCamera& camera() { return camera_; }
    [[nodiscard]] const ViewCamera& camera() const { return camera_; }
    /// Looks at the point under the pointer, or at the middle of the view if the pointer is outside.
    void focus_under_pointer();
    /// Sets the meaning of drags.
    void set_navigation(NavigationPreset preset) { preset_ = preset; }
    /// Shows the picture as it is seen with some colour vision.
    void set_colour_vision(ColourVision vision);
    /// ScenePainter::complete() of the picture on screen.
    [[nodiscard]] bool complete() const { return painter_.complete(); }
    /// Returns the picture on screen in physical pixels. Null unless it is complete() and seen with normal
    /// colour vision.
    [[nodiscard]] QImage complete_picture();

Q_SIGNALS:
    /// Something is not drawn; `message` says what and why. Without the required features of OpenGL or enough
    /// memory on the GPU, nothing is, until another recording is opened. If the memory suffices for all but
    /// some kinds, such as boxes, only they are missing, as in ScenePainter::paint().
    /// @param cause  as that of JobRunner::failed(): it is destroyed when another attempt is made
    void failed(const QString& message, QObject* cause);

protected:
    bool event(QEvent* event) override;
    void initializeGL() override;
    void paintGL() override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void create_badge();
    void connect_model();
    void show_recording();
    [[nodiscard]] bool has_scene_of_pane() const;
    /// Takes the scene of the pane. If another scene was drawn, the context must be current.
    void take_scene();
    void release_gl(); ///< makes the context current
    void draw();
    void clear();
    void fail(const QString& message);
    void tell_of_missing(const ScenePainter::NoRoom& missing);
    void show_badge();
    void place_badge();
    void show_rays();
    void place_legend();
    [[nodiscard]] std::optional<Selection> element_under(const QPointF& position);
    [[nodiscard]] std::optional<glm::vec3> point_under(const QPointF& position);

    Pane& pane_;
    ViewCamera camera_;
    ElementPointer pointer_;
    ScenePainter painter_;
    NavigationPreset preset_ = NavigationPreset::standard;
    ColourVision vision_ = ColourVision::normal;
    std::shared_ptr<const PreparedScene> scene_; ///< scene that is drawn; null: there is nothing to draw
    bool usable_ = true;                         ///< whether the context has the required features
    bool badge_older_ = false; ///< the badge says that the picture is older since it has another size
    bool broken_ = false;      ///< fail() was called; nothing is drawn until another recording is opened
    QPointF last_position_;
    QPointF press_position_;
    bool dragged_ = false; ///< whether the pointer was dragged since the last press
    QLabel* badge_;        ///< "working": the picture does not show the latest choices yet
    RayLegend* legend_;
    /// Causes of messages; null: none. That nothing is drawn, and that something is not.
    std::unique_ptr<QObject> failure_;
    std::unique_ptr<QObject> undrawn_;
    KindSet undrawn_of_; ///< the kinds that were to be shown when undrawn_ was told
    QMetaObject::Connection context_dying_;
};

} // namespace hitmap
