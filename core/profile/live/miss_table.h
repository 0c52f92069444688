#pragma once

#include "core/cache/array/cache_geometry.h"
#include "core/cache/results/hit_unit.h"
#include "core/cache/sdcm/hit_probability.h"
#include "core/jobs/progress.h"
#include "core/profile/live/kept_tile.h"

#include <cstdint>
#include <span>
#include <vector>

namespace hitmap {

/// The misses of a look-up in one cache of the stack distance cache model, for each code of its distance, in
/// units of 2^-24: what HitTable leaves of a look-up.
class MissTable {
public:
    /// Throws Cancelled.
    /// @param patterns  KeptDistances::patterns of the level
    /// @param farthest  the largest distance that will be asked for
    MissTable(const CacheGeometry& geometry, std::span<const std::vector<std::uint8_t>> patterns,
              std::uint32_t farthest, const JobContext& job = {});

    [[nodiscard]] const CacheGeometry& geometry() const { return geometry_; }
    /// `distance` may be ReuseStack::cold.
    [[nodiscard]] std::uint32_t misses(std::uint32_t distance) const {
        return distance == ReuseStack::cold ? hit_unit : hit_unit - hits_(distance);
    }
    /// Returns the misses of the code at `at` and moves to the next one.
    [[nodiscard]] std::uint32_t next(const std::uint16_t*& at) const {
        const std::uint32_t code = *at;
        if (code < DistanceCode::far) {
            ++at;
            return of_code_[code];
        }
        return misses(DistanceCode::next(at));
    }
    /// [patterns] The misses of an access that follows another one of its element.
    [[nodiscard]] const std::vector<std::uint32_t>& of_repeats() const { return of_repeats_; }

private:
    CacheGeometry geometry_;
    HitTable hits_;
    std::vector<std::uint32_t> of_code_; ///< [DistanceCode::far]
    std::vector<std::uint32_t> of_repeats_;
};

} // namespace hitmap
