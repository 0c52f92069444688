#pragma once

#include "core/jobs/progress.h"
#include "core/probe/chase/chase.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// The order in which a chase of a sweep visits its array, so that prefetchers do not help.
enum class SweepOrder : std::uint8_t {
    /// Words at multiples of `stride` bytes: pages of 4 KiB in an order that is random but the same in each
    /// lap, and in a page all of its words in such an order. A TLB then misses at most once in a page.
    random,
    /// Pairs of words that are `stride` bytes apart, one after the other; pairs follow in a random order. The
    /// second word takes as long as a hit if the miss of the first one fetched it, too.
    pairs,
};
[[nodiscard]] std::string_view name_of(SweepOrder order); ///< "random", "pairs"

/// The mean latency of a chase with warm caches.
struct SweepPoint {
    SweepOrder order = SweepOrder::random;
    std::uint64_t bytes = 0;  ///< of the array
    std::uint64_t stride = 0; ///< in bytes; a multiple of word_bytes
    std::uint64_t loads = 0;  ///< the number of loads that were timed together
    double latency = 0.0;     ///< cycles per load; the least of several repetitions
    friend bool operator==(const SweepPoint&, const SweepPoint&) = default;
};

/// Pairs begin at multiples of this number of bytes.
inline constexpr std::uint64_t pair_distance = 1024;

/// The elements of such a chase, at least one. The order depends on the arguments alone.
[[nodiscard]] Chain sweep_chain(SweepOrder order, std::uint64_t bytes, std::uint64_t stride);

/// Measures points of a sweep: a device, or a simulation.
class SweepSource {
public:
    virtual ~SweepSource() = default;
    /// The size of the largest array, in bytes.
    [[nodiscard]] virtual std::uint64_t most_bytes() const = 0;
    /// Throws Cancelled.
    virtual SweepPoint measure(SweepOrder order, std::uint64_t bytes, std::uint64_t stride,
                               const JobContext& job) = 0;
};

/// Measures what infer_hierarchy() needs: arrays of all sizes; arrays of which one word per page is loaded;
/// pairs of words at several distances for each cache that the sizes revealed. Throws Cancelled.
[[nodiscard]] std::vector<SweepPoint> measure_sweep(SweepSource& source, const JobContext& job);

} // namespace hitmap
