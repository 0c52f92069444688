#pragma once

#include "core/jobs/thread_pool.h"
#include "core/tree/face_leaves.h"

#include <cstdint>
#include <vector>

namespace hitmap {

/// The faces of each box that has some, one list after the other.
struct FacesByLeaf {
    std::vector<std::uint64_t> begin; ///< [boxes + 1]
    std::vector<std::uint32_t> faces; ///< slots
    std::vector<Aabb> bounds;         ///< [faces]
    std::vector<double> areas;        ///< [faces]

    FacesByLeaf(const RecordedScene& scene, const BoxTree& tree, const FaceLeaves& leaves);
    [[nodiscard]] std::uint64_t count(std::uint32_t box) const {
        return begin[std::size_t{box} + 1] - begin[box];
    }
};

/// Returns, for each box, the area of the faces within it that are not in its subtree. The result does not
/// depend on the number of threads. Throws Cancelled.
[[nodiscard]] std::vector<double> areas_of_other_faces(const RecordedScene& scene, const BoxTree& tree,
                                                       const FacesByLeaf& lists, ThreadPool& pool,
                                                       const JobContext& job);

} // namespace hitmap
