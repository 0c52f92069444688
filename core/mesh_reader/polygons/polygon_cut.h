#pragma once

#include <glm/vec3.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace hitmap {

/// Cuts a polygon without holes into triangles that have its orientation and stay inside its outline, also
/// if it is concave. A polygon without an inside (self-intersecting, or all corners on a line) is cut into
/// a fan.
/// @param corners    positions of the corners, at least three
/// @param triangles  corners.size() - 2 triples of indices into `corners` are appended
void cut_polygon(std::span<const glm::vec3> corners, std::vector<glm::uvec3>& triangles);

/// The triangles of a strip, whose orientation alternates, or of a fan around its first corner. The results
/// are indices into the strip or fan.
void cut_strip(std::uint32_t corners, std::vector<glm::uvec3>& triangles);
void cut_fan(std::uint32_t corners, std::vector<glm::uvec3>& triangles);

} // namespace hitmap
