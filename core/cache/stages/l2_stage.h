#pragma once

#include "core/cache/gpu/hierarchy_config.h"
#include "core/cache/stages/pipeline_block.h"
#include "core/jobs/progress.h"

#include <memory>
#include <span>

namespace hitmap {

/// The L2 cache of the device, in one or two partitions, each kept from launch to launch. Its sets are dealt
/// with in slices, which have nothing in common.
class L2Stage {
public:
    virtual ~L2Stage() = default;
    [[nodiscard]] virtual std::size_t slices() const = 0;
    /// Puts what L1 did not serve into the block's l2_requests, in order: of a request by rising address,
    /// what was evicted for a line before the line; fills l2_order. Lists its write_backs. Different blocks
    /// may be routed by different threads.
    virtual void route(PipelineBlock& block) const = 0;
    /// Runs the requests of one slice, in order; fills its l2_outcomes and l2_evictions. Different
    /// slices may be run by different threads. Throws Cancelled.
    virtual void run(std::size_t slice, std::span<PipelineBlock* const> blocks, const JobContext& job) = 0;
    /// Once for each block, when all slices have run: gives what they said to the lines and write-backs that
    /// asked, and fills l2_written. Different blocks may be dealt with by different threads.
    virtual void collect(PipelineBlock& block) const = 0;
};

/// `config` was checked; `coalescer` outlives the stage.
[[nodiscard]] std::unique_ptr<L2Stage> make_l2_stage(const HierarchyConfig& config, const RecordingInfo& info,
                                                     const Coalescer& coalescer);

} // namespace hitmap
