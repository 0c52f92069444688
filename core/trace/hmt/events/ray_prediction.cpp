#include "core/trace/hmt/events/ray_prediction.h"

#include <glm/vec3.hpp>

#include <cmath>
#include <limits>

namespace hitmap::hmt {

namespace {

constexpr std::uint32_t bit_of(RayPrediction prediction) {
    return 1U << static_cast<unsigned>(prediction);
}

constexpr std::uint32_t simple_predictions =
    bit_of(RayPrediction::same) | bit_of(RayPrediction::before) | bit_of(RayPrediction::own);

/// The predictions of each field of a ray.
constexpr std::array<std::uint32_t, ray_field_count> ray_predictions{
    simple_predictions | bit_of(RayPrediction::step) | bit_of(RayPrediction::hit) |
        bit_of(RayPrediction::line),
    simple_predictions,
    simple_predictions | bit_of(RayPrediction::step) | bit_of(RayPrediction::point) |
        bit_of(RayPrediction::target) | bit_of(RayPrediction::crossing),
    simple_predictions | bit_of(RayPrediction::length) | bit_of(RayPrediction::crossing),
    simple_predictions,
    simple_predictions,
    simple_predictions,
};

/// Values without a meaning are predicted to be 0: machines differ in the bits of a NaN that they compute.
float rounded(double value) {
    return std::abs(value) <= std::numeric_limits<float>::max() ? static_cast<float>(value) : 0.0F;
}

/// The point that a ray reaches at t.
glm::dvec3 point_at(const Ray& ray, double t) {
    return glm::dvec3(ray.origin) + glm::dvec3(ray.direction) * t;
}

double product(const glm::dvec3& a, const glm::dvec3& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/// The point of the first ray's line that is closest to the second one's.
glm::dvec3 crossing_of(const Ray& first, const Ray& second) {
    const glm::dvec3 a(first.direction);
    const glm::dvec3 b(second.direction);
    const glm::dvec3 between = glm::dvec3(first.origin) - glm::dvec3(second.origin);
    const double ab = product(a, b);
    const double bb = product(b, b);
    const double t = (ab * product(b, between) - bb * product(a, between)) / (product(a, a) * bb - ab * ab);
    return point_at(first, t);
}

double length_of(const glm::dvec3& v) {
    return std::sqrt(product(v, v));
}

} // namespace

bool is_prediction_of(RayField field, std::uint8_t code) {
    if (field == RayField::direction && code >= unit_direction) {
        code = static_cast<std::uint8_t>(code - unit_direction);
        if (code == static_cast<std::uint8_t>(RayPrediction::same)) return false; // nothing would be derived
    }
    return code < 32 && (ray_predictions.at(static_cast<std::size_t>(field)) >> code & 1U) != 0;
}

bool is_prediction_of(HitField /*field*/, std::uint8_t code) {
    return code < 32 && (simple_predictions >> code & 1U) != 0;
}

AxisOrder with_last(std::uint8_t last) {
    switch (last) {
    case 0:
        return {1, 2, 0};
    case 1:
        return {0, 2, 1};
    default:
        return {0, 1, 2};
    }
}

std::uint8_t largest_axis(const glm::vec3& v) {
    std::uint8_t largest = 0;
    for (std::uint8_t axis = 1; axis < 3; ++axis)
        if (std::abs(v[axis]) > std::abs(v[largest]) || std::isnan(v[largest])) largest = axis;
    return largest;
}

AxisOrder origin_order(RayPrediction by, const RayContext& context) {
    if ((by != RayPrediction::hit && by != RayPrediction::line) || context.own == nullptr) return {0, 1, 2};
    switch (largest_axis(context.own->direction)) {
    case 0:
        return {0, 1, 2};
    case 1:
        return {1, 0, 2};
    default:
        return {2, 0, 1};
    }
}

float predicted_origin(RayPrediction by, const RayContext& context, std::uint8_t axis,
                       const glm::vec3& known) {
    const float before = context.before.origin[axis];
    if (by == RayPrediction::step) return rounded(2.0 * before - context.second.origin[axis]);
    if (context.own == nullptr || by == RayPrediction::same || by == RayPrediction::before) return before;
    const Ray& own = *context.own;
    if (by == RayPrediction::own) return own.origin[axis];
    const std::uint8_t first = largest_axis(own.direction);
    double t = 0.0;
    if (axis != first)
        t = (double{known[first]} - own.origin[first]) / own.direction[first];
    else if (by == RayPrediction::hit && context.own_hit != nullptr)
        t = context.own_hit->t;
    else
        return before;
    return rounded(own.origin[axis] + own.direction[axis] * t);
}

glm::vec3 predicted_direction(RayPrediction by, const RayContext& context, const glm::vec3& origin) {
    const Ray& before = context.before;
    glm::dvec3 to;
    switch (by) {
    case RayPrediction::step:
        to = 2.0 * glm::dvec3(before.direction) - glm::dvec3(context.second.direction);
        return {rounded(to.x), rounded(to.y), rounded(to.z)};
    case RayPrediction::point:
        to = point_at(before, 1.0) - glm::dvec3(origin);
        return {rounded(to.x), rounded(to.y), rounded(to.z)};
    case RayPrediction::target:
        to = point_at(before, before.tmax) - glm::dvec3(origin);
        break;
    case RayPrediction::crossing:
        to = crossing_of(before, context.second) - glm::dvec3(origin);
        break;
    default:
        return predicted_ray(by, context).direction;
    }
    const double length = length_of(to);
    return {rounded(to.x / length), rounded(to.y / length), rounded(to.z / length)};
}

float unit_component(const glm::vec3& known, std::uint8_t axis, bool negative) {
    double rest = 1.0;
    for (std::uint8_t other = 0; other < 3; ++other)
        if (other != axis) rest -= double{known[other]} * known[other];
    const float size = rest > 0.0 ? rounded(std::sqrt(rest)) : 0.0F;
    return negative ? -size : size;
}

float predicted_tmin(RayPrediction by, const RayContext& context) {
    return predicted_ray(by, context).tmin;
}

float predicted_tmax(RayPrediction by, const RayContext& context, const glm::vec3& origin) {
    const Ray& before = context.before;
    const glm::dvec3 from(origin);
    if (by == RayPrediction::length) return rounded(length_of(point_at(before, before.tmax) - from));
    if (by != RayPrediction::crossing) return predicted_ray(by, context).tmax;
    const glm::dvec3 to = crossing_of(before, context.second);
    return rounded(before.tmax * (length_of(to - from) / length_of(to - glm::dvec3(before.origin))));
}

const Ray& predicted_ray(RayPrediction by, const RayContext& context) {
    return by == RayPrediction::own && context.own != nullptr ? *context.own : context.before;
}

} // namespace hitmap::hmt
