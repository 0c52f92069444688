// What a pane keeps and shows while a recording is opened, and if that is stopped.

#include "tests/widgets/opened_session.h"
#include "widgets/session/recording/early_picture.h"

#include <QtCore/QFile>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>

namespace hitmap {
namespace {

class OpeningTest : public OpenedSession {
protected:
    OpeningTest() {
        QFile::copy(folder_.filePath(QStringLiteral("tiny.hmt")), QString::fromStdString(other_));
        pane().library().show_early_from(1);
        QObject::connect(&pane(), &Pane::early_changed, &session_, [this] {
            if (pane().opening().early() == nullptr) return;
            if (const auto once = std::exchange(when_early_, {})) once();
        });
    }
    bool rest() {
        return wait_for([this] { return !pane().work().running() && pane().opening().early() == nullptr; });
    }

    const std::string other_ = folder_.filePath(QStringLiteral("other.hmt")).toStdString();
    /// Takes long enough to be traced that all that follows happens before it is complete.
    const std::string slow_ = "trace:--resolution=2048x2048 -- builtin:statue?triangles=2000";
    std::function<void()> when_early_; ///< is called once
};

TEST_F(OpeningTest, ChoicesOfAnEarlyPictureStayWhenItIsStopped) {
    pane().set_selection(Selection{face_kind, 3});
    PaneChoices expected = pane().choices();
    expected.metric = "l2-misses"_metric;
    expected.view.show_axes = !expected.view.show_axes;
    expected.view.colour_map = "grey";
    when_early_ = [&] {
        EXPECT_FALSE(pane().choices().selection.has_value()) << "it has other faces";
        pane().set_metric(expected.metric);
        View view = pane().choices().view;
        view.show_axes = expected.view.show_axes;
        view.colour_map = expected.view.colour_map;
        view.camera.position.x += 1.0F; // it looks at another scene
        pane().set_view(view);
        pane().stop_work();
    };
    pane().open(other_);
    ASSERT_TRUE(rest());
    EXPECT_FALSE(when_early_) << "there was an early picture";
    EXPECT_EQ(pane().recording()->name, "tiny.hmt");
    EXPECT_EQ(pane().choices(), expected);
    EXPECT_TRUE(settle()) << "and what is open has the colours of the new metric";
}

TEST_F(OpeningTest, ChoicesOfASessionThatIsStoppedAreGone) {
    const PaneChoices before = pane().choices();
    PaneChoices of_session = before;
    of_session.metric = "access-count"_metric;
    of_session.view.colour_map = "viridis";
    when_early_ = [&] {
        EXPECT_EQ(pane().choices().metric, of_session.metric);
        SimtDisplay simt = pane().choices().panel<SimtDisplay>();
        simt.sm = 1;
        pane().set_panel(simt);
        pane().stop_work();
    };
    pane().open(other_, {}, of_session);
    ASSERT_TRUE(rest());
    EXPECT_FALSE(when_early_) << "there was an early picture";
    PaneChoices expected = before;
    expected.panel<SimtDisplay>().sm = 1; // the user chose this one
    EXPECT_EQ(pane().choices(), expected);
}

TEST_F(OpeningTest, AMetricThatIsChosenMeanwhileColoursTheEarlyPicture) {
    bool coloured = false;
    when_early_ = [&] {
        pane().set_metric("access-count"_metric);
        EXPECT_NE(pane().opening().drawn()->metric, pane().choices().metric) << "a worker computes it";
        QObject::connect(&pane(), &Pane::values_changed, &session_, [&] {
            if (pane().opening().early() == nullptr ||
                pane().opening().drawn()->metric != "access-count"_metric)
                return;
            coloured = true;
            EXPECT_EQ(pane().range_subject().metric, "access-count"_metric);
        });
    };
    pane().open(slow_);
    EXPECT_TRUE(wait_for([&] { return coloured; }));
    pane().stop_work();
    ASSERT_TRUE(rest());
    EXPECT_EQ(pane().recording()->name, "tiny.hmt");
}

} // namespace
} // namespace hitmap
