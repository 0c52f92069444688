#include "core/cache/gpu/preset_library.h"
#include "core/profile/models/cache_model.h"
#include "core/profile/sums/sm_table.h"
#include "core/store/entry_store.h"
#include "tests/widgets/drag_slider.h"
#include "tests/widgets/opened_session.h"
#include "widgets/base/format.h"
#include "widgets/model/cache_level_edit.h"
#include "widgets/model/cache_panel.h"
#include "widgets/model/cache_slider.h"
#include "widgets/panels/inspector.h"
#include "widgets/plot/xy_plot.h"
#include "widgets/session/recording/stored_results.h"

#include <QtCore/QRegularExpression>
#include <QtGui/QClipboard>
#include <QtGui/QGuiApplication>
#include <QtWidgets/QAbstractButton>
#include <QtWidgets/QAction>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QScrollBar>
#include <gmock/gmock.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

namespace hitmap {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// The form of the caches alone in a window, driven by events.
class LiveCachesTest : public OpenedSession {
protected:
    LiveCachesTest() : panel_(pane()) {
        panel_.resize(420, 760);
        panel_.show();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(&panel_, patience_ms));
        panel_.activateWindow();
    }

    template <class T>
    T& part(const char* name) {
        return *panel_.findChild<T*>(QString::fromLatin1(name));
    }
    CacheSlider& slider(const char* name) { return part<CacheSlider>(name); }
    std::string text(const char* name) { return part<QLabel>(name).text().toStdString(); }
    /// What the field of a number says.
    std::string number(const char* name) { return part<QLineEdit>(name).text().toStdString(); }
    /// The L1 as the command line takes it.
    std::string l1_text() { return part<CacheLevelEdit>("l1_level").text().toStdString(); }

    /// Waits for the preview of what the sliders say.
    bool previewed() {
        return wait_for([this] {
            return pane().live().shown() &&
                   pane().config().l1.capacity == slider("l1_capacity_slider").number() * 128;
        });
    }
    bool simulated() {
        return wait_for([this] {
            return !pane().work().running() && !pane().live().shown() &&
                   pane().config() == pane().wanted_config();
        });
    }
    /// Drags the slider of the L1 capacity to a share of its width, lets it go, and waits for the simulation.
    bool move_capacity(double share) {
        CacheSlider& capacity = slider("l1_capacity_slider");
        grab(capacity);
        drag_to(capacity, share);
        const bool followed = previewed();
        let_go(capacity);
        return simulated() && followed;
    }
    /// The bits of floats, so that undefined values are equal to themselves.
    static std::vector<std::uint32_t> bits_of(const std::vector<float>& values) {
        std::vector<std::uint32_t> bits;
        for (const float value : values)
            bits.push_back(std::bit_cast<std::uint32_t>(value));
        return bits;
    }
    /// What is shown equals another simulation.
    void expect_simulation_of(const ModelChoice& config) {
        ThreadPool pool(1);
        const auto fresh = simulate(pane().recording(), config, pool, {});
        const FrameValues& shown = *pane().values();
        EXPECT_EQ(shown.simulation->totals, fresh->totals);
        const auto sms = pane().profile()->sm_table();
        ASSERT_NE(sms, nullptr);
        for (std::size_t sm = 0; sm < sms->sms(); ++sm)
            EXPECT_EQ(sms->sum(sm, shown.window), fresh->profile->sm_table()->sum(sm, shown.window)) << sm;
        EXPECT_EQ(pane().profile()->allocations(shown.window).allocations,
                  fresh->profile->allocations(shown.window).allocations);
        for (const ElementKindId kind : {face_kind, box_kind}) {
            std::vector<float> values;
            fresh->profile->values(shown.window, kind, shown.metric, values);
            EXPECT_TRUE(bits_of(*shown.kinds[kind].values) == bits_of(values));
            EXPECT_EQ(shown.kinds[kind].totals, fresh->profile->totals(shown.window)[kind]);
        }
    }

    CachePanel panel_;
};

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

TEST_F(LiveCachesTest, ADragStopsAtCachesThatCanBeBuilt) {
    CacheSlider& capacity = slider("l1_capacity_slider");
    grab(capacity);
    for (int hundredth = 0; hundredth <= 100; ++hundredth) {
        drag_to(capacity, hundredth / 100.0);
        const CacheGeometry cache = part<CacheLevelEdit>("l1_level").value();
        ASSERT_EQ(cache.lines() % cache.ways, 0U) << l1_text();
        EXPECT_TRUE(std::has_single_bit(cache.lines() / cache.ways)) << l1_text();
    }
    drag_to(capacity, 0.1);
    ASSERT_TRUE(previewed());
    let_go(capacity);
    ASSERT_TRUE(simulated());
    part<QLineEdit>("l1_capacity").setText(QStringLiteral("33KiB:128:64"));
    EXPECT_THAT(text("l1_note"), HasSubstr("no cache has such sets")) << "what is typed may be any";
}

TEST_F(LiveCachesTest, ANumberIsOneControlWithItsSlider) {
    auto& capacity = part<QLineEdit>("l1_capacity");
    CacheSlider& moved = slider("l1_capacity_slider");
    capacity.setFocus();
    capacity.selectAll();
    QTest::keyClicks(&capacity, QStringLiteral("64 KiB"));
    EXPECT_EQ(moved.number(), 512U) << "the slider follows what is typed";
    QTest::keyClick(&capacity, Qt::Key_PageUp);
    EXPECT_EQ(number("l1_capacity"), "128 KiB") << "and keys of the field move it";
    QTest::keyClick(&capacity, Qt::Key_Down);
    EXPECT_EQ(moved.number() % 64, 0U) << "by whole sets";
    EXPECT_LT(moved.number(), 1024U);
    ASSERT_TRUE(wait_for([&] { return pane().config().l1.lines() == moved.number(); }));
    ASSERT_TRUE(simulated());
}

TEST_F(LiveCachesTest, ACacheIsCopiedAndPastedAsTheCommandLineTakesIt) {
    const auto act = [this](const char* name) {
        part<QAction>(name).trigger();
        return QGuiApplication::clipboard()->text().toStdString();
    };
    EXPECT_EQ(act("l2_copy_text"), to_string(pane().config().l2));
    QGuiApplication::clipboard()->setText(QStringLiteral(" 16KiB:64:4\n"));
    act("l1_paste_text");
    EXPECT_EQ(number("l1_capacity"), "16 KiB");
    EXPECT_EQ(part<QComboBox>("l1_line").currentData().toUInt(), 64U);
    EXPECT_EQ(number("l1_ways"), "4");
    EXPECT_EQ(act("l1_copy_text"), "16KiB:64:4");
    QGuiApplication::clipboard()->setText(QStringLiteral("16KiB:64:4:plru"));
    CacheSlider& ways = slider("l1_ways_slider");
    ways.setFocus();
    ASSERT_TRUE(wait_for([&] { return ways.hasFocus(); }));
    QTest::keyClick(&ways, Qt::Key_V, Qt::ControlModifier);
    EXPECT_EQ(part<QComboBox>("l1_policy").currentText(), QStringLiteral("plru")) << "the keys do so, too";
    EXPECT_THAT(text("l1_note"), HasSubstr("lru only"));
    EXPECT_FALSE(part<QPushButton>("apply_button").isEnabled());
    QGuiApplication::clipboard()->setText(QStringLiteral("nothing"));
    act("l1_paste_text");
    EXPECT_THAT(text("l1_note"), AllOf(HasSubstr("L1: "), HasSubstr("nothing")));
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

/// The panel of caches in a column that scrolls, as in the window.
class CachesColumn : public testing::Test {
protected:
    CachesColumn() {
        write_tiny_recording(file);
        column.add_panel({}, new CachePanel(session.active()));
    }
    [[nodiscard]] bool show(int height) {
        column.resize(474, height);
        column.show();
        return QTest::qWaitForWindowExposed(&column, patience_ms);
    }
    [[nodiscard]] bool opened() {
        return QTest::qWaitFor([this] { return session.active().values() != nullptr; }, patience_ms);
    }

    const QTemporaryDir folder;
    const std::string file = folder.filePath(QStringLiteral("tiny.hmt")).toStdString();
    Session session;
    Inspector column;
};

TEST_F(CachesColumn, ScrollsToTheCurveWhenASliderIsMoved) {
    ASSERT_TRUE(show(640)); // lower than the form above the sliders and the curve together
    session.active().open(file);
    ASSERT_TRUE(opened());
    auto& capacity = *column.findChild<CacheSlider*>(QStringLiteral("l1_capacity_slider"));
    const auto& plot = *column.findChild<XyPlot*>(QStringLiteral("capacity_plot"));
    EXPECT_FALSE(plot.isVisible());
    column.ensureWidgetVisible(&capacity, 0, 0);
    grab(capacity);
    drag_to(capacity, 0.3);
    const auto is_whole = [](const QWidget& part) {
        return part.isVisible() && part.visibleRegion().boundingRect().height() >= part.height();
    };
    EXPECT_TRUE(QTest::qWaitFor([&] { return is_whole(plot); }, patience_ms));
    EXPECT_TRUE(is_whole(capacity)) << "above the curve";
    let_go(capacity);
    // It stays where the user scrolls to, until a slider moves again.
    column.verticalScrollBar()->setValue(0);
    QTest::qWait(0);
    EXPECT_FALSE(is_whole(plot));
    QTest::keyClick(&capacity, Qt::Key_Left);
    EXPECT_TRUE(QTest::qWaitFor([&] { return is_whole(plot); }, patience_ms));
    EXPECT_TRUE(QTest::qWaitFor([&] { return !session.active().work().running(); }, patience_ms));
}

TEST_F(CachesColumn, RowsOfNumbersKeepTheirHeightWhenTheLineBelowGrows) {
    ASSERT_TRUE(show(640));
    const auto expect_whole_rows = [&] {
        const auto texts =
            column.findChildren<QLineEdit*>(QRegularExpression(QStringLiteral("^l[12]_(capacity|ways)$")));
        EXPECT_EQ(texts.size(), 4);
        const auto is_whole = [](const QLineEdit* text) {
            return text->height() >= text->minimumSizeHint().height();
        };
        // Nested layouts need several rounds of events.
        QTest::qWait(0);
        (void)QTest::qWaitFor([&] { return std::ranges::all_of(texts, is_whole); }, patience_ms);
        for (const QLineEdit* text : texts)
            EXPECT_TRUE(is_whole(text)) << text->objectName().toStdString() << ' ' << text->height();
    };
    expect_whole_rows();
    session.active().open(file);
    expect_whole_rows();
    ASSERT_TRUE(opened());
    expect_whole_rows();
}

TEST_F(CachesColumn, NoTextIsCutInANarrowPanel) {
    ASSERT_TRUE(show(900));
    session.active().open(file);
    ASSERT_TRUE(opened());
    const char* const gpu = "pascal-gtx1080"; // the longest names of index functions
    session.active().simulate(choice_of(find_gpu_preset(gpu), gpu));
    ASSERT_TRUE(QTest::qWaitFor([this] { return !session.active().work().running(); }, patience_ms));
    for (const int width : {300, 400, 500}) {
        column.resize(width, 900);
        QTest::qWait(0);
        const auto expect_room = [&](const QWidget& widget, int least) {
            if (!widget.isVisible()) return;
            const QString name = widget.objectName() + QLatin1Char(' ') + widget.accessibleName();
            EXPECT_GE(widget.width(), least) << width << ": " << name.toStdString();
            const int right = widget.mapTo(column.viewport(), QPoint(widget.width(), 0)).x();
            EXPECT_LE(right, column.viewport()->width()) << width << ": " << name.toStdString();
        };
        for (const QLabel* label : column.findChildren<QLabel*>())
            expect_room(*label, label->wordWrap() ? 0 : label->sizeHint().width());
        for (const QComboBox* box :
             column.findChildren<QComboBox*>(QRegularExpression(QStringLiteral("^l[12]_"))))
            expect_room(*box, box->fontMetrics().horizontalAdvance(box->currentText()) + 20);
        for (const QLineEdit* field : column.findChildren<QLineEdit*>())
            expect_room(*field, field->fontMetrics().horizontalAdvance(field->text()) + 8);
        for (const QAbstractButton* button : column.findChildren<QAbstractButton*>())
            expect_room(*button, button->sizeHint().width());
    }
}

} // namespace
} // namespace hitmap
