#pragma once

#include "core/probe/chase.h"
#include "core/probe/latency_split.h"
#include "core/probe/probe_result.h"

#include <cstdint>
#include <vector>

namespace hitmap {

/// A chain that visits each of the pieces (of `words` words) several times a lap in random order, each time
/// by another of its words, for an array has one successor an element.
[[nodiscard]] Chain revisiting_chain(const std::vector<std::uint64_t>& pieces, std::uint64_t words,
                                     std::uint64_t seed);

/// Which accesses would miss under LRU, and under FIFO, in one set of so many ways where each piece is
/// another line: whether the run did exactly that.
struct PolicyFit {
    bool lru = true;
    bool fifo = true;
};
[[nodiscard]] PolicyFit fit_policies(const ChaseRun& run, const LatencySplit& split, std::uint64_t words,
                                     std::uint64_t ways);

} // namespace hitmap
