#include "core/cache/gpu/preset_library.h"
#include "core/geometry/scene.h"
#include "core/profile/models/headline.h"
#include "core/profile/sums/outcome_sums.h"
#include "core/raytracer/trace_scene.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "core/trace/hmt/file/hmt_writer.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <filesystem>
#include <unistd.h>

namespace hitmap {
namespace {

using testing::HasSubstr;

/// A traced teapot.
class HeadlineTest : public testing::Test {
protected:
    HeadlineTest() {
        TraceOptions options;
        options.width = options.height = 32;
        options.sm_count = 2;
        options.warps_per_sm = 4;
        const std::string path =
            (std::filesystem::temp_directory_path() / fmt::format("headline-{}.hmt", getpid())).string();
        trace_scene(load_scene("builtin:teapot?triangles=1000"), options, *write_hmt(create_file(path)),
                    pool_);
        file_ = std::make_unique<HmtFile>(open_file(path));
        std::filesystem::remove(path);
        source_ = request_source(*file_, pool_);
    }

    ThreadPool pool_{2};
    std::unique_ptr<HmtFile> file_;
    std::unique_ptr<RequestSource> source_;
    const ModelConfig gpu_ = hierarchy_config(find_gpu_preset("turing-rtx2080ti"));
};

TEST_F(HeadlineTest, OfTheHierarchyModelItIsSectorsOfRequests) {
    const auto profile = make_profile(*source_, gpu_, {}, pool_);
    const CountedAs counting = counting_of(gpu_);
    const TimeWindow whole{0, profile->positions()};
    const std::vector<KindSums> kinds = profile->totals(whole);
    const Headline headline = headline_of(*profile, counting, whole, kinds);
    const auto traffic = profile->traffic(whole);
    ASSERT_TRUE(traffic);
    EXPECT_EQ(headline.counted, Counted::request_sectors);
    EXPECT_EQ(headline.window, whole);
    EXPECT_EQ(headline.l1.hits, traffic->total.l1_hits() * hit_unit);
    EXPECT_EQ(headline.l1.lookups, traffic->total.l1_lookups());
    EXPECT_EQ(headline.l2.lookups, traffic->total.l2_lookups);
    EXPECT_NE(headline.l1.lookups, sum_of(kinds).l1.lookups) << "elements count something else";
    EXPECT_EQ(counted_text(headline, whole), "sectors of requests");
    EXPECT_THAT(explanation_of(counting), HasSubstr("differ: Sectors of 32 bytes of faces"));
}

TEST_F(HeadlineTest, SaysWhichWindowItServes) {
    const auto profile = make_profile(*source_, gpu_, {}, pool_);
    const TimeWindow asked = frame_window(profile->positions(), 1000, 500);
    const Headline headline = headline_of(*profile, counting_of(gpu_), asked, profile->totals(asked));
    EXPECT_LE(headline.window.first, asked.first);
    EXPECT_GE(headline.window.last, asked.last);
}

TEST(CountedText, HasTheFirstAndTheLastAccess) {
    const Headline headline{Counted::request_sectors, {512, 2048}, {}, {}};
    EXPECT_EQ(counted_text(headline, {512, 2048}), "sectors of requests");
    EXPECT_EQ(counted_text(headline, {600, 700}), "sectors of requests, of accesses 512 to 2,047");
    EXPECT_EQ(positions_text({7, 8}), "7 to 7");
    EXPECT_EQ(positions_text({19370410, 20861406}), "19,370,410 to 20,861,405");
    EXPECT_EQ(positions_text({7, 7}), "none");
}

TEST_F(HeadlineTest, OfAPartItIsOfElements) {
    Restriction only;
    only.allocation = "faces";
    const auto profile = make_profile(*source_, gpu_, only, pool_);
    const TimeWindow whole{0, profile->positions()};
    const std::vector<KindSums> kinds = profile->totals(whole);
    const Headline headline = headline_of(*profile, counting_of(gpu_, only), whole, kinds);
    EXPECT_EQ(headline.counted, Counted::element_sectors);
    EXPECT_EQ(headline.l1, sum_of(kinds).l1);
}

TEST_F(HeadlineTest, OfStackDistancesItIsLookUpsOfLanes) {
    const ModelConfig sdcm = SdcmConfig();
    const auto profile = make_profile(*source_, sdcm, {}, pool_);
    const TimeWindow third = frame_window(profile->positions(), 3, 1);
    const std::vector<KindSums> kinds = profile->totals(third);
    const Headline headline = headline_of(*profile, counting_of(sdcm), third, kinds);
    EXPECT_EQ(headline.counted, Counted::lane_lookups);
    EXPECT_EQ(headline.window, third);
    EXPECT_EQ(headline.l1, sum_of(kinds).l1);
    EXPECT_EQ(headline.l2, sum_of(kinds).l2);
}

TEST(CurveIntervals, AreFinerThanFewFramesAndBeginWhereFramesDo) {
    const struct {
        std::uint64_t positions;
        std::uint64_t q;
        std::uint64_t expected;
    } cases[] = {
        {1'000'000, 1, 256},
        {1'000'000, 2, 256},
        {1'000'000, 3, 258},
        {1'000'000, 100, 300},
        {1'000'000, 256, 256},
        {1'000'000, 1000, 1000},
        {10, 1, 10},
        {10, 4, 8},
        {0, 1, 1},
        {3, 16, 16},
    };
    for (const auto& c : cases) {
        const std::uint64_t intervals = curve_intervals(c.positions, c.q);
        EXPECT_EQ(intervals, c.expected) << c.positions << " " << c.q;
        for (std::uint64_t f = 0; f < c.q; ++f)
            EXPECT_EQ(frame_window(c.positions, c.q, f).first,
                      frame_window(c.positions, intervals, f * (intervals / c.q)).first);
    }
}

} // namespace
} // namespace hitmap
