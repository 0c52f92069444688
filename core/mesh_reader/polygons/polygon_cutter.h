#pragma once

#include <glm/vec3.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace hitmap {

/// Cuts polygons of a mesh into triangles (cut_polygon), as the positions are when they have become 32-bit
/// floats: relative to the offset of all positions (CoordinateRange).
class PolygonCutter {
public:
    /// @param positions  must outlive the object and may not change
    explicit PolygonCutter(std::span<const glm::dvec3> positions);

    /// @param corners  indices into positions, all in range; at least three
    /// @return corners.size() - 2 triples of indices into `corners`, valid until the next call
    [[nodiscard]] std::span<const glm::uvec3> cut(std::span<const std::uint32_t> corners);

private:
    std::span<const glm::dvec3> positions_;
    glm::dvec3 offset_;
    std::vector<glm::vec3> outline_; // of the current polygon
    std::vector<glm::uvec3> cut_;
};

} // namespace hitmap
