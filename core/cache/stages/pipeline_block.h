#pragma once

#include "core/cache/coalescing/coalesced_requests.h"
#include "core/cache/stages/l1_output.h"
#include "core/cache/stages/l2_output.h"
#include "core/cache/stages/line_use.h"
#include "core/cache/stages/pipeline_input.h"
#include "core/cache/stages/reuse_output.h"
#include "core/cache/stages/sm_queues.h"
#include "core/cache/stages/tlb_output.h"

#include <cstddef>
#include <cstdint>

namespace hitmap {

/// The outcomes of the sectors of a line.
struct LineOutcome {
    LineSectors l1_hits;
    LineSectors to_l2;    ///< sectors requested from L2
    LineSectors l2_hits;  ///< those of to_l2 that hit L2
    std::uint8_t fetched; ///< number of sectors that L2 fetched from memory for the line
};

/// A block of requests that passes through the memory pipeline, with the output of each stage. A stage takes
/// the outputs that it needs as arguments and writes its own. Code that sums over all stages takes the whole
/// block. Blocks are reused to save allocations.
struct PipelineBlock {
    PipelineInput input;
    CoalescedRequests coalesced;
    SmQueues queues;
    L1Output l1;
    TlbOutput tlb;
    L2Requests l2_requests;
    L2SliceOutput l2_slices;
    L2Output l2;
    LineUses uses;
    ReuseOutput reuse;

    /// Returns the outcome of a line. Must not be called before L2Stage::collect().
    [[nodiscard]] LineOutcome outcome(std::size_t line) const {
        return {l1.hits[line], l1.to_l2[line], l2.hits[line], l2.fetched[line]};
    }
    /// Returns the end of the write-backs that `request` caused: their indices in l1.write_backs are `next`
    /// to the result - 1. The result is `next` of the following request.
    [[nodiscard]] std::size_t end_of_write_backs(std::size_t request, std::size_t next) const {
        while (next < l1.write_backs.size() &&
               l1.write_backs[next].evicted_by < coalesced.first_line[request + 1])
            ++next;
        return next;
    }
};

} // namespace hitmap
