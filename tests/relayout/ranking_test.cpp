// The numbers of a ranking must equal those of a relayout and a simulation of its result, done separately.
#include "core/analysis/comparison/layouts_to_try.h"
#include "core/base/error.h"
#include "core/cache/gpu/preset_library.h"
#include "core/profile/models/headline.h"
#include "core/profile/models/model_choice.h"
#include "core/profile/models/recording_sums.h"
#include "core/profile/sums/outcome_sums.h"
#include "core/raytracer/trace_scene.h"
#include "core/relayout/model/relayout_settings.h"
#include "core/report/rows/ranking_columns.h"
#include "core/trace/hmt/file/hmt_writer.h"
#include "core/trace/hmt/file/write_recording.h"
#include "tests/relayout/made_recording.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace hitmap {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

HmtFile ranked_teapot(const char* rays) {
    TraceOptions options;
    options.width = 16;
    options.height = 8;
    options.sm_count = 2;
    options.warps_per_sm = 4;
    trace_option("rays").set(options, rays);
    std::vector<std::byte> bytes;
    ThreadPool pool(1);
    trace_scene(load_scene("builtin:teapot?triangles=200"), options, *write_hmt(create_memory(bytes)), pool);
    return HmtFile(open_memory(std::move(bytes), "teapot.hmt"));
}

/// Caches so small that layouts matter.
std::vector<ModelConfig> small_caches() {
    SdcmConfig sdcm;
    sdcm.l1.capacity = 2048;
    sdcm.l1.ways = 4;
    sdcm.l2.capacity = 16384;
    const char* const preset = "turing-rtx2080ti";
    ModelChoice gpu = choice_of(find_gpu_preset(preset), preset);
    gpu.l1.capacity = 2048;
    gpu.l1.ways = 4;
    return {sdcm, model_config(gpu)};
}

/// The levels by way of a file and of another sum than the ranking adds up.
LevelPair levels_by_file(const HmtFile& file, const RelayoutOptions& options, const ModelConfig& config,
                         std::vector<std::string>& estimates) {
    std::vector<std::byte> bytes;
    ThreadPool pool(1);
    const auto sink = write_hmt(create_memory(bytes), {}, &pool);
    if (options.changes_nothing())
        copy_recording(file, *sink, pool);
    else
        estimates = relayout_recording(file, options, {}, *sink, pool).estimates;
    const HmtFile written(open_memory(std::move(bytes), "moved.hmt"));
    const auto source = request_source(written, pool);
    const RecordingSums sums = sum_recording(*source, config, {}, pool);
    if (sums.traffic) return levels_of(sums.traffic->total);
    const KindSums all = sum_of(sums.kinds);
    return {all.l1, all.l2};
}

std::vector<std::string> titles_of(const std::vector<TriedLayout>& tried) {
    std::vector<std::string> titles;
    for (const TriedLayout& layout : tried)
        titles.push_back(title_of(layout.options));
    return titles;
}

TEST(LayoutRanking, EqualsRelayoutAndSimulationDoneSeparately) {
    const HmtFile file = ranked_teapot("shadow");
    const SourceMesh no_mesh;
    ThreadPool pool(2);
    const PossibleLayouts possible = possible_layouts(file, false);
    for (const ModelConfig& config : small_caches()) {
        std::vector<TriedLayout> tried;
        try_layouts(
            {file, no_mesh, config}, possible.layouts,
            [&](TriedLayout layout) { tried.push_back(std::move(layout)); }, pool);
        ASSERT_GT(tried.size(), possible.layouts.size());
        for (std::size_t i = 0; i < tried.size(); ++i) {
            const TriedLayout& layout = tried[i];
            SCOPED_TRACE(title_of(layout.options));
            std::vector<std::string> estimates;
            if (!layout.is_possible()) { // only combinations are not known to be possible before
                EXPECT_GT(i, possible.layouts.size());
                EXPECT_THROW((void)levels_by_file(file, layout.options, config, estimates), Error);
                continue;
            }
            EXPECT_EQ(layout.levels, levels_by_file(file, layout.options, config, estimates));
            EXPECT_EQ(layout.estimates, estimates);
            EXPECT_GT(layout.levels[0].miss_count(), 0.0);
        }
        EXPECT_TRUE(tried.front().is_recorded());
        for (const char* title :
             {"node-order veb", "node-order first-access", "vertex-order random", "vertex-order access-count",
              "layout soa", "face-order morton", "stride boxes=32", "stride vertices=16"})
            EXPECT_THAT(titles_of(tried), Contains(title));
    }
}

TriedLayout tried_layout(const std::string& options, std::uint64_t l1_misses, std::uint64_t l2_misses) {
    TriedLayout layout;
    layout.options = parse_relayout(options);
    layout.levels[0].lookups = l1_misses;
    layout.levels[1].lookups = l2_misses;
    return layout;
}

std::vector<std::string> texts_of(const std::vector<RelayoutOptions>& layouts) {
    std::vector<std::string> texts;
    for (const RelayoutOptions& options : layouts)
        texts.push_back(to_string(options));
    return texts;
}

TEST(LayoutRanking, CombinesTheBestOfEachOptionAndRanksByMisses) {
    std::vector<TriedLayout> tried{tried_layout("", 100, 50),
                                   tried_layout("node-order=veb", 90, 60),
                                   tried_layout("node-order=bfs", 80, 50),
                                   tried_layout("layout=soa", 110, 40),
                                   tried_layout("stride=boxes=32", 99, 70),
                                   tried_layout("stride=vertices=16", 99, 49)};
    tried.push_back(tried_layout("vertex-order=bfs", 0, 0));
    tried.back().problem = "not in this recording";
    EXPECT_THAT(ranked_by_misses(tried, 0), ElementsAre(2, 1, 5, 4, 0, 3, 6));
    EXPECT_THAT(ranked_by_misses(tried, 1), ElementsAre(3, 5, 2, 0, 1, 4, 6));
    EXPECT_EQ(texts_of(combined_layouts(tried, 0, CombinedValues::any)).front(),
              "node-order=bfs stride=boxes=32 stride=vertices=16");
    EXPECT_THAT(texts_of(combined_layouts(tried, 1, CombinedValues::any)),
                ElementsAre("layout=soa stride=vertices=16"));
    tried.resize(3);
    EXPECT_THAT(combined_layouts(tried, 0, CombinedValues::any), IsEmpty()); // one option alone
}

TEST(LayoutRanking, OtherCombinationsFollowByWhatTheyWouldSave) {
    const std::vector<TriedLayout> tried{tried_layout("", 1000, 50), tried_layout("node-order=veb", 900, 50),
                                         tried_layout("node-order=bfs", 960, 50),
                                         tried_layout("face-order=random", 970, 50),
                                         tried_layout("layout=soa", 995, 50)};
    EXPECT_THAT(texts_of(combined_layouts(tried, 0, CombinedValues::any)),
                ElementsAre("node-order=veb face-order=random layout=soa", // 100 + 30 + 5
                            "node-order=veb face-order=random", "node-order=veb layout=soa",
                            "node-order=bfs face-order=random layout=soa", "node-order=bfs face-order=random",
                            "node-order=bfs layout=soa", "face-order=random layout=soa"));
}

TEST(LayoutRanking, CombinationsLeaveOutValuesThatHardlySaveAnything) {
    std::vector<TriedLayout> tried{
        tried_layout("", 616153, 50), tried_layout("vertex-order=morton", 500000, 50),
        tried_layout("face-order=bfs", 616112, 50), // 41 less
        tried_layout("stride=boxes=32", 615530, 50), tried_layout("layout=soa", 610000, 50)};
    EXPECT_THAT(texts_of(combined_layouts(tried, 0, CombinedValues::exact)),
                ElementsAre("vertex-order=morton layout=soa stride=boxes=32",
                            "vertex-order=morton layout=soa", "vertex-order=morton stride=boxes=32",
                            "layout=soa stride=boxes=32"));
    tried[3].levels[0].lookups = 615538; // 615 less, and a thousandth are 616.153
    EXPECT_THAT(texts_of(combined_layouts(tried, 0, CombinedValues::exact)),
                ElementsAre("vertex-order=morton layout=soa"));
}

TEST(LayoutRanking, ExactValuesAreCombinedBeforeEstimates) {
    std::vector<TriedLayout> tried{tried_layout("", 10000, 50), tried_layout("node-order=veb", 9000, 50),
                                   tried_layout("face-order=random", 9695, 50),
                                   tried_layout("face-order=bfs", 9700, 50),
                                   tried_layout("layout=soa", 9500, 50)};
    for (const std::size_t estimate : {1U, 2U})
        tried[estimate].estimates = {"something else would change"};
    EXPECT_THAT(texts_of(combined_layouts(tried, 0, CombinedValues::exact)),
                ElementsAre("face-order=bfs layout=soa"));
    EXPECT_EQ(texts_of(combined_layouts(tried, 0, CombinedValues::any)).front(),
              "node-order=veb face-order=bfs layout=soa")
        << "random saves 5 more than bfs, and would be an estimate for it";
    tried[2].levels[0].lookups = 9690;
    EXPECT_EQ(texts_of(combined_layouts(tried, 0, CombinedValues::any)).front(),
              "node-order=veb face-order=random layout=soa");
    tried[0].estimates = {"something else would change"};
    EXPECT_EQ(combined_layouts(tried, 0, CombinedValues::exact).size(),
              combined_layouts(tried, 0, CombinedValues::any).size())
        << "the recording is an estimate already";
}

TEST(LayoutRanking, TiesTakeFewerMissesOfTheOtherLevelAndThenTheOrder) {
    std::vector<TriedLayout> tried{tried_layout("", 4000, 4000), tried_layout("node-order=veb", 2000, 1900),
                                   tried_layout("node-order=bfs", 2000, 1800),
                                   tried_layout("layout=soa", 2000, 1900),
                                   tried_layout("vertex-order=bfs", 2000, 1850)};
    tried[3].levels[0].hits = 1U << 22U; // a quarter of a miss less, which is not printed
    EXPECT_EQ(printed_misses(tried[3], 0), 2000.0);
    EXPECT_THAT(ranked_by_misses(tried, 0), ElementsAre(2, 4, 1, 3, 0));
    EXPECT_EQ(texts_of(combined_layouts(tried, 0, CombinedValues::any)).front(),
              "node-order=bfs vertex-order=bfs layout=soa");
    EXPECT_EQ(printed_misses(tried_layout("", 999, 0), 0), 999.0);
    std::vector<std::uint64_t> ranks;
    for (const RankingRow& row : ranking_rows(tried, 0))
        ranks.push_back(row.rank.value_or(0));
    EXPECT_THAT(ranks, ElementsAre(1, 1, 1, 1, 5));
}

/// Every second element of a table, twice; each is in a line of its own, and so is the byte of it that is
/// read.
HmtFile table_read_twice() {
    std::vector<test::MadeLoad> loads;
    for (int pass = 0; pass < 2; ++pass)
        for (std::uint64_t element = 0; element < 64; element += 2)
            loads.emplace_back(0x10000 + element * 64, 8);
    return test::recording_of({test::buffer("table", 0x10000, 64 * 64, 64, 64)}, loads);
}

TEST(LayoutRanking, CombinationsThatAreNotPossibleSayWhyAndTheNextOneIsTried) {
    const HmtFile file = table_read_twice();
    const SourceMesh no_mesh;
    ThreadPool pool(1);
    const ModelConfig config = small_caches().back();
    std::vector<TriedLayout> tried;
    try_layouts(
        {file, no_mesh, config},
        {parse_relayout("quantise=table=8"), parse_relayout("split=table=8"),
         parse_relayout("order=table=first-access")},
        [&](TriedLayout layout) { tried.push_back(std::move(layout)); }, pool);
    std::vector<std::string> combinations;
    for (std::size_t i = 4; i < tried.size(); ++i)
        combinations.push_back(to_string(tried[i].options));
    ASSERT_GE(combinations.size(), 3U);
    EXPECT_EQ(std::set(combinations.begin(), combinations.end()).size(), combinations.size());
    EXPECT_EQ(combinations[0], "order=table=first-access split=table=8") << "is exact";
    EXPECT_TRUE(tried[4].is_possible()) << tried[4].problem;
    EXPECT_THAT(tried[4].estimates, IsEmpty());
    EXPECT_EQ(combinations[1], "order=table=first-access split=table=8 quantise=table=8");
    EXPECT_EQ(combinations[2], "split=table=8 quantise=table=8");
    for (const std::size_t i : {5U, 6U}) {
        EXPECT_FALSE(tried[i].is_possible());
        EXPECT_THAT(tried[i].problem, HasSubstr("expected one option that splits or quantises"));
    }
}

TEST(LayoutRanking, SplitsAreTriedWhereElementsHaveHotAndColdBytes) {
    const HmtFile file = table_read_twice();
    const SourceMesh no_mesh;
    ThreadPool pool(1);
    const auto configs = small_caches();
    EXPECT_THAT(texts_of(layouts_to_try({file, no_mesh, configs[1]}, pool).layouts),
                Contains("split=table=auto"));
    const PossibleLayouts of_sdcm = layouts_to_try({file, no_mesh, configs[0]}, pool);
    EXPECT_THAT(texts_of(of_sdcm.layouts), Not(Contains("split=table=auto")));
    EXPECT_EQ(of_sdcm.refused.back().what, "splits of elements");
    const HmtFile whole = test::recording_of({test::buffer("table", 0x1000, 64, 8, 8)}, {{0x1000, 8}});
    EXPECT_EQ(layouts_to_try({whole, no_mesh, configs[1]}, pool).refused.back().what, "split of 'table'");
}

TEST(LayoutRanking, TextsOfLayoutsAreReadAgain) {
    const std::string text = "node-order=first-access vertex-order=morton face-order=bfs layout=soa seed=7 "
                             "order=a%20b=c%2520=access-count stride=x=64 stride=y=32";
    const RelayoutOptions options = parse_relayout(text);
    EXPECT_EQ(options.element_orders.at(0).first, "a b=c%20");
    EXPECT_EQ(to_string(options), text);
    EXPECT_EQ(title_of(parse_relayout("layout=soa stride=x=64")), "layout soa, stride x=64");
    EXPECT_EQ(command_options(options), "--node-order first-access --vertex-order morton --face-order bfs "
                                        "--layout soa --seed 7 --order 'a b=c%20=access-count' --stride x=64 "
                                        "--stride y=32");
    for (const char* wrong : {"node-order", "colour=red", "node-order=morton", "stride=x=0", "order=x"})
        EXPECT_THROW((void)parse_relayout(wrong), UsageError) << wrong;
}

} // namespace
} // namespace hitmap
