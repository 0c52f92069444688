#include "tests/app/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace hitmap::test {
namespace {

using testing::IsSupersetOf;

constexpr const char* interrupted_scene = "builtin:teapot?triangles=3000";
/// Times of the signals for each command: the first one directly after its start, the others evenly
/// distributed over its processor time. One for each signal.
constexpr int moments = 3;
/// Most starts of a command until its first signal reaches it.
constexpr int most_starts = 100;

constexpr const char* experiment = R"({
  "scenes": {"teapot": {"scene": "builtin:teapot?triangles=500"}},
  "configurations": {"base": {"resolution": "24x24"}, "if-if": {"resolution": "24x24", "kernel": "if-if"}},
  "caches": {"small": {"l1": "4KiB:128:4", "l2": "64KiB:32:8"}},
  "pictures": {"l1": {"view": {"metric": "l1-hit-rate"}, "size": "200x200"}}
})";

/// A mesh file with this number of squares along each side.
std::string grid(int squares) {
    std::string text;
    for (int y = 0; y <= squares; ++y)
        for (int x = 0; x <= squares; ++x)
            text += "v " + std::to_string(x) + ' ' + std::to_string(y) + " 0\n";
    for (int y = 0; y < squares; ++y)
        for (int x = 1; x <= squares; ++x) {
            const int corner = y * (squares + 1) + x;
            text += "f " + std::to_string(corner) + ' ' + std::to_string(corner + 1) + ' ' +
                    std::to_string(corner + squares + 2) + ' ' + std::to_string(corner + squares + 1) + '\n';
        }
    return text;
}

/// A table of accesses of another program.
std::string table(int accesses) {
    std::string text = "sm,warp,lane,address,bytes,operation\n";
    for (int i = 0; i < accesses; ++i)
        text += "0,0," + std::to_string(i % 32) + ',' + std::to_string(i * 36L % 100'003 * 4) + ",4,load\n";
    return text;
}

/// A folder with all inputs of the commands, and with existing files in place of their outputs.
class Interrupted : public testing::TestWithParam<const char*> {
protected:
    void SetUp() override {
        const Outcome traced =
            folder.hitmap(std::string("trace '") + interrupted_scene + "' -o in.hmt --resolution 48x48");
        ASSERT_EQ(traced.status, 0) << traced.err;
        folder.write("experiment.json", experiment);
        folder.write("mesh.obj", grid(60));
        folder.write("table.csv", table(60'000));
        restore();
    }
    /// Checks that outputs of earlier runs are unchanged and that this run left none.
    void restore() {
        for (const auto& [name, text] : folder.files())
            if (name != "in.hmt" && name != "experiment.json" && name != "mesh.obj" && name != "table.csv")
                folder.remove(name);
        for (const char* const name : {"out.hmt", "out.png", "out.csv", "out.csv.json"})
            folder.write(name, "from a former run");
    }
    /// Returns whether a process is reading a mesh file of this folder.
    [[nodiscard]] bool reader_runs() const {
        for (const auto& process : std::filesystem::directory_iterator("/proc")) {
            std::ifstream in(process.path() / "cmdline", std::ios::binary);
            // If the process ends meanwhile, an iterator of the buffer throws, and getline() reads nothing.
            std::string words;
            std::getline(in, words);
            if (words.find("hitmap-mesh-reader") != std::string::npos &&
                words.find(folder.path().string()) != std::string::npos)
                return true;
        }
        return false;
    }
    /// The system ends this process with the program, possibly after a delay.
    [[nodiscard]] bool reader_goes() const {
        for (int look = 0; look < 1000 && reader_runs(); ++look)
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        return !reader_runs();
    }
    TemporaryFolder folder;
};

TEST_P(Interrupted, AtAnyMomentItEndsWith128AndTheSignalAndLeavesNothing) {
    const std::map<std::string, std::string> before = folder.files();
    Running whole(folder, GetParam());
    ASSERT_EQ(whole.wait(), 0);
    const std::map<std::string, std::string> after = folder.files();
    for (int moment = 0; moment < moments; ++moment) {
        const int signal = std::array{SIGINT, SIGTERM, SIGHUP}[moment % 3];
        int status = 0;
        // On a busy machine, a short command may have ended before its first signal. Then it gets another
        // chance.
        for (int start = 0; status == 0 && start < (moment == 0 ? most_starts : 1); ++start) {
            restore();
            Running program(folder, GetParam());
            const bool is_running = program.reach(whole.processor_time() * moment / moments);
            if (is_running) program.send(signal);
            status = program.wait();
        }
        if (status != 0) {
            EXPECT_EQ(status, 128 + signal) << "moment " << moment;
            EXPECT_EQ(folder.files(), before) << "moment " << moment;
        } else { // the program had already ended
            EXPECT_NE(moment, 0);
            EXPECT_EQ(folder.files(), after) << "moment " << moment;
        }
        EXPECT_TRUE(reader_goes()) << "moment " << moment;
    }
}

INSTANTIATE_TEST_SUITE_P(
    ReleaseOnlyCommands, Interrupted,
    testing::Values("trace 'builtin:teapot?triangles=3000' -o out.hmt --resolution 64x64 --image out.png",
                    "trace 'builtin:teapot?triangles=3000' --resolution 64x64 --simulate",
                    "trace mesh.obj -o out.hmt --resolution 64x64", "info in.hmt --json", "validate in.hmt",
                    "simulate in.hmt --frames 8", "simulate in.hmt --model hierarchy --why",
                    "compare in.hmt in.hmt --l1-b 16KiB:128:64", "export in.hmt --metrics out.csv --frames 4",
                    "import table.csv -o out.hmt", "simulate table.csv --model hierarchy",
                    "export in.hmt --accesses out.csv", "export in.hmt --groups out.csv",
                    "render in.hmt -o out.png --size 640x400", "render in.hmt -o out.png --panel curves",
                    "presets turing-rtx2080ti --json", "probe --preset fermi-gtx560ti --plots plots",
                    "probe --l1 2KiB:64:4 --runs out.csv"));

/// The terminal is closed while a child process of the program is working.
using ReleaseOnlyInterrupted = Interrupted;

TEST_F(ReleaseOnlyInterrupted, WhileAMeshIsReadItTakesItsReaderAlong) {
    folder.write("mesh.obj", grid(200));
    const std::map<std::string, std::string> before = folder.files();
    Running program(folder, "trace mesh.obj -o out.hmt --resolution 64x64");
    while (!reader_runs() && program.reach(std::chrono::nanoseconds(0)))
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    program.send(SIGHUP);
    EXPECT_EQ(program.wait(), 128 + SIGHUP);
    EXPECT_TRUE(reader_goes());
    EXPECT_EQ(folder.files(), before);
}

/// The program blocks while writing its results, since nothing reads them.
TEST_F(ReleaseOnlyInterrupted, WhileItWritesIntoAFullPipe) {
    const std::map<std::string, std::string> before = folder.files();
    folder.remove(".stdout"); // from an earlier command
    const std::string pipe = folder.path() / ".stdout";
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    const int reading_end = open(pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    ASSERT_GE(reading_end, 0);
    Running program(folder, "export in.hmt --accesses -");
    const int almost_full = fcntl(reading_end, F_GETPIPE_SZ) - 4096;
    int held = 0;
    while (program.reach(std::chrono::nanoseconds(0)) && ioctl(reading_end, FIONREAD, &held) == 0 &&
           held < almost_full)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    EXPECT_GE(held, almost_full);
    program.send(SIGTERM);
    EXPECT_EQ(program.wait(), 128 + SIGTERM);
    close(reading_end);
    EXPECT_EQ(folder.files(), before);
}

/// Results of completed runs stay, so that the experiment continues from them.
class InterruptedExperiment : public Interrupted {};

TEST_P(InterruptedExperiment, KeepsItsFinishedRunsAndNothingElse) {
    const std::string command = GetParam();
    Running whole(folder, command);
    ASSERT_EQ(whole.wait(), 0);
    const std::map<std::string, std::string> after = folder.files();
    for (int moment = 0; moment < moments; ++moment) {
        restore();
        Running program(folder, command);
        if (program.reach(whole.processor_time() * moment / moments)) program.send(SIGINT);
        const int status = program.wait();
        EXPECT_TRUE(status == 130 || (status == 0 && moment != 0)) << status << " at moment " << moment;
        const std::map<std::string, std::string> left = folder.files();
        EXPECT_THAT(after, IsSupersetOf(left)) << "moment " << moment;
        for (const char* const run : {"teapot_base_small", "teapot_if-if_small"})
            EXPECT_LE(left.count(std::string("results/pictures/") + run + "_l1.png"),
                      left.count(std::string("results/runs/") + run + ".json"))
                << "moment " << moment;
        EXPECT_EQ(folder.hitmap(command).status, 0);
        EXPECT_EQ(folder.files(), after) << "taken up after moment " << moment;
    }
}

INSTANTIATE_TEST_SUITE_P(ReleaseOnlyThreads, InterruptedExperiment,
                         testing::Values("sweep experiment.json -o results --threads 1",
                                         "sweep experiment.json -o results --threads 2"));

} // namespace
} // namespace hitmap::test
