#include "app/sweep/sweep.h"
#include "app/sweep/work_claim.h"
#include "core/base/error.h"
#include "tests/sweep/results_folder.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstddef>
#include <filesystem>
#include <future>
#include <map>
#include <optional>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
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
    int claimed[2];
    ASSERT_EQ(::pipe(claimed), 0);
    const pid_t process = ::fork();
    ASSERT_GE(process, 0);
    if (process == 0) { // waits with the claim until it is killed
        const auto claim = WorkClaim::take(file);
        if (claim) (void)!::write(claimed[1], "x", 1);
        for (;;)
            ::pause();
    }
    char byte = 0;
    ASSERT_EQ(::read(claimed[0], &byte, 1), 1);
    EXPECT_FALSE(WorkClaim::take(file).has_value());
    ASSERT_EQ(::kill(process, SIGKILL), 0);
    ASSERT_EQ(::waitpid(process, nullptr, 0), process);
    EXPECT_TRUE(std::filesystem::exists(file)) << "a killed process removes nothing";
    EXPECT_TRUE(WorkClaim::take(file).has_value());
    ::close(claimed[0]);
    ::close(claimed[1]);
}

TEST(WorkClaim, NamesAFolderThatCannotBeWritten) {
    const ResultsFolder folder("no_folder");
    std::filesystem::create_directories(folder.path);
    std::ofstream(folder.path / "claims") << "a file";
    try {
        (void)WorkClaim::take(folder.path / "claims" / "a");
        ADD_FAILURE() << "it was taken";
    } catch (const FileError& error) {
        EXPECT_NE(std::string(error.what()).find("claims/a: cannot be written: Not a directory"),
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
    while (!std::filesystem::exists(shared.path / "runs" / "teapot_wide_small.json"))
        std::this_thread::yield();
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

TEST(SharedSweep, StopsWhileOthersWork) {
    const Experiment experiment = parse_experiment(shared_experiment, "e.json");
    const ResultsFolder shared("waiting");
    const auto other = WorkClaim::take(shared.path / "claims" / "teapot_median");
    ASSERT_TRUE(other.has_value());
    std::stop_source stop;
    auto sweep = std::async(std::launch::async, [&] {
        return run_sweep(experiment, shared.path, one_thread(), {stop.get_token()});
    });
    while (!std::filesystem::exists(shared.path / "runs" / "teapot_wide_small.json"))
        std::this_thread::yield();
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
