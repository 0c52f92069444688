#pragma once

#include "core/cache/reuse/reuse_histogram.h"
#include "core/cache/sdcm/hit_probability.h"

#include <cstdint>
#include <vector>

namespace hitmap {

/// Reuse distances of look-ups in stretches of a recording, of which some are known only to be at least as
/// large as a bound: those of the first use of a line in a stretch.
struct CensoredDistances {
    std::vector<std::uint64_t> known;    ///< [bins of ReuseHistogram] look-ups by distance
    std::vector<std::uint64_t> at_least; ///< [bins] look-ups by the bound of their distance
    std::uint64_t never = 0;             ///< look-ups that are known to have no earlier use

    void add_known(std::uint32_t distance) { add(known, distance); }
    void add_at_least(std::uint32_t bound) { add(at_least, bound); }
    CensoredDistances& operator+=(const CensoredDistances& more);

private:
    static void add(std::vector<std::uint64_t>& counts, std::uint32_t distance);
};

/// Estimates hits of look-ups with unknown distances by the product-limit estimator (Kaplan and Meier 1958).
/// It assumes that the bounds do not depend on the distances. That holds as far as all parts of the
/// recording are alike, because a bound depends on where in its stretch a look-up is, and stretches begin
/// anywhere. About distances beyond every bound nothing is known but that they are; half of their look-ups
/// are taken for the hits that they have at most.
class UnknownHits {
public:
    UnknownHits(const CensoredDistances& distances, const HitTable& table);

    /// The expected hits of a look-up whose distance is at least the first one of the bin, in units of 2^-24.
    [[nodiscard]] std::uint32_t hits_from(ReuseHistogram::Bin bin) const {
        return bin < hits_.size() ? hits_[bin] : 0;
    }
    /// The part of hits_from() that is a guess: it may also be 0 or twice as large.
    [[nodiscard]] std::uint32_t guess_from(ReuseHistogram::Bin bin) const {
        return bin < guesses_.size() ? guesses_[bin] : 0;
    }

private:
    std::vector<std::uint32_t> hits_;    ///< [bins]
    std::vector<std::uint32_t> guesses_; ///< [bins]
};

} // namespace hitmap
