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

/// Finds out why look-ups missed: beside each L1 unit, and beside L2, it keeps the reuse distances of the
/// same sequence of look-ups and fills in a fully associative LRU cache (sector_reuse.h). Fills what the
/// block says of it (PipelineBlock::reuse, write_back_reuse) once L1 and L2 have answered.
///
/// A streaming load counts as any other. The second partition of an L2 has no counterpart: the cache beside
/// it is one of the whole capacity, without copies.
class MissStage {
public:
    /// `paths`: [instructions]. `config` was checked.
    MissStage(const HierarchyConfig& config, std::vector<MemoryPath> paths, std::size_t allocations);

    /// Before run_l1() of SMs 0..sms - 1.
    void reserve(std::size_t sms);
    /// Sizes what the block says. Different blocks may be prepared by different threads.
    void prepare(PipelineBlock& block) const;
    /// Look-ups of one SM in L1, in order. Different SMs may be run by different threads. Throws Cancelled.
    void run_l1(std::uint32_t sm, std::span<PipelineBlock* const> blocks, const JobContext& job);
    /// Look-ups in L2, in order. May run beside run_l1(). Throws Cancelled.
    void run_l2(std::span<PipelineBlock* const> blocks, const JobContext& job);
    /// Adds look-ups to the report. Throws Cancelled.
    void count(std::span<PipelineBlock* const> blocks, const Coalescer& coalescer, const JobContext& job);

    /// Once, after the last.
    [[nodiscard]] ReuseReport take_report();

private:
    struct Sm {
        std::vector<SectorReuse> units;
        std::uint32_t launch_ordinal = 0;
    };
    void run_request(Sm& sm, PipelineBlock& block, std::uint32_t request, const JobContext& job) const;
    [[nodiscard]] const SectorReuse::Distances& access(SectorReuse& unit, MemoryPath path,
                                                       const LineRequest& line) const;
    void run_l2_block(PipelineBlock& block);
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
    ReuseReport report_; ///< `all` is without the instructions that have histograms, until it is taken
    std::vector<std::uint8_t> is_kept_; ///< [instructions] whether it has histograms
    std::size_t kept_ = 0;              ///< how many have
};

} // namespace hitmap
