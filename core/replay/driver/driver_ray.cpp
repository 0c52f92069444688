#include "core/replay/driver/driver_ray.h"

#include <cmath>
#include <utility>

namespace hitmap {

namespace {

/// The minimum and maximum of shaders: of a number and a NaN the number.
float least(float a, float b) {
    return std::fmin(a, b);
}
float most(float a, float b) {
    return std::fmax(a, b);
}

/// The axes of the test: the ray runs most along `z`, and x, y, z keep the winding of triangles.
struct Axes {
    int x = 0, y = 0, z = 0;

    explicit Axes(const glm::vec3& direction) {
        const glm::vec3 size{std::fabs(direction.x), std::fabs(direction.y), std::fabs(direction.z)};
        if (size.x >= size.y)
            z = size.x >= size.z ? 0 : 2;
        else
            z = size.y >= size.z ? 1 : 2;
        x = (z + 1) % 3;
        y = (x + 1) % 3;
        if (direction[z] < 0.0F) std::swap(x, y);
    }
};

/// A corner as the ray sees it that runs along z.
struct Sheared {
    double x, y, z;

    Sheared(const glm::vec3& corner, const glm::vec3& origin, const Axes& axes, const glm::vec3& shear) {
        const glm::vec3 v = corner - origin;
        x = double{v[axes.x] - shear.x * v[axes.z]};
        y = double{v[axes.y] - shear.y * v[axes.z]};
        z = double{shear.z} * double{v[axes.z]};
    }
};

} // namespace

DriverRay::DriverRay(const glm::vec3& from, const glm::vec3& along) : origin(from), direction(along) {
    for (int axis = 0; axis < 3; ++axis)
        inverse[axis] = direction[axis] == 0.0F ? std::numeric_limits<float>::max() : 1.0F / direction[axis];
}

DriverRay in_space(const Transform& m, const DriverRay& world) {
    glm::vec3 origin, direction;
    for (int row = 0; row < 3; ++row) {
        const float* const r = m.data() + 4 * row;
        origin[row] = r[3] + world.origin.x * r[0] + world.origin.y * r[1] + world.origin.z * r[2];
        direction[row] = world.direction.x * r[0] + world.direction.y * r[1] + world.direction.z * r[2];
    }
    return {origin, direction};
}

float entry_of(const DriverRay& ray, const Aabb& box, float tmax) {
    if (std::isnan(box.lower.x)) return meets_nothing; // inactive
    const glm::vec3 a = (box.lower - ray.origin) * ray.inverse;
    const glm::vec3 b = (box.upper - ray.origin) * ray.inverse;
    const float near = most(most(least(a.x, b.x), least(a.y, b.y)), least(a.z, b.z));
    const float far = least(least(most(a.x, b.x), most(a.y, b.y)), most(a.z, b.z));
    return far >= most(0.0F, near) && near < tmax ? near : meets_nothing;
}

DriverMeeting meeting_of(const DriverRay& ray, const TriangleCorners& corners) {
    const Axes axes(ray.direction);
    const float scale = 1.0F / ray.direction[axes.z];
    const glm::vec3 shear{ray.direction[axes.x] * scale, ray.direction[axes.y] * scale, scale};
    const Sheared a(corners[0], ray.origin, axes, shear);
    const Sheared b(corners[1], ray.origin, axes, shear);
    const Sheared c(corners[2], ray.origin, axes, shear);
    const double u = c.x * b.y - c.y * b.x;
    const double v = a.x * c.y - a.y * c.x;
    const double w = b.x * a.y - b.y * a.x;
    const bool is_right_of_one = u < 0.0 || v < 0.0 || w < 0.0;
    const bool is_left_of_one = u > 0.0 || v > 0.0 || w > 0.0;
    if (is_right_of_one && is_left_of_one) return {};
    const double sum = u + (v + w);
    const double t = (u * a.z + v * b.z) + w * c.z;
    const double sign = sum > 0.0 ? 1.0 : sum < 0.0 ? -1.0 : 0.0;
    if (sign * t < 0.0) return {};
    return {static_cast<float>(t / sum), static_cast<float>(sum) > 0.0F};
}

} // namespace hitmap
