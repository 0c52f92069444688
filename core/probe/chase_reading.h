#pragma once

#include "core/probe/latency_split.h"

#include <cstdint>
#include <random>
#include <vector>

namespace hitmap {

/// Sorted numbers, each once.
using NumberSet = std::vector<std::uint64_t>;

/// Pieces of `words` words that were missed in lap `lap`.
[[nodiscard]] NumberSet missed_in_lap(const ChaseRun& run, const LatencySplit& split, std::uint64_t words,
                                      std::uint64_t lap);
/// In any lap after the first, which is cold.
[[nodiscard]] NumberSet missed_when_warm(const ChaseRun& run, const LatencySplit& split, std::uint64_t words);
/// Whether every lap after the first has a miss. Whatever is replaced: more lines than ways cannot all stay
/// from one lap to the next, and lines that have ways of their own do.
[[nodiscard]] bool keeps_missing(const ChaseRun& run, const LatencySplit& split);

[[nodiscard]] NumberSet united(const NumberSet& a, const NumberSet& b);
/// Those of a that are not in b.
[[nodiscard]] NumberSet without(const NumberSet& a, const NumberSet& b);

/// Random order; the same for the same state of `random` wherever it runs.
void shuffle(std::vector<std::uint64_t>& numbers, std::mt19937_64& random);

} // namespace hitmap
