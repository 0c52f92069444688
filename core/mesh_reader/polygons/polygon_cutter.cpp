#include "core/mesh_reader/polygons/polygon_cutter.h"

#include "core/geometry/mesh/coordinate_range.h"
#include "core/mesh_reader/polygons/polygon_cut.h"

namespace hitmap {

PolygonCutter::PolygonCutter(std::span<const glm::dvec3> positions) : positions_(positions) {
    CoordinateRange range;
    for (const glm::dvec3& position : positions)
        range.include(position);
    offset_ = range.offset();
}

std::span<const glm::uvec3> PolygonCutter::cut(std::span<const std::uint32_t> corners) {
    outline_.clear();
    cut_.clear();
    for (const std::uint32_t corner : corners)
        outline_.emplace_back(positions_[corner] - offset_);
    cut_polygon(outline_, cut_);
    return cut_;
}

} // namespace hitmap
