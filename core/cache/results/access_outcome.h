#pragma once

#include "core/trace/model/element_access.h"
#include "core/trace/model/request.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hitmap {

/// Hits are integers in units of 2^-24 hit, so that sums are exact in any order.
inline constexpr std::uint32_t hit_unit = 1U << 24;

/// What a model says of one element access.
struct AccessOutcome {
    std::uint32_t l1_hits = 0; ///< units of 2^-24
    std::uint32_t l2_hits = 0;
    std::uint32_t l1_distance =
        0; ///< sum of the finite reuse distances of its L1 look-ups, clamped to 2^32 - 1
    std::uint32_t l2_distance = 0;
    std::uint8_t l1_lookups = 0; ///< <= 15
    std::uint8_t l2_lookups = 0; ///< <= 15
    std::uint8_t l1_cold = 0;    ///< look-ups of lines never used before (infinite distance)
    std::uint8_t l2_cold = 0;
    std::uint8_t l1_conflict =
        0; ///< misses that a fully associative LRU cache of that capacity would not have
    std::uint8_t l2_conflict = 0; ///< (hierarchy model, where misses are explained)
};

/// The outcomes of consecutive accesses, of which some may not count because they are not asked for
/// (core/profile/filter): such an access takes up its position and appears in no sum. Refers to memory of
/// others, as a span does.
class AccessOutcomes {
public:
    AccessOutcomes() = default;
    /// All of them count.
    AccessOutcomes(std::span<const AccessOutcome> all) : all_(all) {}
    AccessOutcomes(const std::vector<AccessOutcome>& all) : all_(all) {}

    [[nodiscard]] std::size_t size() const { return all_.size(); }
    /// Null where access i does not count.
    [[nodiscard]] const AccessOutcome* operator[](std::size_t i) const {
        return counts_.empty() || counts_[i] != 0 ? &all_[i] : nullptr;
    }
    /// The same outcomes, of which those count whose `counts` is not 0. `counts`: [size()]; it replaces what
    /// is known of these.
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

/// Receives outcomes in order, block by block. `accesses[i].entry` points into `block.entries`.
/// Called by one thread at a time.
class OutcomeSink {
public:
    virtual ~OutcomeSink() = default;
    virtual void add(const RequestView& block, std::span<const ElementAccess> accesses,
                     const AccessOutcomes& outcomes) = 0;
};

} // namespace hitmap
