#include "core/trace/model/element_kind.h"
#include "tests/widgets/common.h"
#include "tests/widgets/tiny_recording.h"
#include "widgets/session/recording/trace_request.h"
#include "widgets/session/state/session.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>
#include <gtest/gtest.h>

#include <tuple>

namespace hitmap {
namespace {

/// Two panes of one recording, without a window.
class PanesTest : public testing::Test {
protected:
    void SetUp() override {
        write_tiny_recording(file_);
        session_.active().open(file_);
        ASSERT_TRUE(settle());
        session_.add_pane();
        ASSERT_EQ(session_.pane_count(), 2U);
    }
    bool settle() {
        return QTest::qWaitFor(
            [this] {
                for (std::size_t i = 0; i < session_.pane_count(); ++i) {
                    const Pane& pane = session_.pane(i);
                    if (!pane.work().title().isEmpty() || pane.values() == nullptr) return false;
                    if (pane.values()->metric != pane.choices().metric) return false;
                    if (pane.values()->frames != pane.choices().frames) return false;
                    if (pane.values()->difference != (pane.reference() != nullptr)) return false;
                }
                return true;
            },
            patience_ms);
    }
    Pane& a() { return session_.pane(0); }
    Pane& b() { return session_.pane(1); }
    void unlink(bool Links::*link) {
        Links links = session_.links();
        links.*link = false;
        session_.set_links(links);
    }
    void simulate_small_cache(Pane& pane) {
        ModelChoice config;
        config.l1 = parse_cache_geometry("1KiB:128:1");
        pane.simulate(config);
        ASSERT_TRUE(settle());
        ASSERT_EQ(pane.config(), config);
    }

    QTemporaryDir folder_;
    std::string file_ = folder_.filePath(QStringLiteral("tiny.hmt")).toStdString();
    Session session_;
};

TEST_F(PanesTest, ShareRecordingAndSimulation) {
    EXPECT_EQ(a().recording(), b().recording());
    EXPECT_EQ(a().simulation(), b().simulation());
    EXPECT_EQ(session_.active_index(), 1U);
    simulate_small_cache(b());
    EXPECT_EQ(a().recording(), b().recording());
    EXPECT_NE(a().simulation(), b().simulation());
    a().simulate(b().config());
    ASSERT_TRUE(settle());
    EXPECT_EQ(a().simulation(), b().simulation()) << "a configuration is simulated once";
}

TEST_F(PanesTest, AnotherMeshOpensInTheLinkedFrameAndMetric) {
    a().set_frames({8, 3, 2});
    a().set_metric("access-count"_metric);
    ASSERT_TRUE(settle());
    TraceRequest teapot;
    teapot.scene = "builtin:teapot?triangles=200";
    teapot.options.width = teapot.options.height = 32;
    b().open(spec_of(teapot));
    ASSERT_TRUE(settle());
    ASSERT_NE(a().recording(), b().recording());
    EXPECT_EQ(b().choices().frames, (FrameRange{8, 3, 2}));
    EXPECT_EQ(b().choices().metric, "access-count"_metric);
    EXPECT_EQ(b().choices().view.camera, b().recording()->camera) << "of another mesh it is no use";
    EXPECT_EQ(a().choices().frames, (FrameRange{8, 3, 2})) << "what was there leads";

    unlink(&Links::time);
    b().open(file_);
    ASSERT_TRUE(settle());
    EXPECT_EQ(b().choices().frames, FrameRange());
}

TEST_F(PanesTest, FramesOfAnotherTreeAreMatchedByPixels) {
    const std::string other = folder_.filePath(QStringLiteral("other.hmt")).toStdString();
    write_tiny_recording_of_another_tree(other);
    b().open(other);
    ASSERT_TRUE(settle());
    a().set_frames({4, 1, 1});
    const auto matched = [this] {
        return matched_by(a().choices().frames, b().choices().frames) == FrameMatch::pixels;
    };
    ASSERT_TRUE(QTest::qWaitFor(matched, patience_ms));
    EXPECT_EQ(frame_range_window(a().profile()->positions(), a().choices().frames),
              frame_window(a().profile()->positions(), 4, 1))
        << "the first pane keeps equal shares";
    unlink(&Links::time);
    EXPECT_EQ(matched_by(a().choices().frames, b().choices().frames), FrameMatch::position);
}

TEST_F(PanesTest, LinkedCamerasMoveTogether) {
    View view = a().choices().view;
    view.camera.position.x += 1.0F;
    a().set_view(view);
    EXPECT_EQ(b().choices().view.camera, view.camera);
    unlink(&Links::camera);
    view.camera.position.x += 1.0F;
    a().set_view(view);
    EXPECT_NE(b().choices().view.camera, view.camera);
    session_.set_links({});
    EXPECT_EQ(a().choices().view.camera, b().choices().view.camera) << "a new link follows the active pane";
}

TEST_F(PanesTest, LayersAndBoxLevelsAreLinkedEachByItself) {
    const auto change = [this](bool wireframe, std::uint16_t last) {
        View view = a().choices().view;
        view.wireframe = wireframe;
        view.show(face_kind, !wireframe);
        view.minimum_accesses = wireframe ? 5 : 1;
        view.box_levels.last = last;
        a().set_view(view);
    };
    const auto shown = [this] {
        const View& view = b().choices().view;
        return std::tuple(view.wireframe, view.shows(face_kind), view.minimum_accesses, view.box_levels.last);
    };
    change(true, 7);
    EXPECT_EQ(shown(), std::tuple(true, false, 5U, 7));
    unlink(&Links::box_levels);
    change(false, 9);
    EXPECT_EQ(shown(), std::tuple(false, true, 1U, 7));
    unlink(&Links::layers);
    change(true, 11);
    EXPECT_EQ(shown(), std::tuple(false, true, 1U, 7));
    EXPECT_EQ(a().choices().view.colour_map, b().choices().view.colour_map);
    session_.set_active(0);
    session_.set_links({});
    EXPECT_EQ(shown(), std::tuple(true, false, 5U, 11)) << "a new link follows the active pane";
}

TEST_F(PanesTest, TimeMetricAndSelectionAreLinked) {
    a().set_frames({8, 3, 1});
    b().set_metric("access-count"_metric);
    a().set_selection(Selection{face_kind, 7});
    EXPECT_EQ(b().choices().frames, (FrameRange{8, 3, 1}));
    EXPECT_EQ(a().choices().metric, "access-count"_metric);
    EXPECT_EQ(b().choices().selection, (Selection{face_kind, 7}));
    unlink(&Links::time);
    unlink(&Links::metric);
    unlink(&Links::selection);
    a().set_frames({8, 4, 1});
    a().set_metric("l2-misses"_metric);
    a().set_selection(std::nullopt);
    EXPECT_EQ(b().choices().frames, (FrameRange{8, 3, 1}));
    EXPECT_EQ(b().choices().metric, "access-count"_metric);
    EXPECT_TRUE(b().choices().selection.has_value());
}

TEST_F(PanesTest, OneColourRangeHoldsTheValuesOfAll) {
    View view = a().choices().view;
    view.range_mode = RangeMode::data;
    a().set_view(view);
    EXPECT_EQ(b().choices().view.range_mode, RangeMode::data);
    simulate_small_cache(b());
    EXPECT_LT(b().extent()->min, a().extent()->min);
    EXPECT_EQ(a().range().min, b().range().min);
    EXPECT_EQ(a().range().max, b().range().max);
    unlink(&Links::range);
    EXPECT_NE(a().range().min, b().range().min);
}

TEST_F(PanesTest, DifferencesAreToWhatTheReferenceShows) {
    simulate_small_cache(b());
    b().set_reference(&a());
    ASSERT_TRUE(settle());
    ASSERT_TRUE(b().values()->difference);
    EXPECT_TRUE(b().range().difference);
    const auto& before = *a().values()->kinds[face_kind].values;
    const auto& difference = *b().values()->kinds[face_kind].values;
    ASSERT_EQ(before.size(), difference.size());
    EXPECT_LT(b().values()->extent(b().choices().view)->min, 0.0F) << "a small cache hits less";
    session_.remove_pane(0);
    ASSERT_TRUE(settle());
    EXPECT_EQ(session_.active().reference(), nullptr);
    EXPECT_FALSE(session_.active().values()->difference);
}

TEST_F(PanesTest, BothPanesShowADifferenceWithOneSign) {
    simulate_small_cache(b());
    a().set_reference(&b(), Side::baseline);
    b().set_reference(&a(), Side::compared);
    ASSERT_TRUE(settle());
    for (Pane* pane : {&a(), &b()}) {
        EXPECT_EQ(pane->values()->sides.letters, (SideLetters{'A', 'B'}));
        EXPECT_LT(pane->extent()->min, 0.0F) << "B hits less";
        EXPECT_LE(pane->extent()->max, 0.0F);
    }
    EXPECT_EQ(a().range(), b().range());
    ASSERT_TRUE(QTest::qWaitFor([this] { return session_.can_undo(); }, patience_ms));
    session_.undo(); // ends the current undo step
    session_.redo();
    a().set_reference(&b(), Side::compared);
    EXPECT_EQ(b().side(), Side::baseline) << "the other pane has the same sign";
    ASSERT_TRUE(QTest::qWaitFor(
        [this] {
            return a().values()->difference && a().values()->sides.letters == SideLetters{'B', 'A'};
        },
        patience_ms));
    EXPECT_GT(a().extent()->max, 0.0F);
    session_.undo();
    EXPECT_EQ(a().side(), Side::baseline);
    EXPECT_EQ(b().side(), Side::compared);
}

TEST_F(PanesTest, UndoTakesBackLooksAndConfigurationsButNotTime) {
    const PaneChoices before = b().choices();
    View view = before.view;
    view.colour_map = "viridis";
    b().set_view(view);
    ASSERT_TRUE(QTest::qWaitFor([this] { return session_.can_undo(); }, patience_ms));
    session_.undo();
    EXPECT_EQ(b().choices().view.colour_map, "plasma");
    session_.redo();
    EXPECT_EQ(b().choices().view.colour_map, "viridis");
    simulate_small_cache(b());
    b().set_frames({4, 2, 1});
    session_.undo();
    ASSERT_TRUE(settle());
    EXPECT_EQ(b().config(), ModelChoice());
    EXPECT_EQ(b().choices().frames, (FrameRange{4, 2, 1}));
    EXPECT_EQ(b().choices().view.colour_map, "viridis");
    session_.undo();
    EXPECT_EQ(b().choices().view.colour_map, "plasma");
    EXPECT_FALSE(session_.can_undo());
}

TEST_F(PanesTest, ASessionComesBack) {
    unlink(&Links::camera);
    View view = b().choices().view;
    view.camera.position.x += 2.0F;
    b().set_view(view);
    simulate_small_cache(b());
    a().set_frames({4, 1, 2});
    b().set_reference(&a(), Side::baseline);
    ASSERT_TRUE(settle());
    const SessionState state = session_.state();
    Session other;
    other.restore(state);
    ASSERT_TRUE(QTest::qWaitFor(
        [&] {
            return other.pane(0).values() != nullptr && other.pane(1).values() != nullptr &&
                   other.pane(1).values()->difference;
        },
        patience_ms));
    EXPECT_EQ(other.state(), state);
    EXPECT_EQ(other.pane(0).recording(), other.pane(1).recording());
    EXPECT_EQ(other.pane(1).side(), Side::baseline);
    EXPECT_EQ(other.pane(0).choices().view.camera, a().choices().view.camera);
    EXPECT_EQ(other.pane(1).choices().view.camera, view.camera);
}

TEST_F(PanesTest, TheActivePaneStaysWhenAnotherGoes) {
    session_.add_pane();
    session_.set_active(1);
    const Pane* active = &session_.active();
    session_.remove_pane(0);
    EXPECT_EQ(&session_.active(), active);
    EXPECT_EQ(session_.active_index(), 0U);
}

} // namespace
} // namespace hitmap
