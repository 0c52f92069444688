#include "core/trace/model/element_kind.h"
#include "tests/widgets/common.h"
#include "tests/widgets/tiny_recording.h"
#include "widgets/base/format.h"
#include "widgets/session/state/session.h"

#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtTest/QSignalSpy>
#include <QtTest/QTest>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <memory>
#include <string>
#include <vector>

namespace hitmap {
namespace {

/// Expects that two recordings have the same scene and draw it alike.
void expect_same_scene(const OpenRecording& first, const OpenRecording& second) {
    EXPECT_EQ(first.camera, second.camera);
    EXPECT_EQ(first.prepared->draw_slots, second.prepared->draw_slots);
    EXPECT_EQ(first.prepared->box_order, second.prepared->box_order);
    const RecordedScene& a = *first.scene;
    const RecordedScene& b = *second.scene;
    EXPECT_EQ(a.vertices, b.vertices);
    EXPECT_EQ(a.face_slots, b.face_slots);
    EXPECT_EQ(a.face_source, b.face_source);
    EXPECT_EQ(a.boxes, b.boxes);
    EXPECT_EQ(a.box_parent, b.box_parent);
    EXPECT_EQ(a.box_level, b.box_level);
    EXPECT_EQ(a.box_source, b.box_source);
    EXPECT_EQ(a.normals, b.normals);
    EXPECT_EQ(a.source_hash, b.source_hash);
}

class SessionTest : public testing::Test {
protected:
    SessionTest() : file_(folder_.filePath(QStringLiteral("tiny.hmt")).toStdString()) {
        write_tiny_recording(file_);
    }

    bool settle() {
        return QTest::qWaitFor([this] { return !session_.active().work().running(); }, patience_ms);
    }
    bool wait_for_frame(const FrameRange& frame) {
        return QTest::qWaitFor(
            [&] {
                return session_.active().values() != nullptr && session_.active().values()->frames == frame;
            },
            patience_ms);
    }

    LevelSums whole_l1() {
        LevelSums sums;
        for (const KindSums& kind : session_.active().simulation()->totals)
            sums += kind.l1;
        return sums;
    }

    QTemporaryDir folder_;
    std::string file_;
    Session session_;
    QSignalSpy failed_{&session_, &Session::failed};
};

TEST_F(SessionTest, OpensARecordingAtItsCamera) {
    const QSignalSpy opened(&session_, &Session::opened);
    session_.active().open(file_);
    EXPECT_FALSE(session_.active().work().title().isEmpty());
    ASSERT_TRUE(settle());
    ASSERT_EQ(failed_.count(), 0) << failed_.at(0).at(0).toString().toStdString();
    EXPECT_EQ(opened.count(), 1);
    EXPECT_TRUE(session_.active().work().title().isEmpty());
    const Pane& pane = session_.active();
    ASSERT_NE(pane.recording(), nullptr);
    EXPECT_EQ(pane.recording()->name, "tiny.hmt");
    EXPECT_FALSE(pane.recording()->traced);
    EXPECT_EQ(pane.choices().view.camera, pane.recording()->scene->cameras.front());
    EXPECT_EQ(pane.choices().frames, (FrameRange{1, 0}));
    ASSERT_NE(pane.values(), nullptr);
    EXPECT_GT(pane.values()->kinds[face_kind].accessed, 0U);
    EXPECT_EQ(pane.values()->kinds[pixel_kind].accessed, 64U * 64U);
    EXPECT_LT(pane.range().min, pane.range().max);
}

TEST_F(SessionTest, OpensARecordingWhateverItsName) {
    const std::string other = folder_.filePath(QStringLiteral("tiny.bin")).toStdString();
    ASSERT_TRUE(QFile::copy(QString::fromStdString(file_), QString::fromStdString(other)));
    session_.active().open(other);
    ASSERT_TRUE(settle());
    ASSERT_EQ(failed_.count(), 0) << failed_.at(0).at(0).toString().toStdString();
    EXPECT_EQ(session_.active().recording()->name, "tiny.bin");
    EXPECT_FALSE(session_.active().recording()->traced);
}

TEST_F(SessionTest, FramesAddUpToTheWhole) {
    session_.active().open(file_);
    ASSERT_TRUE(settle());
    Pane& pane = session_.active();
    LevelSums sums;
    for (std::uint64_t f = 0; f < 5; ++f) {
        pane.set_frames({5, f});
        ASSERT_TRUE(wait_for_frame({5, f}));
        sums += pane.values()->headline.l1;
    }
    EXPECT_EQ(sums, whole_l1());
}

TEST_F(SessionTest, ABrokenFileLeavesWhatIsOpen) {
    session_.active().open(file_);
    ASSERT_TRUE(settle());
    const auto before = session_.active().recording();
    const std::string broken = folder_.filePath(QStringLiteral("broken.hmt")).toStdString();
    std::ofstream(broken) << "this is no recording";
    session_.active().open(broken);
    EXPECT_TRUE(session_.active().stale());
    ASSERT_TRUE(settle());
    ASSERT_EQ(failed_.count(), 1);
    EXPECT_THAT(failed_.at(0).at(0).toString().toStdString(), testing::HasSubstr("broken.hmt"));
    EXPECT_EQ(session_.active().recording(), before);
    EXPECT_FALSE(session_.active().stale());
}

TEST_F(SessionTest, AMissingFileIsAnError) {
    session_.active().open(folder_.filePath(QStringLiteral("nothing.hmt")).toStdString());
    ASSERT_TRUE(settle());
    ASSERT_EQ(failed_.count(), 1);
    EXPECT_EQ(session_.active().recording(), nullptr);
}

TEST_F(SessionTest, AnotherConfigurationKeepsTheViewAndIsStaleUntilThen) {
    session_.active().open(file_);
    ASSERT_TRUE(settle());
    Pane& pane = session_.active();
    View view = pane.choices().view;
    view.camera.position.x += 1.0F;
    pane.set_view(view);
    pane.set_frames({4, 2});
    const auto recording = pane.recording();
    const LevelSums large = whole_l1();
    ModelChoice config;
    config.l1 = parse_cache_geometry("1KiB:128:1");
    session_.active().simulate(config);
    EXPECT_TRUE(pane.stale());
    EXPECT_NE(pane.config(), config);
    ASSERT_TRUE(settle());
    EXPECT_FALSE(pane.stale());
    EXPECT_EQ(pane.config(), config);
    EXPECT_EQ(pane.recording(), recording) << "the scene need not be read again";
    EXPECT_EQ(pane.choices().view, view);
    EXPECT_EQ(pane.choices().frames, (FrameRange{4, 2}));
    EXPECT_LT(whole_l1().hits, large.hits);
    EXPECT_EQ(whole_l1().lookups, large.lookups);
}

TEST_F(SessionTest, StoppingLeavesEverything) {
    session_.active().open(file_);
    ASSERT_TRUE(settle());
    const auto before = session_.active().profile();
    session_.active().open("builtin:statue");
    QTest::qWait(30);
    session_.active().work().stop();
    EXPECT_FALSE(session_.active().stale());
    EXPECT_EQ(session_.active().profile(), before);
    EXPECT_EQ(failed_.count(), 0);
    session_.active().reload();
    ASSERT_TRUE(settle());
    EXPECT_NE(session_.active().profile(), before);
}

TEST_F(SessionTest, TheNewestOpenWins) {
    session_.active().open("builtin:statue");
    session_.active().open(file_);
    ASSERT_TRUE(settle());
    ASSERT_NE(session_.active().recording(), nullptr);
    EXPECT_EQ(session_.active().recording()->name, "tiny.hmt");
}

TEST_F(SessionTest, ClosingForgetsTheRecordingAndItsWork) {
    session_.active().open(file_);
    ASSERT_TRUE(settle());
    session_.active().reload();
    session_.active().close();
    EXPECT_EQ(session_.active().recording(), nullptr);
    EXPECT_EQ(session_.active().values(), nullptr);
    EXPECT_FALSE(session_.active().work().running());
    EXPECT_FALSE(session_.active().stale());
}

TEST_F(SessionTest, SettersThatChangeNothingAreSilent) {
    session_.active().open(file_);
    ASSERT_TRUE(settle());
    Pane& pane = session_.active();
    const QSignalSpy camera(&pane, &Pane::camera_changed);
    const QSignalSpy look(&pane, &Pane::look_changed);
    const QSignalSpy metric(&pane, &Pane::metric_changed);
    pane.set_choices(pane.choices());
    EXPECT_EQ(camera.count() + look.count() + metric.count(), 0);
    PaneChoices other = pane.choices();
    other.metric = "access-count"_metric;
    other.view.show_axes = true;
    pane.set_choices(other);
    EXPECT_EQ(camera.count(), 0);
    EXPECT_EQ(look.count(), 1);
    EXPECT_EQ(metric.count(), 1);
    EXPECT_EQ(pane.choices(), other);
}

TEST(Session, CanGoWhileItWorks) {
    auto session = std::make_unique<Session>();
    int told = 0;
    const QObject receiver;
    QObject::connect(session.get(), &Session::opened, &receiver, [&] { ++told; });
    QObject::connect(session.get(), &Session::failed, &receiver, [&] { ++told; });
    PaneWork& work = session->active().work();
    bool progressed = false;
    QObject::connect(&work.job(), &JobRunner::progressed, &receiver, [&] { progressed = true; });
    session->active().open("trace:--resolution=2048x2048 -- builtin:statue");
    ASSERT_TRUE(QTest::qWaitFor([&] { return progressed; }, patience_ms));
    ASSERT_TRUE(work.running()) << "it goes before the work has ended";
    session.reset();
    QTest::qWait(30);
    EXPECT_EQ(told, 0) << "nothing is delivered afterwards";
}

TEST(TakeTraced, GetsTheSceneThatTheRecordingHas) {
    const std::string spec =
        "trace:--resolution=32x32 --vertex-order=random -- builtin:statue?triangles=1000";
    ThreadPool pool;
    std::vector<std::shared_ptr<const OpenRecording>> taken;
    const auto take = [&](const std::shared_ptr<const OpenRecording>& traced) { taken.push_back(traced); };
    const auto opened = open_recording(spec, pool, {}, {}, nullptr, {}, take);
    const auto read = open_recording(spec, pool, {});
    ASSERT_EQ(taken.size(), 1U);
    EXPECT_EQ(taken.front()->file, nullptr);
    EXPECT_EQ(taken.front()->name, opened->name);
    EXPECT_EQ(taken.front()->info().requests, 0U) << "not known then";
    EXPECT_TRUE(taken.front()->has_mesh());
    EXPECT_EQ(opened->described, nullptr);
    EXPECT_EQ(opened->scene, taken.front()->scene) << "shared, not copied";
    EXPECT_EQ(opened->prepared, taken.front()->prepared);
    EXPECT_EQ(opened->tree, taken.front()->tree);
    // It is as if it had been read from the file.
    EXPECT_EQ(opened->file->checksums(), read->file->checksums());
    expect_same_scene(*opened, *read);
}

TEST(TakeTraced, GetsTheSceneOfWhichAPartIsOpened) {
    const std::string traced = "trace:--resolution=32x32 -- builtin:statue?triangles=1000";
    const std::string spec = "part:--requests=100:300 -- " + traced;
    ThreadPool pool;
    std::vector<std::shared_ptr<const OpenRecording>> taken;
    const auto take = [&](const std::shared_ptr<const OpenRecording>& early) { taken.push_back(early); };
    const auto opened = open_recording(spec, pool, {}, {}, nullptr, {}, take);
    ASSERT_EQ(taken.size(), 1U);
    EXPECT_EQ(taken.front()->spec, spec);
    EXPECT_EQ(taken.front()->name, opened->name);
    EXPECT_EQ(opened->scene, taken.front()->scene);
    EXPECT_EQ(opened->prepared, taken.front()->prepared);
    EXPECT_EQ(opened->tree, taken.front()->tree);
    EXPECT_EQ(opened->info().requests, 200U);
    EXPECT_THAT(std::string(part_text(opened->info())), testing::StartsWith("requests 100:300 of "));
    // It is as if it had been read from the file: of this part, or of the whole.
    const auto read = open_recording(spec, pool, {});
    EXPECT_EQ(opened->file->checksums(), read->file->checksums());
    expect_same_scene(*opened, *read);
    const auto whole = open_recording(traced, pool, {});
    EXPECT_GT(whole->info().requests, 300U);
    expect_same_scene(*opened, *whole);
}

TEST(TakeTraced, GetsNothingOfOtherMemoryLayouts) {
    ThreadPool pool;
    int taken = 0;
    const auto opened = open_recording("part:--relayout=vertex-order=random -- trace:--resolution=32x32 -- "
                                       "builtin:statue?triangles=1000",
                                       pool, {}, {}, nullptr, {}, [&](const auto&) { ++taken; });
    EXPECT_TRUE(opened->relaid);
    EXPECT_EQ(taken, 0);
}

TEST(IsRecording, NotWhatCannotBeRead) {
    EXPECT_TRUE(is_recording("a.hmt")) << "its name says so";
    EXPECT_FALSE(is_recording("no such file"));
    EXPECT_FALSE(is_recording("builtin:statue"));
}

TEST(NamesRecording, ByExtension) {
    EXPECT_TRUE(names_recording("a.hmt"));
    EXPECT_TRUE(names_recording("/folder/a.hmt.part"));
    EXPECT_FALSE(names_recording("bunny.obj"));
    EXPECT_FALSE(names_recording("builtin:statue"));
}

} // namespace
} // namespace hitmap
