#include "core/layout/derive/base_vertex_ranges.h"

#include <algorithm>
#include <array>
#include <utility>

namespace hitmap {

namespace {

/// Fewer vertices than this are no mesh.
constexpr std::uint64_t least_mesh_vertices = 3;
constexpr double most_fit = 0.9; ///< share of the faces that were read whose vertices must fit the indices

std::array<std::uint32_t, 3> in_order(const glm::uvec3& face) {
    std::array<std::uint32_t, 3> sorted{face.x, face.y, face.z};
    std::ranges::sort(sorted);
    return sorted;
}

/// The number of vertices that the faces leave out, except for those at the origin.
std::uint64_t vertices_without_a_face(const std::vector<glm::uvec3>& indices,
                                      const std::vector<glm::vec3>& positions, const BaseVertices& ranges) {
    std::vector<bool> used(positions.size());
    BaseVertexFinder bases(ranges);
    for (std::size_t slot = 0; slot < indices.size(); ++slot) {
        const std::optional<std::int64_t> base = bases.of(slot);
        if (!base || indices[slot] == glm::uvec3(0)) continue;
        for (int corner = 0; corner < 3; ++corner) {
            const std::int64_t vertex = *base + indices[slot][corner];
            if (vertex >= 0 && static_cast<std::uint64_t>(vertex) < used.size())
                used[static_cast<std::size_t>(vertex)] = true;
        }
    }
    std::uint64_t left_out = 0;
    for (std::size_t v = 0; v < used.size(); ++v)
        left_out += !used[v] && positions[v] != glm::vec3(0.0F) ? 1 : 0;
    return left_out;
}

using ReadFace = std::pair<std::uint64_t, std::int64_t>; ///< slot and base vertex

/// The faces that were read, by rising slot. Those whose vertices contradict the indices are left out.
std::vector<ReadFace> read_bases(const std::vector<glm::uvec3>& indices, const FaceReads& reads) {
    std::vector<ReadFace> found;
    for (const auto& [slot, vertices] : reads.faces)
        if (slot < indices.size())
            if (const auto base = base_vertex_of(indices[slot], vertices)) found.emplace_back(slot, *base);
    std::ranges::sort(found);
    return found;
}

/// Joins ranges of one base vertex that follow one another; leaves out the base vertex 0 of all faces.
BaseVertices joined(const BaseVertices& ranges) {
    BaseVertices result;
    for (const BaseVertex& range : ranges)
        if (result.empty() || result.back().vertex != range.vertex) result.push_back(range);
    if (result.size() == 1 && result.front() == BaseVertex{0, 0}) result.clear();
    return result;
}

} // namespace

std::optional<std::int64_t> base_vertex_of(const glm::uvec3& indices, const glm::uvec3& vertices) {
    const auto from = in_order(indices);
    const auto to = in_order(vertices);
    const std::int64_t base = std::int64_t{to[0]} - from[0];
    for (std::size_t corner = 1; corner < from.size(); ++corner)
        if (from[corner] + base != to[corner]) return std::nullopt;
    return base;
}

BaseVertices find_base_vertices(const std::vector<glm::uvec3>& indices,
                                const std::vector<glm::vec3>& positions, const FaceReads& reads) {
    const std::vector<ReadFace> read = read_bases(indices, reads);
    if (read.empty() || static_cast<double>(read.size()) < most_fit * static_cast<double>(reads.faces.size()))
        return {};
    BaseVertices ranges{{0, read.front().second}};
    std::uint64_t behind = 0; // the last face that was read
    for (const auto& [slot, base] : read) {
        if (base != ranges.back().vertex) {
            if (slot > behind + 1) ranges.push_back({behind + 1, std::nullopt});
            ranges.push_back({slot, base});
        }
        behind = slot;
    }
    if (ranges.size() + 2 > most_base_vertices) return {};
    if (vertices_without_a_face(indices, positions, ranges) >= least_mesh_vertices) {
        if (read.front().first != 0) {
            ranges.front().first_face = read.front().first;
            ranges.insert(ranges.begin(), {0, std::nullopt});
        }
        if (behind + 1 < indices.size()) ranges.push_back({behind + 1, std::nullopt});
    }
    return joined(ranges);
}

} // namespace hitmap
