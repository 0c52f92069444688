#pragma once

#include "core/geometry/aabb.h"
#include "core/trace/model/recording.h"

#include <cstddef>
#include <optional>
#include <string>

namespace hitmap {

/// A scene's bounds cut into 4 x 4 x 4 cells of equal size, so that recordings with different trees can be
/// compared by place.
class PlaceGrid {
public:
    static constexpr int cells_an_axis = 4;
    static constexpr std::size_t cells = 64;

    /// @param bounds  not empty
    explicit PlaceGrid(const Aabb& bounds) : bounds_(bounds) {}

    /// The cell of a point; of one outside, the nearest.
    [[nodiscard]] std::size_t cell_of(const glm::vec3& point) const;
    /// The cell of the middle; nothing where the box is longer than a cell along any axis (by more than
    /// rounding) or empty.
    [[nodiscard]] std::optional<std::size_t> cell_of(const Aabb& box) const;
    [[nodiscard]] Aabb bounds_of(std::size_t cell) const;
    /// "x 1/4, y 4/4, z 2/4": which part along each axis.
    [[nodiscard]] static std::string name_of(std::size_t cell);

private:
    Aabb bounds_;
};

/// Of the vertices of scenes, which may be null; empty where there are none.
[[nodiscard]] Aabb bounds_of_scenes(const RecordedScene* a, const RecordedScene* b);

} // namespace hitmap
