#include "tests/app/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>

namespace hitmap::test {
namespace {

using testing::AnyOf;
using testing::HasSubstr;
using testing::Not;

constexpr const char* large_scene = "builtin:teapot?triangles=60000";

/// Runs commands with a limit on memory (`ulimit -v`), which is raised until they succeed.
class LittleMemory : public testing::TestWithParam<const char*> {
protected:
    void SetUp() override {
        const Outcome traced =
            folder.hitmap(std::string("trace '") + large_scene + "' -o in.hmt --resolution 64x64");
        ASSERT_EQ(traced.status, 0) << traced.err;
    }
    TemporaryFolder folder;
};

TEST_P(LittleMemory, EndsWithTheResultOrSaysWhatMemoryWasWantedFor) {
    const std::map<std::string, std::string> before = folder.files();
    Outcome outcome;
    int refusals = 0;
    // With less than the first limit, the system cannot start the program.
    for (int mib = 96; mib <= 16384; mib += mib / 4) {
        outcome = folder.hitmap(GetParam(), "ulimit -v " + std::to_string(mib * 1024));
        if (outcome.status == 0) break;
        if (outcome.status == 127) continue; // the limit was too low for the shared libraries
        ++refusals;
        ASSERT_EQ(outcome.status, 1) << mib << " MiB: " << outcome.err;
        EXPECT_THAT(outcome.err, AnyOf(HasSubstr("not enough memory for "),
                                       HasSubstr("not enough memory to start"), HasSubstr("cannot start ")));
        EXPECT_THAT(outcome.err, Not(HasSubstr("bad_alloc")));
        EXPECT_THAT(outcome.err, Not(HasSubstr("temporarily")));
        EXPECT_EQ(folder.files(), before) << mib << " MiB";
    }
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_GT(refusals, 0);
}

INSTANTIATE_TEST_SUITE_P(
    Commands, LittleMemory,
    testing::Values("trace 'builtin:teapot?triangles=60000' -o out.hmt --resolution 64x64", "simulate in.hmt",
                    "simulate in.hmt --model hierarchy --why", "export in.hmt --metrics out.csv",
                    "validate in.hmt", "render in.hmt -o out.png"));

} // namespace
} // namespace hitmap::test
