#include "app/sweep/sweep_run.h"

#include "app/sweep/launch_meter.h"
#include "app/sweep/run_pictures.h"
#include "core/profile/derived/cache_model.h"
#include "core/profile/sums/outcome_sums.h"
#include "core/trace/hmt/file/hmt_writer.h"
#include "core/trace/io/byte_stream.h"
#include "core/trace/stream/request_stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace hitmap {

namespace {

using Sinks = std::vector<std::reference_wrapper<RecordingSink>>;

SimulatedRun simulate_run(RequestSource& source, const SdcmConfig& config, bool with_profile,
                          ThreadPool& pool, const JobContext& job) {
    SimulatedRun run;
    run.config = config;
    run.scene = source.scene(job);
    if (with_profile) {
        run.profile = make_sdcm_profile(source, config, pool, job);
        run.kinds = run.profile->totals({0, run.profile->positions()});
    } else {
        SumsByGroup whole = SumsByGroup::whole();
        (void)simulate_sdcm(source, config, whole, pool, job);
        run.kinds = whole.groups().front();
    }
    for (KindSums& kind : run.kinds)
        kind.elements_accessed = 0; // known with a profile only
    run.info = source.info();
    return run;
}

/// The tracer and the caches of one group.
class GroupRun {
public:
    GroupRun(const SweepContext& sweep, std::span<const SweepRun> runs, ThreadPool& pool,
             const JobContext& job)
        : sweep_(sweep),
          runs_(runs),
          pool_(pool),
          job_{job.stop, nullptr, job.outputs},
          simulated_(runs.size()) {}

    std::vector<RunResult> run() {
        const auto start = LaunchMeter::Clock::now();
        scene_ = sweep_.scenes.scene(sweep_.experiment.scenes[runs_.front().scene], job_);
        stream(0, {meter_});
        const RunTime time{std::chrono::duration<double>(LaunchMeter::Clock::now() - start).count(),
                           meter_.launch_seconds(), meter_.launch_processor_seconds()};
        std::vector<RunResult> results;
        for (std::size_t i = 0; i < runs_.size(); ++i)
            results.push_back(finish(i, time));
        return results;
    }

private:
    /// The tracer feeds the sinks so far, and the caches from number `cache` on.
    void stream(std::size_t cache, const Sinks& sinks) {
        if (cache == runs_.size()) {
            trace(sinks);
            return;
        }
        const bool with_pictures = !runs_[cache].pictures.empty();
        const SdcmConfig& config = sweep_.experiment.caches[runs_[cache].cache].config;
        stream_requests(
            [&](RecordingSink& sink) {
                Sinks more = sinks;
                more.emplace_back(sink);
                stream(cache + 1, more);
            },
            [&](RequestSource& source) {
                simulated_[cache] = simulate_run(source, config, with_pictures, pool_, job_);
            },
            with_pictures ? StreamedScene::for_pictures : StreamedScene::for_models, job_);
    }

    void trace(Sinks sinks) {
        const ExperimentConfiguration& configuration =
            sweep_.experiment.configurations[runs_.front().configuration];
        const std::string& scene_name = sweep_.experiment.scenes[runs_.front().scene].name;
        std::unique_ptr<RecordingSink> file;
        if (sweep_.recordings) {
            file =
                write_hmt(meter_.counted(create_file(
                              sweep_.folder / recording_name(scene_name, configuration.name), job_.outputs)),
                          {}, &pool_, job_);
            sinks.emplace_back(*file);
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
    std::span<const SweepRun> runs_;
    ThreadPool& pool_;
    JobContext job_;
    std::shared_ptr<const Scene> scene_;
    LaunchMeter meter_;
    TraceResult traced_;
    std::vector<SimulatedRun> simulated_; ///< [runs]
};

} // namespace

std::string recording_name(const std::string& scene, const std::string& configuration) {
    return fmt::format("recordings/{}_{}.hmt", scene, configuration);
}

std::vector<RunResult> run_group(const SweepContext& sweep, std::span<const SweepRun> runs, ThreadPool& pool,
                                 const JobContext& job) {
    return GroupRun(sweep, runs, pool, job).run();
}

} // namespace hitmap
