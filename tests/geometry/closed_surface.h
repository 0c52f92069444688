#pragma once

#include "core/geometry/mesh/mesh.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace hitmap::test {

/// Returns "" if every edge belongs to exactly two triangles with opposite directions, no triangle has a
/// vertex twice and every vertex is used; otherwise the error.
inline std::string closed_surface_fault(const Mesh& mesh) {
    std::vector<std::uint64_t> edges; // from << 32 | to
    std::vector<bool> used(mesh.positions.size(), false);
    for (const glm::uvec3& face : mesh.faces)
        for (int c = 0; c < 3; ++c) {
            if (face[c] == face[(c + 1) % 3]) return "a triangle uses a vertex twice";
            edges.push_back(std::uint64_t{face[c]} << 32U | face[(c + 1) % 3]);
            used.at(face[c]) = true;
        }
    std::sort(edges.begin(), edges.end());
    if (std::adjacent_find(edges.begin(), edges.end()) != edges.end())
        return "two triangles run through an edge in the same direction";
    for (const std::uint64_t edge : edges)
        if (!std::binary_search(edges.begin(), edges.end(), edge << 32U | edge >> 32U))
            return "an edge belongs to one triangle only";
    if (std::find(used.begin(), used.end(), false) != used.end()) return "a vertex is not used";
    return "";
}

} // namespace hitmap::test
