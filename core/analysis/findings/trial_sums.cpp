#include "core/analysis/findings/trial_sums.h"

#include "core/analysis/findings/request_frames.h"
#include "core/cache/contents/optimum_sink.h"
#include "core/cache/pipeline/hierarchy.h"
#include "core/trace/model/allocation_label.h"

#include <numeric>
#include <utility>

namespace hitmap {

namespace {

/// @param sms  where the work of each SM goes; may be null
TrialSums simulate(RequestSource& source, const HierarchyConfig& config, AccessMatrix& matrix,
                   LineUseSink* uses, std::vector<SmWork>* sms, ThreadPool& pool, const JobContext& job) {
    RequestFrames frames(source.info());
    HierarchySinks sinks;
    sinks.traffic = &frames;
    sinks.matrix = &matrix;
    sinks.uses = uses;
    HierarchyResult result = simulate_hierarchy(source, config, sinks, pool, job);
    if (sms != nullptr) *sms = std::move(result.sms);
    return {result.total, allocation_labels(source.info()), std::move(result.allocations),
            std::accumulate(matrix.active_lanes.begin(), matrix.active_lanes.end(), std::uint64_t{0}),
            frames.frames()};
}

} // namespace

TrialSums simulate_trial(RequestSource& source, const HierarchyConfig& config, ThreadPool& pool,
                         const JobContext& job) {
    HierarchyConfig quick = config;
    quick.explain_misses = false;
    AccessMatrix matrix;
    return simulate(source, quick, matrix, nullptr, nullptr, pool, job);
}

RecordedTrial simulate_recorded(RequestSource& source, const HierarchyConfig& config, ThreadPool& pool,
                                const JobContext& job) {
    HierarchyConfig explained = config;
    explained.explain_misses = true;
    RecordedTrial trial;
    OptimumSink optimum;
    trial.sums = simulate(source, explained, trial.matrix, &optimum, &trial.sms, pool, job);
    trial.optimum = optimum.report();
    return trial;
}

} // namespace hitmap
