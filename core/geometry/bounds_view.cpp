#include "core/geometry/bounds_view.h"

#include "core/geometry/picture_plane.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <tuple>

namespace hitmap {

namespace {

constexpr std::size_t box_corners = 8;

double turn_at(const glm::dvec2& origin, const glm::dvec2& a, const glm::dvec2& b) {
    return (a.x - origin.x) * (b.y - origin.y) - (a.y - origin.y) * (b.x - origin.x);
}

/// The convex hull of points, counter-clockwise, by Andrew's monotone chain.
class Hull {
public:
    explicit Hull(std::array<glm::dvec2, box_corners>& points) {
        std::ranges::sort(points, {}, [](const glm::dvec2& point) { return std::tuple(point.x, point.y); });
        for (const glm::dvec2& point : points)
            add(point, 0);
        const std::size_t lower = count_ - 1;
        std::for_each(points.rbegin() + 1, points.rend(),
                      [&](const glm::dvec2& point) { add(point, lower); });
    }
    [[nodiscard]] double area() const {
        double twice = 0.0;
        for (std::size_t i = 2; i < count_; ++i)
            twice += turn_at(corners_[0], corners_[i - 1], corners_[i]);
        return twice / 2.0;
    }

private:
    /// @param first  the corner at which the half begins
    void add(const glm::dvec2& point, std::size_t first) {
        while (count_ >= first + 2 && turn_at(corners_[count_ - 2], corners_[count_ - 1], point) <= 0.0)
            --count_;
        corners_[count_++] = point;
    }

    std::array<glm::dvec2, 2 * box_corners> corners_{};
    std::size_t count_ = 0;
};

} // namespace

std::optional<double> bounds_pixels(const Camera& camera, std::uint32_t height, const Aabb& bounds) {
    if (bounds.empty()) return std::nullopt;
    const PicturePlane plane(camera, height);
    std::array<glm::dvec2, box_corners> seen;
    for (std::size_t i = 0; i < box_corners; ++i) {
        const auto place = plane.at({(i & 1U) != 0 ? bounds.upper.x : bounds.lower.x,
                                     (i & 2U) != 0 ? bounds.upper.y : bounds.lower.y,
                                     (i & 4U) != 0 ? bounds.upper.z : bounds.lower.z});
        // Numbers that are not finite, as of an invalid file, have no order.
        if (!place || !std::isfinite(place->x) || !std::isfinite(place->y)) return std::nullopt;
        seen[i] = *place;
    }
    return std::max(0.0, Hull(seen).area());
}

} // namespace hitmap
