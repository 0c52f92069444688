#pragma once

#include "core/geometry/camera.h"
#include "core/geometry/mesh/aabb.h"

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

namespace hitmap {

/// Moves a camera about a pivot: the mathematics of the mesh view, independent of any widget. All functions
/// keep the camera normalised and every number finite.
class Navigation {
public:
    Navigation() = default;
    /// Starts at `camera` with a pivot at `distance` in its direction.
    /// @param scene  bounds of everything; they limit the smallest and largest distance
    Navigation(const Camera& camera, float distance, const Aabb& scene);

    [[nodiscard]] const Camera& camera() const { return camera_; }
    [[nodiscard]] const glm::vec3& pivot() const { return pivot_; }
    /// Distance from the camera to the plane through the pivot at right angles to the view; > 0.
    [[nodiscard]] float distance() const;

    /// Turns about the pivot: `right` about the up axis, `up` over the top. In radians; positive values move
    /// the camera to the right and up. Stops before the poles, so that the picture is never upside down.
    void orbit(float right, float up);
    /// Moves camera and pivot such that points in the pivot's plane follow the pointer.
    /// @param delta  movement of the pointer in shorter sides of the view, x to the right, y down
    void pan(const glm::vec2& delta);
    /// Multiplies the distance to the pivot's plane by `factor`; the point of the plane under `pointer` keeps
    /// its position. If the pivot is too near it is moved ahead, so that zooming in is always possible.
    /// @param pointer  relative to the centre of the view in shorter sides, x to the right, y down
    void zoom(float factor, const glm::vec2& pointer = {});
    /// Makes `point` the pivot without moving or turning the camera.
    void set_pivot(const glm::vec3& point);
    /// Looks at `point` from the current direction, such that a sphere of `radius` around it fills the view.
    void focus(const glm::vec3& point, float radius);

    /// Looks at the centre of `box` from the current direction, at a distance from which all of it is
    /// visible.
    /// @param sides  of the view in shorter sides: (1.5, 1) for a wide view
    void frame(const Aabb& box, const glm::vec2& sides);

    /// Moves the camera to a position; pivot and direction stay.
    void place(const glm::vec3& position) { camera_.position = position; }
    /// Looks at the pivot along `forward` (a unit vector) from the same distance, with the scene's up axis
    /// upwards if possible.
    void look_along(const glm::vec3& forward);
    /// Moves camera and pivot to the right, up and ahead, in units of the scene.
    void move(const glm::vec3& right_up_ahead);
    /// Turns the camera, and the pivot with it, about the camera's position; radians, to the right and up.
    void turn(float right, float up);

private:
    [[nodiscard]] glm::vec3 right() const;
    [[nodiscard]] float plane_side() const; ///< shorter side of the visible part of the pivot's plane

    Camera camera_;
    glm::vec3 pivot_{0.0F};
    glm::vec3 axis_{0.0F, 1.0F, 0.0F}; ///< the axis that the camera turns about
    float nearest_ = 1e-4F;            ///< smallest distance
    float farthest_ = 1e4F;            ///< largest distance
};

} // namespace hitmap
