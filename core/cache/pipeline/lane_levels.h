#pragma once

#include "core/cache/coalescing/coalesce.h"
#include "core/cache/gpu/memory_path.h"
#include "core/cache/results/lane_level.h"
#include "core/cache/stages/pipeline_block.h"
#include "core/jobs/progress.h"

#include <array>
#include <cstdint>
#include <vector>

namespace hitmap {

/// Finds the level that served each access of a lane.
class LaneLevels {
public:
    /// `coalescer` must be that of the blocks and outlive the object. `paths`: [instructions].
    LaneLevels(const Coalescer& coalescer, std::vector<MemoryPath> paths)
        : coalescer_(coalescer), paths_(std::move(paths)) {}
    /// Passes the results of the block to the sink. Must be called after L2Stage::collect. Throws Cancelled.
    void give(const PipelineBlock& block, LaneLevelSink& sink, const JobContext& job);

private:
    void find(const PipelineBlock& block, std::size_t request);
    void add(const PipelineBlock& block, std::size_t line, LineSectors sectors, MemoryPath path,
             LaneLevel& level) const;

    const Coalescer& coalescer_;
    std::vector<MemoryPath> paths_;
    std::vector<LaneSectors> sectors_;           ///< of the current request
    std::array<LaneLevel, warp_size> by_lane_{}; ///< of the current request
    std::vector<LaneLevel> levels_;              ///< of the lanes that the sink asked for
};

} // namespace hitmap
