#include "render/view/projection.h"

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>
#include <glm/trigonometric.hpp>
#include <glm/vec4.hpp>

#include <algorithm>
#include <cmath>

namespace hitmap {

ViewMatrices view_matrices(const View& view, const Aabb& bounds, FrameSize picture) {
    const Camera& camera = view.camera;
    ViewMatrices matrices{};
    const glm::vec3 right = glm::normalize(glm::cross(camera.forward, camera.up));
    const glm::vec3 up = glm::cross(right, camera.forward);
    for (int axis = 0; axis < 3; ++axis) {
        matrices.view[axis] = glm::vec4(right[axis], up[axis], -camera.forward[axis], 0.0F);
    }
    matrices.view[3] = glm::vec4(-glm::dot(right, camera.position), -glm::dot(up, camera.position),
                                 glm::dot(camera.forward, camera.position), 1.0F);

    const auto shorter = static_cast<float>(std::min(picture.width, picture.height));
    const float slope = std::tan(0.5F * glm::radians(camera.fov_y_degrees));
    const glm::vec2 half(slope * (static_cast<float>(picture.width) / shorter),
                         slope * (static_cast<float>(picture.height) / shorter));
    const float diagonal = std::max(glm::length(bounds.extent()), 1e-30F);
    glm::mat4& projection = matrices.projection;
    projection = glm::mat4(0.0F);
    if (view.projection == Projection::perspective) {
        projection[0][0] = 1.0F / half.x;
        projection[1][1] = 1.0F / half.y;
        projection[2][3] = -1.0F;
        projection[3][2] = 1e-5F * diagonal;
        return matrices;
    }
    const float middle = glm::dot(bounds.center() - camera.position, camera.forward);
    const float focus = view.focus_distance > 0.0F ? view.focus_distance : std::max(middle, 1e-3F * diagonal);
    // An orthographic view also shows what is behind the position of the camera, which has no meaning in this
    // projection.
    const float near = middle - diagonal;
    const float far = middle + diagonal;
    projection[0][0] = 1.0F / (half.x * focus);
    projection[1][1] = 1.0F / (half.y * focus);
    projection[2][2] = 1.0F / (far - near);
    projection[3][2] = far / (far - near);
    projection[3][3] = 1.0F;
    return matrices;
}

glm::mat4 tile_matrix(FrameSize picture, int x, int y, FrameSize tile) {
    const glm::vec2 scale(static_cast<float>(picture.width) / static_cast<float>(tile.width),
                          static_cast<float>(picture.height) / static_cast<float>(tile.height));
    // Centre of the tile in clip space of the whole picture.
    const glm::vec2 centre(static_cast<float>(2 * x + tile.width) / static_cast<float>(picture.width) - 1.0F,
                           static_cast<float>(2 * y + tile.height) / static_cast<float>(picture.height) -
                               1.0F);
    glm::mat4 matrix(1.0F);
    matrix[0][0] = scale.x;
    matrix[1][1] = scale.y;
    matrix[3][0] = -centre.x * scale.x;
    matrix[3][1] = -centre.y * scale.y;
    return matrix;
}

glm::vec3 unproject(const ViewMatrices& matrices, FrameSize picture, float x, float y, float depth) {
    const glm::vec4 clip((2.0F * x + 1.0F) / static_cast<float>(picture.width) - 1.0F,
                         1.0F - (2.0F * y + 1.0F) / static_cast<float>(picture.height), depth, 1.0F);
    const glm::vec4 eye = glm::inverse(matrices.projection) * clip;
    return glm::vec3(glm::inverse(matrices.view) * glm::vec4(glm::vec3(eye) / eye.w, 1.0F));
}

} // namespace hitmap
