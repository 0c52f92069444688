#include "core/base/error.h"
#include "core/cache/results/access_outcome.h"
#include "render/picture/metric_picture.h"
#include "render/view/metric_caption.h"
#include "tests/render/pane.h"
#include "tests/render/special_values.h"

#include <gmock/gmock.h>

namespace hitmap {
namespace {

using testing::ElementsAre;
using testing::EndsWith;

ProfileFacts fixed_facts() {
    ProfileFacts facts;
    facts.positions = 100;
    facts.element_counts = {3, 4, 3};
    return facts;
}

/// A profile that answers with fixed numbers.
class FixedProfile : public Profile {
public:
    FixedProfile() : Profile(fixed_facts()) {}
    void window(TimeWindow, WindowSums&, const JobContext&) const override {}
    [[nodiscard]] AllocationWindow allocations(TimeWindow window) const override { return {window, {}}; }
    [[nodiscard]] std::vector<KindSums> totals(TimeWindow, const JobContext&) const override {
        std::vector<KindSums> totals(3);
        totals[face_kind].elements_accessed = 3;
        totals[face_kind].l1 = {std::uint64_t{hit_unit} * 3000, 4000, 200, 0, 300};
        totals[box_kind].elements_accessed = 1;
        totals[box_kind].l1 = {std::uint64_t{hit_unit} * 500, 1000};
        return totals;
    }
    TimeWindow values(TimeWindow window, ElementKindId kind, Metric, std::vector<float>& out,
                      const JobContext&) const override {
        // One face more than the scene has slots, since a buffer may be longer than its contents.
        out = kind == face_kind ? std::vector<float>{0.25F, 0.75F, test::nan, test::nan, 1.0F, 0.1F}
                                : std::vector<float>{0.5F, test::nan, test::nan};
        return window;
    }
};

TEST(MetricPicture, ShowsTheValuesOfTheProfile) {
    MetricPicture request;
    request.view = test::tiny_view();
    request.size = {640, 480};
    request.caption = {"tiny"};
    const Image image = render_metric_picture(test::tiny_scene(), FixedProfile(), request);
    EXPECT_EQ(image.size, (FrameSize{640, 480}));
    const ColourMap& map = colour_map_named("plasma");
    int low = 0;
    int high = 0;
    for (int y = 0; y < 400; ++y) {
        for (int x = 0; x < 500; ++x) {
            low += test::colour_at(image, {x, y}) == map.at(0.25F) ? 1 : 0;
            high += test::colour_at(image, {x, y}) == map.at(0.75F) ? 1 : 0;
        }
    }
    EXPECT_GT(low, 1000);
    EXPECT_GT(high, 1000);
    EXPECT_EQ(image, render_metric_picture(test::tiny_scene(), FixedProfile(), request));
}

TEST(MetricPicture, NeedsAScene) {
    EXPECT_THROW((void)render_metric_picture(nullptr, FixedProfile(), {}), Error);
}

TEST(MetricSummary, SumsFirstAndDividesLast) {
    const auto summary = [](Metric metric) {
        return metric_summary(FixedProfile(), {}, ElementSources(nullptr), {0, 100}, metric);
    };
    EXPECT_THAT(
        summary("l1-hit-rate"_metric),
        ElementsAre("L1 hit rate 70.0 % = 3\u2009500 hits / 5\u2009000 look-ups of lanes; 3 of 4 faces, "
                    "1 of 3 boxes accessed"));
    EXPECT_THAT(summary("l2-hit-rate"_metric),
                ElementsAre("no look-ups in L2; 3 of 4 faces, 1 of 3 boxes accessed"));
    EXPECT_THAT(summary("access-count"_metric), ElementsAre("3 of 4 faces, 1 of 3 boxes accessed"));
}

TEST(MetricSummary, OfMissesSaysHowManyThereAre) {
    const std::pair<Metric, const char*> rows[] = {
        {"l1-misses"_metric, "L1 misses 1\u2009500 of 5\u2009000 look-ups of lanes, hit rate 70.0 %"},
        {"l1-cold-misses"_metric,
         "L1 misses 1\u2009500 (200 of them cold) of 5\u2009000 look-ups of lanes, hit rate 70.0 %"},
        {"l1-conflict-misses"_metric, "L1 misses 1\u2009500 (300 of them conflict misses) of 5\u2009000 "
                                      "look-ups of lanes, hit rate 70.0 %"},
        {"l1-capacity-misses"_metric, "L1 misses 1\u2009500 (1\u2009000 of them capacity misses) of "
                                      "5\u2009000 look-ups of lanes, hit rate 70.0 %"},
    };
    for (const auto& [metric, text] : rows)
        EXPECT_THAT(metric_summary(FixedProfile(), {}, ElementSources(nullptr), {0, 100}, metric),
                    ElementsAre(std::string(text) + "; 3 of 4 faces, 1 of 3 boxes accessed"));
}

TEST(MetricCaption, NamesTheRaysThatAreCountedAlone) {
    const Restriction only{.rays = RaySelection{3, 2}};
    EXPECT_THAT(metric_caption({}, SdcmConfig(), "l1-hit-rate"_metric, {}, only).back(),
                EndsWith("; of Diffuse paths, bounce 2 alone"));
}

TEST(MetricCaption, NamesPresetPoliciesAndIndexFunctions) {
    const auto caches = [](const ModelConfig& config) {
        return metric_caption({}, config, "l1-hit-rate"_metric, {}).back();
    };
    EXPECT_EQ(caches(SdcmConfig()),
              "L1 hit rate; stack distance cache model, L1 32 KiB, 128 B lines, 64 ways; "
              "L2 6 MiB, 32 B lines, 16 ways");
    HierarchyConfig config;
    EXPECT_EQ(caches(config),
              "L1 hit rate; hierarchy model, preset turing-rtx2080ti, L1 64 KiB, 128 B lines, 128 ways, "
              "32 B sectors, policy lru, index linear; L2 5632 KiB, 128 B lines, 16 ways, 32 B sectors, "
              "policy lru, index linear");
    config.preset = "own";
    config.l1 = parse_cache_geometry("24KiB:128/32:full:fifo:xor");
    config.l1_units = 2;
    config.l2_partitions = 2;
    EXPECT_EQ(caches(config),
              "L1 hit rate; hierarchy model, preset own, L1 2 x 24 KiB, 128 B lines, fully associative, "
              "32 B sectors, policy fifo, index xor; L2 5632 KiB, 128 B lines, 16 ways, 32 B sectors, "
              "policy lru, index linear, in 2 partitions");
}

TEST(MetricCaption, SaysWhichSmsTheGpuHas) {
    RecordingInfo info;
    info.device.sm_count = 2;
    HierarchyConfig config;
    config.preset = "own"; // that of a file, which is not found by its name
    config.gpu_sms = 40;
    EXPECT_EQ(metric_caption(info, config, "l1-hit-rate"_metric, {}).at(2),
              "simulated with the 2 SMs of the recording, while the GPU has 40");
}

TEST(DifferencePicture, RefusesWhatIsNotComparedAndSaysWhatIsLeftOut) {
    const auto scene = test::tiny_scene();
    auto other = std::make_shared<RecordedScene>(*scene);
    other->boxes.pop_back();
    const RecordingInfo info;
    const FixedProfile profile;
    const ModelConfig model;
    const auto picture_of = [&](const std::shared_ptr<const RecordedScene>& compared) {
        DifferencePicture picture{"l1-hit-rate"_metric,
                                  {"a.hmt", info, scene, profile, model, {}, {}},
                                  {"b.hmt", info, compared, profile, model, {}, {}}};
        picture.view = test::tiny_view();
        picture.size = {640, 480};
        return picture;
    };
    DifferencePicture same = picture_of(scene);
    same.view.show(box_kind);
    EXPECT_NO_THROW((void)render_difference_picture(same));
    DifferencePicture other_tree = picture_of(other);
    const Image without = render_difference_picture(other_tree);
    other_tree.view.show(box_kind);
    EXPECT_NE(render_difference_picture(other_tree), without) << "a line says why boxes are not drawn";
    other_tree.view.show(face_kind, false);
    try {
        (void)render_difference_picture(other_tree);
        FAIL() << "nothing to be seen";
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(), "no difference: A has 3 boxes and B 2");
    }
}

/// A profile whose requests have other sums than its elements.
class CountingProfile : public FixedProfile {
public:
    [[nodiscard]] std::optional<TrafficWindow> traffic(TimeWindow window) const override {
        TrafficWindow traffic;
        traffic.window = window;
        traffic.total.l1_load_lookups = 8000;
        traffic.total.l1_load_hits = 5400;
        return traffic;
    }
};

TEST(MetricSummary, SaysWhatEachOfTwoRatesCounts) {
    EXPECT_THAT(
        metric_summary(CountingProfile(), {Counted::request_sectors, Counted::element_sectors},
                       ElementSources(nullptr), {0, 100}, "l1-hit-rate"_metric),
        ElementsAre("L1 hit rate 67.5 % = 5\u2009400 hits / 8\u2009000 sectors of requests",
                    "faces and boxes alone 70.0 % = 3\u2009500 hits / 5\u2009000 sectors of elements; "
                    "3 of 4 faces, 1 of 3 boxes accessed"));
}

TEST(MetricColourBar, StylesOfMetrics) {
    EXPECT_EQ(value_style_of("l1-hit-rate"_metric), ValueStyle::percent);
    EXPECT_EQ(value_style_of("access-count"_metric), ValueStyle::count);
    EXPECT_EQ(value_style_of("l2-misses"_metric), ValueStyle::number);
    EXPECT_EQ(colour_bar_text("l2-misses"_metric).title, "L2 misses");
}

TEST(MetricColourBar, SaysThatOthersMayHaveAccessedWhatIsGrey) {
    const Restriction rays{.rays = RaySelection{3, 2}};
    const Restriction part{.rays = RaySelection{3, 2}, .allocation = "faces"};
    EXPECT_EQ(colour_bar_text("l1-misses"_metric).undefined, "not accessed");
    EXPECT_EQ(colour_bar_text("l1-misses"_metric, rays).undefined, "not accessed by these rays");
    EXPECT_EQ(colour_bar_text("l1-misses"_metric, part).undefined, "not accessed in this part");
    EXPECT_EQ(colour_bar_text("l2-hit-rate"_metric, rays).undefined, "no L2 look-ups");
}

} // namespace
} // namespace hitmap
