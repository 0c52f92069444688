#pragma once

#include "core/replay/logged_warp.h"

#include <cstdint>
#include <string>

namespace hitmap {

/// What a replay found out about the rays of a recording.
struct ReplayCounts {
    std::uint64_t rays = 0;         ///< that the program traced
    std::uint64_t not_replayed = 0; ///< of these, those that were not replayed (ReplayEnd::was_replayed)
    std::uint64_t asked = 0;        ///< whose hit or miss the program asked for
    std::uint64_t in_boxes = 0;     ///< of these, those that hit a box, whose shader cannot be replayed
    /// Of the other ones that were asked for, those with the same outcome: a miss, or a hit of the same
    /// triangle. In a tree that is not the driver's, a ray that ends at its first hit may hit any triangle.
    std::uint64_t agreeing = 0;
    bool is_of_driver = false; ///< RayTraversal::is_of_driver()
    /// In the driver's tree: rays for which the replay met the candidates of the program, in their order.
    std::uint64_t same_candidates = 0;
    std::uint64_t requests = 0; ///< that the traversal added
    std::uint64_t nodes = 0;    ///< of the tree, as its buffers of nodes have them
    std::uint64_t bytes = 0;    ///< of the buffers of the tree

    [[nodiscard]] std::uint64_t compared() const { return asked - in_boxes; }
    /// Whether every ray was replayed and compared, with the same outcome.
    [[nodiscard]] bool agree() const { return not_replayed == 0 && asked == rays && agreeing == asked; }
    /// Whether nothing that the program was told of its rays differs from the replay in the driver's tree.
    [[nodiscard]] bool is_derived() const {
        return is_of_driver && not_replayed == 0 && agreeing == compared() && same_candidates == rays;
    }
    /// Counts the rays of a warp, whose ends are known.
    void add(const LoggedWarp& warp, const ReplayEnds& ends);

private:
    void add(const Ray& ray, const RayOutcome& outcome, const ReplayEnd& end);
};

/// "3072 rays, 9000 requests; 3072 of 3072 rays end as in the program", a sentence without its end.
[[nodiscard]] std::string text_of(const ReplayCounts& counts);

} // namespace hitmap
