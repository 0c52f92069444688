#include "tests/widgets/window_fixture.h"
#include "widgets/session/state/recovery.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QTimer>
#include <QtWidgets/QApplication>
#include <QtWidgets/QFileDialog>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <set>

namespace hitmap {
namespace {

class WindowSessionTest : public WindowFixture {
protected:
    WindowSessionTest() { QDir().mkpath(recovery_.path()); }

    /// Writes the copy that a crashed window leaves. Later calls write newer copies.
    void leave_behind(const char* name, const QString& recording, Metric metric) {
        SessionDocument document;
        document.state.panes[0].spec = recording.toStdString();
        document.state.panes[0].choices.metric = metric;
        write_session(document, recovery_.filePath(QString::fromLatin1(name)).toStdString());
        make_newest(name);
    }
    /// Files that are written within one tick of the file system's clock have the same time, so each one is
    /// given a second of its own.
    void make_newest(const char* name) {
        newest_ += std::chrono::seconds(1);
        std::filesystem::last_write_time(recovery_.filePath(QString::fromLatin1(name)).toStdString(),
                                         newest_);
    }
    static QByteArray contents(const QString& name) {
        QFile file(name);
        EXPECT_TRUE(file.open(QIODevice::ReadOnly));
        return file.readAll();
    }
    QStringList copies() { return recovery_.entryList({QStringLiteral("*.hitmap")}, QDir::Files); }

    QDir recovery_{Recovery::standard_folder()};
    std::filesystem::file_time_type newest_ =
        std::filesystem::file_time_type::clock::now() - std::chrono::hours(1);
};

TEST_F(WindowSessionTest, ACopyIsKeptAlsoWhilePlaying) {
    open_tiny();
    activate();
    pane().set_frames({12, 0});
    QTest::keyClick(&window_->mesh_view(), Qt::Key_Space);
    const std::uint64_t first = pane().choices().frames.first;
    EXPECT_TRUE(wait([this] { return !copies().isEmpty(); }));
    EXPECT_TRUE(wait([&] { return pane().choices().frames.first != first; })) << "it still plays";
    window_.reset();
    EXPECT_TRUE(copies().isEmpty());
}

TEST_F(WindowSessionTest, EveryWindowOfTheLastRunIsRestored) {
    leave_behind("8-old.hitmap", file_, "l1-misses"_metric);
    leave_behind("9-a.hitmap", file_, "access-count"_metric);
    leave_behind("9-b.hitmap", file_, "l2-misses"_metric);
    std::ofstream(recovery_.filePath(QStringLiteral("9-newest.hitmap")).toStdString()) << "{";
    make_newest("9-newest.hitmap");
    Window restored;
    restored.show();
    auto& button = *restored.findChild<QWidget*>(QStringLiteral("recovery_button"));
    ASSERT_TRUE(button.isVisible());
    QTest::mouseClick(&button, Qt::LeftButton);
    EXPECT_TRUE(restored.message_bar().message().contains(QStringLiteral("9-newest.hitmap")));
    std::set<Metric> metrics;
    QList<Window*> further;
    for (QWidget* widget : QApplication::topLevelWidgets()) {
        auto* window = qobject_cast<Window*>(widget);
        if (window == nullptr || window == window_.get()) continue;
        EXPECT_TRUE(wait([&] { return window->session().active().recording() != nullptr; }));
        metrics.insert(window->session().active().choices().metric);
        if (window != &restored) further.append(window);
    }
    EXPECT_EQ(metrics, (std::set{"access-count"_metric, "l2-misses"_metric}));
    EXPECT_EQ(further.size(), 1);
    EXPECT_EQ(copies().size(), 2) << "those of the windows that are open";
    for (const char* name : {"8-old.hitmap", "9-a.hitmap", "9-b.hitmap", "9-newest.hitmap"})
        EXPECT_FALSE(recovery_.exists(QString::fromLatin1(name))) << name;
    qDeleteAll(further);
}

TEST_F(WindowSessionTest, ASessionFileIsNotOverwrittenByWhatIsOpenedLater) {
    open_tiny();
    activate();
    const QString file = folder_.filePath(QStringLiteral("a.hitmap"));
    window_->save_session(file);
    const QByteArray saved = contents(file);
    pane().set_metric("access-count"_metric);
    QTest::keyClick(window_.get(), Qt::Key_S, Qt::ControlModifier);
    const QByteArray again = contents(file);
    EXPECT_NE(again, saved) << "it is still that session";
    window_->open_session(file);
    ASSERT_TRUE(settle());
    activate();
    pane().set_metric("l2-misses"_metric);
    QTest::keyClick(window_.get(), Qt::Key_W, Qt::ControlModifier);
    ASSERT_EQ(pane().recording(), nullptr);
    open_tiny();
    activate();
    bool asked = false;
    QTimer::singleShot(200, window_.get(), [&asked] {
        if (auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget())) {
            asked = true;
            dialog->reject();
        }
    });
    QTest::keyClick(window_.get(), Qt::Key_S, Qt::ControlModifier);
    EXPECT_TRUE(asked);
    EXPECT_EQ(contents(file), again);
}

} // namespace
} // namespace hitmap
