#pragma once

#include "core/geometry/mesh/half_edges.h"
#include "core/geometry/mesh/mesh.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hitmap {

/// Flips edges of a closed mesh if that brings the valences of their four vertices closer to six (Botsch
/// and Kobbelt 2004, "A remeshing approach to multiresolution modeling", section 4) and keeps the surface
/// flat.
class EdgeFlipper {
public:
    /// Keeps references; `edges` must be those of `mesh`.
    EdgeFlipper(const Mesh& mesh, HalfEdges& edges);

    /// Visits every edge once. Faces are processed range by range, and an edge is flipped only if all
    /// faces around its four vertices lie in one range: threads never modify the same faces, and the result
    /// does not depend on their number. The ranges of an odd sweep begin in the middle of those of an even
    /// one, so that edges at the border of a range have their turn too.
    void sweep(unsigned number, ThreadPool& pool, const JobContext& job);

private:
    void count_valences(std::size_t offset, ThreadPool& pool, const JobContext& job);
    void consider(std::uint32_t h);
    [[nodiscard]] bool stays_flat(const std::uint32_t (&v)[4]) const;

    const Mesh& mesh_;
    HalfEdges& edges_;
    std::vector<std::uint8_t> valences_; // [vertices] 0: none of the vertex's edges may be flipped
};

} // namespace hitmap
