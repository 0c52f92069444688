#include "app/dialogs/settings/unsaved_question.h"
#include "core/base/error.h"
#include "tests/widgets/window_fixture.h"

#include <QtCore/QSettings>
#include <QtWidgets/QApplication>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QMenu>
#include <QtWidgets/QMenuBar>
#include <QtWidgets/QMessageBox>
#include <gmock/gmock.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sys/resource.h>

namespace hitmap {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

/// Limits the size of the files of this process, which simulates a full disk.
class FullDisk {
public:
    explicit FullDisk(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
        getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit small{bytes, before_.rlim_max};
        setrlimit(RLIMIT_FSIZE, &small);
    }
    ~FullDisk() {
        setrlimit(RLIMIT_FSIZE, &before_);
        static_cast<void>(std::signal(SIGXFSZ, handler_));
    }
    FullDisk(const FullDisk&) = delete;
    FullDisk& operator=(const FullDisk&) = delete;
    FullDisk(FullDisk&&) = delete;
    FullDisk& operator=(FullDisk&&) = delete;

private:
    rlimit before_{};
    void (*handler_)(int);
};

class RecordingFileTest : public WindowFixture {
protected:
    RecordingFileTest() : mesh_(folder_.filePath(QStringLiteral("roof.obj"))) {
        std::ofstream(mesh_.toStdString()) << "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 1\nf 1 2 3\nf 2 4 3\n";
    }
    /// What opens the mesh file with a picture that is traced quickly.
    static QString small_trace(const QString& file) {
        return QStringLiteral("trace:--resolution=64x64 -- ") + file;
    }
    void open_mesh() { open_mesh(mesh_); }
    void open_mesh(const QString& file) {
        window_->open(small_trace(file));
        ASSERT_TRUE(settle());
        ASSERT_NE(pane().recording(), nullptr) << message();
        ASSERT_TRUE(pane().recording()->traced);
    }
    /// Opens the File menu and presses the key of the entry. Returns false if the entry is disabled.
    bool choose_save() {
        activate();
        auto* menu = qobject_cast<QMenu*>(window_->menuBar()->actions().front()->menu());
        QTest::keyClick(window_.get(), Qt::Key_F, Qt::AltModifier);
        if (!wait([menu] { return menu->isVisible(); })) return false;
        QTest::keyClick(menu, Qt::Key_V);
        const bool chosen = !menu->isVisible();
        menu->close();
        return chosen;
    }

    QString mesh_;
};

TEST_F(RecordingFileTest, ATracedSceneIsSavedAndKnownByItsFile) {
    open_tiny();
    EXPECT_FALSE(choose_save()) << "it is a file already";
    open_mesh();
    activate();
    QTest::keyClick(window_.get(), Qt::Key_T, Qt::ControlModifier);
    pane().simulate({parse_cache_geometry("1KiB:128:1"), parse_cache_geometry("2KiB:128:1")});
    ASSERT_TRUE(settle());
    QTest::keyClick(&window_->mesh_view(), Qt::Key_Left);
    const QImage before = picture();
    const SessionState state = window_->session().state();
    const QString file = folder_.filePath(QStringLiteral("saved.hmt"));
    answer_file_dialog(folder_.filePath(QStringLiteral("saved")));
    ASSERT_TRUE(choose_save());
    ASSERT_TRUE(wait([this] { return message().find("saved.hmt") != std::string::npos; })) << message();
    EXPECT_THAT(message(), HasSubstr("saved.hmt"));
    EXPECT_TRUE(QFile::exists(file));
    EXPECT_FALSE(QFile::exists(file + QStringLiteral(".part")));
    ThreadPool pool(2);
    HmtFile(open_file(file.toStdString())).validate(pool);

    EXPECT_EQ(window_->windowTitle(), QStringLiteral("saved.hmt"));
    EXPECT_EQ(QSettings().value(QStringLiteral("recents")).toStringList().constFirst(), file);
    SessionState known = state;
    for (PaneState& entry : known.panes)
        entry.spec = file.toStdString();
    EXPECT_EQ(window_->session().state(), known) << "only the name is another";
    EXPECT_EQ(window_->session().pane(0).recording(), pane().recording());
    EXPECT_NE(window_->session().pane(0).profile(), pane().profile());
    EXPECT_EQ(picture(), before) << "the message lies over it";
    EXPECT_FALSE(choose_save());
    // The change of the caches and that of the camera are one step only if they came in quick succession.
    while (pane().work().title().isEmpty() && window_->session().can_undo())
        window_->session().undo();
    EXPECT_EQ(pane().opening().wanted_spec(), file.toStdString()) << "what was undone is of the file";
    EXPECT_THAT(pane().work().title().toStdString(), StartsWith("Simulating saved.hmt"));
}

TEST_F(RecordingFileTest, WhatCannotBeWrittenIsAMessageAndChangesNothing) {
    open_mesh();
    const auto recording = pane().recording();
    const auto fails_with = [&](const QString& file, const char* text) {
        window_->message_bar().clear();
        window_->save_recording(file);
        EXPECT_TRUE(wait([&] { return message().find(text) != std::string::npos; })) << message();
        EXPECT_EQ(pane().recording(), recording);
    };
    fails_with(QStringLiteral("/proc/nowhere/a.hmt"), "/proc/nowhere/a.hmt");
    fails_with(folder_.path() + QStringLiteral("/none/a.hmt"), "none/a.hmt");
    fails_with(folder_.filePath(QStringLiteral("a.txt")), "ends with .hmt");
    {
        const FullDisk full(2'000);
        fails_with(folder_.filePath(QStringLiteral("full.hmt")), "full.hmt: byte 2000");
    }
    EXPECT_FALSE(QFile::exists(folder_.filePath(QStringLiteral("full.hmt"))));
}

TEST_F(RecordingFileTest, AStoppedSaveLeavesNothing) {
    open_mesh();
    std::stop_source stop;
    stop.request_stop();
    const QString file = folder_.filePath(QStringLiteral("stopped.hmt"));
    EXPECT_THROW(
        static_cast<void>(saved_recording(*pane().recording(), file.toStdString(), {stop.get_token()})),
        Cancelled);
    EXPECT_EQ(QDir(folder_.path()).entryList({QStringLiteral("stopped*")}), QStringList());
}

/// Tests the question about unsaved recordings.
class UnsavedTest : public RecordingFileTest {
protected:
    /// Presses the button of the next question, and stores what the question is about.
    void press(QMessageBox::ButtonRole role) {
        when_asked<QMessageBox>([this, role](QMessageBox& question) {
            asked_about_ = question.informativeText().toStdString();
            for (QAbstractButton* button : question.buttons())
                if (question.buttonRole(button) == role) return button->click();
            ADD_FAILURE() << "no such button";
        });
    }

    std::string asked_about_;
};

TEST_F(UnsavedTest, NothingIsAskedOfWhatIsAFile) {
    open_tiny();
    EXPECT_TRUE(window_->close());
}

TEST_F(UnsavedTest, ClosingAsksOnceForEachRecordingThatWasTraced) {
    open_mesh();
    window_->session().add_pane();
    press(QMessageBox::RejectRole);
    EXPECT_FALSE(window_->close());
    EXPECT_EQ(asked_about_, "roof.obj (resolution 64x64)") << "two panes show it";
    EXPECT_TRUE(window_->isVisible());
    press(QMessageBox::DestructiveRole);
    EXPECT_TRUE(window_->close());
}

TEST_F(UnsavedTest, QuitAsksAboutAllWindowsAtOnce) {
    open_tiny();
    Window further;
    further.show();
    further.open(small_trace(mesh_));
    ASSERT_TRUE(wait([&] { return further.session().active().recording() != nullptr; }));
    activate();
    press(QMessageBox::RejectRole);
    QTest::keyClick(window_.get(), Qt::Key_Q, Qt::ControlModifier);
    EXPECT_EQ(asked_about_, "roof.obj (resolution 64x64)");
    EXPECT_TRUE(window_->isVisible() && further.isVisible());
    activate();
    press(QMessageBox::DestructiveRole);
    QTest::keyClick(window_.get(), Qt::Key_Q, Qt::ControlModifier);
    EXPECT_FALSE(window_->isVisible() || further.isVisible());
}

TEST_F(UnsavedTest, SaveSavesAndThenCloses) {
    open_mesh();
    const QString file = folder_.filePath(QStringLiteral("kept.hmt"));
    press(QMessageBox::AcceptRole);
    answer_file_dialog(file);
    EXPECT_FALSE(window_->close()) << "it is being saved";
    EXPECT_TRUE(wait([this] { return !window_->isVisible(); }));
    EXPECT_TRUE(QFile::exists(file));
}

TEST_F(UnsavedTest, SavingOneOfTwoDoesNotLoseTheOther) {
    open_mesh();
    const QString second = folder_.filePath(QStringLiteral("gable.obj"));
    std::ofstream(second.toStdString()) << "v 0 0 0\nv 2 0 0\nv 1 1 0\nf 1 2 3\n";
    window_->session().add_pane();
    open_mesh(second);
    when_asked<QMessageBox>([this](QMessageBox& question) {
        question.checkBox()->click();
        press(QMessageBox::AcceptRole);
    });
    answer_file_dialog(folder_.filePath(QStringLiteral("first.hmt")));
    EXPECT_FALSE(window_->close()) << "the first is being saved";
    EXPECT_EQ(asked_about_, "roof.obj (resolution 64x64)\ngable.obj (resolution 64x64)");
    EXPECT_TRUE(asks_about_unsaved()) << "what is saved says nothing about what is discarded";
    press(QMessageBox::AcceptRole);
    answer_file_dialog(folder_.filePath(QStringLiteral("second.hmt")));
    EXPECT_TRUE(wait([this] { return !window_->isVisible(); }));
    EXPECT_EQ(asked_about_, "gable.obj (resolution 64x64)");
    EXPECT_TRUE(QFile::exists(folder_.filePath(QStringLiteral("second.hmt"))));
}

TEST_F(UnsavedTest, WhatIsBeingSavedWhenTheWindowClosesIsAwaited) {
    open_mesh();
    const QString file = folder_.filePath(QStringLiteral("kept.hmt"));
    window_->save_recording(file);
    press(QMessageBox::AcceptRole); // the recording may be written before or after
    (void)window_->close();
    EXPECT_TRUE(wait([this] { return !window_->isVisible(); }));
    EXPECT_TRUE(QFile::exists(file));
}

TEST_F(UnsavedTest, AfterSavingThePaneThatWasAskedAboutCloses) {
    open_tiny();
    window_->session().add_pane();
    open_mesh();
    activate();
    press(QMessageBox::AcceptRole);
    answer_file_dialog(folder_.filePath(QStringLiteral("kept.hmt")));
    QTest::keyClick(window_.get(), Qt::Key_W, Qt::ControlModifier);
    window_->session().set_active(0); // while the recording is being saved
    EXPECT_TRUE(wait([this] { return window_->session().pane_count() == 1; }));
    EXPECT_EQ(pane().recording()->spec, file_.toStdString());
}

TEST_F(UnsavedTest, AFileThatCannotBeWrittenKeepsTheWindowOpen) {
    open_mesh();
    press(QMessageBox::AcceptRole);
    answer_file_dialog(QStringLiteral("/proc/nowhere.hmt"));
    EXPECT_FALSE(window_->close());
    EXPECT_TRUE(wait([this] { return message().find("nowhere.hmt") != std::string::npos; })) << message();
    EXPECT_TRUE(window_->isVisible());
}

TEST_F(UnsavedTest, ClosingItsLastPaneAsks) {
    open_mesh();
    activate();
    press(QMessageBox::RejectRole);
    QTest::keyClick(window_.get(), Qt::Key_W, Qt::ControlModifier);
    EXPECT_NE(pane().recording(), nullptr);
    activate();
    press(QMessageBox::DestructiveRole);
    QTest::keyClick(window_.get(), Qt::Key_W, Qt::ControlModifier);
    EXPECT_EQ(pane().recording(), nullptr);
}

TEST_F(UnsavedTest, ItCanBeToldNotToAsk) {
    open_mesh();
    when_asked<QMessageBox>([this](QMessageBox& question) {
        question.checkBox()->click();
        press(QMessageBox::DestructiveRole);
    });
    EXPECT_TRUE(window_->close());
    EXPECT_FALSE(asks_about_unsaved());
    window_->show();
    EXPECT_TRUE(window_->close()) << "without a question";
    set_asks_about_unsaved(true);
}

} // namespace
} // namespace hitmap
