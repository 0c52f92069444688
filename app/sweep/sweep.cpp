#include "app/sweep/sweep.h"

#include "app/sweep/result_page.h"
#include "app/sweep/shared_groups.h"
#include "app/sweep/sweep_run.h"
#include "app/sweep/work_claim.h"
#include "core/base/error.h"
#include "core/base/path_query.h"
#include "core/jobs/output_files.h"
#include "core/raytracer/options/trace_memory.h"
#include "core/trace/io/write_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <system_error>
#include <thread>

namespace hitmap {

namespace {

/// Limits the total memory of concurrent work. Always admits at least one user. Thread-safe.
class MemoryGate {
public:
    explicit MemoryGate(std::uint64_t limit) : limit_(limit) {}
    /// Returns whether the memory is available; it is then in use until leave().
    [[nodiscard]] bool enter(std::uint64_t bytes) {
        const std::lock_guard lock(mutex_);
        if (limit_ != 0 && used_ != 0 && used_ + bytes > limit_) return false;
        used_ += bytes;
        return true;
    }
    void leave(std::uint64_t bytes) {
        const std::lock_guard lock(mutex_);
        used_ -= bytes;
    }

private:
    std::uint64_t limit_;
    std::uint64_t used_ = 0;
    std::mutex mutex_;
};

std::uint64_t group_bytes(const Experiment& e, const SweepGroup& group, bool recordings, unsigned threads) {
    const SweepRun& first = group.runs.front();
    TraceWork work;
    work.writes = recordings;
    work.threads = threads;
    bool keeps_recording = false;
    for (const SweepRun& run : group.runs) {
        ++work.simulates;
        if (!run.pictures.empty()) ++work.indexes;
        keeps_recording = keeps_recording || reads_recording(e, run);
    }
    work.has_scene = work.indexes != 0;
    if (keeps_recording) {
        work.writes = true;
        ++work.indexes; // A recording takes less memory than its time index.
    }
    return estimate_trace_bytes(expected_size(e.scenes[first.scene].spec),
                                e.configurations[first.configuration].options, work);
}

unsigned threads_of(const SweepOptions& options) {
    return options.threads != 0 ? options.threads : std::max(1U, std::thread::hardware_concurrency());
}

class Sweep {
public:
    Sweep(const Experiment& experiment, const std::filesystem::path& folder, const SweepOptions& options,
          const JobContext& job)
        : experiment_(experiment),
          folder_(folder),
          options_(options),
          job_(job),
          threads_(threads_of(options)),
          gate_(options.memory_limit),
          scenes_(options.scene_loaded) {}

    SweepSummary run() {
        plan();
        job_.begin("running the experiment", groups_.size(), "recordings");
        for (const SweepGroup& group : groups_)
            scenes_.announce(experiment_.scenes[group.runs.front().scene].name);
        run_groups();
        if (options_.only.empty()) {
            remove_claims();
            write();
        }
        summary_.scenes_loaded = scenes_.scenes_loaded();
        summary_.trees_built = scenes_.trees_built();
        return summary_;
    }

    /// Returns the runs that run() would do.
    std::vector<SweepGroup> remaining() {
        plan();
        return groups_;
    }

private:
    /// Loads results of earlier calls, and stores the remaining runs in groups_.
    void plan() {
        for (SweepGroup& group : plan_sweep(experiment_)) {
            SweepGroup rest{group.name};
            const bool take_up = can_take_up(group);
            for (SweepRun& run : group.runs) {
                if (!options_.only.empty() &&
                    std::ranges::find(options_.only, run.name) == options_.only.end())
                    continue;
                ++summary_.runs;
                order_.push_back(run);
                if (std::optional<RunResult> found; take_up && (found = stored_result(run))) {
                    ++summary_.resumed;
                    results_[run.name] = std::move(*found);
                } else {
                    rest.runs.push_back(std::move(run));
                }
            }
            if (!rest.runs.empty()) groups_.push_back(std::move(rest));
        }
        refuse_unknown_runs();
        check_memory();
    }

    void refuse_unknown_runs() const {
        for (const std::string& name : options_.only)
            if (std::ranges::find(order_, name, &SweepRun::name) == order_.end())
                throw UsageError(
                    fmt::format("--run {}: expected a run of the experiment, which --list prints", name));
    }

    /// Whether stored results of the group are enough.
    [[nodiscard]] bool can_take_up(const SweepGroup& group) const {
        return !options_.recordings || path_exists(folder_ / recording_name(group));
    }
    /// Returns nothing if the run must be executed, and tells once if that is because its result is damaged.
    [[nodiscard]] std::optional<RunResult> stored_result(const SweepRun& run) {
        StoredResult stored = load_result(folder_ / "runs" / (run.name + ".json"), folder_, run.fingerprint);
        if (stored.damage.empty()) return std::move(stored.result);
        const std::lock_guard lock(mutex_);
        if (options_.result_damaged && damaged_.insert(run.name).second)
            options_.result_damaged(stored.damage);
        return std::nullopt;
    }

    /// Takes over the results of a group that other processes have written since the plan was made. Returns
    /// the runs that remain.
    SweepGroup take_results(const SweepGroup& group) {
        if (!can_take_up(group)) return group;
        // Reading the folder makes a client of NFS forget that it has not found a file there before.
        std::error_code is_missing;
        (void)std::filesystem::is_empty(folder_ / "runs", is_missing);
        SweepGroup remaining{group.name};
        for (const SweepRun& run : group.runs) {
            std::optional<RunResult> found = stored_result(run);
            if (!found) {
                remaining.runs.push_back(run);
                continue;
            }
            ++summary_.elsewhere;
            const std::lock_guard lock(mutex_);
            results_[run.name] = std::move(*found);
        }
        if (remaining.runs.empty()) conclude(group);
        return remaining;
    }

    /// All results of the group are there.
    void conclude(const SweepGroup& group) {
        scenes_.release(experiment_.scenes[group.runs.front().scene].name);
        job_.add(1);
    }

    void run_groups() {
        if (groups_.empty()) return;
        // Tracing uses one core only. Therefore, groups run in parallel, each with its share of the cores.
        const auto workers = std::clamp<unsigned>(static_cast<unsigned>(groups_.size()), 1, threads_);
        const unsigned threads = threads_ / workers;
        const auto bytes = [this, threads](const SweepGroup& group) {
            return group_bytes(experiment_, group, options_.recordings, threads);
        };
        SharedGroups shared(groups_, folder_ / "claims", job_.outputs,
                            {[&](const SweepGroup& group) { return gate_.enter(bytes(group)); },
                             [&](const SweepGroup& group) { gate_.leave(bytes(group)); },
                             [&](const SweepGroup& group) { return take_results(group); }});
        ThreadPool pool(workers);
        TaskGroup tasks(pool);
        for (unsigned i = 0; i < workers; ++i)
            tasks.run([&] {
                try {
                    while (const auto claimed = shared.next(job_.stop)) {
                        run_one(claimed->remaining, threads);
                        conclude(*claimed->group);
                        gate_.leave(bytes(*claimed->group));
                    }
                } catch (...) { // Only the first failure is reported.
                    shared.give_up();
                    throw;
                }
            });
        tasks.wait();
    }

    /// Removes the files of claims that killed processes left.
    void remove_claims() const {
        std::error_code is_missing;
        std::vector<std::filesystem::path> left;
        for (const auto& entry : std::filesystem::directory_iterator(folder_ / "claims", is_missing))
            left.push_back(entry.path());
        for (const std::filesystem::path& file : left)
            (void)WorkClaim::take(file);
        std::filesystem::remove(folder_ / "claims", is_missing);
    }

    void check_memory() const {
        for (const SweepGroup& group : groups_) {
            const std::uint64_t bytes = group_bytes(experiment_, group, options_.recordings, 1);
            if (options_.memory_limit != 0 && bytes > options_.memory_limit)
                throw Error(fmt::format("{}: needs about {} MiB of memory, more than the limit of {}",
                                        group.runs.front().name, (bytes >> 20) + 1,
                                        format_size(options_.memory_limit)));
        }
    }

    void run_one(const SweepGroup& group, unsigned threads) {
        // They stay, whatever happens to this process: others may be about to write into them.
        for (const char* const name : {"runs", "pictures"})
            create_folders(folder_ / name, nullptr);
        if (options_.recordings) create_folders(folder_ / "recordings", nullptr);
        ThreadPool pool(threads);
        const SweepContext context{experiment_,         folder_,        scenes_, drawing_,
                                   options_.recordings, options_.timing};
        // Files of finished groups are kept. Files of unfinished groups are removed.
        std::optional<OutputFiles> outputs;
        JobContext job = job_;
        if (job_.outputs != nullptr) job.outputs = &outputs.emplace(*job_.outputs);
        std::vector<RunResult> results = run_group(context, group, pool, job);
        if (outputs) outputs->conclude();
        const std::lock_guard lock(mutex_);
        for (std::size_t i = 0; i < results.size(); ++i)
            results_[group.runs[i].name] = std::move(results[i]);
    }

    void write() const {
        std::vector<FinishedRun> finished;
        for (const SweepRun& run : order_)
            finished.push_back({run, results_.at(run.name)});
        write_file(folder_ / "results.csv",
                   results_csv(experiment_, finished, {options_.recordings, options_.timing}), job_.outputs);
        write_file(folder_ / "index.html", results_page(experiment_, finished), job_.outputs);
    }

    const Experiment& experiment_;
    const std::filesystem::path& folder_;
    const SweepOptions& options_;
    const JobContext& job_;
    unsigned threads_;
    MemoryGate gate_;
    SceneStore scenes_;
    std::mutex drawing_;
    std::vector<SweepRun> order_;
    std::vector<SweepGroup> groups_;
    SweepSummary summary_;
    std::mutex mutex_;
    std::set<std::string> damaged_;            // runs whose results were said to be; guarded by mutex_
    std::map<std::string, RunResult> results_; // guarded by mutex_ while groups run
};

} // namespace

std::uint64_t estimate_sweep_bytes(const Experiment& experiment, const SweepOptions& options) {
    std::uint64_t most = 0;
    for (const SweepGroup& group : plan_sweep(experiment))
        most = std::max(most, group_bytes(experiment, group, options.recordings, 1));
    return most;
}

std::vector<SweepGroup> remaining_runs(const Experiment& experiment, const std::filesystem::path& folder,
                                       const SweepOptions& options) {
    return Sweep(experiment, folder, options, {}).remaining();
}

SweepSummary run_sweep(const Experiment& experiment, const std::filesystem::path& folder,
                       const SweepOptions& options, const JobContext& job) {
    return Sweep(experiment, folder, options, job).run();
}

} // namespace hitmap
