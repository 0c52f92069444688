#pragma once

#include "core/cache/array/cache_geometry.h"
#include "core/jobs/progress.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace hitmap {

/// Reuse distance of the first use of a line.
inline constexpr std::uint64_t infinite_distance = ~std::uint64_t{0};

/// P(hit | D) of a cache of `lines` lines in sets of `ways` (von Buelow et al. 2022, eq. 2: D = distance, A =
/// ways, B = lines): the probability that fewer than A of the D lines used in between map to the line's set.
/// The error is below 1e-9 for every distance up to 2^40; P is 0 for infinite_distance. 1 <= ways <= lines <
/// 2^60.
[[nodiscard]] double sdcm_probability(std::uint64_t distance, std::uint64_t ways, std::uint64_t lines);

/// sdcm_probability of one cache for every distance, rounded to the nearest multiple of 2^-24 (halves away
/// from zero) and returned in this unit.
class HitTable {
public:
    /// Throws Cancelled.
    /// @param farthest  the largest distance that will be asked for; the table has none beyond it
    explicit HitTable(const CacheGeometry& geometry, const JobContext& job = {},
                      std::uint64_t farthest = infinite_distance);

    /// Returns 2^24 for distance < ways, and 0 from end() on.
    [[nodiscard]] std::uint32_t operator()(std::uint64_t distance) const {
        const std::uint64_t i = std::min(distance - std::min(distance, first_), last_entry_);
        return i < last_entry_ || knots_.empty() ? entries_[i] : in_tail(distance);
    }
    /// The least distance from which no look-up hits.
    [[nodiscard]] std::uint64_t end() const { return end_; }
    [[nodiscard]] std::uint64_t memory_bytes() const;

private:
    static constexpr std::uint32_t one = 1U << 24; ///< probability 1, in the units of AccessOutcome

    void fill_entries(std::uint64_t count, std::uint64_t lines, const JobContext& job);
    void fill_knots(std::uint64_t lines, const JobContext& job);
    [[nodiscard]] std::uint32_t in_tail(std::uint64_t distance) const;

    std::uint64_t ways_ = 1;
    std::uint64_t end_ = 0;
    std::uint64_t first_ = 0;            ///< distances up to this one always hit
    std::uint64_t last_entry_ = 0;       ///< index of the last entry, which larger distances share
    std::vector<std::uint32_t> entries_; ///< [distance - first_]
    unsigned knot_shift_ = 0;
    std::vector<double> knots_; ///< P at ways_ + (i << knot_shift_); empty if entries_ reach end_
};

} // namespace hitmap
