#include "render/scene/box_pick.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>
#include <glm/vec4.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <tuple>

namespace hitmap {
namespace {

/// Boxes completely outside one of the four half-spaces around the pixel are rejected before their edges are
/// tested.
class Neighbourhood {
public:
    explicit Neighbourhood(const BoxPickPlace& place) {
        const glm::mat4 rows = glm::transpose(place.world_to_clip);
        const glm::vec2 size(static_cast<float>(place.picture.width),
                             static_cast<float>(place.picture.height));
        const glm::vec2 low = 2.0F * (place.pixel - place.radius) / size - 1.0F;
        const glm::vec2 high = 2.0F * (place.pixel + place.radius) / size - 1.0F;
        planes_ = {rows[0] - low.x * rows[3], high.x * rows[3] - rows[0], rows[1] - low.y * rows[3],
                   high.y * rows[3] - rows[1]};
    }
    [[nodiscard]] bool touches(const Aabb& box) const {
        for (const glm::vec4& plane : planes_) {
            const glm::vec3 normal(plane);
            const glm::vec3 most = glm::max(normal * box.lower, normal * box.upper);
            if (most.x + most.y + most.z + plane.w < 0.0F) return false;
        }
        return true;
    }

private:
    std::array<glm::vec4, 4> planes_{};
};

/// A point of an edge near the pixel.
struct Near {
    float distance;   ///< distance to the pointer in pixels
    float depth;      ///< reversed: 0 is infinitely far
    float along_edge; ///< position in world space: 0 at the start of the edge, 1 at its end
};

/// Clips to the half-space in front of the near plane. Returns false if nothing is left; otherwise from..to
/// is the remaining part of the edge.
bool cut_to_front(glm::vec4& a, glm::vec4& b, float& from, float& to) {
    const float da = a.w - a.z;
    const float db = b.w - b.z;
    if (da <= 0.0F && db <= 0.0F) return false;
    const glm::vec4 start = a;
    if (da < 0.0F) {
        from = da / (da - db);
        a = glm::mix(start, b, from);
    } else if (db < 0.0F) {
        to = da / (da - db);
        b = glm::mix(start, b, to);
    }
    return a.w > 0.0F && b.w > 0.0F;
}

/// Clips the edge from `start` to `end` in world space to the half-spaces that are drawn: from..to is what
/// remains. Returns false if nothing does.
bool cut_to_half_spaces(const glm::vec3& start, const glm::vec3& end, std::span<const glm::vec4> spaces,
                        float& from, float& to) {
    for (const glm::vec4& space : spaces) {
        const float at_start = glm::dot(space, glm::vec4(start, 1.0F));
        const float at_end = glm::dot(space, glm::vec4(end, 1.0F));
        if (at_start <= 0.0F && at_end <= 0.0F) return false;
        if (at_start < 0.0F) from = std::max(from, at_start / (at_start - at_end));
        if (at_end < 0.0F) to = std::min(to, at_start / (at_start - at_end));
    }
    return from < to;
}

std::optional<Near> nearest_point(glm::vec4 a, glm::vec4 b, const BoxPickPlace& place) {
    float from = 0.0F;
    float to = 1.0F;
    if (!cut_to_front(a, b, from, to)) return std::nullopt;
    const glm::vec2 half(0.5F * static_cast<float>(place.picture.width),
                         0.5F * static_cast<float>(place.picture.height));
    const glm::vec2 start = (glm::vec2(a) / a.w + 1.0F) * half;
    const glm::vec2 line = (glm::vec2(b) / b.w + 1.0F) * half - start;
    const float squared = glm::dot(line, line);
    const float t =
        squared > 0.0F ? glm::clamp(glm::dot(place.pixel - start, line) / squared, 0.0F, 1.0F) : 0.0F;
    const float distance = glm::distance(start + t * line, place.pixel);
    if (!(distance <= place.radius)) return std::nullopt;
    // On the screen z / w is linear, whereas positions along the edge are weighted by 1 / w.
    const float depth = glm::mix(a.z / a.w, b.z / b.w, t);
    const float share = t * a.w / ((1.0F - t) * b.w + t * a.w);
    return Near{distance, depth, glm::mix(from, to, share)};
}

bool hidden(const glm::vec2& pixel, float depth, const BoxPickPlace::Depths& faces) {
    const int x = static_cast<int>(std::floor(pixel.x)) - faces.x;
    const int y = static_cast<int>(std::floor(pixel.y)) - faces.y;
    if (x < 0 || y < 0 || x >= faces.size.width || y >= faces.size.height) return false;
    const float drawn_nearer = 1.001F; // as in box_edges.vert
    return depth * drawn_nearer <
           faces.depth[static_cast<std::size_t>(y) * static_cast<std::size_t>(faces.size.width) +
                       static_cast<std::size_t>(x)];
}

glm::vec3 corner_of(const Aabb& box, int corner) {
    return {(corner & 1) != 0 ? box.upper.x : box.lower.x, (corner & 2) != 0 ? box.upper.y : box.lower.y,
            (corner & 4) != 0 ? box.upper.z : box.lower.z};
}

} // namespace

std::optional<BoxPick> pick_box_edge(const PreparedScene& prepared, std::span<const float> values,
                                     const BoxRuns& runs, const BoxPickPlace& place) {
    const Neighbourhood neighbourhood(place);
    std::optional<BoxPick> best;
    std::tuple<float, float> best_rank{std::numeric_limits<float>::infinity(), 0.0F};
    const auto look_at = [&](std::uint32_t box) {
        const Aabb& bounds = prepared.scene->boxes[box];
        if (std::isnan(values[box]) || !neighbourhood.touches(bounds)) return;
        std::array<glm::vec4, 8> clip;
        for (int corner = 0; corner < 8; ++corner)
            clip[static_cast<std::size_t>(corner)] =
                place.world_to_clip * glm::vec4(corner_of(bounds, corner), 1.0F);
        for (int corner = 0; corner < 8; ++corner) {
            for (const int axis : {1, 2, 4}) {
                if ((corner & axis) != 0) continue;
                const int end = corner | axis;
                glm::vec4 a = clip[static_cast<std::size_t>(corner)];
                glm::vec4 b = clip[static_cast<std::size_t>(end)];
                float from = 0.0F;
                float to = 1.0F;
                if (!place.half_spaces.empty()) {
                    if (!cut_to_half_spaces(corner_of(bounds, corner), corner_of(bounds, end),
                                            place.half_spaces, from, to))
                        continue;
                    const glm::vec4 whole = b - a;
                    b = a + to * whole;
                    a += from * whole;
                }
                const auto near = nearest_point(a, b, place);
                if (!near) continue;
                const std::tuple<float, float> rank{std::floor(near->distance), -near->depth};
                if (!(rank < best_rank)) continue;
                const glm::vec3 position = glm::mix(corner_of(bounds, corner), corner_of(bounds, end),
                                                    glm::mix(from, to, near->along_edge));
                const glm::vec4 seen = place.world_to_clip * glm::vec4(position, 1.0F);
                const glm::vec2 pixel = (glm::vec2(seen) / seen.w + 1.0F) * 0.5F *
                                        glm::vec2(static_cast<float>(place.picture.width),
                                                  static_cast<float>(place.picture.height));
                if (hidden(pixel, near->depth, place.faces)) continue;
                best_rank = rank;
                best = BoxPick{box, position};
            }
        }
    };
    for (const BoxRuns::Run& run : runs.runs) {
        for (std::uint32_t i = 0; i < run.count; ++i)
            look_at(prepared.box_order[run.first + i]);
    }
    return best;
}

} // namespace hitmap
