#include "core/analysis/findings/change.h"

#include "core/analysis/comparison/changed_recording.h"
#include "core/analysis/comparison/layouts_to_try.h"
#include "core/analysis/findings/tree_change.h"
#include "core/analysis/trials/request_frames.h"
#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/cache/contents/eviction_sink.h"
#include "core/cache/contents/optimum_sink.h"
#include "core/jobs/memory.h"
#include "core/profile/models/recording_sums.h"
#include "core/raytracer/options/trace_memory.h"
#include "core/relayout/apply/relaid_source.h"
#include "core/relayout/apply/relayout_memory.h"
#include "core/relayout/model/relayout_settings.h"
#include "core/trace/model/allocation_label.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

namespace hitmap {

namespace {

void add_layouts(ChangesToTry& all, const FindingTrial& trial, ThreadPool& pool, const JobContext& job) {
    const ModelConfig model = trial.config;
    const auto layouts = layouts_to_try({trial.file, trial.mesh, model}, pool, job).layouts;
    const std::size_t tried = std::min(layouts.size(), most_tried_layouts);
    for (std::size_t i = 0; i < tried; ++i)
        all.changes.push_back({layouts[i], title_of(layouts[i]),
                               "hitmap relayout FILE -o OUT.hmt " + command_options(layouts[i])});
    all.left_out = layouts.size() - tried;
}

/// Sets keep their lines and get as many ways again, so that a cache with LRU has no further misses (Mattson
/// et al. 1970).
CacheGeometry doubled(CacheGeometry cache) {
    cache.capacity *= 2;
    cache.ways *= 2;
    return cache;
}

void add_cache(std::vector<Change>& changes, const HierarchyConfig& config, std::string_view level) {
    try {
        check_hierarchy(config);
    } catch (const UsageError&) {
        return; // some policies have one number of ways
    }
    changes.push_back({config, fmt::format("{} of twice the capacity", level),
                       fmt::format("hitmap simulate FILE --model hierarchy --preset {} --l1 {} --l2 {}",
                                   config.preset, to_string(config.l1), to_string(config.l2))});
}

void add_caches(std::vector<Change>& changes, const HierarchyConfig& config) {
    HierarchyConfig wide_l1 = config;
    wide_l1.l1 = doubled(config.l1);
    add_cache(changes, wide_l1, "L1");
    HierarchyConfig wide_l2 = config;
    wide_l2.l2 = doubled(config.l2);
    add_cache(changes, wide_l2, "L2");
}

/// Returns why the result is not exact.
std::vector<std::string> simulate_short_stack(const FindingTrial& trial, const ShortStack& stack,
                                              const std::function<void(RequestSource&)>& simulate,
                                              ThreadPool& pool) {
    const auto source = trial.requests(pool);
    ShortStackSource shortened(*source, stack);
    simulate(shortened);
    return {"shared memory counts as free"};
}

void add_short_stack(std::vector<Change>& changes, const RecordingInfo& info) {
    const std::optional<ShortStack> stack = short_stack_of(info);
    if (!stack) return;
    changes.push_back(
        {*stack,
         fmt::format("first {} of {} in shared memory", counted_text(stack->entries, "entry", "entries"),
                     allocation_labels(info)[stack->allocation]),
         {}});
}

} // namespace

ChangesToTry changes_to_try(const FindingTrial& trial, ThreadPool& pool, const JobContext& job) {
    ChangesToTry all;
    add_short_stack(all.changes, trial.file.info());
    add_caches(all.changes, trial.config);
    add_layouts(all, trial, pool, job);
    for (Change& tree : trees_to_try(trial)) // each is traced
        all.changes.push_back(std::move(tree));
    return all;
}

TriedChange try_change(const FindingTrial& trial, const Change& change, ThreadPool& pool,
                       const JobContext& job) {
    TriedChange tried{change, {}, {}, {}};
    const JobContext quiet{job.stop}; // the stages of functions that run at once
    const auto simulate_in = [&](const HierarchyConfig& config) {
        return [&](RequestSource& source) { tried.sums = simulate_trial(source, config, pool, quiet); };
    };
    tried.problem = problem_of(trial.file, [&] {
        if (const auto* const layout = std::get_if<LayoutChange>(&change.to)) {
            RelaidSource moved(trial.file, *layout, trial.mesh, trial.requests(pool), quiet);
            tried.sums = simulate_trial(moved, trial.config, pool, quiet);
            tried.estimates = moved.estimates();
        } else if (const auto* const tree = std::get_if<TreeChange>(&change.to))
            consume_with_tree(trial, *tree, simulate_in(trial.config), pool, quiet);
        else if (const auto* const stack = std::get_if<StackChange>(&change.to))
            tried.estimates = simulate_short_stack(trial, *stack, simulate_in(trial.config), pool);
        else
            simulate_in(std::get<CacheChange>(change.to))(*trial.requests(pool));
    });
    if (!tried.is_possible()) tried.sums = {};
    return tried;
}

std::uint64_t usual_spare_bytes() {
    constexpr std::uint64_t most = std::uint64_t{1} << 30;
    return std::min(most, available_memory_bytes() / 4);
}

std::uint64_t estimate_findings_bytes(const RecordingInfo& info, const HierarchyConfig& config,
                                      unsigned threads) {
    const std::uint64_t each = sizeof(TrafficSums) * (info.allocations.size() + RequestFrames::most_frames);
    std::uint64_t trace = 0;
    if (const auto options = options_of_trace(info))
        trace = estimate_trace_bytes({info.scene.vertices, info.scene.faces, info.scene.vertices}, *options,
                                     {.simulates = 1, .threads = threads});
    // One after the other: the recording as it is, changes, and details.
    const std::uint64_t most =
        std::max({OptimumSink::estimated_bytes(config, info.device.sm_count, threads),
                  std::max(estimate_relayout_bytes(info), trace),
                  EvictionSink::estimated_bytes(info, config) + estimate_sums_bytes(info)});
    return (most_tried_layouts + 8) * each + most;
}

double estimate_findings_seconds(const RecordingInfo& info) {
    constexpr double seconds_a_request = 25e-6; // of an atrium with 24 changes: docs/findings.md
    return seconds_a_request * static_cast<double>(info.requests);
}

} // namespace hitmap
