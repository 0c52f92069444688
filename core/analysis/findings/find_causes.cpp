#include "core/analysis/findings/find_causes.h"

#include "core/base/error.h"

#include <algorithm>

namespace hitmap {

namespace {

/// The allocations that findings name, in their order.
std::vector<std::size_t> named_allocations(const std::vector<Finding>& findings,
                                           const std::vector<std::string>& labels) {
    std::vector<std::size_t> named;
    for (const Finding& finding : findings)
        if (finding.what_kind == "allocation")
            named.push_back(
                static_cast<std::size_t>(std::ranges::find(labels, finding.what_name) - labels.begin()));
    return named;
}

} // namespace

FoundCauses find_causes(const FindingTrial& trial, const GpuPreset& preset, ThreadPool& pool,
                        const JobContext& job, const std::function<void(const std::vector<Finding>&)>& told) {
    const RecordingInfo& info = trial.file.info();
    if (info.has_sums()) throw Error("expected a recording with requests, found sums of frames");
    if (info.requests == 0) throw Error("expected a recording with requests, found none");
    const JobContext quiet{job.stop};
    FoundCauses found;
    found.latencies = level_latencies(preset);
    const auto findings = [&](const FindingDetails* details) {
        return findings_of(found.recorded, found.tried, {info, found.latencies, details});
    };
    job.begin("simulating the recording");
    found.recorded = simulate_recorded(*request_source(trial.file, pool), trial.config, pool, quiet);
    if (told) told(findings(nullptr));
    job.begin("looking for changes to try");
    ChangesToTry to_try = changes_to_try(trial, pool, quiet);
    found.left_out = to_try.left_out;
    job.begin("simulating changes", to_try.changes.size() + 1, "simulations");
    for (const Change& change : to_try.changes) {
        found.tried.push_back(try_change(trial, change, pool, job));
        job.check();
        if (told) told(findings(nullptr));
        job.add(1);
    }
    const auto named = named_allocations(findings(nullptr), found.recorded.sums.labels);
    found.details = find_details(trial, named, pool, quiet);
    found.findings = findings(&found.details);
    job.add(1);
    return found;
}

} // namespace hitmap
