#include "core/trace/hmt/file/hmt_reader.h"
#include "core/trace/model/not_recorded.h"
#include "tests/capture/spool/made_spool.h"
#include "tests/geometry/temporary_folder.h"

#include <gmock/gmock.h>

#include "capture/spool/make_recording.h"

namespace hitmap::test {

namespace {

using testing::ElementsAre;

struct MadeRecording {
    capture::RecordingSummary summary;
    std::vector<std::string> missing; ///< as commands read it from the recording
    std::vector<std::pair<std::string, std::string>> options;
};

MadeRecording made_of(const MadeSpool& spool) {
    const TemporaryFolder folder;
    MadeRecording made{
        capture::make_recording(spool.write(folder.path("r.spool")), folder.path("r.hmt"), "test"), {}, {}};
    const HmtFile file(open_file(folder.path("r.hmt")));
    for (const std::string_view text : not_recorded(file.info()))
        made.missing.emplace_back(text);
    made.options = file.info().options;
    return made;
}

std::string option(const MadeRecording& made, const std::string& name) {
    for (const auto& [key, value] : made.options)
        if (key == name) return value;
    return {};
}

const std::string one_launch = "1 launch, 1 request, 2 lane accesses, ";
const std::string validation = "VkLayer_khronos_validation is loaded, whose GPU-assisted validation changes "
                               "the shaders below this layer: "
                               "switch it off";

} // namespace

TEST(LaunchCounts, ThatAgreeAreAllOfThem) {
    for (const std::uint64_t invocations : {std::uint64_t{2}, capture::unknown_invocations}) {
        MadeSpool spool;
        spool.invocations = invocations;
        EXPECT_EQ(made_of(spool).summary.line, one_launch + "all of them");
        EXPECT_THAT(made_of(spool).missing, ElementsAre());
    }
}

TEST(BufferLives, LastUntilTheLaunchesThatBeganHaveEnded) {
    for (const bool frees_early : {false, true}) {
        MadeSpool spool;
        spool.launches = 2;
        spool.frees_early = frees_early;
        const TemporaryFolder folder;
        (void)capture::make_recording(spool.write(folder.path("r.spool")), folder.path("r.hmt"), "test");
        const HmtFile file(open_file(folder.path("r.hmt")));
        ASSERT_EQ(file.info().allocations.size(), 1U);
        const Allocation& buffer = file.info().allocations.front();
        EXPECT_EQ(buffer.first_request.value, 0U);
        EXPECT_GE(buffer.last_request.value, file.info().requests) << "the last launch uses it";
    }
}

TEST(LaunchCounts, ThatDoNotAgreeAreSaid) {
    const auto made = [](const auto& change) {
        MadeSpool spool;
        spool.invocations = 2;
        change(spool);
        return made_of(spool);
    };
    const struct {
        void (*change)(MadeSpool&);
        const char* missing;
    } cases[] = {
        {[](MadeSpool& s) { s.invocations = 8; }, "2 of 8 invocations of launch 0 (kernel) left records"},
        {[](MadeSpool& s) { s.invocations = 1; }, "2 of 1 invocations of launch 0 (kernel) left records"},
        {[](MadeSpool& s) {
             s.draw = 0;
             s.invocations = 3; // a launch of rays
         },
         "2 of 3 invocations of launch 0 (kernel) left records"},
        {[](MadeSpool& s) {
             s.miscounts = {{0, 2}, {1, 2}};
         },
         "the device counted 1 of 4 dispatches and render passes (what is below this layer does not run the "
         "code "
         "that records)"},
        {[](MadeSpool& s) {
             s.miscounts = {{0, 1}};
             s.layers = {"VkLayer_MESA_overlay"};
         },
         "the device counted 0 of 1 dispatch or render pass (a layer below this one may change the shaders; "
         "loaded "
         "are VkLayer_MESA_overlay)"},
        {[](MadeSpool& s) { s.traces_rays = true; }, "the accesses of the driver that traverses acceleration "
                                                     "structures, which no shader does (1 launch traces "
                                                     "rays)"},
        {[](MadeSpool& s) {
             s.unrecorded_traversal = {"shadow.frag", "other.frag"};
         },
         "the accesses of the driver that traverses acceleration structures, which no shader does (rays are "
         "traced by "
         "shadow.frag and 1 other module, which is not recorded)"},
    };
    for (const auto& [change, missing] : cases) {
        const MadeRecording recording = made(change);
        EXPECT_EQ(recording.summary.line, one_launch + "not all of them: " + missing);
        EXPECT_THAT(recording.missing, ElementsAre(missing));
    }
}

TEST(LaunchCounts, OfALaunchOfRaysCanBeMoreThanItsRays) {
    MadeSpool spool;
    spool.draw = 0;
    spool.invocations = 1;
    EXPECT_EQ(made_of(spool).summary.line, one_launch + "all of them");
}

TEST(LaunchCounts, AreNotComparedWhereTheLogWasFull) {
    MadeSpool spool;
    spool.invocations = 8;
    spool.lost_units = 100;
    EXPECT_EQ(made_of(spool).summary.line,
              one_launch + "9.91 % of the log; a log of 1 MiB would hold all, or --lossless");
}

TEST(LaunchCounts, ALaunchThatLeftNoRecordIsSaidWithTheLikelyReason) {
    MadeSpool spool;
    spool.launches = 3;
    spool.launches_without_records = 1;
    spool.invocations = 2;
    spool.layers = {"VkLayer_MESA_device_select", "VkLayer_khronos_validation"};
    const MadeRecording made = made_of(spool);
    EXPECT_EQ(made.summary.line,
              "3 launches, 2 requests, 4 lane accesses, not all of them: no record arrived from 1 "
              "launch that ran (" +
                  validation + ")");
    EXPECT_EQ(option(made, "capture-launches-silent"), "1");
    spool.invocations = 0; // of no work groups
    spool.launches = spool.launches_without_records = 1;
    EXPECT_EQ(made_of(spool).summary.line, "1 launch, 0 requests, 0 lane accesses, all of them");
}

TEST(LaunchCounts, NothingIsRecordedIfNoRecordArrived) {
    MadeSpool spool;
    spool.launches = spool.launches_without_records = 2;
    spool.invocations = 2;
    spool.layers = {"VkLayer_khronos_validation"};
    spool.miscounts = {{0, 2}};
    try {
        (void)made_of(spool);
        FAIL() << "expected NothingRecorded";
    } catch (const capture::NothingRecorded& error) {
        EXPECT_EQ(error.reason,
                  "no record arrived from 2 launches that ran; the device counted 0 of 2 dispatches and "
                  "render passes (" +
                      validation + ")");
    }
}

TEST(LaunchCounts, DrawsThatAllLeftNoRecordAreSaid) {
    MadeSpool spool;
    spool.draw = 0;
    spool.launches = spool.launches_without_records = 1;
    EXPECT_EQ(made_of(spool).summary.line, "1 launch, 0 requests, 0 lane accesses, not all of them: no "
                                           "record arrived from any draw (1): they covered "
                                           "nothing, or their shaders did not run as they were recorded "
                                           "(what is below this layer does not run the "
                                           "code that records)");
}

TEST(LaunchCounts, LaunchesThatAreNotRecordedAreSaidBesides) {
    MadeSpool spool;
    spool.unrecorded_launches = 3;
    const MadeRecording made = made_of(spool);
    EXPECT_EQ(made.summary.line,
              one_launch + "all of them; besides, 3 dispatches and draws are not recorded, for the reasons "
                           "in capture-note");
    EXPECT_EQ(option(made, "capture-launches-not-recorded"), "3");
}

TEST(LaunchCounts, SubgroupsThatTheDriverLeavesNearlyEmptyAreTheDrivers) {
    MadeSpool spool; // subgroups of 8, of which this one has 2 lanes
    spool.invocations = 2;
    spool.block = {1, 2, 1};
    EXPECT_THAT(made_of(spool).summary.remarks, ElementsAre()) << "a work group of two";
    // A work group of 16 would need two subgroups. One of them is here.
    spool.block = {2, 8, 1};
    spool.launches = 2;
    const MadeRecording made = made_of(spool);
    const std::string text =
        "kernel: the driver puts work groups of 2x8x1 into subgroups of 2.0 of 8 lanes on average, "
        "so that active lanes and SIMT efficiency are those of the driver and not of the program";
    EXPECT_THAT(made.summary.remarks, ElementsAre(text)) << "once for each kernel";
    EXPECT_EQ(option(made, "capture-note"), text);
}

} // namespace hitmap::test
