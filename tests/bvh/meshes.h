#pragma once

#include "core/geometry/mesh/mesh.h"

#include <cstdint>

namespace hitmap::test {

/// Triangles of very different sizes at random positions in the unit cube.
[[nodiscard]] Mesh soup(std::uint32_t triangles, std::uint32_t seed = 1);
/// A wavy height field of 2 n n triangles.
[[nodiscard]] Mesh waves(std::uint32_t n);
/// The same triangle over and over.
[[nodiscard]] Mesh copies(std::uint32_t triangles);
/// Concentric triangles with nearly the same centre, each twice as large as the one before (the exponent
/// wraps around). The surface-area heuristic separates them one by one.
[[nodiscard]] Mesh nested(std::uint32_t triangles);

} // namespace hitmap::test
