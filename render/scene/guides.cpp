#include "render/scene/guides.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace hitmap {
namespace {

constexpr glm::vec3 grid_colour{0.62F, 0.62F, 0.66F};
// Differs clearly from the axes and from every colour of the maps.
constexpr glm::vec3 frustum_colour{0.0F, 0.45F, 0.40F};
constexpr std::array<glm::vec3, 3> axis_colours = {
    glm::vec3{0.85F, 0.10F, 0.10F}, glm::vec3{0.05F, 0.60F, 0.10F}, glm::vec3{0.10F, 0.25F, 0.90F}};

/// The larger side in the XZ plane of the bounds, extended to include the origin.
float reach(const Aabb& bounds) {
    Aabb all = bounds;
    all.include(glm::vec3(0.0F));
    const glm::vec3 extent = all.extent();
    return std::max(extent.x, extent.z);
}

float grid_step(float side) {
    const float power = std::pow(10.0F, std::floor(std::log10(side / 10.0F)));
    for (const float factor : {1.0F, 2.0F, 5.0F}) {
        if (side / (factor * power) <= 25.0F) return factor * power;
    }
    return 10.0F * power;
}

} // namespace

std::vector<GuideLine> grid_lines(const Aabb& bounds) {
    const float side = reach(bounds);
    if (!(side > 0.0F) || !std::isfinite(side)) return {};
    const float step = grid_step(side);
    Aabb all = bounds;
    all.include(glm::vec3(0.0F));
    const glm::vec3 first = glm::floor(all.lower / step - 1e-3F);
    const glm::vec3 last = glm::ceil(all.upper / step + 1e-3F);
    std::vector<GuideLine> lines;
    for (float i = first.x; i <= last.x; i += 1.0F) {
        lines.push_back({{i * step, 0.0F, first.z * step}, {i * step, 0.0F, last.z * step}, grid_colour});
    }
    for (float i = first.z; i <= last.z; i += 1.0F) {
        lines.push_back({{first.x * step, 0.0F, i * step}, {last.x * step, 0.0F, i * step}, grid_colour});
    }
    return lines;
}

std::vector<GuideLine> axis_lines(const Aabb& bounds) {
    const float length = std::max(reach(bounds), bounds.extent().y) * 0.5F;
    std::vector<GuideLine> lines;
    for (int axis = 0; axis < 3; ++axis) {
        glm::vec3 end(0.0F);
        end[axis] = length;
        lines.push_back({glm::vec3(0.0F), end, axis_colours[static_cast<std::size_t>(axis)]});
    }
    return lines;
}

std::vector<GuideLine> frustum_lines(const Camera& camera, float aspect, float distance) {
    const float half_height = distance * std::tan(0.5F * glm::radians(camera.fov_y_degrees));
    const glm::vec3 up = camera.up * half_height;
    const glm::vec3 right = glm::cross(camera.forward, camera.up) * (half_height * aspect);
    const glm::vec3 centre = camera.position + camera.forward * distance;
    const std::array<glm::vec3, 4> corners = {centre - right - up, centre + right - up, centre + right + up,
                                              centre - right + up};
    std::vector<GuideLine> lines;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        lines.push_back({camera.position, corners[i], frustum_colour});
        lines.push_back({corners[i], corners[(i + 1) % corners.size()], frustum_colour});
    }
    return lines;
}

} // namespace hitmap
