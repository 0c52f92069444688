#pragma once

#include "core/geometry/mesh/aabb.h"
#include "core/trace/model/recording.h"

#include <cstddef>
#include <optional>
#include <string>

namespace hitmap {

/// Divides the bounds of a scene into 4 x 4 x 4 cells of equal size, so that recordings with different trees
/// can be compared by place.
class PlaceGrid {
public:
    static constexpr int cells_an_axis = 4;
    static constexpr std::size_t cells = 64;

    /// @param bounds  must not be empty
    explicit PlaceGrid(const Aabb& bounds) : bounds_(bounds) {}

    /// The cell that contains the point, or the nearest cell.
    [[nodiscard]] std::size_t cell_of(const glm::vec3& point) const;
    /// The cell of the box's centre. Returns nothing if the box is empty or longer than a cell along any
    /// axis (apart from rounding).
    [[nodiscard]] std::optional<std::size_t> cell_of(const Aabb& box) const;
    [[nodiscard]] Aabb bounds_of(std::size_t cell) const;
    /// "x 1/4, y 4/4, z 2/4": the part along each axis.
    [[nodiscard]] static std::string name_of(std::size_t cell);

private:
    Aabb bounds_;
};

/// The bounds of the vertices of both scenes, which may be null; empty if there are no vertices.
[[nodiscard]] Aabb bounds_of_scenes(const RecordedScene* a, const RecordedScene* b);

} // namespace hitmap
