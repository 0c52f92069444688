#include "core/analysis/findings/find_causes.h"

#include "core/base/error.h"

namespace hitmap {

FoundCauses find_causes(const FindingTrial& trial, const GpuPreset& preset, ThreadPool& pool,
                        const JobContext& job, const std::function<void(const std::vector<Finding>&)>& told) {
    if (trial.file.info().has_sums()) throw Error("expected a recording with requests, found sums of frames");
    FoundCauses found;
    found.latencies = level_latencies(preset);
    job.begin("looking for changes to try");
    const std::vector<Change> changes = changes_to_try(trial, pool, JobContext{job.stop});
    job.begin("simulating changes", changes.size() + 1, "simulations");
    HierarchyConfig explained = trial.config;
    explained.explain_misses = true;
    const auto source = request_source(trial.file, pool);
    found.recorded = simulate_trial(*source, explained, true, pool, JobContext{job.stop});
    job.add(1);
    const auto update = [&] {
        found.findings = findings_of(found.recorded, found.tried, {trial.file.info(), found.latencies});
    };
    update();
    for (const Change& change : changes) {
        found.tried.push_back(try_change(trial, change, pool, job));
        update();
        if (told) told(found.findings);
        job.add(1);
    }
    return found;
}

} // namespace hitmap
