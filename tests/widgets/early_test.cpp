// What the window shows of a recording before its simulation is complete.

#include "tests/widgets/window_fixture.h"
#include "widgets/session/recording/early_picture.h"

#include <QtCore/QFile>
#include <QtCore/QTimer>
#include <QtWidgets/QDockWidget>
#include <QtWidgets/QFrame>
#include <QtWidgets/QLabel>
#include <QtWidgets/QProgressBar>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QToolBar>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace hitmap {
namespace {

class EarlyTest : public WindowFixture {
protected:
    EarlyTest() : other_(folder_.filePath(QStringLiteral("other.hmt"))) {
        write_tiny_recording(file_.toStdString(), 64);
        EXPECT_TRUE(QFile::copy(file_, other_));
        pane().library().show_early_from(1);
        QObject::connect(&pane(), &Pane::early_changed, window_.get(), [this] {
            texts_.push_back(pane().opening().early() != nullptr ? find<QLabel>("early_text").text()
                                                                 : QString());
            if (on_change_) on_change_();
        });
    }
    /// Calls `act` when the scene is shown alone, or when the preview is shown.
    void when(bool preview, const std::function<void()>& act) {
        on_change_ = [this, preview, act] {
            if (pane().opening().early() == nullptr ||
                (pane().opening().early()->preview != nullptr) != preview)
                return;
            const auto once = std::exchange(on_change_, {}); // it owns act
            act();
        };
    }

    static QString traced_statue(const char* options = "--resolution=64x64") {
        return QStringLiteral("trace:%1 -- builtin:statue?triangles=2000").arg(QString::fromLatin1(options));
    }

    QString other_;
    std::vector<QString> texts_; ///< what the banner said after each change; empty: it was hidden
    std::function<void()> on_change_;
};

TEST_F(EarlyTest, TheSceneComesFirstThenAPreviewAndThenTheExactResult) {
    std::vector<KindSums> estimated;
    QSize size;
    when(true, [&] {
        EXPECT_EQ(pane().recording(), nullptr) << "panels have nothing to show yet";
        EXPECT_EQ(pane().values(), nullptr);
        ASSERT_NE(pane().opening().drawn_recording(), nullptr);
        EXPECT_EQ(pane().opening().drawn_recording()->name, "tiny.hmt");
        EXPECT_TRUE(find<QWidget>("early_banner").isVisible());
        EXPECT_TRUE(find<QToolBar>("tool_bar").isVisible());
        EXPECT_TRUE(find<QLabel>("live_state").text().contains(QStringLiteral("is being opened")))
            << find<QLabel>("live_state").text().toStdString();
        size = window_->mesh_view().size();
        for (const KindValues& kind : pane().opening().drawn()->kinds)
            estimated.push_back(kind.totals);
        EXPECT_EQ(pane().choices().view.camera, pane().opening().drawn_recording()->camera);
    });
    EXPECT_EQ(find<QLabel>("live_state").text(), QStringLiteral("No recording is open."));
    open_tiny();
    EXPECT_TRUE(find<QLabel>("live_state").text().startsWith(QStringLiteral("The first move")))
        << find<QLabel>("live_state").text().toStdString();
    ASSERT_EQ(texts_.size(), 3U);
    EXPECT_TRUE(texts_[0].startsWith(QStringLiteral("The scene alone"))) << texts_[0].toStdString();
    EXPECT_TRUE(
        texts_[1].startsWith(QStringLiteral("Preview from 50.0 % of lines in 100.0 % of the requests")))
        << texts_[1].toStdString();
    EXPECT_TRUE(texts_[1].contains(QChar(0xb1))) << "its error";
    EXPECT_TRUE(texts_[2].isEmpty());
    EXPECT_FALSE(find<QWidget>("early_banner").isVisible());
    EXPECT_EQ(window_->mesh_view().size(), size) << "what is drawn stays";
    EXPECT_EQ(pane().opening().early(), nullptr);
    // The sample has all accesses and some of the look-ups; the result has all.
    ASSERT_EQ(estimated.size(), pane().values()->kinds.size());
    EXPECT_EQ(estimated[face_kind].accesses, pane().values()->kinds[face_kind].totals.accesses);
    EXPECT_NE(estimated[face_kind].l1.lookups, pane().values()->kinds[face_kind].totals.l1.lookups);
    const QImage early = picture();
    pane().library().show_early_from(~std::uint64_t{0});
    pane().reload();
    ASSERT_TRUE(settle());
    EXPECT_TRUE(picture() == early) << "nothing of the preview is left";
    EXPECT_EQ(texts_.size(), 3U);
}

TEST_F(EarlyTest, PanelsStayWhenAnotherRecordingIsOpened) {
    open_tiny();
    QWidget& panel = *find<QDockWidget>("inspector_dock").widget();
    int hidden = 0;
    QTimer watch;
    QObject::connect(&watch, &QTimer::timeout, [&] { hidden += panel.isVisible() ? 0 : 1; });
    auto& bar = find<QToolBar>("tool_bar");
    QObject::connect(&bar, &QToolBar::visibilityChanged, &watch,
                     [&](bool visible) { hidden += visible ? 0 : 1; });
    watch.start(1);
    window_->open(other_);
    ASSERT_TRUE(settle());
    EXPECT_EQ(pane().recording()->name, "other.hmt");
    EXPECT_EQ(hidden, 0);
}

TEST_F(EarlyTest, SmallRecordingsHaveNone) {
    pane().library().show_early_from(100'000'000);
    open_tiny();
    EXPECT_TRUE(texts_.empty());
    window_->open(traced_statue());
    ASSERT_TRUE(settle());
    EXPECT_TRUE(pane().recording()->traced) << message();
    EXPECT_TRUE(texts_.empty());
}

TEST_F(EarlyTest, ATracedSceneComesBeforeItsRays) {
    std::shared_ptr<const PreparedScene> prepared;
    Camera camera;
    when(false, [&] {
        EXPECT_EQ(pane().recording(), nullptr);
        EXPECT_EQ(pane().values(), nullptr);
        const auto drawn = pane().opening().drawn_recording();
        ASSERT_NE(drawn, nullptr);
        EXPECT_EQ(drawn->file, nullptr) << "there is no recording yet";
        EXPECT_TRUE(find<QWidget>("early_banner").isVisible());
        window_->mesh_view().camera().look_along({0.0F, 0.0F, -1.0F});
        camera = pane().choices().view.camera;
        EXPECT_NE(camera, drawn->camera);
        prepared = drawn->prepared;
    });
    window_->open(traced_statue());
    ASSERT_TRUE(settle());
    ASSERT_NE(pane().recording(), nullptr) << message();
    EXPECT_EQ(pane().recording()->prepared, prepared) << "what is on the GPU stays there";
    EXPECT_EQ(pane().choices().view.camera, camera);
    // While it is traced, after that, its preview, and the exact result.
    ASSERT_EQ(texts_.size(), 4U);
    EXPECT_EQ(texts_[0], QStringLiteral("The scene alone: its accesses are not known yet."));
    EXPECT_EQ(texts_[1], texts_[0]);
    EXPECT_TRUE(texts_[2].startsWith(QStringLiteral("Preview"))) << texts_[2].toStdString();
    EXPECT_TRUE(texts_[3].isEmpty());
    const QImage shown = picture();
    pane().library().show_early_from(~std::uint64_t{0});
    pane().reload();
    ASSERT_TRUE(settle());
    EXPECT_TRUE(picture() == shown);
}

TEST_F(EarlyTest, StoppingATraceShowsWhatWasOpenBefore) {
    pane().library().show_early_from(~std::uint64_t{0});
    open_tiny();
    const QImage before = picture();
    const PaneChoices choices = pane().choices();
    pane().library().show_early_from(1);
    when(false, [&] {
        EXPECT_EQ(pane().opening().drawn_recording()->file, nullptr);
        auto& stop = *window_->panes()
                          .active()
                          .findChild<QFrame*>(QStringLiteral("job_bar"))
                          ->findChild<QPushButton*>(QStringLiteral("stop_button"));
        QTest::mouseClick(&stop, Qt::LeftButton);
    });
    window_->open(traced_statue());
    ASSERT_TRUE(settle());
    ASSERT_NE(pane().recording(), nullptr);
    EXPECT_EQ(pane().recording()->name, "tiny.hmt");
    EXPECT_EQ(pane().choices(), choices);
    EXPECT_EQ(pane().opening().early(), nullptr);
    EXPECT_TRUE(picture() == before);
}

TEST_F(EarlyTest, TheNewestTraceWins) {
    when(false, [&] { window_->open(traced_statue("--kernel=if-if --resolution=64x64")); });
    window_->open(traced_statue());
    ASSERT_TRUE(wait([&] { return pane().recording() != nullptr && !pane().work().running(); }));
    EXPECT_EQ(pane().recording()->spec, traced_statue("--kernel=if-if --resolution=64x64").toStdString());
    EXPECT_EQ(pane().opening().early(), nullptr);
}

TEST_F(EarlyTest, ATracedRecordingStaysUntilTheNextIsComplete) {
    window_->open(traced_statue());
    ASSERT_TRUE(settle());
    const std::size_t texts = texts_.size();
    window_->open(traced_statue("--kernel=if-if --resolution=64x64"));
    ASSERT_TRUE(settle());
    EXPECT_EQ(texts_.size(), texts) << "it may not be saved";
}

TEST_F(EarlyTest, TheBarOfAnOpeningNeverFalls) {
    auto& bar =
        *window_->panes().active().findChild<QFrame*>(QStringLiteral("job_bar"))->findChild<QProgressBar*>();
    std::vector<int> values;
    QObject::connect(&pane().work().job(), &JobRunner::progressed, window_.get(), [&] {
        if (bar.maximum() != 0) values.push_back(bar.value());
    });
    // A fast machine needs a larger picture for several values, of which there are four a second.
    for (int width = 256; width <= 1024 && values.size() < 5; width *= 2) {
        values.clear();
        window_->open(
            QStringLiteral("trace:--resolution=%1x256 -- builtin:statue?triangles=20000").arg(width));
        ASSERT_TRUE(settle());
        ASSERT_NE(pane().recording(), nullptr) << message();
    }
    ASSERT_GT(values.size(), 2U);
    EXPECT_TRUE(std::ranges::is_sorted(values)) << "one bar for all stages";
    EXPECT_GT(values.back(), values.front() + 300) << "of 1000: the bar moves";
}

TEST_F(EarlyTest, StoppingShowsWhatWasOpenBefore) {
    pane().library().show_early_from(~std::uint64_t{0});
    open_tiny();
    const QImage before = picture();
    pane().set_selection(Selection{face_kind, 3});
    const PaneChoices choices = pane().choices();
    pane().library().show_early_from(1);
    when(true, [&] {
        EXPECT_EQ(pane().recording(), nullptr);
        EXPECT_FALSE(pane().choices().selection.has_value());
        pane().stop_work();
    });
    window_->open(other_);
    ASSERT_TRUE(settle());
    ASSERT_NE(pane().recording(), nullptr);
    EXPECT_EQ(pane().recording()->name, "tiny.hmt");
    EXPECT_EQ(pane().opening().wanted_spec(), file_.toStdString());
    EXPECT_EQ(pane().choices(), choices);
    EXPECT_EQ(pane().opening().early(), nullptr);
    pane().set_selection(std::nullopt);
    EXPECT_TRUE(picture() == before);
    window_->session().undo();
    window_->session().undo();
    EXPECT_EQ(pane().opening().wanted_spec(), file_.toStdString()) << "undo opens nothing that was stopped";
}

TEST_F(EarlyTest, StoppingTheFirstOpeningShowsNothing) {
    when(false, [&] { pane().stop_work(); });
    window_->open(file_);
    ASSERT_TRUE(settle());
    EXPECT_EQ(pane().opening().drawn(), nullptr);
    EXPECT_EQ(find<QLabel>("live_state").text(), QStringLiteral("No recording is open."));
    EXPECT_FALSE(find<QWidget>("early_banner").isVisible());
    open_tiny(); // and it opens afterwards
}

TEST_F(EarlyTest, TheNewestRecordingWins) {
    for (const bool preview : {false, true}) {
        when(preview, [&] { window_->open(other_); });
        window_->open(file_);
        ASSERT_TRUE(wait([&] { return pane().recording() != nullptr && !pane().work().running(); }));
        EXPECT_EQ(pane().recording()->name, "other.hmt");
        EXPECT_EQ(pane().opening().early(), nullptr);
        pane().close();
        EXPECT_EQ(pane().opening().drawn(), nullptr);
    }
}

TEST_F(EarlyTest, TheCameraCanBeMovedMeanwhile) {
    Camera moved;
    when(false, [&] {
        window_->mesh_view().camera().look_along({0.0F, 0.0F, -1.0F});
        moved = pane().choices().view.camera;
        EXPECT_NE(moved, pane().opening().drawn_recording()->camera);
    });
    open_tiny();
    EXPECT_EQ(pane().choices().view.camera, moved);
}

TEST_F(EarlyTest, ChoicesOfASessionAreThereAfterwards) {
    PaneChoices choices;
    choices.frames.total = 4;
    choices.frames.first = 2;
    choices.metric = "l2-misses"_metric;
    choices.selection = Selection{face_kind, 5};
    pane().open(file_.toStdString(), {}, choices);
    ASSERT_TRUE(settle());
    EXPECT_EQ(texts_.size(), 3U);
    EXPECT_EQ(pane().choices().frames, choices.frames);
    EXPECT_EQ(pane().choices().metric, choices.metric);
    EXPECT_EQ(pane().choices().selection, choices.selection);
    ASSERT_TRUE(wait([&] { return pane().values()->frames == choices.frames; }));
}

TEST_F(EarlyTest, TheHierarchyModelHasNoPreview) {
    ModelChoice hierarchy;
    hierarchy.preset = "turing-rtx2080ti";
    pane().open(file_.toStdString(), hierarchy, {});
    ASSERT_TRUE(settle());
    ASSERT_NE(pane().recording(), nullptr) << message();
    ASSERT_EQ(texts_.size(), 2U);
    EXPECT_TRUE(texts_[0].contains(QStringLiteral("no preview with the hierarchy model")))
        << texts_[0].toStdString();
    EXPECT_TRUE(texts_[1].isEmpty());
}

} // namespace
} // namespace hitmap
