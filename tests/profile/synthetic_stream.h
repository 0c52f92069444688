#pragma once

#include "core/cache/results/access_outcome.h"
#include "core/trace/model/recording.h"

#include <cstdint>

namespace hitmap::test {

/// A synthetic stream of outcomes: the result of a cache model for a recording that does not exist.
struct SyntheticStream {
    std::uint64_t accesses = 0;
    std::uint32_t boxes = 0;
    std::uint32_t faces = 0;
    std::uint32_t pixels = 0;
    std::uint32_t lanes_on_one_element = 1; ///< neighbouring lanes share an element: 1 to this many
    double locality = 0.0;                  ///< share of requests near the previous one of their kind
    bool irregular_lookups = false;         ///< accesses of an element have different numbers of look-ups
    bool explains = false;                  ///< cold and conflict misses, no reuse distances
    bool extreme = false;                   ///< values at the limits of their ranges
    std::uint64_t seed = 1;
};

/// Returns a recording with only the allocations and counts of the stream.
[[nodiscard]] RecordingInfo info_of(const SyntheticStream& stream);

/// Passes the stream to the sink, in blocks of requests on SMs 0..67, with one warp each, of launches 0..1.
void generate(const SyntheticStream& stream, OutcomeSink& sink);

} // namespace hitmap::test
