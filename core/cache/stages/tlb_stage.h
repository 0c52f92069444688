#pragma once

#include "core/cache/array/tlb.h"
#include "core/cache/results/tlb_sums.h"
#include "core/cache/stages/pipeline_block.h"
#include "core/jobs/progress.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace hitmap {

/// The TLBs of all SMs and that of the device behind them, kept from launch to launch. A request looks up
/// each page of its lines once, by rising address; what its SM's TLB misses, the device's is asked for, in
/// the order of requests. Local memory is translated as global memory is; shared memory is not.
class TlbStage {
public:
    /// `geometry` was checked; its pages are as long as lines of blocks, `line_bytes`, or longer.
    TlbStage(const TlbGeometry& geometry, std::uint32_t line_bytes, std::uint64_t seed);

    /// Before run() of SMs 0..sms - 1.
    void reserve(std::size_t sms);
    /// Runs a block's requests of one SM, in order; appends to tlb_misses. Different SMs may be run by
    /// different threads.
    void run(std::uint32_t sm, PipelineBlock& block);
    /// Runs what the SMs missed. Throws Cancelled.
    void run_device(std::span<PipelineBlock* const> blocks, const JobContext& job);
    /// Of everything run so far.
    [[nodiscard]] TlbSums sums() const;

private:
    struct Sm {
        std::unique_ptr<TlbLevel> tlb;
        std::uint64_t last_page =
            ~std::uint64_t{0}; ///< asked for last: still there, and asking changes nothing
        std::uint64_t lookups = 0;
        std::uint64_t misses = 0;
        std::vector<std::uint64_t> asked;    ///< addresses of pages of the present block
        std::vector<std::uint32_t> asked_by; ///< [asked] requests
        std::vector<std::uint32_t> missed;   ///< indices into asked
    };
    TlbGeometry geometry_;
    unsigned page_bits_;  ///< of the first level
    unsigned page_shift_; ///< log2 of the lines of a page
    std::uint64_t seed_;
    std::vector<Sm> sms_;
    std::unique_ptr<TlbLevel> device_;
    std::uint64_t l2_hits_ = 0;
};

} // namespace hitmap
