#include "tests/app/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <map>
#include <string>
#include <vector>

namespace hitmap::test {
namespace {

using testing::IsSupersetOf;

constexpr const char* interrupted_scene = "builtin:teapot?triangles=3000";
/// Signals of each command: one when it has just been started, the others evenly over its processor time.
constexpr int moments = 6;

constexpr const char* experiment = R"({
  "scenes": {"teapot": {"scene": "builtin:teapot?triangles=500"}},
  "configurations": {"base": {"resolution": "24x24"}, "if-if": {"resolution": "24x24", "kernel": "if-if"}},
  "caches": {"small": {"l1": "4KiB:128:4", "l2": "64KiB:32:8"}},
  "pictures": {"l1": {"view": {"metric": "l1-hit-rate"}, "size": "200x200"}}
})";

/// A folder with everything that the commands read, and with files where they write.
class Interrupted : public testing::TestWithParam<const char*> {
protected:
    void SetUp() override {
        const Outcome traced =
            folder.hitmap(std::string("trace '") + interrupted_scene + "' -o in.hmt --resolution 96x96");
        ASSERT_EQ(traced.status, 0) << traced.err;
        folder.write("experiment.json", experiment);
        restore();
    }
    /// Outputs of a former run are there, and nothing of this one.
    void restore() {
        for (const auto& [name, text] : folder.files())
            if (name != "in.hmt" && name != "experiment.json") folder.remove(name);
        for (const char* const name : {"out.hmt", "out.png", "out.csv", "out.csv.json"})
            folder.write(name, "from a former run");
    }
    TemporaryFolder folder;
};

TEST_P(Interrupted, AtAnyMomentItEndsWith128AndTheSignalAndLeavesNothing) {
    const std::map<std::string, std::string> before = folder.files();
    Running whole(folder, GetParam());
    ASSERT_EQ(whole.wait(), 0);
    const std::map<std::string, std::string> after = folder.files();
    for (int moment = 0; moment < moments; ++moment) {
        restore();
        const int signal = moment % 2 == 0 ? SIGINT : SIGTERM;
        Running program(folder, GetParam());
        const bool is_running = program.reach(whole.processor_time() * moment / moments);
        if (is_running) program.send(signal);
        const int status = program.wait();
        if (status != 0) {
            EXPECT_EQ(status, 128 + signal) << "moment " << moment;
            EXPECT_EQ(folder.files(), before) << "moment " << moment;
        } else { // it had come to its end before
            EXPECT_NE(moment, 0);
            EXPECT_EQ(folder.files(), after) << "moment " << moment;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(
    Commands, Interrupted,
    testing::Values("trace 'builtin:teapot?triangles=3000' -o out.hmt --resolution 96x96 --image out.png",
                    "trace 'builtin:teapot?triangles=3000' --resolution 64x64 --simulate",
                    "info in.hmt --json", "validate in.hmt", "simulate in.hmt --frames 8",
                    "simulate in.hmt --model hierarchy --why", "compare in.hmt in.hmt --l1-b 16KiB:128:64",
                    "export in.hmt --metrics out.csv --frames 4", "export in.hmt --accesses out.csv",
                    "export in.hmt --groups out.csv", "render in.hmt -o out.png --size 640x400",
                    "render in.hmt -o out.png --panel curves", "presets turing-rtx2080ti --json",
                    "probe --preset fermi-gtx560ti --plots plots", "probe --l1 2KiB:64:4 --runs out.csv"));

/// Runs that are finished stay, so that the experiment is taken up where it ended.
TEST_F(Interrupted, AnExperimentKeepsItsFinishedRunsAndNothingElse) {
    const std::string command = "sweep experiment.json -o results --threads 1";
    Running whole(folder, command);
    ASSERT_EQ(whole.wait(), 0);
    const std::map<std::string, std::string> after = folder.files();
    for (int moment = 0; moment < moments; ++moment) {
        restore();
        Running program(folder, command);
        if (program.reach(whole.processor_time() * moment / moments)) program.send(SIGINT);
        const int status = program.wait();
        EXPECT_TRUE(status == 130 || (status == 0 && moment != 0)) << status << " at moment " << moment;
        EXPECT_THAT(after, IsSupersetOf(folder.files())) << "moment " << moment;
        EXPECT_EQ(folder.hitmap(command).status, 0);
        EXPECT_EQ(folder.files(), after) << "taken up after moment " << moment;
    }
}

} // namespace
} // namespace hitmap::test
