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

FoundCauses find_causes(const FindingTrial& asked, const GpuPreset& preset, ThreadPool& pool,
                        const JobContext& job, const PendingTold& told) {
    const RecordingInfo& info = asked.file.info();
    KeptRequests kept(asked.file, asked.spare_bytes);
    FindingTrial trial = asked;
    trial.kept = &kept;
    if (info.has_sums()) throw Error("expected a recording with requests, found sums of frames");
    if (info.requests == 0) throw Error("expected a recording with requests, found none");
    const JobContext quiet{job.stop};
    FoundCauses found;
    found.latencies = level_latencies(preset);
    job.begin("simulating the recording");
    found.recorded = simulate_recorded(*trial.requests(pool), trial.config, pool, quiet);
    PendingFindings pending(found.recorded, {info, found.latencies});
    if (told) told(pending.list());
    job.begin("looking for changes to try");
    const ChangesToTry to_try = changes_to_try(trial, pool, quiet);
    found.left_out = to_try.left_out;
    pending.expect(to_try.changes);
    if (told) told(pending.list());
    job.begin("simulating changes", to_try.changes.size() + 1, "simulations");
    std::vector<std::size_t> numbers; // [found.tried] rising
    for (const std::size_t number : pending.order()) {
        // Of equal changes the first one is the finding, in whichever order they are tried.
        const auto place = std::ranges::lower_bound(numbers, number) - numbers.begin();
        found.tried.insert(found.tried.begin() + place, try_change(trial, to_try.changes[number], pool, job));
        numbers.insert(numbers.begin() + place, number);
        job.check();
        if (told) {
            pending.update(found.tried);
            told(pending.list());
        }
        job.add(1);
    }
    const auto findings = [&](const FindingDetails* details) {
        return findings_of(found.recorded, found.tried, {info, found.latencies, details});
    };
    const auto named = named_allocations(findings(nullptr), found.recorded.sums.labels);
    found.details = find_details(trial, named, pool, quiet);
    found.findings = findings(&found.details);
    job.add(1);
    return found;
}

} // namespace hitmap
