#include "app/sweep/sweep.h"
#include "app/sweep/work_claim.h"
#include "core/base/error.h"
#include "core/jobs/output_files.h"
#include "tests/sweep/results_folder.h"

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <future>
#include <optional>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace hitmap {
namespace {

using test::ResultsFolder;

constexpr std::string_view shared_experiment = R"({
    "scenes": {"teapot": "builtin:teapot?triangles=500"},
    "defaults": {"resolution": "16x16", "sms": 2, "warps-per-sm": 2},
    "configurations": {"sah": {}, "median": {"bvh": "median"}, "warp": {"fetch": "warp"}, "wide": {"node-width": 8}},
    "caches": {"paper": {}, "small": {"l1": "2KiB:64:4", "l2": "16KiB:32:full"}}
})";

SweepOptions one_thread() {
    SweepOptions options;
    options.threads = 1;
    return options;
}

/// Waits until the sweep has written its last run, or has failed.
void wait_for_last_run(const ResultsFolder& results, const std::future<SweepSummary>& sweep) {
    constexpr std::chrono::milliseconds pause(1);
    while (!std::filesystem::exists(results.path / "runs" / "teapot_wide_small.json") &&
           sweep.wait_for(pause) == std::future_status::timeout) {
    }
}

/// A process that waits with a claim until it is killed.
class Claimant {
public:
    explicit Claimant(const std::filesystem::path& file) {
        int claimed[2] = {-1, -1};
        if (::pipe(claimed) != 0) return;
        process_ = ::fork();
        if (process_ == 0) hold(file, claimed[1]);
        ::close(claimed[1]);
        char byte = 0;
        has_claim_ = process_ > 0 && ::read(claimed[0], &byte, 1) == 1;
        ::close(claimed[0]);
    }
    ~Claimant() { kill(); }
    Claimant(const Claimant&) = delete;
    Claimant& operator=(const Claimant&) = delete;

    [[nodiscard]] bool has_claim() const { return has_claim_; }
    void kill() {
        if (process_ <= 0) return;
        ::kill(process_, SIGKILL);
        ::waitpid(std::exchange(process_, -1), nullptr, 0);
    }

private:
    [[noreturn]] static void hold(const std::filesystem::path& file, int claimed) {
        try {
            const auto claim = WorkClaim::take(file);
            if (!claim || ::write(claimed, "x", 1) != 1) ::_exit(1);
            for (;;)
                ::pause();
        } catch (const Error&) {
            ::_exit(1);
        }
    }

    pid_t process_ = -1;
    bool has_claim_ = false;
};

TEST(WorkClaim, IsOfOneUntilItEnds) {
    const ResultsFolder folder("claim");
    const std::filesystem::path file = folder.path / "claims" / "a";
    std::optional<WorkClaim> first = WorkClaim::take(file);
    ASSERT_TRUE(first.has_value());
    EXPECT_FALSE(WorkClaim::take(file).has_value());
    EXPECT_TRUE(WorkClaim::take(folder.path / "claims" / "b").has_value()) << "is other work";
    first.reset();
    EXPECT_FALSE(std::filesystem::exists(file));
    EXPECT_TRUE(WorkClaim::take(file).has_value());
}

TEST(WorkClaim, EndsWithItsProcess) {
    const ResultsFolder folder("killed");
    const std::filesystem::path file = folder.path / "claims" / "a";
    Claimant other(file);
    ASSERT_TRUE(other.has_claim());
    EXPECT_FALSE(WorkClaim::take(file).has_value());
    other.kill();
    EXPECT_TRUE(std::filesystem::exists(file)) << "a killed process removes nothing";
    EXPECT_TRUE(WorkClaim::take(file).has_value());
}

TEST(WorkClaim, IsRemovedWithAbandonedOutputs) {
    const ResultsFolder folder("abandoned");
    const std::filesystem::path file = folder.path / "claims" / "a";
    OutputFiles outputs;
    auto ended = WorkClaim::take(folder.path / "claims" / "ended", &outputs);
    ended.reset();
    std::ofstream(folder.path / "claims" / "ended") << "of another process now";
    const auto claim = WorkClaim::take(file, &outputs);
    EXPECT_TRUE(outputs.abandon());
    EXPECT_FALSE(std::filesystem::exists(file));
    EXPECT_TRUE(std::filesystem::exists(folder.path / "claims" / "ended"));
    EXPECT_THROW((void)WorkClaim::take(file, &outputs), Cancelled);
}

TEST(WorkClaim, NamesAFolderThatCannotBeWritten) {
    const ResultsFolder folder("no_folder");
    std::filesystem::create_directories(folder.path);
    std::ofstream(folder.path / "claims") << "a file";
    try {
        (void)WorkClaim::take(folder.path / "claims" / "a");
        ADD_FAILURE() << "it was taken";
    } catch (const FileError& error) {
        EXPECT_NE(std::string(error.what()).find("claims: expected a folder, found a file"),
                  std::string::npos)
            << error.what();
    }
}

TEST(SharedSweep, EveryRecordingIsMadeOnceAndTheFilesAreThoseOfOneProcess) {
    const Experiment experiment = parse_experiment(shared_experiment, "e.json");
    const ResultsFolder alone("alone");
    run_sweep(experiment, alone.path, one_thread());

    const ResultsFolder shared("shared");
    std::vector<std::future<SweepSummary>> sweeps;
    for (int i = 0; i < 3; ++i)
        sweeps.push_back(
            std::async(std::launch::async, [&] { return run_sweep(experiment, shared.path, one_thread()); }));
    std::size_t done = 0;
    for (auto& sweep : sweeps) {
        const SweepSummary summary = sweep.get();
        EXPECT_EQ(summary.runs, 8U);
        done += summary.runs - summary.resumed - summary.elsewhere;
    }
    EXPECT_EQ(done, 8U);
    EXPECT_EQ(shared.contents(), alone.contents());
    EXPECT_FALSE(std::filesystem::exists(shared.path / "claims"));
}

/// The test has the claim of another process, which is killed without results.
TEST(SharedSweep, WorkOfAProcessThatEndedIsDoneByAnother) {
    const Experiment experiment = parse_experiment(shared_experiment, "e.json");
    const ResultsFolder alone("before_kill");
    run_sweep(experiment, alone.path, one_thread());

    const ResultsFolder shared("kill");
    std::optional<WorkClaim> other = WorkClaim::take(shared.path / "claims" / "teapot_median");
    ASSERT_TRUE(other.has_value());
    auto sweep =
        std::async(std::launch::async, [&] { return run_sweep(experiment, shared.path, one_thread()); });
    wait_for_last_run(shared, sweep);
    EXPECT_FALSE(std::filesystem::exists(shared.path / "runs" / "teapot_median_paper.json"));
    EXPECT_FALSE(std::filesystem::exists(shared.path / "results.csv")) << "a run has no result yet";
    other.reset();
    EXPECT_EQ(sweep.get().elsewhere, 0U);
    EXPECT_EQ(shared.contents(), alone.contents());
}

TEST(SharedSweep, TakesOverWhatOthersDid) {
    const Experiment experiment = parse_experiment(shared_experiment, "e.json");
    const ResultsFolder shared("taken_over");
    SweepOptions options = one_thread();
    // Another process finishes everything after this one has made its plan: when the first scene is loaded.
    bool is_done = false;
    options.scene_loaded = [&](const ExperimentScene&, const Scene&) {
        if (is_done) return;
        is_done = true;
        SweepOptions others = one_thread();
        for (const char* const name : {"median", "warp", "wide"})
            for (const char* const cache : {"paper", "small"})
                others.only.push_back(std::string("teapot_") + name + "_" + cache);
        EXPECT_EQ(run_sweep(experiment, shared.path, others).runs, 6U);
        EXPECT_FALSE(std::filesystem::exists(shared.path / "results.csv")) << "only some runs were asked for";
    };
    const SweepSummary summary = run_sweep(experiment, shared.path, options);
    EXPECT_EQ(summary.elsewhere, 6U);
    EXPECT_EQ(summary.resumed, 0U);
    const ResultsFolder alone("not_taken_over");
    run_sweep(experiment, alone.path, one_thread());
    EXPECT_EQ(shared.contents(), alone.contents());
}

TEST(SharedSweep, OnlyRunsThatOthersHaveNotDoneAreDone) {
    const Experiment experiment = parse_experiment(shared_experiment, "e.json");
    const ResultsFolder shared("rest");
    SweepOptions options = one_thread();
    bool is_done = false;
    options.scene_loaded = [&](const ExperimentScene&, const Scene&) {
        if (std::exchange(is_done, true)) return;
        SweepOptions others = one_thread();
        others.only = {"teapot_median_small"};
        run_sweep(experiment, shared.path, others);
        std::filesystem::last_write_time(shared.path / "runs" / "teapot_median_small.json", {});
    };
    EXPECT_EQ(run_sweep(experiment, shared.path, options).elsewhere, 1U);
    EXPECT_EQ(std::filesystem::last_write_time(shared.path / "runs" / "teapot_median_small.json"),
              std::filesystem::file_time_type())
        << "it was not written again";
}

TEST(SharedSweep, ClaimsOfKilledProcessesAreRemovedAtTheEnd) {
    const Experiment experiment = parse_experiment(shared_experiment, "e.json");
    const ResultsFolder folder("left_claims");
    run_sweep(experiment, folder.path, one_thread());
    std::filesystem::create_directories(folder.path / "claims");
    std::ofstream(folder.path / "claims" / "teapot_sah") << "";
    EXPECT_EQ(run_sweep(experiment, folder.path, one_thread()).resumed, 8U);
    EXPECT_FALSE(std::filesystem::exists(folder.path / "claims"));
}

TEST(SharedSweep, StopsWhileOthersWork) {
    const Experiment experiment = parse_experiment(shared_experiment, "e.json");
    const ResultsFolder shared("waiting");
    const auto other = WorkClaim::take(shared.path / "claims" / "teapot_median");
    ASSERT_TRUE(other.has_value());
    std::stop_source stop;
    auto sweep = std::async(std::launch::async, [&] {
        return run_sweep(experiment, shared.path, one_thread(), {stop.get_token()});
    });
    wait_for_last_run(shared, sweep);
    stop.request_stop();
    EXPECT_THROW(sweep.get(), Cancelled);
}

TEST(SharedSweep, NamesRunsThatDoNotExist) {
    const Experiment experiment = parse_experiment(shared_experiment, "e.json");
    const ResultsFolder folder("unknown");
    SweepOptions options = one_thread();
    options.only = {"teapot_sah_paper", "teapot_lbvh_paper"};
    try {
        run_sweep(experiment, folder.path, options);
        ADD_FAILURE() << "it ran";
    } catch (const UsageError& error) {
        EXPECT_EQ(std::string(error.what()),
                  "--run teapot_lbvh_paper: expected a run of the experiment, which --list prints");
    }
}

} // namespace
} // namespace hitmap
