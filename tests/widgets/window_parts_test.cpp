#include "app/dialogs/settings/recent_files.h"
#include "app/window/actions.h"
#include "tests/widgets/common.h"
#include "widgets/base/job.h"
#include "widgets/messages/job_bar.h"
#include "widgets/session/recording/open_recording.h"

#include <QtCore/QSettings>
#include <QtTest/QTest>
#include <QtWidgets/QLabel>
#include <QtWidgets/QMenu>
#include <gtest/gtest.h>

#include <thread>

namespace hitmap {
namespace {

TEST(ActionsTest, WorkWhenAndWhereTheirScopeSays) {
    QMenu menu;
    Actions actions;
    using Scope = Actions::Scope;
    QAction* always = actions.add(menu, QStringLiteral("A"), {QKeySequence(Qt::Key_A)}, Scope::always);
    QAction* recording = actions.add(menu, QStringLiteral("B"), {}, Scope::with_recording);
    QAction* view = actions.add(menu, QStringLiteral("C"), {}, Scope::mesh_views);
    bool triggered = false;
    QAction* slider =
        actions.add(menu, QStringLiteral("D"), {}, Scope::sliders, [&triggered] { triggered = true; });
    for (const bool shown : {false, true}) {
        actions.set_shown({shown, shown, shown});
        EXPECT_TRUE(always->isEnabled());
        for (const QAction* action : {recording, view, slider})
            EXPECT_EQ(action->isEnabled(), shown) << plain_text(action->text());
    }
    actions.set_shown({.recording = true});
    EXPECT_TRUE(recording->isEnabled());
    EXPECT_TRUE(slider->isEnabled());
    EXPECT_FALSE(view->isEnabled()) << "there is no mesh to look at";
    slider->trigger();
    EXPECT_TRUE(triggered);
    EXPECT_EQ(actions.for_mesh_views(), (QList<QAction*>{view, slider}));
    EXPECT_EQ(actions.for_sliders(), QList<QAction*>{slider});
    EXPECT_EQ(always->shortcutContext(), Qt::WindowShortcut);
    EXPECT_EQ(recording->shortcutContext(), Qt::WindowShortcut);
    EXPECT_EQ(view->shortcutContext(), Qt::WidgetShortcut);
}

TEST(ActionsTest, EmptyAndRepeatedKeysAreLeftOut) {
    QMenu menu;
    Actions actions;
    const QKeySequence key(QStringLiteral("Ctrl+Q"));
    const QAction* action =
        actions.add(menu, QStringLiteral("A"), {key, QKeySequence(), key}, Actions::Scope::always);
    EXPECT_EQ(action->shortcuts(), QList<QKeySequence>{key});
}

/// As in a pane of half a window: the title and the stage give way to the bar and the button.
TEST(JobBarTest, ShortensItsTextsWhereTheyDoNotFit) {
    JobRunner runner(Supersede::stop);
    JobBar bar(runner);
    const QString title = QStringLiteral("Simulating builtin:atrium with a large cache");
    bar.set_title(title);
    bar.setGeometry(0, 0, bar.minimumSizeHint().width() + 40, bar.sizeHint().height());
    runner.start(
        [](const JobContext& job) {
            job.begin("simulating the caches of all SMs", 100, "accesses");
            while (!job.stop.stop_requested())
                std::this_thread::yield();
            job.check();
            return 0;
        },
        [](int) {});
    auto* stage = bar.findChild<QLabel*>(QStringLiteral("job_stage"));
    ASSERT_NE(stage, nullptr);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !stage->text().isEmpty(); }, 60000));
    QTest::qWait(0); // lays out what changed
    EXPECT_LT(bar.width() + 100, bar.sizeHint().width()) << "it is too narrow for its texts";
    const auto parts = bar.findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly);
    for (const QWidget* part : parts) {
        EXPECT_TRUE(bar.rect().contains(part->geometry())) << part->metaObject()->className();
        for (const QWidget* other : parts)
            EXPECT_TRUE(part == other || !part->geometry().intersects(other->geometry()))
                << part->metaObject()->className() << " lies over " << other->metaObject()->className();
    }
    EXPECT_EQ(bar.findChildren<QLabel*>().first()->toolTip(), title) << "the whole text is there to be read";
}

class RecentFilesTest : public testing::Test {
protected:
    RecentFilesTest() { forget(); }
    ~RecentFilesTest() override { forget(); }
    static void forget() {
        QSettings().remove(QStringLiteral("recents"));
        QSettings().remove(QStringLiteral("last_folder"));
    }
    RecentFiles recents_;
};

TEST_F(RecentFilesTest, TheNewestStandsFirstAndOnce) {
    for (const char* file : {"/a/one.hmt", "/b/two.hmt", "builtin:hall", "/a/one.hmt"})
        recents_.remember(QString::fromLatin1(file));
    EXPECT_EQ(plain_text(RecentFiles::list().join(QLatin1Char(' '))), "/a/one.hmt builtin:hall /b/two.hmt");
    EXPECT_EQ(plain_text(RecentFiles::last_folder()), "/a");
    for (int i = 0; i < 20; ++i)
        recents_.remember(QStringLiteral("/c/%1.hmt").arg(i));
    EXPECT_EQ(RecentFiles::list().size(), 8);
}

TEST_F(RecentFilesTest, APartIsAnEntryOfItsOwnWithoutItsMemoryLayout) {
    recents_.remember(RecordingSpec("/a/one.hmt"));
    RecordingSpec part("part:--requests=0:9 -- /b/two.hmt");
    part.dealt_sms = 4;
    part.relayouts = {"layout=soa"};
    recents_.remember(part);
    const QString spec = QStringLiteral("part:--requests=0:9 -- /b/two.hmt");
    EXPECT_EQ(RecentFiles::list(), (QStringList{spec, QStringLiteral("/a/one.hmt")}));
    EXPECT_EQ(RecentFiles::last_folder(), QStringLiteral("/b"));
    EXPECT_EQ(RecentFiles::name_of(spec), QStringLiteral("two.hmt (requests 0:9)"));
    EXPECT_EQ(RecentFiles::title_of(spec), QStringLiteral("/b/two.hmt (requests 0:9)"));
    EXPECT_EQ(RecentFiles::title_of(QStringLiteral("/a/one.hmt")), QStringLiteral("/a/one.hmt"));
    EXPECT_EQ(RecentFiles::title_of(QStringLiteral("builtin:hall")), QStringLiteral("builtin:hall"));
}

TEST(FileStemTest, HasNothingThatFileSystemsRefuse) {
    const std::pair<const char*, const char*> names[] = {
        {"hall.hmt", "hall"}, {"builtin:hall?triangles=100", "hall-triangles-100"}, {"a.b.obj", "a.b"}};
    for (const auto& [name, stem] : names) {
        OpenRecording recording;
        recording.name = name;
        EXPECT_EQ(plain_text(file_stem_of(recording)), stem);
    }
}

} // namespace
} // namespace hitmap
