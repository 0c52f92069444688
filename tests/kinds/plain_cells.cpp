#include "tests/kinds/plain_cells.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace hitmap::test {

std::array<PlainPoint, 4> corners_of_cell(const CellRecording& recording, std::uint64_t cell) {
    std::array<PlainPoint, 4> corners{};
    for (std::size_t corner = 0; corner < corners.size(); ++corner)
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const std::size_t vertex = recording.cells.at(4 * cell + corner);
            corners.at(corner).at(axis) = double{recording.vertices.at(3 * vertex + axis)};
        }
    return corners;
}

PlainBounds bounds_of_cell(const CellRecording& recording, std::uint64_t cell) {
    const auto corners = corners_of_cell(recording, cell);
    PlainBounds bounds{corners[0], corners[0]};
    for (const PlainPoint& corner : corners)
        for (std::size_t axis = 0; axis < 3; ++axis) {
            bounds.lower.at(axis) = std::min(bounds.lower.at(axis), corner.at(axis));
            bounds.upper.at(axis) = std::max(bounds.upper.at(axis), corner.at(axis));
        }
    return bounds;
}

double plain_distance(const PlainPoint& a, const PlainPoint& b) {
    return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/// By Heron's formula.
double plain_area(const PlainPoint& a, const PlainPoint& b, const PlainPoint& c) {
    const double p = plain_distance(a, b);
    const double q = plain_distance(b, c);
    const double r = plain_distance(c, a);
    const double half = (p + q + r) / 2;
    return std::sqrt(std::max(0.0, half * (half - p) * (half - q) * (half - r)));
}

double plain_pixels(const PlainBounds& bounds) {
    const double scale = CellRecording::height / 2.0 / std::tan(22.5 * std::numbers::pi / 180.0);
    const auto side = [&](std::size_t axis, double at) {
        const std::size_t u = (axis + 1) % 3;
        const std::size_t v = (axis + 2) % 3;
        double twice = 0.0;
        std::array<std::array<double, 2>, 4> seen{};
        for (std::size_t i = 0; i < 4; ++i) { // around the side
            PlainPoint point{};
            point.at(axis) = at;
            point.at(u) = i == 0 || i == 3 ? bounds.lower.at(u) : bounds.upper.at(u);
            point.at(v) = i < 2 ? bounds.lower.at(v) : bounds.upper.at(v);
            seen.at(i) = {scale * point[0] / (5.0 - point[2]), scale * point[1] / (5.0 - point[2])};
        }
        for (std::size_t i = 0; i < 4; ++i) {
            const auto& a = seen.at(i);
            const auto& b = seen.at((i + 1) % 4);
            twice += a[0] * b[1] - a[1] * b[0];
        }
        return std::abs(twice) / 2.0;
    };
    double sum = 0.0;
    for (std::size_t axis = 0; axis < 3; ++axis)
        sum += side(axis, bounds.lower.at(axis)) + side(axis, bounds.upper.at(axis));
    return sum / 2.0;
}

} // namespace hitmap::test
