#include "core/geometry/builtin/sculpture.h"

#include "core/geometry/builtin/noise.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace hitmap {

namespace {

/// Distance to two balls and the cone that is tangent to both (after Quilez, "Distance functions",
/// iquilezles.org).
double round_cone_distance(const glm::dvec3& p, const glm::dvec3& a, const glm::dvec3& b, double ra,
                           double rb) {
    const glm::dvec3 axis = b - a;
    const double length2 = glm::dot(axis, axis);
    const double slope = ra - rb;
    const double a2 = length2 - slope * slope;
    if (!(a2 > 0.0))
        return std::min(glm::length(p - a) - ra, glm::length(p - b) - rb); // one ball contains the other
    const glm::dvec3 pa = p - a;
    const double y = glm::dot(pa, axis);
    const double z = y - length2;
    const glm::dvec3 across = pa * length2 - axis * y;
    const double x2 = glm::dot(across, across);
    const double y2 = y * y * length2;
    const double z2 = z * z * length2;
    const double k = std::copysign(slope * slope * x2, slope);
    if (std::copysign(a2 * z2, z) > k) return std::sqrt(x2 + z2) / length2 - rb;
    if (std::copysign(a2 * y2, y) < k) return std::sqrt(x2 + y2) / length2 - ra;
    return (std::sqrt(x2 * a2 / length2) + y * slope) / length2 - ra;
}

double segment_distance2(const glm::dvec3& p, const glm::dvec3& a, const glm::dvec3& b) {
    const glm::dvec3 ab = b - a;
    const double t = std::clamp(glm::dot(p - a, ab) / glm::dot(ab, ab), 0.0, 1.0);
    const glm::dvec3 d = p - a - t * ab;
    return glm::dot(d, d);
}

/// Distance to a triangle; `normal` is its unit normal.
double triangle_distance(const glm::dvec3& p, const std::array<glm::dvec3, 3>& corners,
                         const glm::dvec3& normal, double limit) {
    const double height = std::abs(glm::dot(normal, p - corners[0]));
    if (height >= limit) return height;
    double least2 = std::numeric_limits<double>::infinity();
    bool above = true;
    for (std::size_t i = 0; i < 3; ++i) {
        const glm::dvec3& a = corners[i];
        const glm::dvec3& b = corners[(i + 1) % 3];
        if (glm::dot(glm::cross(b - a, p - a), normal) >= 0.0) continue;
        // The point is outside this edge, so only the edges of which that is true can be nearest.
        above = false;
        least2 = std::min(least2, segment_distance2(p, a, b));
    }
    return above ? height : std::sqrt(least2);
}

double disc_distance(const glm::dvec3& p, double radius, double half_height, double rounding) {
    const double out = std::sqrt(p.x * p.x + p.z * p.z) - radius + rounding;
    const double up = std::abs(p.y) - half_height + rounding;
    const double outside =
        std::sqrt(std::max(out, 0.0) * std::max(out, 0.0) + std::max(up, 0.0) * std::max(up, 0.0));
    return std::min(std::max(out, up), 0.0) + outside - rounding;
}

} // namespace

double Sculpture::distance(std::uint32_t i, const glm::dvec3& p, double limit) const {
    const Ball& ball = balls_[i];
    const double beyond = limit + ball.radius;
    const glm::dvec3 d = p - ball.center;
    if (beyond <= 0.0 || glm::dot(d, d) >= beyond * beyond) return std::numeric_limits<double>::infinity();
    const Part& part = parts_[i];
    switch (part.shape) {
    case Shape::round_cone:
        return round_cone_distance(p, part.a, part.b, part.r0, part.r1);
    case Shape::sheet:
        return triangle_distance(p, {part.a, part.b, part.c}, part.normal, limit + part.r0) - part.r0;
    case Shape::disc:
        break;
    }
    return disc_distance(p - part.a, part.r0, part.r1, part.r2);
}

void Sculpture::add(const Part& part, const Ball& ball) {
    const auto place = std::upper_bound(parts_.begin(), parts_.end(), part,
                                        [](const Part& x, const Part& y) { return x.blend > y.blend; });
    balls_.insert(balls_.begin() + (place - parts_.begin()), ball);
    parts_.insert(place, part);
    widest_blend_ = std::max(widest_blend_, part.blend);
    roughest_ = std::max(roughest_, part.roughness.scales + part.roughness.rock);
}

void Sculpture::add_round_cone(const glm::dvec3& a, double radius_a, const glm::dvec3& b, double radius_b,
                               double blend, const Roughness& roughness) {
    add({Shape::round_cone, blend, roughness, a, b, {}, {}, radius_a, radius_b, 0.0},
        {0.5 * (a + b), 0.5 * glm::length(b - a) + std::max(radius_a, radius_b)});
}

void Sculpture::add_sheet(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c, double thickness,
                          double blend, const Roughness& roughness) {
    const glm::dvec3 normal = glm::cross(b - a, c - a);
    // Degenerate triangle: a corner of the membrane where two bones meet.
    if (!(glm::dot(normal, normal) > 1e-18)) return;
    const glm::dvec3 center = (a + b + c) / 3.0;
    const double reach =
        std::max({glm::length(a - center), glm::length(b - center), glm::length(c - center)});
    add({Shape::sheet, blend, roughness, a, b, c, glm::normalize(normal), 0.5 * thickness, 0.0, 0.0},
        {center, reach + 0.5 * thickness});
}

void Sculpture::add_disc(const glm::dvec3& bottom, double radius, double height, double rounding,
                         double blend, const Roughness& roughness) {
    const glm::dvec3 center = bottom + glm::dvec3(0.0, 0.5 * height, 0.0);
    add({Shape::disc, blend, roughness, center, {}, {}, {}, radius, 0.5 * height, rounding},
        {center, std::sqrt(radius * radius + 0.25 * height * height)});
}

Aabb Sculpture::bounds() const {
    Aabb box;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        const Part& part = parts_[i];
        const double skin = roughest_ + widest_blend_;
        const auto include = [&](const glm::dvec3& p, double reach) {
            box.include(glm::vec3(p - reach - skin));
            box.include(glm::vec3(p + reach + skin));
        };
        switch (part.shape) {
        case Shape::round_cone:
            include(part.a, part.r0);
            include(part.b, part.r1);
            break;
        case Shape::sheet:
            for (const glm::dvec3& corner : {part.a, part.b, part.c})
                include(corner, part.r0);
            break;
        case Shape::disc:
            include(part.a, balls_[i].radius);
            break;
        }
    }
    return box;
}

ImplicitField::Parts Sculpture::all_parts() const {
    Parts all(parts_.size());
    std::iota(all.begin(), all.end(), 0U);
    return all;
}

double Sculpture::nearest(const Parts& parts, const glm::dvec3& p) const {
    double least = std::numeric_limits<double>::infinity();
    for (const std::uint32_t i : parts)
        least = std::min(least, distance(i, p, least));
    return least;
}

int Sculpture::select(const Parts& parts, const glm::dvec3& center, double radius, Parts& selected) const {
    // A part changes the blend only if its distance exceeds that of the nearest part by at most its blending
    // width (wider parts come before it). Twice that width allows for several parts that add up. Distances
    // differ by at most the radius between the centre and any point of the ball, so the selection is the same
    // whichever larger ball it starts from.
    const double least = nearest(parts, center);
    double blend = 0.0;
    double rough = 0.0;
    selected.clear();
    for (const std::uint32_t i : parts) {
        const double limit = least + 2.0 * radius + 2.0 * parts_[i].blend;
        if (distance(i, center, limit) >= limit) continue;
        selected.push_back(i);
        blend = std::max(blend, parts_[i].blend);
        rough = std::max(rough, parts_[i].roughness.scales + parts_[i].roughness.rock);
    }
    // Two parts displace the surface outwards by at most a quarter of the blending width, more parts by
    // slightly more.
    if (least - 0.5 * blend - rough > radius) return 1;
    return least + rough < -radius ? -1 : 0;
}

Sculpture::Blended Sculpture::blend(const Parts& parts, const glm::dvec3& p) const {
    Blended sum{std::numeric_limits<double>::infinity(), {}};
    for (const std::uint32_t i : parts) {
        const Part& part = parts_[i];
        const double k = part.blend;
        const double d = distance(i, p, sum.distance + k);
        if (d >= sum.distance + k) continue;
        if (sum.distance >= d + k) {
            sum = {d, part.roughness};
            continue;
        }
        // Polynomial smooth minimum (Quilez, "Smooth minimum", iquilezles.org). Outside the blending width it
        // is exactly the minimum, so that more distant parts can be left out.
        const double h = 0.5 + 0.5 * (sum.distance - d) / k;
        sum.distance = sum.distance + (d - sum.distance) * h - k * h * (1.0 - h);
        sum.roughness.scales += (part.roughness.scales - sum.roughness.scales) * h;
        sum.roughness.rock += (part.roughness.rock - sum.roughness.rock) * h;
    }
    return sum;
}

double Sculpture::value(const Parts& parts, const glm::dvec3& p) const {
    const Blended blended = blend(parts, p);
    double d = blended.distance;
    if (std::abs(d) < 4.0 * roughest_) {
        if (blended.roughness.scales > 0.0) d -= blended.roughness.scales * scale_pattern(p, seed_);
        if (blended.roughness.rock > 0.0) d -= blended.roughness.rock * rock_pattern(p, seed_);
    }
    return d != 0.0 ? d : 1e-12;
}

} // namespace hitmap
