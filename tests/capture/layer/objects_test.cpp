#include "tests/capture/layer/recorded_task.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace hitmap::test {

namespace {

using testing::ElementsAre;
using testing::Not;

std::size_t lines_of(const HmtFile& file, const std::string& text) {
    const auto lines = request_lines(file);
    return static_cast<std::size_t>(std::count_if(lines.begin(), lines.end(), [&](const std::string& line) {
        return line.find(text) != std::string::npos;
    }));
}

std::vector<std::uint32_t> groups_of(const HmtFile& file) {
    std::vector<std::uint32_t> groups;
    for (const Launch& launch : file.info().launches)
        groups.push_back(launch.grid[0]);
    return groups;
}

} // namespace

TEST(RecordedObjects, ADispatchWhoseConditionDoesNotHoldIsALaunchWithoutRequests) {
    const RecordedTask task;
    ASSERT_EQ(task.record("conditional").status, 0);
    const HmtFile file = task.recording();
    EXPECT_THAT(groups_of(file), ElementsAre(1, 2, 2, 1));
    EXPECT_EQ(lines_of(file, "launch 0 "), 3U);
    EXPECT_EQ(lines_of(file, "launch 1 "), 0U);
    EXPECT_EQ(lines_of(file, "launch 2 "), 6U);
    EXPECT_EQ(lines_of(file, "launch 3 "), 3U);
}

TEST(RecordedObjects, DispatchesUnderAnInheritedConditionAreLeftOut) {
    const RecordedTask task;
    for (const char* options : {"", "--lossless", "--kernels add.comp"}) {
        const Outcome outcome = task.record("inherited-condition", options);
        EXPECT_EQ(outcome.out, task.plain("inherited-condition"));
        EXPECT_THAT(outcome.err, testing::HasSubstr("that inherit conditional rendering are not recorded"));
        const HmtFile file = task.recording();
        EXPECT_THAT(groups_of(file), ElementsAre(1, 2)) << options;
        EXPECT_EQ(lines_of(file, "launch 0 "), 3U) << options;
        EXPECT_EQ(lines_of(file, "launch 1 "), 6U) << options;
    }
}

TEST(RecordedObjects, PipelinesOfOneModuleHaveItsInstructionsAndTheirWorkGroups) {
    const RecordedTask task;
    ASSERT_EQ(task.record("one-module").status, 0);
    const HmtFile file = task.recording();
    std::vector<std::uint32_t> sizes;
    for (const Launch& launch : file.info().launches)
        sizes.push_back(launch.block[0]);
    EXPECT_THAT(sizes, ElementsAre(8, 16, 20, 8, 16, 21, 8, 16, 22, 8, 16, 23));
    EXPECT_EQ(file.info().instructions.size(), 2U);
    // A load and an atomic for each subgroup of eight lanes.
    EXPECT_EQ(lines_of(file, "launch 0 "), 2U);
    EXPECT_EQ(lines_of(file, "launch 11 "), 6U);
}

TEST(RecordedObjects, TemplatesAndCopiesOfDescriptors) {
    const RecordedTask task;
    ASSERT_EQ(task.record("updates").status, 0);
    EXPECT_THAT(
        request_lines(task.recording()),
        testing::Contains(testing::HasSubstr(
            "load of 4 bytes, b, lanes 0xff: 0 4 8 12 16 20 24 28"))); // whose allocation begins at 32
}

TEST(RecordedObjects, DevicesKeepTheirLaunchesApart) {
    const RecordedTask task;
    ASSERT_EQ(task.record("two-devices").status, 0);
    const HmtFile file = task.recording();
    EXPECT_THAT(groups_of(file), ElementsAre(1, 2, 1, 2, 1));
    EXPECT_EQ(lines_of(file, ", first,"), 3U);
    EXPECT_EQ(lines_of(file, ", second,"), 4U);
}

TEST(RecordedObjects, ContentsAreThoseOfCommandsThatAreSubmitted) {
    const RecordedTask task;
    ASSERT_EQ(task.record("recorded-again", "--contents on").status, 0);
    const HmtFile file = task.recording();
    ASSERT_EQ(file.info().allocations.size(), 2U);
    EXPECT_EQ(file.read_contents(AllocationIndex(0)).size(), 64U);
    EXPECT_EQ(file.read_contents(AllocationIndex(1)).size(), 64U);
}

TEST(RecordedObjects, PoolsAreDestroyedWhileAnotherThreadSubmits) {
    const RecordedTask task;
    ASSERT_EQ(task.record("pools", "--contents on").status, 0);
    EXPECT_EQ(task.recording().info().launches.size(), 20U);
}

TEST(RecordedObjects, ASubmissionThatIsTakenLaterHasTheDescriptorsAndGridOfItsTime) {
    const RecordedTask task;
    ASSERT_EQ(task.record("timeline", "--contents on").status, 0);
    const HmtFile file = task.recording();
    EXPECT_THAT(groups_of(file), ElementsAre(2));
    EXPECT_EQ(lines_of(file, ", in,"), 2U) << "a load of each work group";
    EXPECT_EQ(lines_of(file, ", other,"), 0U);
}

TEST(RecordedObjects, ChosenWorkGroupsThatDoNotBeginWithNumberZeroAreSaidInGridsOfRows) {
    const RecordedTask task;
    ASSERT_EQ(task.record("base", "--groups 2:3 --dispatches 0:1").status, 0);
    EXPECT_EQ(lines_of(task.recording(), "launch 0 warp"), 68U) << "work group 2: 17 accesses of 4 subgroups";
    const Outcome outcome = task.record("base", "--groups 2:3");
    EXPECT_THAT(outcome.err,
                testing::HasSubstr("--groups chooses other work groups of a dispatch of many.comp: "
                                   "they do not begin with number 0"));
}

TEST(RecordedObjects, AnInlineUniformBlockIsInNoBuffer) {
    const RecordedTask task;
    ASSERT_EQ(task.record("inline-block").status, 0);
    const HmtFile file = task.recording();
    EXPECT_EQ(file.info().requests, 8U) << "a load and a store of Out for each work group";
    EXPECT_EQ(option_of(file, "capture-lane-accesses-without-buffer"), "64");
}

} // namespace hitmap::test
