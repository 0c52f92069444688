#include "core/profile/derived/cache_model.h"
#include "tests/widgets/opened_session.h"
#include "widgets/base/format.h"
#include "widgets/model/cache_panel.h"
#include "widgets/model/cache_slider.h"
#include "widgets/plot/xy_plot.h"

#include <QtGui/QMouseEvent>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QStyle>
#include <QtWidgets/QStyleOptionSlider>
#include <gmock/gmock.h>

#include <algorithm>
#include <bit>
#include <vector>

namespace hitmap {
namespace {

using testing::HasSubstr;

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

    static QRect handle_of(const QSlider& slider) {
        QStyleOptionSlider option;
        option.initFrom(&slider);
        option.orientation = slider.orientation();
        option.minimum = slider.minimum();
        option.maximum = slider.maximum();
        option.sliderPosition = slider.sliderPosition();
        option.sliderValue = slider.value();
        return slider.style()->subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderHandle, &slider);
    }
    /// Presses the button on the handle.
    static void grab(CacheSlider& slider) {
        QTest::mousePress(&slider, Qt::LeftButton, Qt::NoModifier, handle_of(slider).center());
        EXPECT_TRUE(slider.isSliderDown());
    }
    /// Moves the pointer to a share of the slider's width.
    static void drag_to(CacheSlider& slider, double share) {
        const QPoint place(static_cast<int>(share * slider.width()), slider.height() / 2);
        QMouseEvent move(QEvent::MouseMove, place, slider.mapToGlobal(place), Qt::NoButton, Qt::LeftButton,
                         Qt::NoModifier);
        QCoreApplication::sendEvent(&slider, &move);
    }
    static void let_go(CacheSlider& slider) {
        QTest::mouseRelease(&slider, Qt::LeftButton, Qt::NoModifier, handle_of(slider).center());
    }
    /// Waits for the preview of what the sliders say.
    bool previewed() {
        return wait_for([this] {
            return pane().previews() &&
                   pane().config().l1.capacity == slider("l1_capacity_slider").number() * 128;
        });
    }
    bool simulated() {
        return wait_for([this] {
            return !pane().work().running() && !pane().previews() &&
                   pane().config() == pane().wanted_config();
        });
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
    EXPECT_EQ(text("l1_capacity_slider_text"), "32 KiB");
    grab(capacity);
    for (const double share : {0.5, 0.35, 0.2, 0.1}) {
        drag_to(capacity, share);
        ASSERT_TRUE(previewed()) << share;
        EXPECT_EQ(pane().config().l1.capacity, capacity.number() * 128);
        EXPECT_EQ(pane().wanted_config(), before) << "a drag is not a step yet";
        QTest::qWait(500); // longer than the pause between steps of undo
        expect_simulation_of(pane().config());
        EXPECT_FALSE(session_.can_undo());
    }
    const ModelChoice dragged = pane().config();
    EXPECT_LT(dragged.l1.lines(), before.l1.ways);
    EXPECT_EQ(dragged.l1.ways, dragged.l1.lines()) << "no more ways than lines";
    EXPECT_EQ(part<QLineEdit>("l1_edit").text().toStdString(), to_string(dragged.l1));
    drag_to(capacity, 0.9);
    EXPECT_EQ(part<QLabel>("l1_ways_slider_text").text(), QStringLiteral("64")) << "the chosen ways are back";
    drag_to(capacity, 0.1);
    ASSERT_TRUE(previewed());
    let_go(capacity);
    ASSERT_TRUE(simulated());
    EXPECT_EQ(pane().config(), dragged);
    EXPECT_NE(pane().profile()->sm_table(), nullptr) << "a whole simulation";
    expect_simulation_of(dragged);
    ASSERT_TRUE(wait_for([this] { return session_.can_undo(); }));
    session_.undo();
    ASSERT_TRUE(wait_for([&] { return pane().config() == before && !pane().previews(); }));
    expect_simulation_of(before);
    EXPECT_FALSE(session_.can_undo()) << "one step a drag";
    EXPECT_EQ(text("l1_capacity_slider_text"), "32 KiB");
    EXPECT_EQ(capacity.number(), 256U);
}

TEST_F(LiveCachesTest, KeysMoveAndTheirPauseSimulates) {
    CacheSlider& ways = slider("l2_ways_slider");
    ways.setFocus();
    ASSERT_TRUE(wait_for([&] { return ways.hasFocus(); }));
    QTest::keyClick(&ways, Qt::Key_Home);
    ASSERT_TRUE(wait_for([this] { return pane().previews(); }));
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
    EXPECT_EQ(text("l2_ways_slider_text"), "full");
    expect_simulation_of(pane().config());
    CacheSlider& capacity = slider("l2_capacity_slider");
    QTest::keyClick(&capacity, Qt::Key_PageDown);
    ASSERT_TRUE(wait_for([this] { return pane().config().l2.capacity == 3U << 20; }));
    EXPECT_EQ(text("l2_ways_slider_text"), "full") << "full stays full";
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
    let_go(capacity);
    ASSERT_TRUE(simulated());
    QTest::keyClick(&slider("l2_capacity_slider"), Qt::Key_Left);
    EXPECT_TRUE(wait_for([&] { return plot.data().series.at(0).title == "L2"; }));
    ASSERT_TRUE(simulated());
    const QByteArray folder = qgetenv("HITMAP_SCREENSHOTS");
    if (!folder.isEmpty())
        panel_.grab().save(QString::fromLocal8Bit(folder) + QStringLiteral("/live_caches.png"));
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
    EXPECT_TRUE(pane().previews());
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
    EXPECT_FALSE(pane().previews());
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
    EXPECT_FALSE(pane().previews());
    let_go(ways);
    EXPECT_TRUE(wait_for([this] { return pane().config().l2.ways == 1; })) << text("cache_error");
}

} // namespace
} // namespace hitmap
