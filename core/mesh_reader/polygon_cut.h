#pragma once

#include <glm/vec3.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace hitmap {

/// Cuts a polygon without holes into triangles that face as it does and stay inside its outline, also where
/// it is concave; where it has no inside (it crosses itself, lies on a line), a fan is as good as any.
/// @param corners    indices into positions, all in range; at least three
/// @param triangles  corners.size() - 2 triples of places in `corners` are appended
void cut_polygon(std::span<const glm::vec3> positions, std::span<const std::uint32_t> corners,
                 std::vector<glm::uvec3>& triangles);

/// The triangles of a strip, which face alternately; of a fan around its first corner. Places in the strip.
void cut_strip(std::uint32_t corners, std::vector<glm::uvec3>& triangles);
void cut_fan(std::uint32_t corners, std::vector<glm::uvec3>& triangles);

} // namespace hitmap
