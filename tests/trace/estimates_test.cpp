#include "core/trace/model/estimates.h"
#include "core/trace/model/relayout_marks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace hitmap {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

RecordingInfo info_with(std::vector<FieldOrigin> origins) {
    RecordingInfo info;
    info.device.sm_count = 68;
    info.origins = std::move(origins);
    return info;
}

TEST(Estimates, AreNoneWhereEverythingWasRecorded) {
    EXPECT_THAT(estimate_reasons(info_with({})), IsEmpty());
    EXPECT_EQ(estimate_text(info_with({{"sm", Origin::recorded}, {"order", Origin::derived}})), "");
    EXPECT_EQ(recorded_sms(info_with({})), 68U);
}

TEST(Estimates, NameWhatIsAssumed) {
    EXPECT_EQ(estimate_text(info_with({{"sm", Origin::assumed}})),
              "Estimate, because the SMs on which blocks ran are assumed");
    EXPECT_EQ(estimate_text(info_with({{"order", Origin::assumed}})),
              "Estimate, because the order of requests is assumed");
    EXPECT_EQ(estimate_text(info_with({{"sm", Origin::assumed}, {"order", Origin::assumed}})),
              "Estimate, because the SMs on which blocks ran and the order of requests are assumed");
    RecordingInfo sums = info_with({{"sm", Origin::assumed}, {"caches", Origin::assumed}});
    sums.sums.frames = 2;
    EXPECT_THAT(estimate_reasons(sums), IsEmpty()) << "these were counted";
    EXPECT_EQ(recorded_caches_text(sums), "as recorded, with caches that are not known");
}

TEST(Estimates, NameLayoutsThatWereDerived) {
    RecordingInfo info = info_with({{"allocations", Origin::derived}});
    info.allocations.resize(1);
    EXPECT_THAT(estimate_reasons(info), IsEmpty()) << "nothing depends on what a buffer of no role holds";
    info.allocations.front().role = Role::boxes;
    EXPECT_THAT(estimate_reasons(info),
                ElementsAre("because what the buffers hold was derived from the requests"));
    info.options.emplace_back(relayout_option, "node-order veb, of a.hmt");
    EXPECT_THAT(estimate_reasons(info), IsEmpty()) << "an exact relayout derives them, too";
}

TEST(Estimates, NameWhatWasChanged) {
    RecordingInfo info = info_with({{"sm", Origin::assumed}, {"order", Origin::assumed}});
    info.device.sm_count = 128;
    info.options = {{std::string(deal_blocks_option), "128 SMs, recorded on 68"},
                    {std::string(deal_blocks_estimate_option), "x"},
                    {std::string(relayout_option), "y, of a.hmt"},
                    {std::string(relayout_estimate_option), "z"}};
    EXPECT_EQ(estimate_text(info), "Estimate, by dealing the blocks again: x; by relayout: z");
    EXPECT_EQ(change_estimates(info), estimate_reasons(info));
    EXPECT_EQ(recorded_sms(info), 68U);
    info.options.front().second = "of another version";
    EXPECT_EQ(recorded_sms(info), 0U);
}

} // namespace
} // namespace hitmap
