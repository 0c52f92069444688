#pragma once

#include "core/cache/gpu/hierarchy_config.h"
#include "core/cache/stages/pipeline_block.h"
#include "core/jobs/progress.h"

#include <memory>
#include <span>

namespace hitmap {

/// The L2 cache of the device, in one or two partitions. Its contents stay from launch to launch. The sets
/// are divided into slices, which share no state and are simulated in parallel.
class L2Stage {
public:
    virtual ~L2Stage() = default;
    [[nodiscard]] virtual std::size_t slices() const = 0;
    /// Writes the requests from L1 into the block's l2_requests, in order: within a request by rising
    /// address, and the write-back of a line that was evicted for another before that other line. Fills
    /// l2_order and lists the write_backs. Different blocks may be processed by different threads.
    virtual void route(PipelineBlock& block) const = 0;
    /// Runs the requests of one slice in order and fills its l2_outcomes and l2_evictions. Different slices
    /// may be processed by different threads. Throws Cancelled.
    virtual void run(std::size_t slice, std::span<PipelineBlock* const> blocks, const JobContext& job) = 0;
    /// Call it once per block after all slices have run: copies their outcomes to the lines and write-backs
    /// that made the requests, and fills l2_written. Different blocks may be processed by different threads.
    virtual void collect(PipelineBlock& block) const = 0;
};

/// `config` must have passed check_hierarchy(). `coalescer` must outlive the stage.
[[nodiscard]] std::unique_ptr<L2Stage> make_l2_stage(const HierarchyConfig& config, const RecordingInfo& info,
                                                     const Coalescer& coalescer);

} // namespace hitmap
