#pragma once

#include "core/geometry/aabb.h"
#include "core/geometry/camera.h"

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

namespace hitmap {

/// Moves a camera about a pivot: the mathematics of the mesh view, without a window. All functions keep the
/// camera normalised and every number finite.
class Navigation {
public:
    Navigation() = default;
    /// Starts at `camera`, looking at a pivot `distance` ahead of it (the scene in the middle of the view).
    /// @param scene  box of everything; limits how near and how far one can go
    Navigation(const Camera& camera, float distance, const Aabb& scene);

    [[nodiscard]] const Camera& camera() const { return camera_; }
    [[nodiscard]] const glm::vec3& pivot() const { return pivot_; }
    /// From the camera to the pivot's plane (the plane through the pivot at right angles to the view); > 0.
    [[nodiscard]] float distance() const;

    /// Turns about the pivot: `right` about the up axis, `up` over the top; radians, positive moves the
    /// camera to the right and up. Stops before the poles, so that the picture never turns over.
    void orbit(float right, float up);
    /// Moves camera and pivot so that what lies in the pivot's plane follows the pointer.
    /// @param delta  pointer movement in shorter sides of the view, x to the right, y down
    void pan(const glm::vec2& delta);
    /// Multiplies the distance to the pivot's plane by `factor`; the point of that plane under `pointer`
    /// keeps its place. Where the pivot is too near it is pushed ahead, so that zooming in never sticks.
    /// @param pointer  from the middle of the view in shorter sides of it, x to the right, y down
    void zoom(float factor, const glm::vec2& pointer = {});
    /// Makes `point` the pivot; the camera stays where it is and looks where it looked.
    void set_pivot(const glm::vec3& point);
    /// Looks at `point` from the present direction, with a sphere of `radius` about it filling the view.
    void focus(const glm::vec3& point, float radius);

    /// Looks at the middle of `box` from the present direction, from where a picture shows all of it.
    /// @param sides  of the view, in its shorter one: (1.5, 1) where it is wide
    void frame(const Aabb& box, const glm::vec2& sides);

    /// Puts the camera there; pivot and direction stay.
    void place(const glm::vec3& position) { camera_.position = position; }
    /// Looks along `forward` (a unit vector) at the pivot, as far from it as before, with the scene's up axis
    /// upwards where that can be.
    void look_along(const glm::vec3& forward);
    /// Moves camera and pivot by so much to the right, up and ahead; in units of the scene.
    void move(const glm::vec3& right_up_ahead);
    /// Turns the camera about itself, and the pivot with it; radians, to the right and up.
    void turn(float right, float up);

private:
    [[nodiscard]] glm::vec3 right() const;
    [[nodiscard]] float plane_side() const; ///< shorter one of the visible part of the pivot's plane

    Camera camera_;
    glm::vec3 pivot_{0.0F};
    glm::vec3 axis_{0.0F, 1.0F, 0.0F}; ///< the camera turns about it
    float nearest_ = 1e-4F;            ///< smallest distance
    float farthest_ = 1e4F;            ///< largest distance
};

} // namespace hitmap
