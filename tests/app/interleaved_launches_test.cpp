// Launches that ran at the same time: every command counts the requests with the number of the launch.

#include "tests/app/program.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <memory>
#include <string>

namespace hitmap::test {
namespace {

using testing::HasSubstr;
using testing::Not;
using Json = nlohmann::ordered_json;

/// A log of NVBit in which two launches have four requests each, in turn.
std::string log_in_turn() {
    std::string log;
    for (int launch = 0; launch < 2; ++launch)
        log += fmt::format(
            "MEMTRACE: CTX 0x0000000000000010 - LAUNCH - Kernel pc 0x0000000000000200 - Kernel name k{0} "
            "- grid launch id {0} - grid size 2,1,1 - block size 64,1,1 - nregs 20 - shmem 0 - cuda "
            "stream id {0}\n",
            launch);
    for (int i = 0; i < 8; ++i) {
        log += fmt::format(
            "MEMTRACE: CTX 0x0000000000000010 - grid_launch_id {} - CTA 0,0,0 - warp 0 - LDG.E -", i % 2);
        for (int lane = 0; lane < 32; ++lane)
            log += fmt::format(" 0x{:016x}", 0x7f0000000000 + i * 4096 + lane * 4);
        log += " \n";
    }
    return log;
}

class InterleavedLaunches : public testing::Test {
protected:
    static void SetUpTestSuite() {
        folder = std::make_unique<TemporaryFolder>();
        folder->write("turns.log", log_in_turn());
        const Outcome imported = folder->hitmap("import turns.log -o turns.hmt");
        ASSERT_EQ(imported.status, 0) << imported.err;
    }
    static void TearDownTestSuite() { folder.reset(); }
    static Outcome run(const std::string& arguments) { return folder->hitmap(arguments); }
    static Json json(const std::string& arguments) {
        const Outcome outcome = run(arguments + " --json");
        EXPECT_EQ(outcome.status, 0) << arguments << ": " << outcome.err;
        return Json::parse(outcome.out, nullptr, false);
    }
    inline static std::unique_ptr<TemporaryFolder> folder;
};

TEST_F(InterleavedLaunches, HaveTheSameRequestsInEveryCommand) {
    for (const std::string file : {"turns.hmt", "turns.log"}) {
        SCOPED_TRACE(file);
        const Outcome info = run("info " + file);
        EXPECT_THAT(info.out, HasSubstr("k0, grid 2x1x1, block 64x1x1, 4 requests\n"));
        EXPECT_THAT(info.out, HasSubstr("k1, grid 2x1x1, block 64x1x1, 4 requests\n"));
        EXPECT_THAT(info.out, HasSubstr("launches ran at the same time: their requests are interleaved\n"));
        EXPECT_EQ(run("validate " + file).status, 0);
        for (std::size_t launch = 0; launch < 2; ++launch) {
            EXPECT_EQ(json("info " + file)["launches"][launch]["requests"], 4);
            EXPECT_EQ(json("simt " + file + " --by launch")["launches"][launch]["requests"], 4);
            EXPECT_EQ(json("simulate " + file +
                           " --model hierarchy --by launch")["by_launch"][launch]["l1"]["lookups"],
                      16)
                << "4 requests of 4 sectors";
            const std::string part = fmt::format(" --launches {}:{}", launch, launch + 1);
            EXPECT_EQ(json("info " + file + part)["requests"], 4);
            EXPECT_EQ(json("info " + file + part)["launches"][launch]["requests"], 4);
            EXPECT_EQ(json("simt " + file + " --by launch" + part)["launches"][0]["requests"], 4);
        }
    }
}

TEST_F(InterleavedLaunches, APartIsWrittenWithTheirRequests) {
    for (int launch = 0; launch < 2; ++launch) {
        const std::string part = fmt::format(" --launches {}:{}", launch, launch + 1);
        const Outcome cut = run("cut turns.hmt -o part.hmt" + part);
        ASSERT_EQ(cut.status, 0) << cut.err;
        EXPECT_THAT(cut.err, HasSubstr("part.hmt: 4 requests, 128 lane accesses: 4 of requests "));
        EXPECT_EQ(run("validate part.hmt").status, 0);
        for (const std::string command :
             {"simt FILE --by launch --json", "simulate FILE --json --model hierarchy --by launch --why"}) {
            std::string of_part = command;
            std::string of_file = command;
            of_part.replace(of_part.find("FILE"), 4, "turns.hmt" + part);
            of_file.replace(of_file.find("FILE"), 4, "part.hmt");
            EXPECT_EQ(run(of_part).out, run(of_file).out) << command;
        }
        EXPECT_THAT(run("simulate part.hmt --model hierarchy").err, Not(HasSubstr("warning")));
    }
}

TEST_F(InterleavedLaunches, AreSaidWhereTheModelDoesNotKnowThem) {
    EXPECT_THAT(run("simulate turns.hmt --model hierarchy").err,
                HasSubstr("turns.hmt: warning: launches ran at the same time; a request of another launch "
                          "empties the L1 caches of the model, so that L1 hit rates are too low\n"));
}

TEST_F(InterleavedLaunches, AreRefusedAsATraceOfOneLaunchAfterTheOther) {
    const Outcome outcome = run("export turns.hmt --traceg traces");
    EXPECT_EQ(outcome.status, 1);
    EXPECT_THAT(outcome.err,
                HasSubstr("turns.hmt: launch 0: expected one launch after the other, found a "
                          "request of it among those of launch 1; 'hitmap cut --launches' writes "
                          "each alone"));
    EXPECT_EQ(run("export turns.hmt --launches 0:1 --traceg alone").status, 0);
}

} // namespace
} // namespace hitmap::test
