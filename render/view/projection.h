#pragma once

#include "core/geometry/mesh/aabb.h"
#include "render/image/image.h"
#include "render/view/view.h"

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

namespace hitmap {

/// World to clip space with reversed depth: 1 at the near plane, 0 at the far end (glClipControl(...,
/// GL_ZERO_TO_ONE), GL_GREATER). Reversed depth keeps the precision of floats at every distance.
struct ViewMatrices {
    glm::mat4 view;       ///< world to eye; the eye looks along -z
    glm::mat4 projection; ///< eye to clip
    [[nodiscard]] glm::mat4 world_to_clip() const { return projection * view; }
};

/// Returns the projection of a view. The opening angle of the camera is that of the shorter side of the
/// picture, so that wide and tall pictures show the same part of the scene. Perspective: no far plane, and a
/// near plane at 1e-5 of the diagonal of the bounds, so that a camera can be inside the scene. Orthographic:
/// the size of the perspective picture at the focus distance, near and far planes around the bounds.
/// view.camera must be normalised. picture: width and height > 0.
[[nodiscard]] ViewMatrices view_matrices(const View& view, const Aabb& bounds, FrameSize picture);

/// Returns a matrix that, multiplied from the left to a projection, scales a tile of the picture to the whole
/// clip space (lower left corner x, y in pixels, y upwards).
[[nodiscard]] glm::mat4 tile_matrix(FrameSize picture, int x, int y, FrameSize tile);

/// Returns the world position of a pixel's centre (x from the left, y from the top) at a value of the depth
/// buffer.
[[nodiscard]] glm::vec3 unproject(const ViewMatrices& matrices, FrameSize picture, float x, float y,
                                  float depth);

} // namespace hitmap
