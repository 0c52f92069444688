#include "tests/capture/layer/recorded_task.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>

namespace hitmap::test {

namespace {

using testing::HasSubstr;
using testing::Not;

class EachTask : public testing::TestWithParam<const char*> {};

INSTANTIATE_TEST_SUITE_P(Tasks, EachTask,
                         testing::Values("addresses", "arrays", "base", "cache", "commands", "conditional",
                                         "divergence", "draws", "dynamic", "grid", "grid-indirect",
                                         "inline-block", "many", "odd", "one-module", "pools", "pushed",
                                         "recorded-again", "refill", "texels", "threads", "timeline",
                                         "two-devices", "updates"),
                         [](const auto& task) {
                             std::string name = task.param;
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

} // namespace

TEST_P(EachTask, ComputesTheSameAndIsValidBelowTheLayer) {
    const RecordedTask task;
    const std::string plain = task.plain(GetParam());
    EXPECT_EQ(task.validated(GetParam()), plain);
    EXPECT_EQ(task.validated(GetParam(), "HITMAP_CAPTURE_BLOCKS=1 HITMAP_CAPTURE_CONTENTS=1 "
                                         "HITMAP_CAPTURE_TIME_STAMPS=1 HITMAP_CAPTURE_KERNELS=0,add.comp"),
              plain);
    EXPECT_EQ(task.validated(GetParam(), "HITMAP_CAPTURE_LOG=8192"), plain);
    EXPECT_EQ(task.validated(GetParam(), "HITMAP_CAPTURE_LOG=16384 HITMAP_CAPTURE_LOSSLESS=1"), plain);
    EXPECT_EQ(task.validated(GetParam(), "HITMAP_CAPTURE_INSTRUMENTATION=count"), plain);
    EXPECT_EQ(task.validated(GetParam(), "HITMAP_CAPTURE_INSTRUMENTATION=none"), plain);
}

TEST(ValidationBelowTheLayer, ReportsWhatIsNotValid) {
    const RecordedTask task;
    EXPECT_THAT(task.validated("invalid"), HasSubstr("VUID-VkDescriptorPoolCreateInfo"));
}

TEST(Record, AFullLogSaysWhichShareItHolds) {
    const RecordedTask task;
    const Outcome outcome = task.record("many", "--log 16KiB");
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(outcome.out, task.plain("many"));
    const HmtFile file = task.recording();
    // Work groups that run at once take turns, so that the last record that fits is a request or not.
    const std::uint64_t requests = file.info().requests;
    EXPECT_THAT(requests, testing::AllOf(testing::Ge(308U), testing::Le(312U)));
    EXPECT_THAT(outcome.err,
                HasSubstr(fmt::format("r.hmt: 1 launch, {} requests, {} lane accesses, 7.21 % of "
                                      "the log; a log of 1 MiB would hold all",
                                      requests, 8 * requests)));
    EXPECT_EQ(option_of(file, "capture-held"), "7.21 %");
    EXPECT_EQ(option_of(file, "capture-log-needed"), "1 MiB");
}

TEST(Record, AFullLogHasNoRecordsOfTheSubmissionBefore) {
    const RecordedTask task;
    const Outcome outcome = task.record("refill", "--log 8360");
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(outcome.out, task.plain("refill"));
    const HmtFile file = task.recording();
    // The log ends in the last launch, of add.comp: behind the record of line 8's first load.
    std::vector<std::string> last;
    for (const std::string& line : request_lines(file))
        if (line.starts_with("launch 77 ")) last.push_back(line);
    EXPECT_THAT(last, testing::ElementsAre(HasSubstr("line 8 load of 4 bytes")));
    EXPECT_EQ(file.info().requests, 38 * 3 + 2 + 38 * 3 + 1U);
    EXPECT_EQ(option_of(file, "capture-records-not-read"), "");
    EXPECT_EQ(option_of(file, "capture-log-bytes-not-read"), "");
}

TEST(Record, OnlyChosenDispatchesAndWorkGroups) {
    const RecordedTask task;
    ASSERT_EQ(task.record("commands", "--dispatches 1:4 --every 2 --groups 1:2").status, 0);
    const HmtFile file = task.recording();
    ASSERT_EQ(file.info().launches.size(), 2U) << "dispatches 1 and 3";
    // Work group 1 exists in neither: the indirect dispatch is number 2.
    EXPECT_EQ(file.info().requests, 0U);
    ASSERT_EQ(task.record("commands", "--dispatches 2: --groups 1:2").status, 0);
    EXPECT_EQ(task.recording().info().requests, 3U);
    ASSERT_EQ(task.record("commands", "--kernels add.comp").status, 0);
    EXPECT_EQ(task.recording().info().launches.size(), 5U);
}

TEST(Record, NothingIsRecordedForAReasonThatIsSaid) {
    const RecordedTask task;
    const auto reason = [&](const std::string& name, const std::string& options) {
        const Outcome outcome = task.record(name, options);
        EXPECT_EQ(outcome.status, 1);
        return outcome.err;
    };
    EXPECT_THAT(reason("commands", "--kernels other"),
                HasSubstr(": nothing was recorded: --kernels leaves out all that it used: "));
    EXPECT_THAT(reason("commands", "--kernels other"), HasSubstr("add.comp (number "));
    EXPECT_THAT(
        reason("commands", "--dispatches 1000:"),
        HasSubstr(": nothing was recorded: --dispatches and --every leave out all that it submitted: "));
    EXPECT_THAT(reason("commands", "--kernels other --count-only"), HasSubstr(": nothing was counted: "));
    // The device is made, and nothing is run on it.
    EXPECT_THAT(reason("no-such-task", ""),
                HasSubstr("it made no Vulkan device through the loader of Vulkan"));
    EXPECT_THAT(reason("idle", ""), HasSubstr("it submitted no dispatch, draw or launch of rays"));
    EXPECT_EQ(task.folder().files().size(), 0U) << "nothing is left behind";
}

TEST(Record, TheLayerSaysHowToMakeARecordingThatItCouldNotWrite) {
    const RecordedTask task;
    std::filesystem::create_directory(task.folder().path() / "v.hmt");
    EXPECT_EQ(task.validated("commands"), task.plain("commands"));
    EXPECT_THAT(
        task.folder().read(".errors"),
        testing::ContainsRegex("v\\.hmt\\.[0-9]+\\.spool: kept; 'hitmap record --spool v\\.hmt\\.[0-9]+"
                               "\\.spool -o v\\.hmt' makes its recording"));
}

TEST(Record, ContentsAreThoseBeforeTheFirstDispatch) {
    const RecordedTask task;
    ASSERT_EQ(task.record("commands", "--contents on").status, 0);
    const HmtFile file = task.recording();
    std::size_t with_contents = 0;
    for (std::uint32_t i = 0; i < file.info().allocations.size(); ++i) {
        const auto contents = file.read_contents(AllocationIndex(i));
        if (contents.empty()) continue;
        ++with_contents;
        ASSERT_EQ(contents.size(), 64U);
        for (std::uint32_t byte = 0; byte < 64; ++byte) // words 0, 1, 2, ...
            EXPECT_EQ(contents[byte], byte % 4 == 0 ? byte / 4 : 0) << file.info().allocations[i].name;
    }
    EXPECT_EQ(with_contents, 3U);
    ASSERT_EQ(task.record("commands").status, 0);
    EXPECT_TRUE(task.recording().read_contents(AllocationIndex(0)).empty());
}

TEST(Record, BlocksAndSourceTexts) {
    const RecordedTask task;
    ASSERT_EQ(task.record("divergence", "--blocks").status, 0);
    const HmtFile file = task.recording();
    EXPECT_GT(file.info().executions, 6U);
    ASSERT_EQ(file.info().sources.size(), 1U);
    EXPECT_THAT(file.info().sources[0].text, HasSubstr("sum += source.values[(i * k) % 40];"));
    EXPECT_EQ(file.info().launches[0].kernel, "divergence.comp");
    EXPECT_EQ(file.info().launches[0].block, (std::array<std::uint32_t, 3>{20, 1, 1}));
}

TEST(Record, AProgramThatIsNoVulkanProgram) {
    const RecordedTask task;
    const Outcome outcome = task.folder().hitmap("record -- true");
    EXPECT_EQ(outcome.status, 1);
    EXPECT_EQ(outcome.err,
              "hitmap: true: nothing was recorded: it made no Vulkan device through the loader of Vulkan\n");
    EXPECT_EQ(task.folder().hitmap("record -- ./no-such-program").status, 1);
    EXPECT_EQ(task.folder().hitmap("record").status, 2);
    EXPECT_EQ(task.folder().files().size(), 0U) << "nothing is left behind";
}

} // namespace hitmap::test
