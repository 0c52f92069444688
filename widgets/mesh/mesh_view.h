#pragma once

#include "render/image/colour_map.h"
#include "render/scene/highlights.h"
#include "render/scene/scene_geometry.h"
#include "render/scene/scene_renderer.h"
#include "widgets/mesh/fly_keys.h"
#include "widgets/mesh/navigation.h"
#include "widgets/mesh/navigation_preset.h"
#include "widgets/mesh/paint_budget.h"
#include "widgets/session/pane.h"
#include "widgets/session/shared_geometry.h"

#include <QtCore/QElapsedTimer>
#include <QtCore/QMetaObject>
#include <QtCore/QTimer>
#include <QtCore/QVariantAnimation>
#include <QtWidgets/QOpenGLWidget>

#include <memory>
#include <optional>
#include <vector>

class QLabel;

namespace hitmap {

/// The scene of a pane in its colours, and the pointer and keys that move its camera. Large scenes appear
/// coarse first; no single paint takes much longer than a screen refresh.
class MeshView : public QOpenGLWidget {
    Q_OBJECT
public:
    /// @param pane, geometries  must outlive the view
    MeshView(Pane& pane, SharedGeometries& geometries, QWidget* parent = nullptr);
    ~MeshView() override;

    /// Back to the recorded camera.
    void reset_camera();
    /// Moves, looking as it looks, to where all of the scene is in view.
    void frame_all();
    /// Turns about the pivot until it looks along this direction (a unit vector).
    void look_along(const glm::vec3& forward);
    /// Moves to where a face or a box fills a good part of the view. Input, and whatever else moves the
    /// camera, ends the flight where it is.
    void fly_to(const Selection& element);
    /// Moves to where a part of the scene fills the view, with a little around it; nowhere where it is empty.
    void fly_to_bounds(const Aabb& bounds);
    /// Fly mode: keys move and turn the camera itself, drags turn it.
    void set_flying(bool flying);
    [[nodiscard]] bool flying() const { return flying_; }
    /// Looks at what is under the pointer, or in the middle where the pointer is elsewhere.
    void focus_under_pointer();
    struct Help {
        QString input; ///< "Left drag"
        QString effect;
    };
    /// What the pointer and the keys do here, for a list.
    [[nodiscard]] static std::vector<Help> help(NavigationPreset preset);
    void set_navigation(NavigationPreset preset) { preset_ = preset; }
    /// The picture on screen shows every triangle of the present scene, with the present values.
    [[nodiscard]] bool complete() const { return complete_; }

Q_SIGNALS:
    /// OpenGL cannot do what is needed; one sentence.
    void failed(const QString& message);

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
    void focusOutEvent(QFocusEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void connect_model();
    void show_recording();
    [[nodiscard]] bool has_scene_of_pane() const;
    void take_scene(); ///< of the pane; needs the context current where another was drawn
    void release_gl(); ///< needs the context current
    /// Values go to a renderer of the scene that they are of, whatever was told of the pane by now.
    void hold(const std::shared_ptr<const FrameValues>& values);
    void draw();
    void clear();
    void frame_shown();
    void fail(const QString& message);
    void show_badge();
    void follow_pane_camera();
    void camera_moved(); ///< ends a flight and tells the pane
    void show_camera();  ///< tells the pane
    void fly_to_see(const Aabb& bounds);
    void fly(const Navigation& end); ///< moves there; the direction is the present one
    void continue_flight(const QVariant& progress);
    void fly_on();
    void release_fly_keys();
    void hover();
    void show_hovered(const std::optional<Selection>& hovered);
    void drag(CameraMotion motion, const glm::vec2& delta); ///< in shorter sides of the view
    void click(const QPointF& position);
    void show_menu(const QPoint& position);
    [[nodiscard]] std::optional<Selection> element_under(const QPointF& position);
    [[nodiscard]] Highlights highlights() const;
    [[nodiscard]] bool navigate_by_key(int key, bool shift);
    [[nodiscard]] FrameSize device_size() const;
    [[nodiscard]] QPointF from_middle(const QPointF& position) const; ///< in shorter sides of the view
    [[nodiscard]] double shorter_side() const;
    [[nodiscard]] std::optional<glm::vec3> point_under(const QPointF& position);

    Pane& pane_;
    SharedGeometries& geometries_;
    Navigation navigation_;
    NavigationPreset preset_ = NavigationPreset::standard;
    std::shared_ptr<const PreparedScene> scene_; ///< that the members below are of; null: nothing is open
    std::shared_ptr<SceneGeometry> geometry_;
    std::unique_ptr<SceneRenderer> renderer_;
    bool uploaded_ = false;
    std::weak_ptr<const FrameValues> held_; ///< that renderer_ has
    bool complete_faces_ = false;
    bool complete_ = false; ///< faces, all boxes and values
    bool usable_ = true;    ///< the context can do what is needed
    bool broken_ = false;   ///< failed() was emitted; draws nothing until another recording comes
    PaintBudget triangles_{200'000, 20'000};
    PaintBudget boxes_{2'000, 200};
    std::uint64_t triangles_before_ = 0; ///< in the picture before the last paint
    std::uint64_t triangles_last_ = 0;   ///< added by the last paint
    bool reduced_ = false;               ///< the last paint left boxes or halos out
    QElapsedTimer paint_timer_;          ///< runs from a paint to its appearance on screen
    QTimer rest_timer_;                  ///< runs while the camera moves
    QPointF last_position_;
    QPointF press_position_;
    bool dragged_ = false; ///< since the last press
    QTimer hover_timer_;   ///< runs while the pointer moves
    std::optional<Selection> hovered_;
    QVariantAnimation flight_; ///< from 0 to 1 while the camera flies to an element
    Navigation flight_end_;
    glm::vec3 flight_way_{0.0F}; ///< from its start to flight_end_
    bool flying_ = false;
    FlyKeys fly_keys_;
    QTimer fly_timer_; ///< runs while keys of the fly mode are held
    QElapsedTimer fly_clock_;
    QLabel* badge_; ///< "working": what is shown is older than what was asked for
    QMetaObject::Connection context_dying_;
};

} // namespace hitmap
