#include "core/trace/model/element_kind.h"
#include "tests/widgets/opened_session.h"

#include <QtTest/QSignalSpy>
#include <gtest/gtest.h>

#include <fstream>
#include <memory>

namespace hitmap {
namespace {

/// Tests whether choices are kept when another recording or metric is shown.
class ChoicesTest : public OpenedSession {
protected:
    ChoicesTest() { write_tiny_recording(other_, 1U << 12); }

    static ModelChoice small_cache() {
        ModelChoice config;
        config.l1 = parse_cache_geometry("1KiB:128:1");
        return config;
    }
    PaneChoices other_choices() {
        PaneChoices choices = pane().choices();
        choices.metric = "access-count"_metric;
        choices.frames = {8, 2, 1};
        choices.view.colour_map = "viridis";
        choices.view.camera.position.x += 1.0F;
        choices.selection = Selection{face_kind, 7};
        return choices;
    }
    bool rest() {
        return wait_for([this] { return pane().work().title().isEmpty(); }) && settle();
    }
    void set_range(RangeMode mode, bool locked) {
        View view = pane().choices().view;
        view.range_mode = mode;
        view.range_locked = locked;
        pane().set_view(view);
    }

    std::string other_ = folder_.filePath(QStringLiteral("other.hmt")).toStdString();
};

TEST_F(ChoicesTest, WhatTheRecordingDoesNotHaveIsNotSelected) {
    const auto beyond = [this](ElementKindId kind) {
        return Selection{kind, pane().profile()->element_count(kind)};
    };
    for (const Selection& missing : {beyond(box_kind), beyond(face_kind), beyond(pixel_kind), {9, 0}}) {
        pane().set_selection(Selection{face_kind, 7});
        pane().set_selection(missing);
        EXPECT_EQ(pane().choices().selection, std::nullopt);
    }
    PaneChoices choices = other_choices();
    choices.selection = beyond(face_kind);
    pane().set_selection(Selection{face_kind, 7});
    const QSignalSpy selected(&pane(), &Pane::selection_changed);
    pane().open(other_, {}, choices);
    ASSERT_TRUE(rest());
    EXPECT_EQ(pane().choices().selection, std::nullopt);
    EXPECT_EQ(selected.count(), 1);
}

TEST_F(ChoicesTest, HighlightedElementsAreOfTheSceneThatIsShown) {
    pane().set_selection(Selection{pixel_kind, 2'000});
    ASSERT_TRUE(wait_for([this] { return pane().marks().highlighted() != nullptr; }));
    bool changed = false;
    QObject::connect(&pane(), &Pane::recording_changed, &pane(), [&] {
        changed = true;
        EXPECT_EQ(pane().marks().highlighted(), nullptr);
    });
    pane().reload();
    ASSERT_TRUE(rest());
    EXPECT_TRUE(changed);
    EXPECT_TRUE(wait_for([this] { return pane().marks().highlighted() != nullptr; }));
}

TEST_F(ChoicesTest, AConfigurationChosenWhileOpeningIsOfWhatIsOpened) {
    pane().open(other_);
    pane().simulate(small_cache());
    EXPECT_EQ(pane().opening().wanted_spec(), other_);
    EXPECT_EQ(pane().wanted_config(), small_cache());
    ASSERT_TRUE(wait_for([this] { return pane().config() == small_cache(); }));
    ASSERT_TRUE(rest());
    EXPECT_EQ(pane().recording()->spec, other_);
    EXPECT_EQ(pane().opening().wanted_spec(), other_);
    pane().open(other_);
    pane().simulate({});
    pane().work().stop();
    EXPECT_EQ(pane().wanted_config(), small_cache());
}

TEST_F(ChoicesTest, ChoicesComeWithTheRecording) {
    const PaneChoices before = pane().choices();
    const PaneChoices wanted = other_choices();
    const QSignalSpy metric(&pane(), &Pane::metric_changed);
    const QSignalSpy look(&pane(), &Pane::look_changed);
    const QSignalSpy selection(&pane(), &Pane::selection_changed);
    pane().open(other_, small_cache(), wanted);
    EXPECT_EQ(pane().choices(), before) << "of what is shown until then";
    EXPECT_EQ(session_.state().panes[0].choices, wanted);
    ASSERT_TRUE(rest());
    EXPECT_EQ(pane().choices(), wanted);
    EXPECT_EQ(pane().config(), small_cache());
    EXPECT_EQ(metric.count(), 1);
    EXPECT_EQ(look.count(), 1);
    EXPECT_EQ(selection.count(), 1);
}

TEST_F(ChoicesTest, ARecordingThatDoesNotOpenChangesNoChoice) {
    const PaneChoices before = pane().choices();
    const std::string broken = folder_.filePath(QStringLiteral("broken.hmt")).toStdString();
    std::ofstream(broken) << "this is no recording";
    const QSignalSpy failed(&session_, &Session::failed);
    pane().open(broken, small_cache(), other_choices());
    ASSERT_TRUE(wait_for([&] { return failed.count() == 1; }));
    EXPECT_EQ(pane().choices(), before);
    EXPECT_EQ(pane().wanted_choices(), before);
    EXPECT_EQ(pane().wanted_config(), ModelChoice());
    pane().set_metric("l2-misses"_metric);
    EXPECT_EQ(pane().choices().metric, "l2-misses"_metric);
}

TEST_F(ChoicesTest, AFurtherPaneTellsWhatItTookOver) {
    pane().set_choices(other_choices());
    ASSERT_TRUE(settle());
    int told = 0;
    QObject::connect(&session_, &Session::pane_added, &session_, [&](int index) {
        const Pane& added = session_.pane(static_cast<std::size_t>(index));
        for (const auto signal : {&Pane::metric_changed, &Pane::look_changed, &Pane::selection_changed})
            QObject::connect(&added, signal, &session_, [&told] { ++told; });
    });
    EXPECT_EQ(session_.add_pane().choices(), session_.pane(0).choices());
    EXPECT_EQ(told, 3);
    EXPECT_FALSE(session_.can_undo());
}

TEST_F(ChoicesTest, ALockedRangeStaysUntilAnotherModeIsChosen) {
    set_range(RangeMode::full, true);
    const ColourRange full = pane().range();
    set_range(RangeMode::data, true);
    const ColourRange data = pane().range();
    EXPECT_NE(data, full);
    pane().set_frames({8, 2, 1});
    ASSERT_TRUE(settle());
    EXPECT_EQ(pane().range(), data);
    const auto all = pane().profile()->extent_over_frames(8, "l1-hit-rate"_metric);
    ASSERT_TRUE(all.has_value());
    set_range(RangeMode::all_frames, true);
    EXPECT_TRUE(wait_for([&] { return pane().range().min == all->min && pane().range().max == all->max; }));
    set_range(RangeMode::full, true);
    EXPECT_EQ(pane().range(), full);
}

TEST_F(ChoicesTest, ALockedRangeIsLinkedAndStored) {
    set_range(RangeMode::data, true);
    pane().set_frames({8, 2, 1});
    ASSERT_TRUE(settle());
    const ColourRange range = pane().range();
    const Pane& second = session_.add_pane();
    EXPECT_EQ(second.range(), range);
    set_range(RangeMode::data, false);
    EXPECT_FALSE(session_.pane(0).choices().view.range_locked);
    set_range(RangeMode::data, true);
    EXPECT_TRUE(session_.pane(0).choices().view.range_locked);
    const View stored = session_.stored_state().panes[1].choices.view;
    EXPECT_EQ(stored.range_mode, RangeMode::manual);
    EXPECT_EQ(stored.range_min, second.range().min);
    EXPECT_EQ(stored.range_max, second.range().max);
}

TEST_F(ChoicesTest, AManualRangeStaysWithItsMetric) {
    View view = pane().choices().view;
    view.range_mode = RangeMode::manual;
    view.range_min = 0.25F;
    view.range_max = 0.5F;
    view.range_of = RangeSubject{"l1-hit-rate"_metric};
    pane().set_view(view);
    EXPECT_EQ(pane().range().max, 0.5F);
    pane().set_metric("l1-misses"_metric);
    ASSERT_TRUE(settle());
    EXPECT_EQ(pane().range_mode(), View().range_mode);
    EXPECT_GT(pane().range().max, 1.0F) << "misses have a scale of their own";
    pane().set_metric("l1-hit-rate"_metric);
    ASSERT_TRUE(settle());
    EXPECT_EQ(pane().range_mode(), RangeMode::manual);
    EXPECT_EQ(pane().range().min, 0.25F);
    EXPECT_EQ(pane().range().max, 0.5F);
}

TEST_F(ChoicesTest, WhatIsNotShownIsNotKept) {
    set_range(RangeMode::all_frames, false);
    QTest::qWait(50);
    std::weak_ptr<const Profile> before = pane().profile();
    set_range(RangeMode::full, false);
    pane().simulate(small_cache());
    ASSERT_TRUE(rest());
    EXPECT_TRUE(wait_for([&] { return before.expired(); }));
    set_range(RangeMode::all_frames, false);
    before = pane().profile();
    pane().close();
    EXPECT_TRUE(wait_for([&] { return before.expired(); }));
}

} // namespace
} // namespace hitmap
