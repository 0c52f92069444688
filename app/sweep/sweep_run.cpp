#include "app/sweep/sweep_run.h"

#include "app/sweep/launch_meter.h"
#include "app/sweep/run_pictures.h"
#include "core/profile/models/cache_model.h"
#include "core/profile/sums/outcome_sums.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "core/trace/hmt/file/hmt_writer.h"
#include "core/trace/io/byte_stream.h"
#include "core/trace/stream/request_stream.h"
#include "render/view/view_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace hitmap {

namespace {

using Sinks = std::vector<std::reference_wrapper<RecordingSink>>;

SimulatedRun simulate_run(RequestSource& source, const ModelConfig& config, const Restriction& only,
                          bool with_profile, ThreadPool& pool, const JobContext& job) {
    SimulatedRun run;
    run.config = config;
    run.only = only;
    run.scene = source.scene(job);
    if (with_profile) {
        run.profile = make_profile(source, config, only, pool, job);
        const TimeWindow everything{0, run.profile->positions()};
        run.kinds = run.profile->totals(everything);
        if (const auto traffic = run.profile->traffic(everything)) run.traffic = traffic->total;
    } else {
        SumsByGroup whole = SumsByGroup::whole();
        if (const auto* hierarchy = std::get_if<HierarchyConfig>(&config))
            run.traffic =
                simulate_restricted(source, *hierarchy, only, {.outcomes = &whole}, pool, job).total;
        else
            simulate_restricted(source, std::get<SdcmConfig>(config), only, whole, pool, job);
        run.kinds = whole.groups().front();
    }
    for (KindSums& kind : run.kinds)
        kind.elements_accessed = 0; // Only a profile has this number.
    run.info = source.info();
    return run;
}

/// Runs the tracer once and simulates all caches of a group.
class GroupRun {
public:
    GroupRun(const SweepContext& sweep, const SweepGroup& group, ThreadPool& pool, const JobContext& job)
        : sweep_(sweep),
          group_(group),
          runs_(group.runs),
          pool_(pool),
          job_{job.stop, nullptr, job.outputs},
          simulated_(group.runs.size()) {}

    std::vector<RunResult> run() {
        const auto start = LaunchMeter::Clock::now();
        scene_ = sweep_.scenes.scene(sweep_.experiment.scenes[runs_.front().scene], job_);
        stream(0, {meter_});
        simulate_recorded();
        const RunTime time{std::chrono::duration<double>(LaunchMeter::Clock::now() - start).count(),
                           meter_.launch_seconds(), meter_.launch_processor_seconds()};
        std::vector<RunResult> results;
        for (std::size_t i = 0; i < runs_.size(); ++i)
            results.push_back(finish(i, time));
        return results;
    }

private:
    /// Traces into `sinks`, and simulates caches `cache` and following at the same time.
    void stream(std::size_t cache, const Sinks& sinks) {
        if (cache == runs_.size()) {
            trace(sinks);
            return;
        }
        if (reads_recording(sweep_.experiment, runs_[cache])) {
            stream(cache + 1, sinks);
            return;
        }
        const bool with_pictures = !runs_[cache].pictures.empty();
        stream_requests(
            [&](RecordingSink& sink) {
                Sinks more = sinks;
                more.emplace_back(sink);
                stream(cache + 1, more);
            },
            [&](RequestSource& source) { simulate(cache, source); },
            with_pictures ? StreamedScene::for_pictures : StreamedScene::for_models, job_);
    }

    void simulate(std::size_t i, RequestSource& source) {
        const ResolvedModel& model = sweep_.experiment.caches[runs_[i].cache].model;
        ModelConfig config = model.config;
        if (auto* hierarchy = std::get_if<HierarchyConfig>(&config))
            hierarchy->explain_misses = hierarchy->explain_misses || shows_miss_classes(runs_[i]);
        simulated_[i] =
            simulate_run(source, config, model.choice.only, !runs_[i].pictures.empty(), pool_, job_);
    }

    /// Returns whether a picture of the run shows a class of misses, such as conflict misses.
    [[nodiscard]] bool shows_miss_classes(const SweepRun& run) const {
        return std::any_of(run.pictures.begin(), run.pictures.end(), [&](std::size_t picture) {
            const ExperimentPicture& shown = sweep_.experiment.pictures[picture];
            const Metric metric = view_state_from_json(shown.view, shown.name).metric;
            return info_of(metric.quantity).is_class_of_misses();
        });
    }

    /// Simulates the runs that read the recording.
    void simulate_recorded() {
        if (recorded_.empty()) return;
        const HmtFile file(open_memory(std::move(recorded_), recording_name(group_)), job_);
        for (std::size_t i = 0; i < runs_.size(); ++i)
            if (reads_recording(sweep_.experiment, runs_[i])) simulate(i, *request_source(file, pool_));
    }

    void trace(Sinks sinks) {
        const ExperimentConfiguration& configuration =
            sweep_.experiment.configurations[runs_.front().configuration];
        const std::string& scene_name = sweep_.experiment.scenes[runs_.front().scene].name;
        std::unique_ptr<RecordingSink> file;
        if (sweep_.recordings) {
            file =
                write_hmt(meter_.counted(create_file(sweep_.folder / recording_name(group_), job_.outputs)),
                          {}, &pool_, job_);
            sinks.emplace_back(*file);
        }
        std::unique_ptr<RecordingSink> memory;
        const bool is_read = std::any_of(runs_.begin(), runs_.end(), [&](const SweepRun& run) {
            return reads_recording(sweep_.experiment, run);
        });
        if (is_read) {
            memory = write_hmt(create_memory(recorded_), {}, &pool_, job_);
            sinks.emplace_back(*memory);
        }
        SplitRecording split(std::move(sinks));
        traced_ = trace_scene(*scene_, configuration.options, split, pool_, job_,
                              [&](const Mesh& mesh, const BvhOptions& options) {
                                  return sweep_.scenes.bvh(scene_name, mesh, options, pool_, job_);
                              });
        traced_.picture = {};
    }

    RunResult finish(std::size_t i, const RunTime& time) {
        RunResult result;
        result.fingerprint = runs_[i].fingerprint;
        result.triangles = scene_->mesh.faces.size();
        result.rays = meter_.rays();
        result.requests = traced_.requests;
        result.lane_accesses = traced_.lane_accesses;
        result.depth = traced_.depth;
        result.sah_cost = traced_.sah_cost;
        result.end_point_overlap = traced_.end_point_overlap;
        result.kinds = simulated_[i].kinds;
        result.traffic = simulated_[i].traffic;
        result.explains_misses = sweep_.experiment.caches[runs_[i].cache].model.choice.explain_misses;
        if (sweep_.timing) result.time = time;
        if (sweep_.recordings) result.recording = {meter_.bytes(), meter_.request_bytes()};
        for (const std::size_t picture : runs_[i].pictures) {
            const std::lock_guard lock(sweep_.drawing);
            const auto drawn = draw_pictures(simulated_[i], sweep_.experiment.pictures[picture],
                                             runs_[i].name, sweep_.folder, job_);
            result.pictures.insert(result.pictures.end(), drawn.begin(), drawn.end());
        }
        save_result(result, sweep_.folder / "runs" / (runs_[i].name + ".json"), job_);
        simulated_[i] = {};
        return result;
    }

    const SweepContext& sweep_;
    const SweepGroup& group_;
    const std::vector<SweepRun>& runs_;
    ThreadPool& pool_;
    JobContext job_;
    std::shared_ptr<const Scene> scene_;
    LaunchMeter meter_;
    TraceResult traced_;
    std::vector<std::byte> recorded_;     ///< the recording in memory, for runs that read it
    std::vector<SimulatedRun> simulated_; ///< [runs]
};

} // namespace

std::string recording_name(const SweepGroup& group) {
    return fmt::format("recordings/{}.hmt", group.name);
}

bool reads_recording(const Experiment& experiment, const SweepRun& run) {
    return !experiment.caches[run.cache].model.choice.only.empty();
}

std::vector<RunResult> run_group(const SweepContext& sweep, const SweepGroup& group, ThreadPool& pool,
                                 const JobContext& job) {
    return GroupRun(sweep, group, pool, job).run();
}

} // namespace hitmap
