#include "app/dialogs/sequence_dialog.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/base/format.h"
#include "widgets/session/panes/pane_image.h"

#include <QtCore/QProcess>
#include <QtGui/QStandardItemModel>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QMenu>
#include <QtWidgets/QMenuBar>
#include <QtWidgets/QMessageBox>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QSpinBox>
#include <gmock/gmock.h>

#include <array>
#include <fstream>
#include <functional>
#include <string>

namespace hitmap {
namespace {

using testing::HasSubstr;

/// Saves sequences with the keys that users press, and with the command line.
class SequenceTest : public WindowFixture {
protected:
    void SetUp() override {
        open_tiny();
        activate();
        pane().set_frames({3, 1, 1});
        (void)picture();
    }
    template <class T>
    static T& in(QDialog& dialog, const char* name) {
        return *dialog.findChild<T*>(QString::fromLatin1(name));
    }
    static void choose(QComboBox& box, int row) {
        box.setFocus();
        while (box.currentIndex() != row) {
            const int before = box.currentIndex();
            QTest::keyClick(&box, before < row ? Qt::Key_Down : Qt::Key_Up);
            ASSERT_NE(box.currentIndex(), before);
        }
    }
    static void type(QSpinBox& box, int value) {
        box.setFocus();
        box.selectAll();
        QTest::keyClicks(&box, QString::number(value));
        QTest::keyClick(&box, Qt::Key_Tab);
    }
    static void save_as(QDialog& dialog) {
        dialog.activateWindow(); // shortcuts of other windows are ignored
        EXPECT_TRUE(QTest::qWaitForWindowActive(&dialog, patience_ms));
        QTest::keyClick(&dialog, Qt::Key_A, Qt::AltModifier);
    }
    /// Opens the dialog from its menu.
    void ask() {
        window_->activateWindow(); // a dialog may have been open
        ASSERT_TRUE(wait([this] { return window_->isActiveWindow(); }));
        QTest::keyClick(window_.get(), Qt::Key_F, Qt::AltModifier);
        QMenu* menu = nullptr;
        ASSERT_TRUE(wait([&] {
            menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            return menu != nullptr;
        }));
        QTest::keyClick(menu, Qt::Key_U);
    }
    /// Saves a sequence of small pictures.
    /// @param change  changes further fields of the dialog
    void save(const QString& file, SequenceSubject subject, SequenceFormat format,
              const std::function<void(QDialog&)>& change = {}) {
        window_->message_bar().clear();
        when_asked<SequenceDialog>([&, change, file, subject, format](SequenceDialog& dialog) {
            choose(in<QComboBox>(dialog, "sequence_subject"), static_cast<int>(subject));
            choose(in<QComboBox>(dialog, "sequence_format"), static_cast<int>(format));
            type(in<QSpinBox>(dialog, "image_width"), 400);
            type(in<QSpinBox>(dialog, "image_height"), 300);
            if (change) change(dialog);
            answer_file_dialog(file);
            save_as(dialog);
        });
        ask();
    }
    [[nodiscard]] bool saved() {
        return wait([this] { return message().starts_with("Saved "); });
    }
    /// Runs `hitmap render --sequence` with the view of the pane.
    void render(const QString& file, const QString& options) {
        const QString view = folder_.filePath(QStringLiteral("view.json"));
        std::ofstream(view.toStdString()) << view_state_to_json(pane().choices());
        QStringList arguments{
            QStringLiteral("render"), file_, QStringLiteral("-o"),     file,
            QStringLiteral("--view"), view,  QStringLiteral("--size"), QStringLiteral("400x300")};
        arguments += options.split(QLatin1Char(' '));
        ASSERT_EQ(QProcess::execute(QStringLiteral(HITMAP_PROGRAM), arguments), 0);
    }
    [[nodiscard]] QByteArray contents(const QString& name) const {
        QFile file(folder_.filePath(name));
        EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << name.toStdString();
        return file.readAll();
    }
    [[nodiscard]] QString path(const char* name) const { return folder_.filePath(QString::fromLatin1(name)); }
    /// Compares files 0 to 2 of the window with those of the command line, and with one another.
    void expect_same_frames() {
        QByteArray before;
        for (int i = 0; i < 3; ++i) {
            const QByteArray bytes = contents(QStringLiteral("window-000%1.png").arg(i));
            EXPECT_GT(bytes.size(), 1000);
            EXPECT_TRUE(bytes == contents(QStringLiteral("command-000%1.png").arg(i))) << i;
            EXPECT_FALSE(bytes == before) << i;
            before = bytes;
        }
        EXPECT_FALSE(QFile::exists(path("window-0003.png")));
        EXPECT_FALSE(QFile::exists(path("window.png")));
    }
};

/// Answers the question whether files are replaced.
void replace_files(QMessageBox& box) {
    // A box that is not active yet does not react to the keys of its buttons.
    EXPECT_TRUE(QTest::qWaitForWindowActive(&box));
    QTest::keyClick(&box, Qt::Key_R, Qt::AltModifier);
}

TEST_F(SequenceTest, FramesOfTheMeshAreThoseOfTheCommandLine) {
    pane().set_metric("l2-misses"_metric);
    save(path("window.png"), SequenceSubject::frames, SequenceFormat::png, [](QDialog& dialog) {
        EXPECT_FALSE(in<QSpinBox>(dialog, "sequence_pictures").isEnabled()) << "there is one of each frame";
        EXPECT_FALSE(in<QSpinBox>(dialog, "sequence_per_second").isEnabled());
        EXPECT_EQ(in<QLabel>(dialog, "sequence_range").text(),
                  QStringLiteral("1st to 99th percentile of all frames"));
        QTest::keyClick(&dialog, Qt::Key_H, Qt::AltModifier); // histogram
        QTest::keyClick(&dialog, Qt::Key_T, Qt::AltModifier); // transparent
    });
    ASSERT_TRUE(saved()) << message();
    EXPECT_THAT(message(), HasSubstr("window-0000.png to window-0002.png"));
    render(path("command.png"), QStringLiteral("--sequence frames --histogram --transparent"));
    expect_same_frames();
}

TEST_F(SequenceTest, FramesOfAnImageAreThoseOfTheCommandLine) {
    pane().set_shown(Shown::image);
    ImageLook look = pane().choices().image;
    look.quantity = pixel_quantity_named("accesses");
    pane().set_image_look(look);
    ASSERT_TRUE(wait([this] { return pane().image().values() != nullptr; }));
    save(path("window.png"), SequenceSubject::frames, SequenceFormat::png, [](QDialog& dialog) {
        const auto* model =
            qobject_cast<QStandardItemModel*>(in<QComboBox>(dialog, "sequence_subject").model());
        EXPECT_FALSE(model->item(1)->isEnabled()) << "an image has no camera";
    });
    ASSERT_TRUE(saved()) << message();
    render(path("command.png"), QStringLiteral("--sequence frames"));
    expect_same_frames();
}

TEST_F(SequenceTest, ATurnIsThatOfTheCommandLine) {
    QTest::keyClick(&window_->mesh_view(), Qt::Key_Left);
    const QString range = capitalised(range_text(RangeMode::percentiles, pane().range()));
    save(path("window.apng"), SequenceSubject::turntable, SequenceFormat::apng, [&range](QDialog& dialog) {
        type(in<QSpinBox>(dialog, "sequence_pictures"), 3);
        type(in<QSpinBox>(dialog, "sequence_per_second"), 5);
        EXPECT_EQ(in<QLabel>(dialog, "sequence_range").text(), range);
    });
    ASSERT_TRUE(saved()) << message();
    render(path("command.apng"), QStringLiteral("--sequence turntable --pictures 3 --fps 5"));
    const QByteArray bytes = contents(QStringLiteral("window.apng"));
    EXPECT_EQ(bytes.count("fcTL"), 3);
    EXPECT_TRUE(bytes == contents(QStringLiteral("command.apng")));
}

TEST_F(SequenceTest, DifferencesOfMeshAndImageAreThoseOfTheCommandLine) {
    Pane& second = window_->session().add_pane();
    ModelChoice config;
    config.l1 = parse_cache_geometry("1KiB:128:1");
    second.simulate(config);
    ASSERT_TRUE(wait([&] { return second.config() == config && !second.stale(); }));
    // B is active, and shows what it has more than A. Both are at the same frame.
    second.set_reference(&window_->session().pane(0));
    ASSERT_TRUE(wait([&] { return second.values() != nullptr && second.values()->difference; }));
    const QString sides = QStringLiteral("--compare %1 --l1-b 1KiB:128:1 --sequence frames").arg(file_);
    activate();
    save(path("window.png"), SequenceSubject::frames, SequenceFormat::png);
    ASSERT_TRUE(saved()) << message();
    render(path("command.png"), sides + QStringLiteral(" --geometry b"));
    expect_same_frames();
    second.set_shown(Shown::image);
    ASSERT_TRUE(wait([&] { return second.image().values() != nullptr; }));
    when_asked<QMessageBox>(replace_files);
    save(path("window.png"), SequenceSubject::frames, SequenceFormat::png);
    ASSERT_TRUE(saved()) << message();
    render(path("command.png"), sides);
    expect_same_frames();
}

TEST_F(SequenceTest, AsksBeforeItReplacesFiles) {
    const auto write = [this](const char* name) { std::ofstream(path(name).toStdString()) << "mine"; };
    write("window-0001.png");
    write("window-0002.png");
    bool asked = false;
    when_asked<QMessageBox>([&asked](QMessageBox& box) {
        asked = true;
        EXPECT_THAT(box.text().toStdString(), HasSubstr("window-0001.png to window-0002.png exist already"));
        QTest::keyClick(&box, Qt::Key_Escape);
    });
    save(path("window.png"), SequenceSubject::frames, SequenceFormat::png);
    ASSERT_TRUE(wait([&] { return asked && QApplication::activeModalWidget() == nullptr; }));
    EXPECT_FALSE(QFile::exists(path("window-0000.png")));
    EXPECT_EQ(contents(QStringLiteral("window-0001.png")), "mine");
    when_asked<QMessageBox>(replace_files);
    save(path("window.png"), SequenceSubject::frames, SequenceFormat::png);
    ASSERT_TRUE(saved()) << message();
    EXPECT_NE(contents(QStringLiteral("window-0001.png")), "mine");
    write("one.apng");
    asked = false;
    when_asked<QMessageBox>([&asked](QMessageBox& box) {
        asked = true;
        EXPECT_EQ(box.text().toStdString(), "one.apng exists already.");
        QTest::keyClick(&box, Qt::Key_Escape);
    });
    save(path("one.apng"), SequenceSubject::frames, SequenceFormat::apng);
    ASSERT_TRUE(wait([&] { return asked && QApplication::activeModalWidget() == nullptr; }));
    EXPECT_EQ(contents(QStringLiteral("one.apng")), "mine");
}

TEST_F(SequenceTest, StopsAndLeavesNoIncompleteFile) {
    save(path("long.apng"), SequenceSubject::turntable, SequenceFormat::apng,
         [](QDialog& dialog) { type(in<QSpinBox>(dialog, "sequence_pictures"), 65'536); });
    const auto bar = [this]() -> QPushButton* {
        for (auto* button : window_->findChildren<QPushButton*>(QStringLiteral("stop_button")))
            if (button->isVisible()) return button;
        return nullptr;
    };
    const auto part = [this] { return QDir(folder_.path()).entryList({QStringLiteral("long*")}); };
    ASSERT_TRUE(wait([&] { return bar() != nullptr && !part().isEmpty(); }));
    EXPECT_FALSE(find<QAction>("save_sequence").isEnabled());
    QTest::mouseClick(bar(), Qt::LeftButton);
    EXPECT_TRUE(wait([&] { return part().isEmpty(); }));
    EXPECT_TRUE(wait([this] { return find<QAction>("save_sequence").isEnabled(); }));
}

TEST_F(SequenceTest, VideosNeedFfmpeg) {
    SequenceDialog without(pane().choices(), {}, {600, 500}, false);
    auto& formats = in<QComboBox>(without, "sequence_format");
    ASSERT_EQ(formats.count(), 4);
    for (int row = 0; row < 4; ++row) {
        const bool video = row >= 2;
        EXPECT_EQ(qobject_cast<QStandardItemModel*>(formats.model())->item(row)->isEnabled(), !video);
        EXPECT_EQ(formats.itemText(row).contains(QStringLiteral("the program ffmpeg is missing")), video);
    }
    // A program in the place of ffmpeg, whose last argument is the file.
    ASSERT_TRUE(QDir().mkpath(path("bin")));
    std::ofstream(path("bin/ffmpeg").toStdString())
        << "#!/bin/sh\nfor last; do :; done\ncat > \"${last#file:}\"\n";
    QFile::setPermissions(path("bin/ffmpeg"), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    const QByteArray before = qgetenv("PATH");
    qputenv("PATH", QFile::encodeName(path("bin")) + ":" + before);
    save(path("window.mp4"), SequenceSubject::frames, SequenceFormat::mp4, [](QDialog& dialog) {
        EXPECT_FALSE(dialog.findChildren<QCheckBox*>().first()->isEnabled()) << "videos are not transparent";
    });
    EXPECT_TRUE(saved()) << message();
    render(path("command.mp4"), QStringLiteral("--sequence frames"));
    qputenv("PATH", before);
    const QByteArray bytes = contents(QStringLiteral("window.mp4"));
    EXPECT_EQ(bytes.size(), 3 * 3 * 400 * 300) << "all pixels of all pictures";
    EXPECT_TRUE(bytes == contents(QStringLiteral("command.mp4")));
}

TEST_F(SequenceTest, AnImageWithoutFramesHasNoSequence) {
    pane().set_shown(Shown::image);
    pane().set_frames({1, 0, 1});
    std::string refusal;
    bool can_save = true;
    when_asked<SequenceDialog>([&](SequenceDialog& dialog) {
        refusal = in<QLabel>(dialog, "sequence_refusal").text().toStdString();
        for (const auto* button : dialog.findChildren<QPushButton*>())
            if (button->text().contains(QStringLiteral("&As"))) can_save = button->isEnabled();
        QTest::keyClick(&dialog, Qt::Key_Escape);
    });
    ask();
    EXPECT_TRUE(wait([&] { return !refusal.empty(); }));
    EXPECT_THAT(refusal, HasSubstr("no camera"));
    EXPECT_FALSE(can_save);
}

} // namespace
} // namespace hitmap
