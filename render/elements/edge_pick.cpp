#include "render/elements/edge_pick.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

namespace hitmap {
namespace {

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

std::optional<Near> nearest_point(glm::vec4 a, glm::vec4 b, const EdgePickPlace& place) {
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

bool hidden(const glm::vec2& pixel, float depth, const EdgePickPlace& place) {
    const float drawn_nearer = 1.001F; // as in box_edges.vert
    if (depth * drawn_nearer < place.nearest_surface) return true;
    const EdgePickPlace::Depths& surfaces = place.surfaces;
    const int x = static_cast<int>(std::floor(pixel.x)) - surfaces.x;
    const int y = static_cast<int>(std::floor(pixel.y)) - surfaces.y;
    if (x < 0 || y < 0 || x >= surfaces.size.width || y >= surfaces.size.height) return false;
    return depth * drawn_nearer <
           surfaces.depth[static_cast<std::size_t>(y) * static_cast<std::size_t>(surfaces.size.width) +
                          static_cast<std::size_t>(x)];
}

} // namespace

bool NearestEdge::offer(const EdgeEnd& start, const EdgeEnd& end) {
    glm::vec4 a = start.clip;
    glm::vec4 b = end.clip;
    float from = 0.0F;
    float to = 1.0F;
    if (!place_.half_spaces.empty()) {
        if (!cut_to_half_spaces(start.position, end.position, place_.half_spaces, from, to)) return false;
        const glm::vec4 whole = b - a;
        b = a + to * whole;
        a += from * whole;
    }
    const auto near = nearest_point(a, b, place_);
    if (!near) return false;
    const std::tuple<float, float> rank{std::floor(near->distance), -near->depth};
    if (!(rank < rank_)) return false;
    const glm::vec3 position = glm::mix(start.position, end.position, glm::mix(from, to, near->along_edge));
    const glm::vec4 seen = place_.world_to_clip * glm::vec4(position, 1.0F);
    const glm::vec2 pixel =
        (glm::vec2(seen) / seen.w + 1.0F) * 0.5F *
        glm::vec2(static_cast<float>(place_.picture.width), static_cast<float>(place_.picture.height));
    if (hidden(pixel, near->depth, place_)) return false;
    rank_ = rank;
    position_ = position;
    return true;
}

} // namespace hitmap
