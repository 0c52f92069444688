#include "core/analysis/comparison/place_grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace hitmap {

namespace {

std::array<int, 3> steps_of(std::size_t cell) {
    constexpr std::size_t n = PlaceGrid::cells_an_axis;
    return {static_cast<int>(cell % n), static_cast<int>(cell / n % n), static_cast<int>(cell / n / n)};
}

} // namespace

std::size_t PlaceGrid::cell_of(const glm::vec3& point) const {
    std::size_t cell = 0;
    for (int axis = 2; axis >= 0; --axis) {
        const float length = bounds_.upper[axis] - bounds_.lower[axis];
        const float share = length > 0.0F ? (point[axis] - bounds_.lower[axis]) / length : 0.0F;
        // The comparison also handles NaN, which std::clamp would return.
        const float step =
            share > 0.0F ? std::min(std::floor(share * cells_an_axis), cells_an_axis - 1.0F) : 0.0F;
        cell = cell * cells_an_axis + static_cast<std::size_t>(step);
    }
    return cell;
}

std::optional<std::size_t> PlaceGrid::cell_of(const Aabb& box) const {
    if (box.empty()) return std::nullopt;
    constexpr float rounding = 1.0001F;
    for (int axis = 0; axis < 3; ++axis) {
        const float cell = (bounds_.upper[axis] - bounds_.lower[axis]) / cells_an_axis;
        if (!(box.upper[axis] - box.lower[axis] <= cell * rounding)) return std::nullopt;
    }
    return cell_of(box.center());
}

Aabb PlaceGrid::bounds_of(std::size_t cell) const {
    const auto steps = steps_of(cell);
    Aabb bounds;
    for (int axis = 0; axis < 3; ++axis) {
        const float length = bounds_.upper[axis] - bounds_.lower[axis];
        const auto at = [&](int step) {
            return bounds_.lower[axis] + length * static_cast<float>(step) / cells_an_axis;
        };
        bounds.lower[axis] = at(steps.at(static_cast<std::size_t>(axis)));
        bounds.upper[axis] = at(steps.at(static_cast<std::size_t>(axis)) + 1);
    }
    return bounds;
}

std::string PlaceGrid::name_of(std::size_t cell) {
    const auto [x, y, z] = steps_of(cell);
    return fmt::format("x {}/{n}, y {}/{n}, z {}/{n}", x + 1, y + 1, z + 1, fmt::arg("n", cells_an_axis));
}

Aabb bounds_of_scenes(const RecordedScene* a, const RecordedScene* b) {
    Aabb bounds;
    for (const RecordedScene* scene : {a, b})
        if (scene != nullptr)
            for (const glm::vec3& vertex : scene->vertices)
                bounds.include(vertex);
    return bounds;
}

} // namespace hitmap
