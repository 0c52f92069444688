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

/// More than the rounding errors of all distances; a sign that is certain is so in spite of them.
constexpr double rounding_errors = 1e-9;

double segment_distance2(const glm::dvec3& p, const glm::dvec3& a, const glm::dvec3& ab, double length2) {
    const double t = std::clamp(glm::dot(p - a, ab) / length2, 0.0, 1.0);
    const glm::dvec3 d = p - a - t * ab;
    return glm::dot(d, d);
}

} // namespace

Sculpture::RoundCone::RoundCone(const glm::dvec3& from, double radius_a, const glm::dvec3& to,
                                double radius_b)
    : a(from),
      b(to),
      axis(b - a),
      ra(radius_a),
      rb(radius_b),
      length2(glm::dot(axis, axis)),
      slope(ra - rb),
      slope2(slope * slope),
      a2(length2 - slope2) {}

/// After Quilez, "Distance functions", iquilezles.org.
double Sculpture::RoundCone::distance(const glm::dvec3& p) const {
    if (!(a2 > 0.0))
        return std::min(glm::length(p - a) - ra, glm::length(p - b) - rb); // one ball contains the other
    const glm::dvec3 pa = p - a;
    const double y = glm::dot(pa, axis);
    const double z = y - length2;
    const glm::dvec3 across = pa * length2 - axis * y;
    const double x2 = glm::dot(across, across);
    const double y2 = y * y * length2;
    const double z2 = z * z * length2;
    const double k = std::copysign(slope2 * x2, slope);
    if (std::copysign(a2 * z2, z) > k) return std::sqrt(x2 + z2) / length2 - rb;
    if (std::copysign(a2 * y2, y) < k) return std::sqrt(x2 + y2) / length2 - ra;
    return (std::sqrt(x2 * a2 / length2) + y * slope) / length2 - ra;
}

Sculpture::Sheet::Sheet(const std::array<glm::dvec3, 3>& triangle, const glm::dvec3& across, double thickness)
    : corners(triangle), edges{}, lengths2{}, normal(across), half_thickness(0.5 * thickness) {
    for (std::size_t i = 0; i < 3; ++i) {
        edges[i] = corners[(i + 1) % 3] - corners[i];
        lengths2[i] = glm::dot(edges[i], edges[i]);
    }
}

double Sculpture::Sheet::distance(const glm::dvec3& p, double limit) const {
    const double height = std::abs(glm::dot(normal, p - corners[0]));
    if (height >= limit + half_thickness) return height - half_thickness;
    double least2 = std::numeric_limits<double>::infinity();
    bool above = true;
    for (std::size_t i = 0; i < 3; ++i) {
        if (glm::dot(glm::cross(edges[i], p - corners[i]), normal) >= 0.0) continue;
        // The point is outside this edge, so only the edges of which that is true can be nearest.
        above = false;
        least2 = std::min(least2, segment_distance2(p, corners[i], edges[i], lengths2[i]));
    }
    return (above ? height : std::sqrt(least2)) - half_thickness;
}

double Sculpture::Disc::distance(const glm::dvec3& p) const {
    const glm::dvec3 d = p - center;
    const double out = std::sqrt(d.x * d.x + d.z * d.z) - radius + rounding;
    const double up = std::abs(d.y) - half_height + rounding;
    const double outside =
        std::sqrt(std::max(out, 0.0) * std::max(out, 0.0) + std::max(up, 0.0) * std::max(up, 0.0));
    return std::min(std::max(out, up), 0.0) + outside - rounding;
}

double Sculpture::distance(std::uint32_t i, const glm::dvec3& p, double limit) const {
    const Ball& ball = balls_[i];
    const double beyond = limit + ball.radius;
    const glm::dvec3 d = p - ball.center;
    if (beyond <= 0.0 || glm::dot(d, d) >= beyond * beyond) return std::numeric_limits<double>::infinity();
    const auto& shape = parts_[i].shape;
    if (const auto* cone = std::get_if<RoundCone>(&shape)) return cone->distance(p);
    if (const auto* sheet = std::get_if<Sheet>(&shape)) return sheet->distance(p, limit);
    return std::get<Disc>(shape).distance(p);
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
    add({blend, roughness, RoundCone(a, radius_a, b, radius_b)},
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
    add({blend, roughness, Sheet({a, b, c}, glm::normalize(normal), thickness)},
        {center, reach + 0.5 * thickness});
}

void Sculpture::add_disc(const glm::dvec3& bottom, double radius, double height, double rounding,
                         double blend, const Roughness& roughness) {
    const glm::dvec3 center = bottom + glm::dvec3(0.0, 0.5 * height, 0.0);
    add({blend, roughness, Disc{center, radius, 0.5 * height, rounding}},
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
        if (const auto* cone = std::get_if<RoundCone>(&part.shape)) {
            include(cone->a, cone->ra);
            include(cone->b, cone->rb);
        } else if (const auto* sheet = std::get_if<Sheet>(&part.shape)) {
            for (const glm::dvec3& corner : sheet->corners)
                include(corner, sheet->half_thickness);
        } else {
            include(std::get<Disc>(part.shape).center, balls_[i].radius);
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
    if (parts.empty()) return std::numeric_limits<double>::infinity();
    // Beginning with a near part saves the distances to most of the others.
    std::uint32_t first = parts.front();
    double first_power = std::numeric_limits<double>::infinity();
    for (const std::uint32_t i : parts) {
        const glm::dvec3 d = p - balls_[i].center;
        const double power = glm::dot(d, d) - balls_[i].radius * balls_[i].radius;
        if (power >= first_power) continue;
        first = i;
        first_power = power;
    }
    double least = distance(first, p, std::numeric_limits<double>::infinity());
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

void Sculpture::blend_in(Blended& sum, const Part& part, double d) {
    const double k = part.blend;
    if (d >= sum.distance + k) return;
    if (sum.distance >= d + k) {
        sum = {d, part.roughness};
        return;
    }
    // Polynomial smooth minimum (Quilez, "Smooth minimum", iquilezles.org). Outside the blending width it is
    // exactly the minimum, so that more distant parts can be left out.
    const double h = 0.5 + 0.5 * (sum.distance - d) / k;
    sum.distance = sum.distance + (d - sum.distance) * h - k * h * (1.0 - h);
    sum.roughness.scales += (part.roughness.scales - sum.roughness.scales) * h;
    sum.roughness.rock += (part.roughness.rock - sum.roughness.rock) * h;
}

Sculpture::Blended Sculpture::blend(const Parts& parts, const glm::dvec3& p) const {
    Blended sum{std::numeric_limits<double>::infinity(), {}};
    for (const std::uint32_t i : parts)
        blend_in(sum, parts_[i], distance(i, p, sum.distance + parts_[i].blend));
    return sum;
}

int Sculpture::narrow(const Parts& parts, const glm::dvec3& center, double radius, Parts& needed) const {
    // Between two points, the distance to a part and the sum of the parts before it change by at most the
    // distance of the points: the smooth minimum is no steeper than the steeper of its arguments. So two such
    // numbers differ in the whole ball by at least what they differ by in the centre, less its diameter. A
    // part that is farther than the sum by its blending width leaves the sum as it is, and a part that is
    // nearer by that replaces it.
    const double diameter = 2.0 * radius + rounding_errors;
    Blended sum{std::numeric_limits<double>::infinity(), {}};
    needed.clear();
    for (const std::uint32_t i : parts) {
        const Part& part = parts_[i];
        const double limit = sum.distance + part.blend + diameter;
        const double d = distance(i, center, limit);
        if (d >= limit) continue;
        if (sum.distance >= d + part.blend + diameter) needed.clear();
        needed.push_back(i);
        blend_in(sum, part, d);
    }
    // Textures move the surface outwards by at most both heights and inwards by at most that of the rock.
    Roughness most;
    for (const std::uint32_t i : needed) {
        most.scales = std::max(most.scales, parts_[i].roughness.scales);
        most.rock = std::max(most.rock, parts_[i].roughness.rock);
    }
    if (sum.distance - most.scales - most.rock > radius + rounding_errors) return 1;
    return sum.distance + most.rock < -radius - rounding_errors ? -1 : 0;
}

double Sculpture::textured(const Blended& blended, const glm::dvec3& p) const {
    double d = blended.distance;
    if (std::abs(d) < 4.0 * roughest_) {
        if (blended.roughness.scales > 0.0) d -= blended.roughness.scales * scale_pattern(p, seed_);
        if (blended.roughness.rock > 0.0) d -= blended.roughness.rock * rock_pattern(p, seed_);
    }
    return d != 0.0 ? d : 1e-12;
}

double Sculpture::value(const Parts& parts, const glm::dvec3& p) const {
    return textured(blend(parts, p), p);
}

double Sculpture::value_or_sign(const Parts& parts, const glm::dvec3& p) const {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const Blended blended = blend(parts, p);
    const auto& [scales, rock] = blended.roughness;
    const double d = blended.distance;
    if (d > scales + rock + rounding_errors) return infinity;
    if (d < -rock - rounding_errors) return -infinity;
    if (scales > 0.0 && !(rock > 0.0)) {
        const double without_small = d - scales * large_scales(p, seed_);
        if (without_small < -rounding_errors) return -infinity;
        if (without_small > scales * most_small_scales + rounding_errors) return infinity;
    }
    return textured(blended, p);
}

} // namespace hitmap
