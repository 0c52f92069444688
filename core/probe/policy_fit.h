#pragma once

#include "core/probe/chase/chase.h"
#include "core/probe/chase/latency_split.h"
#include "core/probe/probe_result.h"

#include <cstdint>
#include <vector>

namespace hitmap {

/// A chain that visits each piece (of `words` words) several times per lap in random order. Each visit uses
/// another word of the piece, because an array element has only one successor.
[[nodiscard]] Chain revisiting_chain(const std::vector<std::uint64_t>& pieces, std::uint64_t words,
                                     std::uint64_t seed);

/// Whether the run's misses are exactly those of LRU, or of FIFO, in one set of this number of ways where
/// each piece is a line.
struct PolicyFit {
    bool lru = true;
    bool fifo = true;
};
[[nodiscard]] PolicyFit fit_policies(const ChaseRun& run, const LatencySplit& split, std::uint64_t words,
                                     std::uint64_t ways);

} // namespace hitmap
