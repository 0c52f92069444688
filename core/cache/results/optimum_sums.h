#pragma once

#include <cstdint>
#include <vector>

namespace hitmap {

/// Uses of lines in a cache level (LineUse), and how many find their line present: with the policy of the
/// cache, and with optimal replacement. Lines count, whether or not they have the sectors asked for, so that
/// the numbers are comparable with each other but not with hits of sectors.
struct OptimumSums {
    std::uint64_t lookups = 0;
    std::uint64_t hits = 0;         ///< with the policy
    std::uint64_t optimal_hits = 0; ///< with optimal replacement; no policy has more

    /// Returns the hits that a policy could still gain.
    [[nodiscard]] std::uint64_t possible_gain() const { return optimal_hits - hits; }
    OptimumSums& operator+=(const OptimumSums& more) {
        lookups += more.lookups;
        hits += more.hits;
        optimal_hits += more.optimal_hits;
        return *this;
    }
    friend bool operator==(const OptimumSums&, const OptimumSums&) = default;
};

/// The limit of both levels. That of L2 is the limit for the look-ups that L1 left over with its policy.
struct OptimumReport {
    OptimumSums l1; ///< all SMs
    OptimumSums l2;
    /// [allocations up to the last one that is used] The sums of the uses of its lines, by the allocation of
    /// the use (UseOwners); those of no allocation are in none. Several ways of replacing have the most hits;
    /// these are of the one that optimal_cache.h describes. An allocation may have fewer hits with it than
    /// with the policy, so that others have more.
    std::vector<OptimumSums> l1_allocations;
    std::vector<OptimumSums> l2_allocations;
    friend bool operator==(const OptimumReport&, const OptimumReport&) = default;
};

} // namespace hitmap
