#include "core/analysis/findings/change.h"

#include "core/analysis/comparison/changed_recording.h"
#include "core/analysis/comparison/layouts_to_try.h"
#include "core/geometry/scene.h"
#include "core/raytracer/options/recorded_options.h"
#include "core/raytracer/trace_scene.h"
#include "core/relayout/model/relayout_settings.h"
#include "core/trace/model/relayout_marks.h"
#include "core/trace/stream/request_stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>

namespace hitmap {

namespace {

bool is_relaid(const RecordingInfo& info) {
    return std::ranges::any_of(info.options,
                               [](const auto& option) { return option.first == relayout_option; });
}

void add_layouts(std::vector<Change>& changes, const FindingTrial& trial, ThreadPool& pool,
                 const JobContext& job) {
    const ModelConfig model = trial.config;
    for (const RelayoutOptions& layout : layouts_to_try({trial.file, trial.mesh, model}, pool, job).layouts)
        changes.push_back({layout, title_of(layout), "relayout " + command_options(layout)});
}

/// The options of the tracer that decide what the tree is, and values of them that are tried.
void add_trees(std::vector<Change>& changes, const FindingTrial& trial) {
    const RecordingInfo& info = trial.file.info();
    const std::optional<TraceOptions> recorded = recorded_trace_options(info.options);
    if (!recorded || !trial.mesh || is_relaid(info) || info.scene.cameras.empty()) return;
    for (const char* const name : {"bvh", "node-width"}) {
        const TraceOption& option = trace_option(name);
        const auto values = std::string_view(name) == "bvh" ? std::vector<std::string>{"sah", "median"}
                                                            : std::vector<std::string>{"2", "4", "8"};
        for (const std::string& value : values) {
            TraceOptions options = *recorded;
            if (option.get(options) == value) continue;
            option.set(options, value);
            changes.push_back(
                {options, fmt::format("{} {}", name, value), fmt::format("trace --{} {}", name, value)});
        }
    }
}

/// Sets keep their lines and get as many ways again, so that a cache with LRU has no further misses (Mattson
/// et al. 1970).
CacheGeometry doubled(CacheGeometry cache) {
    cache.capacity *= 2;
    cache.ways *= 2;
    return cache;
}

void add_caches(std::vector<Change>& changes, const HierarchyConfig& config) {
    HierarchyConfig wide_l1 = config;
    wide_l1.l1 = doubled(config.l1);
    HierarchyConfig wide_l2 = config;
    wide_l2.l2 = doubled(config.l2);
    for (const auto& [to, level, cache, option] :
         {std::tuple(wide_l1, "L1", wide_l1.l1, "--l1"), std::tuple(wide_l2, "L2", wide_l2.l2, "--l2")})
        changes.push_back({to, fmt::format("{} of twice the capacity", level),
                           fmt::format("simulate {} {}", option, to_string(cache))});
}

/// The scene as it was recorded, with its camera.
Scene recorded_scene_of(const FindingTrial& trial, const JobContext& job) {
    Scene scene = trial.mesh(job);
    look_through(scene, trial.file.info().scene.cameras.front());
    return scene;
}

} // namespace

std::vector<Change> changes_to_try(const FindingTrial& trial, ThreadPool& pool, const JobContext& job) {
    std::vector<Change> changes;
    add_layouts(changes, trial, pool, job);
    add_trees(changes, trial);
    add_caches(changes, trial.config);
    return changes;
}

TriedChange try_change(const FindingTrial& trial, const Change& change, ThreadPool& pool,
                       const JobContext& job) {
    TriedChange tried{change, {}, {}, {}};
    const JobContext quiet{job.stop}; // the stages of functions that run at once
    HierarchyConfig config = trial.config;
    config.explain_misses = false;
    const auto simulate = [&](RequestSource& source) {
        tried.sums = simulate_trial(source, config, false, pool, quiet);
    };
    tried.problem = problem_of(trial.file, [&] {
        if (const auto* const layout = std::get_if<LayoutChange>(&change.to)) {
            tried.estimates = consume_in_layout(trial.file, trial.mesh, *layout, simulate, pool, quiet);
        } else if (const auto* const tree = std::get_if<TreeChange>(&change.to)) {
            const Scene scene = recorded_scene_of(trial, quiet);
            stream_requests([&](RecordingSink& sink) { (void)trace_scene(scene, *tree, sink, pool, quiet); },
                            simulate, StreamedScene::for_models, quiet);
        } else {
            config = std::get<CacheChange>(change.to);
            config.explain_misses = false;
            simulate(*request_source(trial.file, pool));
        }
    });
    if (!tried.is_possible()) tried.sums = {};
    return tried;
}

} // namespace hitmap
