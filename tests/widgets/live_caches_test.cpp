#include "core/cache/gpu/preset_library.h"
#include "core/store/entry_store.h"
#include "tests/widgets/live_caches_fixture.h"
#include "widgets/base/format.h"
#include "widgets/plot/xy_plot.h"
#include "widgets/session/recording/stored_results.h"

#include <QtWidgets/QComboBox>
#include <QtWidgets/QPushButton>
#include <gmock/gmock.h>

#include <algorithm>
#include <cstdint>
#include <memory>

namespace hitmap {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST_F(LiveCachesTest, ADragRecoloursWhileItMovesAndIsOneStep) {
    const ModelChoice before = pane().config();
    CacheSlider& capacity = slider("l1_capacity_slider");
    EXPECT_THAT(text("live_state"), HasSubstr("first move"));
    EXPECT_EQ(number("l1_capacity"), "32 KiB");
    grab(capacity);
    for (const double share : {0.5, 0.35, 0.2, 0.1}) {
        drag_to(capacity, share);
        ASSERT_TRUE(previewed()) << share;
        EXPECT_EQ(pane().config().l1.capacity, capacity.number() * 128);
        EXPECT_EQ(pane().wanted_config(), before) << "a drag is not a step yet";
        session_.end_step();
        expect_simulation_of(pane().config());
        EXPECT_FALSE(session_.can_undo());
    }
    const ModelChoice dragged = pane().config();
    EXPECT_LT(dragged.l1.lines(), before.l1.ways);
    EXPECT_EQ(dragged.l1.ways, dragged.l1.lines()) << "no more ways than lines";
    EXPECT_EQ(l1_text(), to_string(dragged.l1));
    drag_to(capacity, 0.9);
    EXPECT_EQ(number("l1_ways"), "64") << "the chosen ways are back";
    drag_to(capacity, 0.1);
    ASSERT_TRUE(previewed());
    let_go(capacity);
    ASSERT_TRUE(simulated());
    EXPECT_EQ(pane().config(), dragged);
    EXPECT_FALSE(pane().live().shown()) << "a whole simulation";
    expect_simulation_of(dragged);
    ASSERT_TRUE(wait_for([this] { return session_.can_undo(); }));
    session_.undo();
    ASSERT_TRUE(wait_for([&] { return pane().config() == before && !pane().live().shown(); }));
    expect_simulation_of(before);
    EXPECT_FALSE(session_.can_undo()) << "one step a drag";
    EXPECT_EQ(number("l1_capacity"), "32 KiB");
    EXPECT_EQ(capacity.number(), 256U);
}

TEST_F(LiveCachesTest, CachesOfASliderAreNotWrittenToTheCacheOnDisk) {
    const auto kept = std::make_shared<StoredResults>(
        std::make_shared<EntryStore>(folder_.filePath(QStringLiteral("cache")).toStdString(),
                                     std::uint64_t{1} << 30),
        "1");
    session_.store_results_in(kept);
    const auto written = [&] {
        kept->wait();
        return kept->store().bytes();
    };
    for (const double share : {0.5, 0.1}) {
        ASSERT_TRUE(move_capacity(share));
        EXPECT_EQ(written(), 0U);
    }
    const ModelChoice dragged = pane().config();
    ModelChoice restricted = dragged;
    restricted.only.allocation = "faces";
    pane().simulate(restricted);
    ASSERT_TRUE(simulated());
    ASSERT_EQ(pane().config(), restricted);
    EXPECT_EQ(written(), 0U) << "also not with a restriction";
    part<QLineEdit>("l1_capacity").setText(QStringLiteral("48KiB")); // a slider has not stopped there
    part<QPushButton>("apply_button").click();
    ASSERT_TRUE(wait_for([this] { return pane().config().l1.capacity == 48U << 10; }));
    ASSERT_TRUE(simulated());
    const std::uint64_t typed = written();
    EXPECT_GT(typed, 0U);
    pane().simulate(dragged);
    ASSERT_TRUE(wait_for([&] { return pane().config() == dragged && !pane().work().running(); }));
    EXPECT_EQ(written(), typed) << "as undo does";
}

TEST_F(LiveCachesTest, KeysMoveAndTheirPauseSimulates) {
    CacheSlider& ways = slider("l2_ways_slider");
    ways.setFocus();
    ASSERT_TRUE(wait_for([&] { return ways.hasFocus(); }));
    QTest::keyClick(&ways, Qt::Key_Home);
    ASSERT_TRUE(wait_for([this] { return pane().live().shown(); }));
    EXPECT_EQ(pane().config().l2.ways, 1U);
    expect_simulation_of(pane().config());
    ASSERT_TRUE(simulated());
    EXPECT_EQ(pane().config().l2.ways, 1U);
    QTest::keyClick(&ways, Qt::Key_Right);
    QTest::keyClick(&ways, Qt::Key_Right);
    ASSERT_TRUE(wait_for([this] { return pane().config().l2.ways == 3; }));
    expect_simulation_of(pane().config());
    QTest::keyClick(&ways, Qt::Key_End);
    ASSERT_TRUE(wait_for([this] { return pane().config().l2.ways == pane().config().l2.lines(); }));
    EXPECT_EQ(number("l2_ways"), "full");
    expect_simulation_of(pane().config());
    CacheSlider& capacity = slider("l2_capacity_slider");
    QTest::keyClick(&capacity, Qt::Key_PageDown);
    ASSERT_TRUE(wait_for([this] { return pane().config().l2.capacity == 3U << 20; }));
    EXPECT_EQ(number("l2_ways"), "full") << "full stays full";
    ASSERT_TRUE(simulated());
}

TEST_F(LiveCachesTest, TheCurveMarksThePlaceOfTheSlider) {
    auto& plot = part<XyPlot>("capacity_plot");
    EXPECT_FALSE(plot.isVisible());
    CacheSlider& capacity = slider("l1_capacity_slider");
    grab(capacity);
    drag_to(capacity, 0.2);
    ASSERT_TRUE(previewed());
    ASSERT_TRUE(wait_for([&] { return plot.isVisible() && !plot.empty(); }));
    const PlotData& data = plot.data();
    EXPECT_EQ(data.marked_x, static_cast<double>(pane().config().l1.capacity));
    LevelSums sums;
    for (const KindSums& kind : pane().simulation()->totals)
        sums += kind.l1;
    EXPECT_THAT(data.mark_title, HasSubstr(rate_text(sums).toStdString()));
    const auto& points = data.series.at(0).points;
    const auto at = std::ranges::lower_bound(points, *data.marked_x, {}, &PlotPoint::x);
    ASSERT_TRUE(at != points.begin() && at != points.end());
    const double rate = sums.hit_count() / static_cast<double>(sums.lookups);
    EXPECT_LE((at - 1)->y, rate + 0.001);
    EXPECT_GE(at->y, rate - 0.001);
    EXPECT_THAT(text("live_state"), HasSubstr(rate_text(sums).toStdString()));
    EXPECT_THAT(text("live_state"), HasSubstr("Whole recording"));
    EXPECT_EQ(data.title, "L1 hit rate by capacity, whole recording");
    EXPECT_THAT(text("live_state"), HasSubstr("follow when the slider is let go"));
    let_go(capacity);
    EXPECT_THAT(text("live_state"), HasSubstr("The simulation adds the sums of single pixels"));
    ASSERT_TRUE(simulated());
    EXPECT_THAT(text("live_state"), Not(HasSubstr("sums of single"))) << "they are known";
    QTest::keyClick(&slider("l2_capacity_slider"), Qt::Key_Left);
    EXPECT_TRUE(wait_for([&] { return plot.data().series.at(0).title == "L2"; }));
    ASSERT_TRUE(simulated());
    const QByteArray folder = qgetenv("HITMAP_SCREENSHOTS");
    if (!folder.isEmpty())
        panel_.grab().save(QString::fromLocal8Bit(folder) + QStringLiteral("/live_caches.png"));
}

TEST_F(LiveCachesTest, TheCurveOfAnotherModelIsHiddenUntilTheModelReturns) {
    auto& plot = part<XyPlot>("capacity_plot");
    ASSERT_TRUE(move_capacity(0.3));
    ASSERT_TRUE(wait_for([&] { return plot.isVisible() && !plot.empty(); }));
    // As the tool bar does.
    const char* const gpu = "ampere-rtx3090";
    pane().simulate(choice_of(find_gpu_preset(gpu), gpu));
    ASSERT_TRUE(simulated());
    ASSERT_EQ(pane().config().preset, gpu);
    EXPECT_FALSE(plot.isVisible());
    EXPECT_TRUE(plot.data().series.empty());
    EXPECT_TRUE(plot.data().mark_title.empty());
    EXPECT_THAT(text("live_state"), HasSubstr("there is no curve"));
    CacheSlider& ways = slider("l2_ways_slider");
    QTest::keyClick(&ways, Qt::Key_Right);
    EXPECT_FALSE(plot.isVisible()) << "nor when a slider moves";
    ASSERT_TRUE(wait_for([&] { return pane().config().l2.ways == ways.number(); }));
    ASSERT_TRUE(simulated());
    auto& model = part<QComboBox>("model");
    model.setCurrentIndex(0);
    EXPECT_THAT(text("live_state"), Not(HasSubstr("there is no curve")));
    EXPECT_TRUE(wait_for([&] { return plot.isVisible() && !plot.empty(); }))
        << "the distances are still there";
    EXPECT_THAT(plot.data().mark_title, Not(HasSubstr("%"))) << "what is simulated is the GPU";
    part<QPushButton>("apply_button").click();
    ASSERT_TRUE(simulated());
    EXPECT_TRUE(plot.isVisible());
    LevelSums sums;
    for (const KindSums& kind : pane().simulation()->totals)
        sums += plot.data().series.at(0).title == "L1" ? kind.l1 : kind.l2;
    EXPECT_THAT(plot.data().mark_title, HasSubstr(rate_text(sums).toStdString()));
}

TEST_F(LiveCachesTest, WithOtherAccessesTheCurveIsHidden) {
    auto& plot = part<XyPlot>("capacity_plot");
    ASSERT_TRUE(move_capacity(0.3));
    ASSERT_TRUE(wait_for([&] { return plot.isVisible(); }));
    ModelChoice part_only = pane().config();
    part_only.only.allocation = "faces";
    pane().simulate(part_only);
    ASSERT_TRUE(simulated());
    ASSERT_EQ(pane().config(), part_only);
    EXPECT_FALSE(plot.isVisible());
    EXPECT_THAT(text("live_state"), HasSubstr("first move"));
}

TEST_F(LiveCachesTest, WhatIsShownIsNotOlderWhileTheSumsOfAPreviewAreSimulated) {
    CacheSlider& capacity = slider("l1_capacity_slider");
    grab(capacity);
    drag_to(capacity, 0.3);
    ASSERT_TRUE(previewed());
    EXPECT_FALSE(pane().stale());
    let_go(capacity);
    ASSERT_TRUE(pane().work().running());
    EXPECT_TRUE(pane().live().shown());
    EXPECT_FALSE(pane().stale()) << "it is exact already";
    EXPECT_THAT(pane().work().title().toStdString(), HasSubstr("for sums of pixels"));
    ASSERT_TRUE(simulated());
    EXPECT_FALSE(pane().stale());
    part<QLineEdit>("l1_capacity").setText(QStringLiteral("1KiB:128:1"));
    part<QPushButton>("apply_button").click();
    EXPECT_TRUE(pane().stale()) << "a cache that was typed has no preview";
    EXPECT_THAT(pane().work().title().toStdString(), Not(HasSubstr("sums")));
    ASSERT_TRUE(simulated());
}

TEST_F(LiveCachesTest, AStoppedSimulationLeavesThePreviewAndSaysHowToGetTheRest) {
    CacheSlider& capacity = slider("l1_capacity_slider");
    grab(capacity);
    drag_to(capacity, 0.3);
    ASSERT_TRUE(previewed());
    let_go(capacity);
    pane().stop_work();
    ASSERT_TRUE(pane().live().shown());
    EXPECT_THAT(text("live_state"), HasSubstr("Apply and simulate"));
    auto& apply = part<QPushButton>("apply_button");
    ASSERT_TRUE(apply.isEnabled());
    apply.click();
    ASSERT_TRUE(simulated());
    EXPECT_THAT(text("live_state"), Not(HasSubstr("Apply and simulate")));
}

TEST_F(LiveCachesTest, WithAGpuSlidersStopAtCachesThatItCanSimulate) {
    const char* const gpu = "ampere-rtx3090";
    const ModelChoice standard = choice_of(find_gpu_preset(gpu), gpu);
    ASSERT_NE(standard.l1.lines() % 64, 0U) << "many numbers of ways do not divide the lines";
    pane().simulate(standard);
    ASSERT_TRUE(simulated());
    const auto is_right = [this] {
        return text("l1_note").find(" lines in ") != std::string::npos &&
               text("l2_note").find(" lines in ") != std::string::npos;
    };
    for (const char* name :
         {"l1_ways_slider", "l1_capacity_slider", "l2_ways_slider", "l2_capacity_slider"}) {
        CacheSlider& moved = slider(name);
        const ModelChoice before = pane().config();
        grab(moved);
        for (int hundredth = 0; hundredth <= 100; ++hundredth) {
            drag_to(moved, hundredth / 100.0);
            ASSERT_TRUE(is_right()) << name << ": " << text("l1_note") << ' ' << text("l2_note");
        }
        drag_to(moved, 0.3);
        let_go(moved);
        ASSERT_TRUE(simulated());
        EXPECT_NE(pane().config(), before) << name;
        for (const CacheGeometry& cache : {pane().config().l1, pane().config().l2})
            EXPECT_EQ(cache.lines() % cache.ways, 0U) << name;
        EXPECT_EQ(l1_text(), to_string(pane().config().l1)) << name;
    }
    part<QLineEdit>("l1_capacity").setText(QStringLiteral("46KiB:128/32:206"));
    EXPECT_THAT(text("l1_note"), HasSubstr("whole sets")) << "beside the numbers";
    EXPECT_THAT(text("l2_note"), HasSubstr(" lines in ")) << "L2 is right";
    EXPECT_THAT(text("live_state"), HasSubstr("whole sets"));
    QTest::keyClick(&slider("l1_capacity_slider"), Qt::Key_PageUp);
    EXPECT_TRUE(is_right()) << text("l1_note");
    EXPECT_THAT(text("live_state"), Not(HasSubstr("whole sets")));
    const std::uint64_t lines = slider("l1_capacity_slider").number();
    EXPECT_EQ(lines % 206, 0U);
    ASSERT_TRUE(wait_for([&] { return pane().config().l1.lines() == lines; }));
}

TEST_F(LiveCachesTest, ATimeWindowStaysWhileASliderMoves) {
    pane().set_frames({8, 3, 1});
    ASSERT_TRUE(settle());
    CacheSlider& capacity = slider("l1_capacity_slider");
    grab(capacity);
    drag_to(capacity, 0.1);
    ASSERT_TRUE(previewed());
    EXPECT_EQ(pane().values()->frames, (FrameRange{8, 3, 1}));
    expect_simulation_of(pane().config());
    pane().set_frames({8, 5, 2});
    ASSERT_TRUE(settle());
    EXPECT_TRUE(pane().live().shown());
    expect_simulation_of(pane().config());
    let_go(capacity);
    ASSERT_TRUE(simulated());
}

TEST_F(LiveCachesTest, PixelsAreRecolouredWhileASliderMoves) {
    pane().set_image_look({pixel_quantity_named("l1-hit-rate"), {}});
    pane().set_shown(Shown::image);
    const auto image_of = [this](const Simulation* simulation) {
        const auto& image = pane().image().values();
        return image != nullptr && image->request.counted.simulation.get() == simulation;
    };
    ASSERT_TRUE(wait_for([&] { return image_of(pane().simulation().get()); }));
    const auto before = pane().image().values();
    CacheSlider& capacity = slider("l1_capacity_slider");
    grab(capacity);
    for (const double share : {0.3, 0.1}) {
        drag_to(capacity, share);
        ASSERT_TRUE(previewed());
        ASSERT_TRUE(wait_for([&] { return image_of(pane().simulation().get()); })) << share;
        const auto shown = pane().image().values();
        ThreadPool pool(1);
        Library library(pool);
        const auto fresh = simulate(pane().recording(), pane().config(), pool, {});
        const auto expected = image_values(
            {{fresh, pane().choices().frames}, shown->request.quantity, {}, {}, {}}, library, {});
        ASSERT_EQ(shown->refusal, "");
        EXPECT_TRUE(bits_of(*shown->values) == bits_of(*expected->values));
        EXPECT_FALSE(bits_of(*shown->values) == bits_of(*before->values));
    }
    let_go(capacity);
    ASSERT_TRUE(simulated());
    ASSERT_TRUE(wait_for([&] { return image_of(pane().simulation().get()); }));
}

TEST_F(LiveCachesTest, LackOfMemoryIsSaidAndTheCacheIsSimulated) {
    pane().library().set_memory_limit(1);
    CacheSlider& capacity = slider("l1_capacity_slider");
    grab(capacity);
    drag_to(capacity, 0.1);
    ASSERT_TRUE(wait_for([this] { return text("live_state").find("simulated again") != std::string::npos; }));
    EXPECT_THAT(text("live_state"), HasSubstr("memory"));
    EXPECT_FALSE(pane().live().shown());
    let_go(capacity);
    ASSERT_TRUE(wait_for([&] { return pane().config().l1.capacity == capacity.number() * 128; }));
    ASSERT_TRUE(simulated());
    expect_simulation_of(pane().config());
}

TEST_F(LiveCachesTest, ThePipelineOfAGpuIsSimulatedWhenTheSliderIsLetGo) {
    auto& model = part<QComboBox>("model");
    model.setCurrentIndex(model.findData(QStringLiteral("turing-rtx2080ti")));
    part<QPushButton>("apply_button").click();
    ASSERT_TRUE(wait_for([this] { return !pane().config().preset.empty(); }));
    EXPECT_THAT(text("live_state"), HasSubstr("let go"));
    CacheSlider& ways = slider("l2_ways_slider");
    grab(ways);
    drag_to(ways, 0.0);
    EXPECT_FALSE(pane().live().shown());
    let_go(ways);
    EXPECT_TRUE(wait_for([this] { return pane().config().l2.ways == 1; })) << text("l2_note");
}

} // namespace
} // namespace hitmap
