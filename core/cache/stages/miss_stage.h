#pragma once

#include "core/cache/gpu/hierarchy_config.h"
#include "core/cache/gpu/memory_path.h"
#include "core/cache/reuse/reuse_histogram.h"
#include "core/cache/reuse/sector_reuse.h"
#include "core/cache/stages/fill_units.h"
#include "core/cache/stages/l2_collector.h"
#include "core/cache/stages/l2_lines.h"
#include "core/cache/stages/pipeline_block.h"
#include "core/jobs/progress.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace hitmap {

/// Finds the causes of misses. For each L1 unit and for L2, it computes the reuse distances of the same
/// sequence of look-ups and fills in a fully associative LRU cache (sector_reuse.h). It writes the
/// ReuseOutput of a block after L1 and L2 have processed the block.
///
/// A streaming load is treated like other loads. L2 is modelled as one cache of the whole capacity: copies in
/// the second partition are not modelled.
class MissStage {
public:
    /// `paths`: [instructions]. `config` must have passed check_hierarchy().
    MissStage(const HierarchyConfig& config, std::vector<MemoryPath> paths, std::size_t allocations);

    /// Must be called before run_l1(), which may then be called for SMs 0..sms - 1.
    void reserve(std::size_t sms);
    /// Processes the look-ups of one SM of a block in L1, in order. The arrays of `out` must have their
    /// sizes. Different SMs may be processed by different threads. Throws Cancelled.
    void run_l1(std::uint32_t sm, const SmQueues& queues, const CoalescedRequests& lines, ReuseOutput& out,
                const JobContext& job);
    /// Processes the look-ups of a block in L2, in order. The arrays of `out` must have their sizes. May run
    /// concurrently with run_l1().
    void run_l2(const CoalescedRequests& lines, const L1Output& l1, ReuseOutput& out);
    /// Adds the look-ups of a block to the report. Call it after run_l1() and run_l2().
    void count(const PipelineBlock& block, const Coalescer& coalescer);

    /// Returns the report. Must be called only once, after the last block.
    [[nodiscard]] ReuseReport take_report();

private:
    struct Sm {
        std::vector<SectorReuse> units;
        std::uint32_t launch_ordinal = 0;
    };
    void run_request(Sm& sm, const SmRequest& request, const CoalescedRequests& lines, ReuseOutput& out,
                     const JobContext& job) const;
    [[nodiscard]] const SectorReuse::Distances& access(SectorReuse& unit, MemoryPath path,
                                                       const LineRequest& line) const;
    [[nodiscard]] const SectorReuse::Distances& access_l2(const L2Request& request,
                                                          const CoalescedRequests& coalesced);
    void count_request(const PipelineBlock& block, std::size_t request);
    [[nodiscard]] bool keeps(std::uint32_t instruction);

    HierarchyConfig config_;
    std::vector<MemoryPath> paths_;
    FillUnits l1_fill_;
    FillUnits l2_fill_;
    std::vector<std::unique_ptr<Sm>> sms_;
    L2Collector l2_collector_;
    L2Lines l2_lines_;
    SectorReuse l2_;
    ReuseReport report_; ///< until take_report(), `all` excludes instructions that have histograms
    std::vector<std::uint8_t> is_kept_; ///< [instructions] whether the instruction has a histogram
    std::size_t kept_ = 0;              ///< number of instructions with histograms
};

} // namespace hitmap
