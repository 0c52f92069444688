#include "core/trace/model/not_recorded.h"
#include "tests/capture/layer/recorded_task.h"

#include <gmock/gmock.h>

#include <csignal>

namespace hitmap::test {

namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::uint64_t requests_in(const RecordedTask& task, const std::string& name) {
    return HmtFile(open_file((task.folder().path() / name).string())).info().requests;
}

} // namespace

TEST(Completeness, ALayerBelowThatEmptiesTheLogIsNamed) {
    const RecordedTask task;
    const Outcome outcome = task.record("odd", "",
                                        "VK_INSTANCE_LAYERS=VK_LAYER_KHRONOS_validation "
                                        "VK_LAYER_ENABLES=VK_VALIDATION_FEATURE_ENABLE_GPU_ASSISTED_EXT");
    if (outcome.status == 0) { // The validation layer of Debian 13 no longer empties the log.
        EXPECT_THAT(outcome.err, HasSubstr(" lane accesses, all of them\n"));
        return;
    }
    EXPECT_EQ(outcome.status, 1);
    EXPECT_THAT(outcome.err,
                HasSubstr("nothing was recorded: no record arrived from 1 launch that ran; the device "
                          "counted 0 of 1 dispatch or render pass (VkLayer_khronos_validation is loaded, "
                          "whose GPU-assisted validation changes the shaders below this layer: switch it "
                          "off)\n"));
    EXPECT_FALSE(task.folder().has("r.hmt"));
}

TEST(Completeness, AValidationLayerBelowThatChangesNoShaderTakesNothingAway) {
    const RecordedTask task;
    const Outcome outcome = task.record("odd", "", "VK_INSTANCE_LAYERS=VK_LAYER_KHRONOS_validation");
    EXPECT_EQ(outcome.status, 0);
    EXPECT_THAT(odd_requests, Contains(requests_in(task, "r.hmt")));
    EXPECT_THAT(outcome.err, HasSubstr(" lane accesses, all of them\n"));
}

TEST(Completeness, AChildThatWasForkedHasARecordingOfItsOwn) {
    for (const std::string name : {"forks", "forks-without-exit"}) {
        const RecordedTask task;
        const Outcome outcome = task.record(name);
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        EXPECT_EQ(outcome.out, task.plain(name));
        EXPECT_THAT(outcome.err, HasSubstr("r.hmt: 1 launch, "));
        EXPECT_THAT(outcome.err, HasSubstr("r.2.hmt: 1 launch, "));
        EXPECT_THAT(outcome.err, Not(HasSubstr("not all of them"))) << name;
        EXPECT_EQ(requests_in(task, "r.hmt") + requests_in(task, "r.2.hmt"), 3U + 6U) << name;
    }
}

TEST(Completeness, WithoutHitmapRecordTheForkedChildDoesNotReplaceTheRecording) {
    const RecordedTask task;
    (void)task.validated("forks");
    std::vector<std::string> names;
    for (const auto& [name, text] : task.folder().files())
        if (name.ends_with(".hmt")) names.push_back(name);
    ASSERT_EQ(names.size(), 2U);
    EXPECT_EQ(requests_in(task, names[0]) + requests_in(task, names[1]), 3U + 6U);
}

TEST(Completeness, TheExitStatusIsThatOfTheProgram) {
    const struct {
        const char* task;
        int status;
        const char* said;
    } cases[] = {
        {"aborts", 128 + SIGABRT, "ended by signal 6 (Aborted)\n"},
        {"fails", 7, "ended with status 7\n"},
        {"odd", 0, ""},
    };
    for (const auto& [name, status, said] : cases) {
        const RecordedTask task;
        const Outcome outcome = task.record(name);
        EXPECT_EQ(outcome.status, status) << outcome.err;
        EXPECT_THAT(outcome.err, HasSubstr(said));
        EXPECT_GT(requests_in(task, "r.hmt"), 0U) << "what was recorded is kept";
    }
}

TEST(Completeness, SubgroupsThatTheDriverLeavesNearlyEmptyAreSaid) {
    const RecordedTask task;
    const Outcome outcome = task.record("tall");
    EXPECT_EQ(outcome.status, 0);
    const HmtFile file = task.recording();
    // lavapipe 22.3 has one lane in each subgroup of such a work group; later versions fill them.
    const bool is_sparse = file.info().requests == 64;
    const std::string said = "tall.comp: the driver puts work groups of 1x32x1 into subgroups of 1.0 of ";
    EXPECT_EQ(outcome.err.find("r.hmt: " + said) != std::string::npos, is_sparse) << outcome.err;
    EXPECT_EQ(option_of(file, "capture-note").find(said) != std::string::npos, is_sparse);
}

TEST(Completeness, AStructureThatTheLayerDoesNotKnowRefusesNoDevice) {
    for (const std::string name : {"unknown-first", "unknown-first-enabled"}) {
        const RecordedTask task;
        const Outcome outcome = task.record(name);
        EXPECT_EQ(outcome.status, 0);
        EXPECT_EQ(outcome.out, task.plain(name)) << "the program's structures are as they were";
        EXPECT_THAT(outcome.err, HasSubstr("r.hmt: 1 launch, 3 requests, 24 lane accesses, all of them\n"));
        EXPECT_THAT(not_recorded(task.recording().info()), IsEmpty());
    }
}

TEST(Completeness, StructuresThatAreReadOnlyBehindAnUnknownOneAreTheReason) {
    const RecordedTask task;
    const Outcome outcome = task.record("unknown-first-constant");
    EXPECT_EQ(outcome.status, 1);
    EXPECT_EQ(outcome.out, task.plain("unknown-first-constant"));
    EXPECT_THAT(outcome.err,
                HasSubstr("is not recorded: the structures that enable its features are read-only, and "
                          "behind one that this layer does not know"));
}

} // namespace hitmap::test
