#include "core/analysis/trials/trial_sums.h"

#include "core/analysis/trials/request_frames.h"
#include "core/cache/contents/optimum_sink.h"
#include "core/cache/pipeline/hierarchy.h"
#include "core/profile/sums/sm_table.h"
#include "core/trace/model/allocation_label.h"

#include <numeric>
#include <utility>

namespace hitmap {

namespace {

/// @param sinks  those beside frames
HierarchyResult simulate(RequestSource& source, HierarchyConfig config, RequestFrames& frames,
                         HierarchySinks sinks, TrialSums& sums, ThreadPool& pool, const JobContext& job) {
    config.tlb.reset(); // its misses are in no sums
    sinks.traffic = &frames;
    HierarchyResult result = simulate_hierarchy(source, config, sinks, pool, job);
    sums = {result.total, allocation_labels(source.info()), std::move(result.allocations),
            frames.lane_accesses(), frames.frames()};
    return result;
}

} // namespace

std::optional<RecordedTrial> known_trial(const Profile& profile, const RecordingInfo& info,
                                         const JobContext& job) {
    const TimeWindow all{0, profile.positions()};
    auto traffic = profile.traffic(all);
    const AccessMatrix* const matrix = profile.matrix();
    const auto by_sm = profile.sm_table(job);
    if (!traffic || matrix == nullptr || by_sm == nullptr) return std::nullopt;
    RecordedTrial trial;
    trial.sums = {traffic->total,
                  allocation_labels(info),
                  std::move(traffic->allocations),
                  std::accumulate(matrix->active_lanes.begin(), matrix->active_lanes.end(), std::uint64_t{0}),
                  {}};
    trial.matrix = *matrix;
    for (std::size_t sm = 0; sm < by_sm->sms(); ++sm) {
        const SmSums sums = by_sm->sum(sm, all);
        trial.sms.push_back({.requests = sums.requests, .l1_lookups = sums.l1_lookups});
    }
    return trial;
}

RecordedTrial simulate_costs(RequestSource& source, const HierarchyConfig& config, ThreadPool& pool,
                             const JobContext& job) {
    HierarchyConfig quick = config;
    quick.explain_misses = false;
    RecordedTrial trial;
    HierarchySinks sinks;
    sinks.matrix = &trial.matrix;
    RequestFrames frames(source.info(), false);
    trial.sms = simulate(source, quick, frames, sinks, trial.sums, pool, job).sms;
    return trial;
}

TrialSums simulate_trial(RequestSource& source, const HierarchyConfig& config, ThreadPool& pool,
                         const JobContext& job) {
    HierarchyConfig quick = config;
    quick.explain_misses = false;
    RequestFrames frames(source.info(), false);
    TrialSums sums;
    (void)simulate(source, quick, frames, {}, sums, pool, job);
    return sums;
}

RecordedTrial simulate_recorded(RequestSource& source, const HierarchyConfig& config, ThreadPool& pool,
                                const JobContext& job) {
    HierarchyConfig explained = config;
    explained.explain_misses = true;
    RecordedTrial trial;
    OptimumSink optimum;
    HierarchySinks sinks;
    sinks.matrix = &trial.matrix;
    sinks.uses = &optimum;
    RequestFrames frames(source.info(), true);
    trial.sms = simulate(source, explained, frames, sinks, trial.sums, pool, job).sms;
    trial.optimum = optimum.report();
    return trial;
}

} // namespace hitmap
