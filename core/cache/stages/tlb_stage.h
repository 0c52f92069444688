#pragma once

#include "core/cache/array/tlb.h"
#include "core/cache/results/tlb_sums.h"
#include "core/cache/stages/sm_queues.h"
#include "core/cache/stages/tlb_output.h"
#include "core/jobs/progress.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace hitmap {

/// The TLBs of all SMs and the TLB of the device behind them. Their contents stay from launch to launch. A
/// request looks up each page of its lines once, by rising address. Pages that miss in the TLB of the SM are
/// looked up in that of the device, in the order of requests. Local memory is translated like global memory;
/// shared memory is not translated.
class TlbStage {
public:
    /// `geometry` must have been checked. Its pages must not be shorter than `line_bytes`, the lines of
    /// blocks.
    TlbStage(const TlbGeometry& geometry, std::uint32_t line_bytes, std::uint64_t seed);

    /// Call it before run() for SMs 0..sms - 1.
    void reserve(std::size_t sms);
    /// Processes the requests of one SM of a block in order, and appends its misses to `out`. Different SMs
    /// may be processed by different threads.
    void run(std::uint32_t sm, const SmQueues& queues, const CoalescedRequests& lines, TlbOutput& out);
    /// Looks up the misses of all SMs in a block in the TLB of the device, and clears them.
    void run_device(TlbOutput& missed);
    /// Returns the sums of all blocks so far.
    [[nodiscard]] TlbSums sums() const;

private:
    struct Sm {
        std::unique_ptr<TlbLevel> tlb;
        /// The page of the last look-up. It is present, and looking it up again changes nothing.
        std::uint64_t last_page = ~std::uint64_t{0};
        std::uint64_t lookups = 0;
        std::uint64_t misses = 0;
        std::vector<std::uint64_t> asked;    ///< addresses of looked up pages of the current block
        std::vector<std::uint32_t> asked_by; ///< [asked] index of the request of each
        std::vector<std::uint32_t> missed;   ///< indices into asked
    };
    TlbGeometry geometry_;
    unsigned page_bits_;  ///< log2 of the bytes of a page of the first level
    unsigned page_shift_; ///< log2 of the lines of a page
    std::uint64_t seed_;
    std::vector<Sm> sms_;
    std::unique_ptr<TlbLevel> device_;
    std::uint64_t l2_hits_ = 0;
};

} // namespace hitmap
