#pragma once

#include "core/probe/chase/latency_split.h"

#include <cstdint>
#include <random>
#include <vector>

namespace hitmap {

/// Sorted distinct numbers.
using NumberSet = std::vector<std::uint64_t>;

/// The pieces of `words` words that missed in lap `lap`.
[[nodiscard]] NumberSet missed_in_lap(const ChaseRun& run, const LatencySplit& split, std::uint64_t words,
                                      std::uint64_t lap);
/// The pieces that missed in any lap after the first one, which is cold.
[[nodiscard]] NumberSet missed_when_warm(const ChaseRun& run, const LatencySplit& split, std::uint64_t words);
/// Whether every lap after the first has a miss. That is independent of the policy: more lines than ways
/// cannot all stay from one lap to the next, while lines that fit their sets do.
[[nodiscard]] bool keeps_missing(const ChaseRun& run, const LatencySplit& split);

[[nodiscard]] NumberSet united(const NumberSet& a, const NumberSet& b);
/// The numbers of a that are not in b.
[[nodiscard]] NumberSet without(const NumberSet& a, const NumberSet& b);

/// Shuffles by `random`; the same state gives the same order on every machine.
void shuffle(std::vector<std::uint64_t>& numbers, std::mt19937_64& random);

} // namespace hitmap
