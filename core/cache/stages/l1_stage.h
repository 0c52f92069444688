#pragma once

#include "core/cache/gpu/hierarchy_config.h"
#include "core/cache/stages/pipeline_block.h"
#include "core/jobs/progress.h"

#include <memory>

namespace hitmap {

/// The L1 caches of all SMs. They begin empty, and so they do with each launch: what is dirty then is lost,
/// since the local memory of threads that have ended is nobody's.
class L1Stage {
public:
    virtual ~L1Stage() = default;
    /// Before run() of SMs 0..sms - 1.
    virtual void reserve(std::size_t sms) = 0;
    /// Runs a block's requests of one SM, in order; fills their l1_hits, to_l2,
    /// origins, dirty and evicted. Different SMs may be run by different threads. Throws Cancelled.
    virtual void run(std::uint32_t sm, PipelineBlock& block, const JobContext& job) = 0;
};

/// `config` was checked. `sm_count`: of the device.
[[nodiscard]] std::unique_ptr<L1Stage> make_l1_stage(const HierarchyConfig& config, std::uint32_t sm_count);

} // namespace hitmap
