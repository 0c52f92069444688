#pragma once

#include "core/bvh/triangle_ref.h"
#include "core/geometry/mesh/morton.h"
#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

namespace hitmap {

/// Splits large ranges of triangles with all threads of a pool. Every pass runs over blocks that do not
/// depend on the number of threads, and their results are merged in order.
class TopSplitter {
public:
    static constexpr std::size_t block = 32 * 1024;

    TopSplitter(ThreadPool& pool, const JobContext& job) : pool_(pool), job_(job) {}

    /// Triangles whose key is below `first_right` go to the left.
    struct Split {
        enum class Key : std::uint8_t {
            place, ///< rank of the centroid along the axis, ties broken by face
            bin,   ///< bin of the centroid along the axis
            code   ///< Morton code of the centroid
        };
        int axis = 0;
        std::uint64_t first_right = 0;
        Key key = Key::place;
        double lowest = 0.0; ///< lower border of the first bin
        double scale = 0.0;  ///< bins per unit of length
        MortonFrame frame{}; ///< frame of the Morton codes

        [[nodiscard]] bool goes_left(const TriangleRef& ref) const;
    };

    /// The cheapest plane between bins of centroids. Returns nothing if all centroids fall into one bin,
    /// or if a side would be too large for its depth.
    [[nodiscard]] std::optional<Split> best_split(std::span<const TriangleRef> refs, std::uint32_t depth);
    /// Splits at the highest bit in which Morton codes differ (Lauterbach et al. 2009). Returns nothing if
    /// all codes are equal, or if a side would be too large for its depth.
    [[nodiscard]] std::optional<Split> radix_split(std::span<const TriangleRef> refs, std::uint32_t depth,
                                                   const MortonFrame& frame);
    /// The object median along the longest axis of the centroids' bounds.
    [[nodiscard]] Split median(std::span<const TriangleRef> refs);
    /// Copies refs to `to` (of the same size, not overlapping), left triangles first; both sides keep their
    /// order. Returns the number of triangles on the left.
    std::size_t partition(std::span<const TriangleRef> refs, std::span<TriangleRef> to, const Split& split);

    [[nodiscard]] Aabb centroid_bounds(std::span<const TriangleRef> refs);

private:
    void for_blocks(std::size_t count, const std::function<void(std::size_t begin, std::size_t end)>& body);

    ThreadPool& pool_;
    const JobContext& job_;
};

} // namespace hitmap
