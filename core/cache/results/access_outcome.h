#pragma once

#include "core/cache/results/hit_unit.h"
#include "core/trace/model/element_access.h"
#include "core/trace/model/request.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hitmap {

/// The result of a cache model for one element access.
struct AccessOutcome {
    std::uint32_t l1_hits = 0; ///< units of 2^-24
    std::uint32_t l2_hits = 0;
    /// Sum of the finite reuse distances of the L1 look-ups, clamped to 2^32 - 1.
    std::uint32_t l1_distance = 0;
    std::uint32_t l2_distance = 0;
    std::uint8_t l1_lookups = 0; ///< <= 15
    std::uint8_t l2_lookups = 0; ///< <= 15
    std::uint8_t l1_cold = 0;    ///< look-ups of lines that were never used before (infinite distance)
    std::uint8_t l2_cold = 0;
    /// Misses that a fully associative LRU cache of the same capacity would not have. They are only set by
    /// the hierarchy model, if misses are explained.
    std::uint8_t l1_conflict = 0;
    std::uint8_t l2_conflict = 0;
};

/// The outcomes of consecutive accesses. Accesses that a filter excludes (core/profile/sums) do not count:
/// they keep their position but are part of no sum. This is a view; the memory that it refers to must outlive
/// it.
class AccessOutcomes {
public:
    AccessOutcomes() = default;
    /// All accesses count.
    AccessOutcomes(std::span<const AccessOutcome> all) : all_(all) {}
    AccessOutcomes(const std::vector<AccessOutcome>& all) : all_(all) {}

    [[nodiscard]] std::size_t size() const { return all_.size(); }
    /// Returns null if access i does not count.
    [[nodiscard]] const AccessOutcome* operator[](std::size_t i) const {
        return counts_.empty() || counts_[i] != 0 ? &all_[i] : nullptr;
    }
    /// Returns the same outcomes with another choice of those that count: access i counts if counts[i] is not
    /// 0. `counts`: [size()].
    [[nodiscard]] AccessOutcomes counting(std::span<const std::uint8_t> counts) const {
        AccessOutcomes some(all_);
        some.counts_ = counts;
        return some;
    }
    [[nodiscard]] AccessOutcomes subspan(std::size_t first, std::size_t count = std::dynamic_extent) const {
        AccessOutcomes part(all_.subspan(first, count));
        if (!counts_.empty()) part.counts_ = counts_.subspan(first, count);
        return part;
    }

private:
    std::span<const AccessOutcome> all_;
    std::span<const std::uint8_t> counts_; ///< [all_], or empty: all count
};

/// Receives outcomes in order, block by block. `accesses[i].entry` is an index into `block.entries`. Called
/// by one thread at a time.
class OutcomeSink {
public:
    virtual ~OutcomeSink() = default;
    virtual void add(const RequestView& block, std::span<const ElementAccess> accesses,
                     const AccessOutcomes& outcomes) = 0;
};

} // namespace hitmap
