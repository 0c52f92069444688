#include "core/relayout/orders/cluster_order.h"

#include <queue>

#include <cstddef>

namespace hitmap {

namespace {

/// An interior node that may be placed next: its number in the depth-first order.
struct Candidate {
    std::uint64_t accesses;
    std::uint32_t number;
    /// For std::priority_queue, which takes the greatest.
    friend bool operator<(const Candidate& a, const Candidate& b) {
        return a.accesses != b.accesses ? a.accesses < b.accesses : a.number > b.number;
    }
};
using Candidates = std::priority_queue<Candidate>;

/// Moves the best candidate out.
Candidate take_best(Candidates& candidates) {
    const Candidate best = candidates.top();
    candidates.pop();
    return best;
}

} // namespace

std::vector<RecordedTree::Node> clustered_parents(const RecordedTree& tree,
                                                  const std::vector<RecordedTree::Node>& depth_first,
                                                  const std::vector<std::uint64_t>& accesses,
                                                  std::uint32_t per_line, const JobContext& job) {
    std::vector<std::uint32_t> number_of(std::size_t{tree.boxes()} + 1); // by node + 1
    for (std::uint32_t i = 0; i < depth_first.size(); ++i)
        number_of[static_cast<std::size_t>(depth_first[i] + 1)] = i;
    std::vector<RecordedTree::Node> placed;
    placed.reserve(depth_first.size());
    Candidates waiting; // the parents of all of them have a place
    if (!depth_first.empty()) waiting.push({accesses[0], 0});
    while (!waiting.empty()) {
        job.check();
        Candidates near; // below nodes of this cluster
        near.push(take_best(waiting));
        for (std::uint32_t used = 0; !near.empty();) {
            const RecordedTree::Node node = depth_first[near.top().number];
            const std::uint32_t boxes = tree.children(node);
            if (used != 0 && boxes > per_line - used) break;
            near.pop();
            used = boxes < per_line - used ? used + boxes : per_line;
            placed.push_back(node);
            tree.for_each_interior_child(node, [&](RecordedTree::Node child) {
                const std::uint32_t number = number_of[static_cast<std::size_t>(child + 1)];
                near.push({accesses[number], number});
            });
        }
        while (!near.empty())
            waiting.push(take_best(near));
    }
    return placed;
}

} // namespace hitmap
