#pragma once

#include "core/geometry/aabb.h"
#include "render/image/image.h"
#include "render/view/view.h"

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

namespace hitmap {

/// World to clip space, for reversed depth: 1 at the near plane, 0 at the far end (glClipControl(...,
/// GL_ZERO_TO_ONE), GL_GREATER), which keeps a float's precision at every distance.
struct ViewMatrices {
    glm::mat4 view;       ///< world to eye; the eye looks along -z
    glm::mat4 projection; ///< eye to clip
    [[nodiscard]] glm::mat4 world_to_clip() const { return projection * view; }
};

/// The camera's opening angle is that of the picture's shorter side: what a wide picture shows, a tall one
/// shows as well. Perspective: no far plane, a near plane at 1e-5 of the bounds' diagonal, so that a camera
/// may stand inside the scene. Orthographic: as large as the perspective picture is at the focus distance,
/// near and far around the bounds. view.camera must be normalised. picture: width and height > 0.
[[nodiscard]] ViewMatrices view_matrices(const View& view, const Aabb& bounds, FrameSize picture);

/// Matrix to put in front of a projection so that a tile (lower left corner x, y, in pixels, y upwards) of
/// the picture fills clip space.
[[nodiscard]] glm::mat4 tile_matrix(FrameSize picture, int x, int y, FrameSize tile);

/// World position of a pixel's centre (x from the left, y from the top) at a depth of the depth buffer.
[[nodiscard]] glm::vec3 unproject(const ViewMatrices& matrices, FrameSize picture, float x, float y,
                                  float depth);

} // namespace hitmap
