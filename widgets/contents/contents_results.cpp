#include "widgets/contents/contents_results.h"

#include "core/cache/contents/eviction_sink.h"
#include "core/cache/contents/held_lines_sink.h"
#include "core/cache/contents/occupancy_sink.h"
#include "core/cache/contents/optimum_sink.h"
#include "core/cache/pipeline/hierarchy.h"
#include "core/cache/stages/line_use_sinks.h"
#include "core/profile/query/time_window.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "widgets/base/tr.h"
#include "widgets/model/model_box.h"

#include <algorithm>
#include <utility>
#include <variant>
#include <vector>

namespace hitmap {

namespace {

/// `simulation`: of the hierarchy model.
HierarchyConfig plain_hierarchy(const Simulation& simulation) {
    HierarchyConfig config = std::get<HierarchyConfig>(simulation.model);
    config.explain_misses = false; // changes no hits, and takes longer
    return config;
}

} // namespace

bool ContentsResults::are_of(const Simulation& other) const {
    return simulation->recording == other.recording && std::holds_alternative<HierarchyConfig>(other.model) &&
           plain_hierarchy(*simulation) == plain_hierarchy(other);
}

QString why_no_contents(const Simulation& simulation) {
    if (simulation.recording->info().has_sums())
        return tr("A recording of sums has no requests, so that it is not known what the caches held.");
    if (!std::holds_alternative<HierarchyConfig>(simulation.model))
        return tr("The stack distance cache model has no sets with lines in them: for the contents of "
                  "caches, "
                  "%1.")
            .arg(choose_gpu_text());
    return {};
}

std::shared_ptr<const ContentsResults> count_contents(const std::shared_ptr<const Simulation>& simulation,
                                                      std::optional<std::uint32_t> sm,
                                                      std::optional<Level> lines_of,
                                                      const std::shared_ptr<const ContentsResults>& known,
                                                      ThreadPool& pool, const JobContext& job) {
    const OpenRecording& recording = *simulation->recording;
    const RecordingInfo& info = recording.info();
    auto results = std::make_shared<ContentsResults>();
    results->simulation = simulation;
    results->sm = sm;
    const std::uint64_t positions = info.positions();
    const std::uint64_t moments = std::clamp<std::uint64_t>(positions, 1, ContentsResults::most_moments);
    for (std::uint64_t moment = 0; moment < moments; ++moment)
        results->ends.push_back(frame_window(positions, moments, moment).last);
    OccupancySink occupancy(info, results->ends, sm);
    EvictionSink evictions(BoxLevels(info, recording.scene));
    OptimumSink optimum;
    const bool is_known = known != nullptr && known->are_of(*simulation);
    std::vector<LineUseSink*> sinks{&occupancy};
    if (!is_known) sinks.insert(sinks.end(), {&evictions, &optimum});
    HeldLinesSink held_lines(info, BoxLevels(info, recording.scene),
                             {.level = lines_of.value_or(Level::l1),
                              .sm = sm.value_or(0),
                              .moments = results->ends,
                              .most_lines = ContentsResults::most_lines});
    if (lines_of) sinks.push_back(&held_lines);
    LineUseSinks all(std::move(sinks));
    const auto source = request_source(*recording.file, pool, 0, recording.scene);
    simulate_hierarchy(*source, plain_hierarchy(*simulation), {.uses = &all}, pool, job);
    results->evictions = is_known ? known->evictions : evictions.report();
    results->optimum = is_known ? known->optimum : optimum.report();
    if (is_known) {
        results->lines[index(Level::l2)] = known->lines[index(Level::l2)];
        if (known->sm.value_or(0) == sm.value_or(0))
            results->lines[index(Level::l1)] = known->lines[index(Level::l1)];
    }
    if (lines_of) results->lines[index(*lines_of)] = std::make_shared<const HeldLines>(held_lines.take());
    for (const Level level : both_levels) {
        LevelOccupancy& held = results->held[index(level)];
        held.caches = {level, occupancy.caches(level), occupancy.lines_a_cache(level)};
        occupancy.for_each_frame(level, [&](std::size_t, const std::vector<std::uint64_t>& lines) {
            held.moments.push_back(lines);
        });
    }
    return results;
}

} // namespace hitmap
