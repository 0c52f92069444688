#pragma once

#include "widgets/mesh/fly_keys.h"
#include "widgets/mesh/navigation.h"
#include "widgets/mesh/navigation_preset.h"
#include "widgets/session/panes/pane.h"

#include <QtCore/QElapsedTimer>
#include <QtCore/QPointF>
#include <QtCore/QTimer>
#include <QtCore/QVariantAnimation>

namespace hitmap {

/// The camera of a mesh view. Drags, the wheel, keys and flights move it. It sets the camera of the pane, and
/// takes over the camera that others set there. While the pane has no recording, nothing moves it.
class ViewCamera : public QObject {
    Q_OBJECT
public:
    /// @param pane  has the camera; outlives this
    /// @param view  is read for its size alone, which scales drags and frames; outlives this
    ViewCamera(Pane& pane, const QWidget& view);

    /// Takes the camera of the pane for another scene.
    /// @param scene  null: there is no scene
    void start_scene(const PreparedScene* scene);
    /// Returns whether the camera moved a moment ago, so that it may go on moving.
    [[nodiscard]] bool moving() const { return rest_timer_.isActive(); }

    /// Sets the recorded camera.
    void reset();
    /// Flies to where all of the scene is in view. The direction stays the same.
    void frame_all();
    /// Turns about the pivot to the given direction (a unit vector).
    void look_along(const glm::vec3& forward);
    /// Looks at a point from a short distance.
    void focus(const glm::vec3& point);
    /// Sets the point about which the camera turns.
    void set_pivot(const glm::vec3& point);
    /// Flies to where an element fills much of the view. Input and every other movement of the camera
    /// end the flight.
    void fly_to(const Selection& element);
    /// Flies to where a part of the scene fills the view, with a margin. Does nothing if the part is empty.
    void fly_to_bounds(const Aabb& bounds);
    void end_flight() { flight_.stop(); }
    [[nodiscard]] bool in_flight() const { return flight_.state() == QAbstractAnimation::Running; }

    /// In fly mode, keys move and turn the camera itself, and drags turn it.
    void set_flying(bool flying);
    [[nodiscard]] bool flying() const { return flying_; }
    /// Returns whether fly mode uses the key, which is then no shortcut.
    [[nodiscard]] bool takes_key(const QKeyEvent& event) const;
    /// Ends the movement by keys that are pressed.
    void release_keys();
    /// Return false if the key has no effect on the camera.
    bool press_key(const QKeyEvent& event);
    bool release_key(const QKeyEvent& event);

    /// @param delta       movement since the last call, in logical pixels
    /// @param pressed_at  position at which the drag began
    void drag(CameraMotion motion, const QPointF& delta, const QPointF& pressed_at);
    /// @param units    those of QWheelEvent::angleDelta(): 120 for each notch
    /// @param pointer  position in the view, in logical pixels
    void zoom_by_wheel(int units, const QPointF& pointer);

Q_SIGNALS:
    void flying_changed();
    void rested(); ///< no longer moving()

private:
    void follow_pane();
    void moved();     ///< ends a flight and sets the camera of the pane
    void tell_pane(); ///< sets the camera of the pane
    void fly_to_see(const Aabb& bounds);
    void fly(const Navigation& end); ///< the direction is that of the end from the first step on
    void continue_flight(const QVariant& progress);
    void fly_on();
    [[nodiscard]] bool navigate_by_key(int key, bool shift);
    /// Whether the camera stands inside a room and is turned instead of moved around a point, which would
    /// take it through the walls. Once the user has chosen a point, it moves around that.
    [[nodiscard]] bool turns_on_the_spot() const;
    [[nodiscard]] double shorter_side() const;
    /// Returns the offset from the centre of the view, in units of its shorter side.
    [[nodiscard]] QPointF from_middle(const QPointF& position) const;
    /// Returns the scene of the pane; null if there is nothing to look at.
    [[nodiscard]] const PreparedScene* scene() const;
    /// Requires a scene.
    [[nodiscard]] float scene_diagonal() const;

    Pane& pane_;
    const QWidget& view_;
    Navigation navigation_;
    QTimer rest_timer_;        ///< runs while the camera moves
    QVariantAnimation flight_; ///< from 0 to 1 while the camera flies
    Navigation flight_end_;
    glm::vec3 flight_way_{0.0F}; ///< vector from the start of the flight to flight_end_
    bool has_pivot_ = false;     ///< the user has chosen a point to move around, or flown to something
    bool flying_ = false;
    FlyKeys fly_keys_;
    QTimer fly_timer_; ///< runs while keys of the fly mode are pressed
    QElapsedTimer fly_clock_;
};

} // namespace hitmap
