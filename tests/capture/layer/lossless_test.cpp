#include "tests/capture/layer/lane_reference.h"
#include "tests/capture/layer/recorded_task.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace hitmap::test {

namespace {

using testing::ElementsAreArray;
using testing::HasSubstr;
using Index = std::array<std::uint32_t, 3>;

class LosslessTask : public testing::TestWithParam<const char*> {};

INSTANTIATE_TEST_SUITE_P(ReleaseOnlyTasks, LosslessTask,
                         testing::Values("addresses", "arrays", "cache", "commands", "conditional",
                                         "divergence", "dynamic", "grid", "grid-indirect", "inline-block",
                                         "many", "odd", "one-module", "pushed", "texels", "two-devices",
                                         "updates"),
                         [](const auto& task) {
                             std::string name = task.param;
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

} // namespace

TEST_P(LosslessTask, HoldsWithASmallLogWhatALargeLogHolds) {
    const RecordedTask task;
    ASSERT_EQ(task.record(GetParam(), "--log 64MiB").status, 0);
    const HmtFile large = task.recording();
    ASSERT_EQ(option_of(large, "capture-held"), "100.00 %");
    const Outcome outcome = task.record(GetParam(), "--log 16KiB --lossless");
    EXPECT_EQ(outcome.out, task.plain(GetParam()));
    const HmtFile small = task.recording();
    EXPECT_EQ(option_of(small, "capture-held"), "100.00 %") << outcome.err;
    EXPECT_EQ(small.info().launches.size(), large.info().launches.size());
    EXPECT_EQ(small.info().requests, large.info().requests);
    EXPECT_THAT(request_lines(small), ElementsAreArray(request_lines(large)));
    EXPECT_EQ(option_of(small, "capture-note"), option_of(large, "capture-note"));
}

TEST(Lossless, TheRequestsOfManyPartsAreThoseOfEachInvocation) {
    ReferenceLaunch launch;
    launch.groups = {64, 1, 1};
    launch.size = {32, 1, 1};
    launch.accesses = [](const Index& group, const Index& local) {
        const std::uint64_t i = group[0] * 32 + local[0];
        std::vector<LaneAccess> list;
        for (std::uint64_t k = 0; k < 16; ++k)
            list.push_back({10, "load", 4, "In", 4 * ((i * 7 + k * 32) % 4096)});
        list.push_back({12, "store", 4, "Out", 4 * i});
        return list;
    };
    const RecordedTask task;
    const Outcome outcome = task.record("many", "--log 16KiB --lossless");
    EXPECT_EQ(outcome.out, task.plain("many"));
    EXPECT_THAT(request_lines(task.recording()),
                ElementsAreArray(reference_requests(launch, Subgroups::filled)));
}

TEST(Lossless, AWorkGroupThatDoesNotFitIsSaid) {
    const RecordedTask task;
    const Outcome outcome = task.record("long", "--log 8KiB --lossless");
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(outcome.out, task.plain("long"));
    EXPECT_THAT(outcome.err, HasSubstr(" % of the log; a log of 1 MiB would hold each part of a dispatch"));
    EXPECT_EQ(option_of(task.recording(), "capture-log-needed"), "1 MiB");
    ASSERT_EQ(task.record("long", "--log 1MiB --lossless").status, 0);
    EXPECT_EQ(option_of(task.recording(), "capture-held"), "100.00 %");
}

TEST(Lossless, ADispatchThatIsNotSplitIsSaidWithTheReason) {
    const RecordedTask task;
    const Outcome outcome = task.record("base", "--log 8KiB --lossless");
    EXPECT_EQ(outcome.out, task.plain("base"));
    const std::string note =
        "--lossless does not split a dispatch of many.comp: its work groups do not begin "
        "with number 0; what does not fit into the log is counted";
    EXPECT_THAT(outcome.err, HasSubstr(note));
    EXPECT_EQ(option_of(task.recording(), "capture-note"), note);
}

} // namespace hitmap::test
