#include "core/trace/model/element_kind.h"
#include "tests/widgets/common.h"
#include "tests/widgets/tiny_recording.h"
#include "widgets/session/state/session.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>
#include <gtest/gtest.h>

#include <random>
#include <set>

namespace hitmap {
namespace {

/// Returns a message if the values, scene, selection and outlines of a pane do not belong to one recording;
/// otherwise an empty text.
std::string disagreement(const Pane& pane) {
    const auto& values = pane.values();
    const auto recording = pane.recording();
    if ((values == nullptr) != (recording == nullptr)) return "values without a recording";
    if (recording == nullptr) return pane.marks().highlighted() == nullptr ? "" : "outlines of nothing";
    if (values->simulation != pane.simulation()) return "values of another simulation";
    const RecordedScene& scene = *recording->scene;
    const auto count = [&](ElementKindId kind) {
        return kind == face_kind  ? scene.face_slots.size()
               : kind == box_kind ? scene.boxes.size()
                                  : pane.profile()->element_count(kind);
    };
    for (ElementKindId kind = 0; kind < element_kinds().size(); ++kind)
        if (values->kinds[kind].values->size() != count(kind)) return "a value too many or too few";
    const auto& selection = pane.choices().selection;
    if (selection && selection->element >= count(selection->kind)) return "a selection of another recording";
    if (pane.marks().highlighted() == nullptr) return "";
    for (const Highlight& element : pane.marks().highlighted()->elements)
        if (element.element >= count(element.kind)) return "an outline of another recording";
    return "";
}

/// Panes whose recordings, configurations, frames and references change while jobs are running.
class PaneChangesTest : public testing::TestWithParam<unsigned> {
protected:
    PaneChangesTest() {
        write_tiny_recording(files_[0]);
        write_tiny_recording_of_another_tree(files_[1]);
        QObject::connect(&session_, &Session::pane_added, &session_,
                         [this](int index) { watch(session_.pane(static_cast<std::size_t>(index))); });
        watch(session_.active());
    }
    /// Checks the pane on each signal, since a view may draw itself on any of them.
    void watch(const Pane& pane) {
        for (const auto told :
             {&Pane::recording_changed, &Pane::profile_changed, &Pane::metric_changed, &Pane::frames_changed,
              &Pane::camera_changed, &Pane::look_changed, &Pane::selection_changed, &Pane::reference_changed,
              &Pane::values_changed, &Pane::extent_changed, &Pane::work_changed})
            QObject::connect(&pane, told, &session_, [this] { look(); });
        QObject::connect(&pane.marks(), &PaneMarks::highlighted_changed, &session_, [this] { look(); });
    }
    void look() {
        for (std::size_t i = 0; i < session_.pane_count(); ++i) {
            const std::string wrong = disagreement(session_.pane(i));
            if (!wrong.empty()) wrong_.insert(wrong);
        }
    }
    unsigned below(unsigned end) { return static_cast<unsigned>(random_() % end); }
    void change(Pane& pane) {
        ModelChoice small;
        small.l1 = parse_cache_geometry("1KiB:128:1");
        View view = pane.choices().view;
        switch (below(10)) {
        case 0:
        case 1:
            return pane.open(files_[below(2)]);
        case 2:
            return pane.simulate(below(2) == 0 ? small : ModelChoice());
        case 3:
            return pane.set_metric(below(2) == 0 ? "l1-misses"_metric : "access-count"_metric);
        case 4:
            return pane.set_frames({8, below(8), 1});
        case 5:
            return pane.set_selection(Selection{pixel_kind, below(64 * 64)});
        case 6:
            return pane.set_selection(Selection{face_kind, below(512)});
        case 7:
            view.range_mode = below(2) == 0 ? RangeMode::data : RangeMode::all_frames;
            return pane.set_view(view);
        case 8:
            return below(4) == 0 ? pane.close() : pane.reload();
        default:
            change_panes(pane);
        }
    }
    void change_panes(Pane& pane) {
        const unsigned kind = below(4);
        Pane& other = session_.pane(below(static_cast<unsigned>(session_.pane_count())));
        if (kind == 0 && session_.pane_count() > 1) return session_.remove_pane(session_.index_of(pane));
        if (kind == 1 && session_.pane_count() < Session::most_panes) return (void)session_.add_pane();
        pane.set_reference(&other == &pane ? nullptr : &other);
    }
    bool rest() {
        return QTest::qWaitFor(
            [this] {
                for (std::size_t i = 0; i < session_.pane_count(); ++i)
                    if (session_.pane(i).work().running()) return false;
                return true;
            },
            patience_ms);
    }

    QTemporaryDir folder_;
    std::string files_[2] = {folder_.filePath(QStringLiteral("a.hmt")).toStdString(),
                             folder_.filePath(QStringLiteral("b.hmt")).toStdString()};
    Session session_;
    std::mt19937 random_{GetParam()};
    std::set<std::string> wrong_;
};

TEST_P(PaneChangesTest, WhatIsShownIsOfOneRecordingAtEveryMoment) {
    session_.active().open(files_[0]);
    ASSERT_TRUE(rest());
    for (int step = 0; step < 120; ++step) {
        change(session_.pane(below(static_cast<unsigned>(session_.pane_count()))));
        look();
        QTest::qWait(static_cast<int>(below(4)));
    }
    ASSERT_TRUE(rest());
    look();
    EXPECT_EQ(wrong_, std::set<std::string>());
}

INSTANTIATE_TEST_SUITE_P(Seeds, PaneChangesTest, testing::Values(1U, 2U, 3U));

} // namespace
} // namespace hitmap
