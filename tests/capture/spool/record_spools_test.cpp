#include "core/trace/hmt/file/hmt_reader.h"
#include "tests/app/program.h"
#include "tests/capture/spool/made_spool.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <regex>
#include <thread>

#include "capture/spool/spool_writer.h"

namespace hitmap::test {

namespace {

using testing::HasSubstr;
using testing::Not;

/// Runs `hitmap record` with shell scripts as programs. They put spools where the layer does.
class RecordSpools : public testing::Test {
protected:
    RecordSpools() { MadeSpool().write(path("made")); }

    [[nodiscard]] std::string path(const std::string& name) const { return (folder_.path() / name).string(); }
    [[nodiscard]] const TemporaryFolder& folder() const { return folder_; }
    /// The script gets the path of a spool without its end ".PROCESS.spool" as $O.
    [[nodiscard]] static std::string arguments(const std::string& script, const std::string& options = "") {
        return "record -o out.hmt " + options + " -- sh -c 'O=$HITMAP_CAPTURE_OUTPUT; " + script + "'";
    }
    [[nodiscard]] Outcome record(const std::string& script, const std::string& options = "") const {
        return folder_.hitmap(arguments(script, options));
    }
    [[nodiscard]] std::uint64_t requests(const std::string& name) const {
        return HmtFile(open_file(path(name))).info().requests;
    }
    /// The files in the folder, with zeros in the place of the number of the run.
    [[nodiscard]] std::string names() const {
        std::string text;
        for (const auto& [name, bytes] : folder_.files())
            text += std::regex_replace(name, std::regex("run-[0-9a-f]{8}"), "run-0") + "\n";
        return text;
    }

private:
    TemporaryFolder folder_;
};

} // namespace

TEST_F(RecordSpools, BecomeRecordingsAndAreRemoved) {
    const Outcome outcome = record("cp made $O.11.spool; cp made $O.12.spool");
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(outcome.err, "out.hmt: 1 launch, 1 request, 2 lane accesses, all of them\n"
                           "out.2.hmt: 1 launch, 1 request, 2 lane accesses, all of them\n");
    EXPECT_EQ(names(), "made\nout.2.hmt\nout.hmt\n");
}

TEST_F(RecordSpools, AreKeptIfTheirRecordingCannotBeWritten) {
    const Outcome outcome = record("mkdir out.2.hmt; for i in 11 12 13; do cp made $O.$i.spool; done");
    EXPECT_EQ(outcome.status, 1);
    EXPECT_EQ(names(), "made\nout.2.hmt/\nout.3.hmt\nout.hmt\nout.hmt.run-0.12.spool\n");
    EXPECT_EQ(requests("out.hmt"), 1U);
    EXPECT_EQ(requests("out.3.hmt"), 1U);
    EXPECT_THAT(outcome.err, Not(HasSubstr("out.2.hmt: 1 launch")));
    EXPECT_THAT(outcome.err, HasSubstr("hitmap: 1 of 3 recordings could not be made\n"));
    // The command that it says makes the recording.
    std::smatch told;
    ASSERT_TRUE(std::regex_search(outcome.err, told,
                                  std::regex("(out.hmt.run-.*.12.spool): kept; 'hitmap (record --spool "
                                             ".*.12.spool) -o out.2.hmt' makes its recording\n")));
    const Outcome again = folder().hitmap(told[2].str() + " -o second.hmt");
    EXPECT_EQ(again.status, 0);
    EXPECT_EQ(again.err, "second.hmt: 1 launch, 1 request, 2 lane accesses, all of them\n");
    EXPECT_EQ(requests("second.hmt"), 1U);
    EXPECT_TRUE(folder().has(told[1].str())) << "the user removes it";
}

TEST_F(RecordSpools, AreKeptIfTheyCannotBeRead) {
    const Outcome outcome =
        record("head -c 20 made >$O.11.spool; echo other >$O.12.spool; cp made $O.13.spool");
    EXPECT_EQ(outcome.status, 1);
    EXPECT_THAT(outcome.err, HasSubstr("process 12: "));
    EXPECT_THAT(outcome.err,
                HasSubstr("12.spool: byte 0: expected a spool of this version, found another file"));
    EXPECT_THAT(outcome.err, HasSubstr("out.2.hmt: 1 launch"));
    EXPECT_EQ(names(), "made\nout.2.hmt\nout.hmt.run-0.12.spool\n") << "the first has no launches";
}

TEST_F(RecordSpools, WithoutLaunchesAreRemoved) {
    MadeSpool spool;
    spool.launches = 0;
    spool.write(path("made"));
    const Outcome outcome = record("cp made $O.11.spool");
    EXPECT_EQ(outcome.status, 1);
    EXPECT_EQ(outcome.err,
              "hitmap: sh: nothing was recorded: it submitted no dispatch, draw or launch of rays\n");
    EXPECT_EQ(names(), "made\n");
    EXPECT_THAT(record("cp made $O.11.spool", "--count-only").err, HasSubstr("sh: nothing was counted: it "));
    const Outcome two = record("cp made $O.11.spool; head -c 200 made >$O.12.spool");
    EXPECT_EQ(two.status, 1);
    EXPECT_EQ(two.err, "process 11: nothing was recorded: it submitted no dispatch, draw or launch of rays\n"
                       "process 12: nothing was recorded: it was killed before it had submitted any work, or "
                       "its spool could not be written\n"
                       "hitmap: sh: nothing was recorded: none of its 2 processes has anything\n");
    EXPECT_EQ(folder().hitmap("record --spool made").err,
              "hitmap: made: nothing was recorded: it submitted no dispatch, draw or launch of rays\n");
}

TEST_F(RecordSpools, AreNamedByCommandsThatReadRecordings) {
    const std::string told =
        "expected a recording, .hmt or of another program, found the spool of a recorded "
        "program; 'hitmap record --spool made -o OUT.hmt' makes its recording\n";
    for (const std::string command : {"info made", "simulate made", "layout made"}) {
        const Outcome outcome = folder().hitmap(command);
        EXPECT_EQ(outcome.status, 1);
        EXPECT_EQ(outcome.err, "hitmap: made: " + told) << command;
    }
    EXPECT_THAT(folder().hitmap("import made -o x.hmt").err,
                HasSubstr("hitmap record --spool made -o OUT.hmt"));
}

using ReleaseOnlyRecordSpools = RecordSpools;

TEST_F(ReleaseOnlyRecordSpools, OfFinishedProcessesStayRecordedWhenTheNextIsInterrupted) {
    // A pipe that has no writer is read for ever.
    Running running(folder(),
                    arguments("cp made $O.11.spool; mkfifo pipe; ln pipe $O.12.spool; touch ready"));
    const auto is_next = [&] {
        const auto is_first = [](const auto& e) { return e.path().string().ends_with(".11.spool"); };
        const std::filesystem::directory_iterator files(folder().path());
        return folder().has("ready") && std::none_of(begin(files), end(files), is_first);
    };
    for (int i = 0; i < 6000 && !is_next(); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    running.send(SIGINT);
    EXPECT_EQ(running.wait(), 130);
    EXPECT_EQ(std::filesystem::hard_link_count(path("pipe")), 2U) << "the second spool";
    EXPECT_EQ(requests("out.hmt"), 1U);
}

TEST_F(RecordSpools, AreNamedIfASignalEndsTheMakingOfTheirRecordings) {
    // The second spool is a pipe without a writer, which is read for ever.
    const Outcome outcome =
        record("cp made $O.11.spool; mkfifo pipe; ln pipe $O.12.spool; cp made $O.13.spool; "
               "(while [ -e $O.11.spool ]; do sleep 0.01; done; kill -INT $PPID) &");
    EXPECT_EQ(outcome.status, 130);
    EXPECT_THAT(outcome.err, HasSubstr("hitmap: interrupted\nout.hmt.run-"));
    for (const char* process : {"12", "13"})
        EXPECT_THAT(outcome.err,
                    testing::ContainsRegex(std::string("out.hmt.run-[0-9a-f]*.") + process +
                                           ".spool: kept; 'hitmap record --spool out.hmt.run-[0-9a-f]*." +
                                           process + ".spool -o OUT.hmt' makes its recording\n"));
    std::size_t spools = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder().path())) {
        const std::string name = entry.path().filename().string();
        if (name.ends_with(".spool")) ++spools;
        EXPECT_FALSE(name.ends_with(".part") || name.ends_with(".spool.hmt")) << name;
    }
    EXPECT_EQ(spools, 2U);
    EXPECT_TRUE(folder().has("out.hmt"));
}

TEST_F(RecordSpools, WhatIsMissingIsSaidByEveryCommand) {
    MadeSpool spool;
    spool.traces_rays = true;
    spool.write(path("made"));
    const std::string missing =
        "the accesses of the driver that traverses acceleration structures, which no shader does "
        "(1 launch traces rays)";
    const Outcome outcome = record("cp made $O.11.spool");
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(outcome.err,
              "out.hmt: 1 launch, 1 request, 2 lane accesses, not all of them: " + missing + "\n");
    EXPECT_THAT(folder().hitmap("info out.hmt").out, HasSubstr("missing          " + missing + "\n"));
    EXPECT_THAT(folder().hitmap("simulate out.hmt --model hierarchy").out,
                HasSubstr("Not everything was recorded. Missing: " + missing + ".\n"));
    EXPECT_THAT(folder().hitmap("simulate out.hmt --model hierarchy --json").out,
                HasSubstr("\"not_recorded\": [\n    \"" + missing + "\"\n"));
}

TEST_F(ReleaseOnlyRecordSpools, OfAnInterruptedProgramAreKeptAndTheStatusIsThatOfTheSignal) {
    const auto interrupted = [&](const std::string& script, int signal) {
        std::filesystem::remove(path("ready"));
        Running running(folder(), arguments(script + "; touch ready; exec sleep 1000"));
        for (int i = 0; i < 6000 && !folder().has("ready"); ++i)
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        running.send(signal);
        return running.wait();
    };
    EXPECT_EQ(interrupted("cp made $O.11.spool", SIGINT), 130);
    EXPECT_EQ(requests("out.hmt"), 1U);
    EXPECT_EQ(interrupted("true", SIGTERM), 143) << "nothing was recorded";
    EXPECT_EQ(
        interrupted("trap \"exit 0\" INT; cp made $O.12.spool; touch ready; while :; do sleep 0.01; done",
                    SIGINT),
        130)
        << "a program that ends itself";
    EXPECT_EQ(names(), "made\nout.hmt\nready\n");
}

TEST_F(RecordSpools, OfOtherRunsAreNeitherRemovedNorConverted) {
    const std::string dead = MadeSpool().write(path("out.hmt.run-00000001.21.spool"));
    const capture::SpoolWriter live(path("out.hmt.run-00000002.22.spool"));
    const Outcome outcome = record("cp made out.hmt.run-00000003.23.spool; cp made out.hmt.24.spool; "
                                   "cp made $O.25.spool");
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(outcome.err, "process 21: recorded by another run of hitmap record\n"
                           "out.hmt.run-00000001.21.spool: kept; 'hitmap record --spool "
                           "out.hmt.run-00000001.21.spool -o OUT.hmt' makes its recording\n"
                           "out.hmt: 1 launch, 1 request, 2 lane accesses, all of them\n");
    EXPECT_EQ(names(), "made\nout.hmt\nout.hmt.24.spool\nout.hmt.run-0.21.spool\nout.hmt.run-0.22.spool\n"
                       "out.hmt.run-0.23.spool\n");
}

TEST_F(RecordSpools, OfTwoRunsAtOnce) {
    // The inner run begins and ends while the outer one waits for it.
    const std::string inner = std::string(HITMAP_PROGRAM) +
                              " record -o out.hmt -- sh -c \"cp made \\$HITMAP_CAPTURE_OUTPUT.32.spool; "
                              "cp made \\$HITMAP_CAPTURE_OUTPUT.33.spool; rm -r out.2.hmt; mkdir out.2.hmt\"";
    const Outcome outcome = record("cp made $O.31.spool; mkdir out.2.hmt; " + inner + "; ls");
    EXPECT_THAT(outcome.out, HasSubstr(".31.spool")) << "the inner run leaves it alone";
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(names(), "made\nout.2.hmt/\nout.hmt\nout.hmt.run-0.33.spool\n")
        << "the outer run leaves 33 alone";
}

TEST_F(RecordSpools, OfProcessesThatStillRunAreKept) {
    capture::SpoolWriter live(path("live"));
    MadeSpool().write_to(live);
    const Outcome outcome = record("ln live $O.15.spool");
    EXPECT_EQ(outcome.status, 0);
    EXPECT_THAT(outcome.err, HasSubstr("out.hmt: 1 launch, 1 request, 2 lane accesses, not all of them: the "
                                       "spool has no end"));
    EXPECT_THAT(outcome.err, HasSubstr("process 15: still runs\nout.hmt.run-"));
    EXPECT_EQ(names(), "live\nmade\nout.hmt\nout.hmt.run-0.15.spool\n");
}

TEST_F(RecordSpools, TheProgramBeginsBehindTheFirstTwoDashes) {
    const std::string script = " -- sh -c 'cp made $HITMAP_CAPTURE_OUTPUT.11.spool; echo "
                               "$HITMAP_CAPTURE_KERNELS $1 $2' sh --log -- ";
    const Outcome outcome =
        folder().hitmap("record --kernels add.comp,3 --kernels b -o out.hmt --kernels c" + script);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.out, "add.comp,3,b,c --log --\n");
    EXPECT_EQ(requests("out.hmt"), 1U);
}

TEST_F(RecordSpools, ARangeThatIsNoneIsRefusedBeforeTheProgramRuns) {
    for (const std::string option : {"--dispatches", "--groups"}) {
        for (const std::string range :
             {"5:1", "5", "a:b", "-1:2", "1:4294967296", "1:2:3", "0x1:2", "1 :2"}) {
            const Outcome outcome = folder().hitmap("record " + option + "='" + range + "' -- touch ran");
            EXPECT_EQ(outcome.status, 2) << range;
            EXPECT_EQ(outcome.err, "hitmap: " + option + ": expected A:B with A at most B, found '" + range +
                                       "'\nRun with --help for more information.\n");
        }
        for (const std::string range : {"1:5", ":5", "5:", ":", "5:5"})
            EXPECT_EQ(record("cp made $O.11.spool", option + " " + range).status, 0) << range;
    }
    EXPECT_EQ(names(), "made\nout.hmt\n");
}

TEST_F(RecordSpools, EitherAProgramOrASpool) {
    const std::string expected = "expected a program after --, or --spool";
    EXPECT_THAT(folder().hitmap("record").err, HasSubstr(expected));
    EXPECT_EQ(folder().hitmap("record --spool made -- true").status, 2);
    const Outcome none = folder().hitmap("record --spool other");
    EXPECT_EQ(none.status, 1);
    EXPECT_EQ(none.err, "hitmap: other: cannot be read: No such file or directory\n");
    EXPECT_EQ(names(), "made\n");
}

} // namespace hitmap::test
