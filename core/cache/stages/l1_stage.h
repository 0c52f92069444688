#pragma once

#include "core/cache/gpu/hierarchy_config.h"
#include "core/cache/stages/l1_output.h"
#include "core/cache/stages/line_use.h"
#include "core/cache/stages/sm_queues.h"
#include "core/jobs/progress.h"

#include <memory>
#include <vector>

namespace hitmap {

/// The L1 caches of all SMs. They are empty at the start of every launch. Dirty sectors are lost then, since
/// they are local memory of threads that have ended.
class L1Stage {
public:
    virtual ~L1Stage() = default;
    /// Must be called before run(), which may then be called for SMs 0..sms - 1.
    virtual void reserve(std::size_t sms) = 0;
    /// Processes the requests of one SM of a block in order, and writes `out` for their lines; call
    /// out.prepare() before. Different SMs may be processed by different threads. Throws Cancelled.
    /// @param uses  if not null, the uses of lines are appended; this takes more time
    virtual void run(std::uint32_t sm, const SmQueues& queues, const CoalescedRequests& lines, L1Output& out,
                     std::vector<LineUse>* uses, const JobContext& job) = 0;
};

/// Returns the stage for a configuration. `config` must have passed check_hierarchy(). `sm_count`: number of
/// SMs of the device.
[[nodiscard]] std::unique_ptr<L1Stage> make_l1_stage(const HierarchyConfig& config, std::uint32_t sm_count);

} // namespace hitmap
