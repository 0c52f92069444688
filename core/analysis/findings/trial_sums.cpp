#include "core/analysis/findings/trial_sums.h"

#include "core/analysis/findings/request_frames.h"
#include "core/cache/contents/optimum_sink.h"
#include "core/cache/pipeline/hierarchy.h"
#include "core/trace/model/allocation_label.h"

#include <numeric>

namespace hitmap {

std::uint64_t TrialSums::lane_accesses() const {
    return std::accumulate(matrix.active_lanes.begin(), matrix.active_lanes.end(), std::uint64_t{0});
}

TrialSums simulate_trial(RequestSource& source, const HierarchyConfig& config, bool optimum, ThreadPool& pool,
                         const JobContext& job) {
    TrialSums sums;
    RequestFrames frames(source.info());
    OptimumSink optimal;
    HierarchySinks sinks;
    sinks.traffic = &frames;
    sinks.matrix = &sums.matrix;
    if (optimum) sinks.uses = &optimal;
    sums.result = simulate_hierarchy(source, config, sinks, pool, job);
    if (optimum) sums.optimum = optimal.report();
    sums.frames = frames.frames();
    sums.allocations = allocation_labels(source.info());
    return sums;
}

} // namespace hitmap
