#pragma once

#include "core/cache/results/access_outcome.h"
#include "core/trace/model/recording.h"

#include <cstdint>

namespace hitmap::test {

/// A made-up stream of outcomes: what a cache model would say of a recording that does not exist.
struct SyntheticStream {
    std::uint64_t accesses = 0;
    std::uint32_t boxes = 0;
    std::uint32_t faces = 0;
    std::uint32_t pixels = 0;
    std::uint32_t lanes_on_one_element = 1; ///< neighbouring lanes share an element: 1..this many
    double locality = 0.0;                  ///< share of requests that are near the last one of their kind
    bool irregular_lookups = false;         ///< accesses of an element differ in look-ups
    bool explains = false;                  ///< cold and conflict misses, no reuse distances
    bool extreme = false;                   ///< values at the ends of their ranges
    std::uint64_t seed = 1;
};

/// A recording with the stream's allocations and counts, and nothing else.
[[nodiscard]] RecordingInfo info_of(const SyntheticStream& stream);

/// Gives the stream to the sink, in blocks of requests on SMs 0..67, one warp each, of launches 0..1.
void generate(const SyntheticStream& stream, OutcomeSink& sink);

} // namespace hitmap::test
