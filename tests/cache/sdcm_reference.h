#pragma once

#include "core/cache/results/access_outcome.h"
#include "core/cache/results/allocation_sums.h"
#include "core/cache/sdcm/hit_probability.h"
#include "core/cache/sdcm/sdcm_config.h"
#include "core/trace/model/element_kind.h"
#include "core/trace/model/recording.h"

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace hitmap {

/// The textbook LRU stack: a hash table with the last use of each line, and a Fenwick tree over time with a
/// one where a use is still the last of its line. It shares no code with ReuseStack.
class FenwickStack {
public:
    static constexpr std::uint32_t cold = ~std::uint32_t{0};
    std::uint32_t look_up(std::uint64_t line);

private:
    void add(std::size_t time, std::int32_t amount);
    [[nodiscard]] std::uint32_t sum(std::size_t time) const;

    std::unordered_map<std::uint64_t, std::size_t> last_;
    std::vector<std::int32_t> tree_{0}; ///< indexed from 1
};

/// The stack distance cache model as described in docs/cache-models.md, one access after the other.
class SdcmReference {
public:
    SdcmReference(const RecordingInfo& info, std::shared_ptr<const RecordedScene> scene,
                  const SdcmConfig& config);

    AccessOutcome access(std::uint32_t launch, std::uint32_t sm, ElementKindId kind, std::uint32_t element);
    [[nodiscard]] const std::vector<AllocationSums>& sums() const { return sums_; }

private:
    void look_up_vertex(AccessOutcome& outcome, std::uint32_t vertex, bool is_l1);
    void look_up(AccessOutcome& outcome, std::size_t allocation, std::uint64_t address, std::uint64_t bytes,
                 bool is_l1);
    [[nodiscard]] std::size_t first_allocation(Role role) const;

    const RecordingInfo& info_;
    std::shared_ptr<const RecordedScene> scene_;
    SdcmConfig config_;
    HitTable l1_table_;
    HitTable l2_table_;
    std::vector<AllocationSums> sums_;
    std::unordered_map<std::uint32_t, FenwickStack> l1_;
    FenwickStack l2_;
    std::uint32_t launch_ = 0;
    std::uint32_t sm_ = 0;
};

} // namespace hitmap
