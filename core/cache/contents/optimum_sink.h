#pragma once

#include "core/cache/contents/optimal_cache.h"
#include "core/cache/results/optimum_sums.h"
#include "core/cache/stages/line_use_sink.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace hitmap {

/// Finds how many uses of lines would hit with optimal replacement (optimal_cache.h) in arrays with the sets,
/// ways and index functions of L1 and L2. Each array sees the uses that the simulated one saw; those of L2
/// therefore depend on the policy of L1. Uses are also counted by allocation.
class OptimumSink final : public LineUseSink {
public:
    void begin(const LineUseSetup& setup) override;
    void reserve(std::size_t sms) override;
    void add_l1(std::size_t sm, const PipelineBlock& block, std::uint64_t first_position) override;
    void add_l2(std::size_t slice, const PipelineBlock& block, std::uint64_t first_position) override;
    /// Returns the sums of everything so far.
    [[nodiscard]] OptimumReport report() const;
    /// Returns an estimate of the memory that a sink takes for this many SMs: 4 lines per way whose next use
    /// may still hit, and the uses of the blocks that each thread simulates.
    [[nodiscard]] static std::uint64_t estimated_bytes(const HierarchyConfig& config, std::uint64_t sms,
                                                       unsigned threads);

private:
    /// The arrays of an SM or of a slice. Different threads write to different ones.
    struct alignas(64) Arrays {
        std::vector<OptimalCache> caches; ///< [units or partitions]
        OptimumSums sums;
        std::vector<OptimumSums> allocations; ///< as far as they are used
    };
    /// @param set_mask  the bits of the number of a set that are its number in the arrays
    /// @param owner_of  returns the UseOwner of a use
    template <class OwnerOf>
    static void run(Arrays& arrays, std::span<const LineUse> uses, std::uint64_t set_mask,
                    const OwnerOf& owner_of);

    const Coalescer* coalescer_ = nullptr; ///< while the simulation runs
    unsigned l2_line_bits_ = 0;
    std::uint32_t l1_units_ = 0;
    std::uint64_t l1_sets_ = 0;
    std::uint64_t l1_ways_ = 0;
    std::uint64_t slice_sets_ = 0;
    std::vector<std::unique_ptr<Arrays>> sms_; ///< null for SMs without uses
    std::vector<Arrays> slices_;
};

} // namespace hitmap
