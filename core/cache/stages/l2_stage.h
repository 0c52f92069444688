#pragma once

#include "core/cache/coalescing/coalesce.h"
#include "core/cache/gpu/hierarchy_config.h"
#include "core/cache/stages/l1_output.h"
#include "core/cache/stages/l2_output.h"
#include "core/cache/stages/line_use.h"
#include "core/cache/stages/pipeline_input.h"
#include "core/jobs/progress.h"

#include <memory>
#include <span>
#include <vector>

namespace hitmap {

/// The L2 cache of the device, in one or two partitions. Its contents stay from launch to launch. The sets
/// are divided into slices, which share no state and are simulated in parallel.
class L2Stage {
public:
    virtual ~L2Stage() = default;
    [[nodiscard]] virtual std::size_t slices() const = 0;
    /// Returns the number of sets of a slice in each partition, a power of two; the last slice may have
    /// fewer.
    [[nodiscard]] virtual std::uint64_t slice_sets() const = 0;
    /// Writes the requests from L1 into `out`, in order: within a request by rising address, and the
    /// write-back of a line that was evicted for another before that other line. Replaces the contents of
    /// `out`. Different blocks may be processed by different threads.
    virtual void route(const CoalescedRequests& lines, const L1Output& l1, L2Requests& out) const = 0;
    /// Runs the requests of one slice in order, and replaces the outcomes and evictions of the slice in
    /// `out`. Different slices may be processed by different threads.
    /// @param uses  if not null, the uses of lines are appended; this takes more time
    virtual void run(std::size_t slice, const CoalescedRequests& lines, const L2Requests& requests,
                     L2SliceOutput& out, std::vector<LineUse>* uses) = 0;
    /// Copies the outcomes of the slices to the lines and write-backs that made the requests. Must be called
    /// once per block after all slices have run. Replaces the contents of `out`. Different blocks may be
    /// processed by different threads.
    virtual void collect(const PipelineInput& input, const CoalescedRequests& lines, const L1Output& l1,
                         const L2Requests& requests, const L2SliceOutput& slices, L2Output& out) const = 0;
};

/// `config` must have passed check_hierarchy(). `coalescer` must outlive the stage.
[[nodiscard]] std::unique_ptr<L2Stage> make_l2_stage(const HierarchyConfig& config, const RecordingInfo& info,
                                                     const Coalescer& coalescer);

} // namespace hitmap
