#include "tests/widgets/window_fixture.h"
#include "widgets/trace_request.h"

#include <QtCore/QSettings>
#include <QtCore/QTimer>
#include <QtWidgets/QApplication>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QDialog>
#include <QtWidgets/QDialogButtonBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPlainTextEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QSpinBox>
#include <gmock/gmock.h>

#include <functional>
#include <map>
#include <sstream>

namespace hitmap {
namespace {

using testing::HasSubstr;

class NewRecordingTest : public WindowFixture {
protected:
    NewRecordingTest() { QSettings().remove(QStringLiteral("new_recording")); }
    ~NewRecordingTest() override { QSettings().remove(QStringLiteral("new_recording")); }

    /// Opens the dialog by its key and lets `act` use it; closes it where `act` does not.
    void with_dialog(const std::function<void(QDialog&)>& act) {
        activate();
        bool shown = false;
        QTimer::singleShot(0, window_.get(), [&] {
            EXPECT_TRUE(wait([] { return QApplication::activeModalWidget() != nullptr; }));
            auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
            ASSERT_NE(dialog, nullptr);
            EXPECT_TRUE(QTest::qWaitForWindowActive(dialog, patience_ms));
            shown = true;
            act(*dialog);
            if (dialog->isVisible()) dialog->reject();
        });
        QTest::keyClick(&window_->mesh_view(), Qt::Key_N, Qt::ControlModifier);
        ASSERT_TRUE(wait([&] { return shown; })) << "no dialog";
    }
    template <class T>
    static T& in(QDialog& dialog, const char* name) {
        T* widget = dialog.findChild<T*>(QString::fromLatin1(name));
        if (widget == nullptr) throw std::runtime_error(std::string("no widget ") + name);
        return *widget;
    }
    static QPushButton& button(QDialog& dialog, QDialogButtonBox::StandardButton which) {
        return *dialog.findChild<QDialogButtonBox*>()->button(which);
    }
    static void type(QDialog& dialog, const char* name, const char* text) {
        auto& box = in<QComboBox>(dialog, name);
        box.setFocus();
        QTest::keyClicks(&box, QString::fromLatin1(text));
        EXPECT_THAT(box.currentText().toStdString(), testing::StartsWith(text)) << name;
    }
    /// Keys that follow one another soon are one word to a list.
    static void pause() { QTest::qWait(QApplication::keyboardInputInterval() + 100); }
    static void type_number(QDialog& dialog, const char* name, const char* digits) {
        auto& box = in<QSpinBox>(dialog, name);
        box.setFocus();
        box.selectAll();
        QTest::keyClicks(&box, QString::fromLatin1(digits));
    }
    /// A scene and a picture that are soon traced.
    static void choose_little(QDialog& dialog) {
        type(dialog, "new_scene", "Tea");
        type_number(dialog, "new_triangles", "500");
        type_number(dialog, "trace_resolution", "32");
        type_number(dialog, "trace_resolution_height", "24");
    }
    std::map<std::string, std::string> options() {
        std::map<std::string, std::string> all;
        for (const auto& [name, value] : pane().recording()->info().options)
            all[name] = value;
        return all;
    }
};

TEST_F(NewRecordingTest, TracesWhatTheKeyboardChose) {
    open_tiny();
    const auto before = pane().recording();
    std::string command;
    with_dialog([&](QDialog& dialog) {
        choose_little(dialog);
        type(dialog, "trace_kernel", "if-if");
        type(dialog, "trace_rays", "shadow");
        EXPECT_THAT(in<QLabel>(dialog, "new_estimate").text().toStdString(), HasSubstr("500 triangles"));
        command = in<QPlainTextEdit>(dialog, "new_command").toPlainText().toStdString();
        QTest::mouseClick(&button(dialog, QDialogButtonBox::Ok), Qt::LeftButton);
    });
    EXPECT_EQ(pane().recording(), before) << "the old one stays until the new one is there";
    ASSERT_TRUE(settle());
    ASSERT_NE(pane().recording(), before) << message();
    EXPECT_TRUE(pane().recording()->traced);
    const auto recorded = options();
    EXPECT_EQ(recorded.at("kernel"), "if-if");
    EXPECT_EQ(recorded.at("rays"), "shadow");
    EXPECT_EQ(recorded.at("resolution"), "32x24");
    EXPECT_EQ(command, "hitmap trace 'builtin:teapot?triangles=500' --resolution 32x24 --kernel if-if "
                       "--rays shadow -o teapot.hmt");
    // The command line says the options that were recorded.
    TraceOptions parsed;
    std::istringstream words(command);
    std::string word;
    std::string value;
    while (words >> word) {
        if (word.starts_with("--") && words >> value) trace_option(word.substr(2)).set(parsed, value);
    }
    for (const TraceOption& option : trace_option_table())
        EXPECT_EQ(recorded.at(option.name), option.get(parsed)) << option.name;
    with_dialog([](QDialog& dialog) {
        EXPECT_EQ(in<QComboBox>(dialog, "trace_kernel").currentText(), QStringLiteral("if-if"))
            << "remembered";
        EXPECT_THAT(in<QComboBox>(dialog, "new_scene").currentText().toStdString(), HasSubstr("active pane"));
        QTest::mouseClick(&button(dialog, QDialogButtonBox::RestoreDefaults), Qt::LeftButton);
        EXPECT_EQ(in<QComboBox>(dialog, "trace_kernel").currentText(), QStringLiteral("while-while"));
    });
}

TEST_F(NewRecordingTest, ContradictionsAreShownAndDisableOk) {
    open_tiny();
    with_dialog([](QDialog& dialog) {
        choose_little(dialog);
        auto& error = in<QLabel>(dialog, "new_error");
        EXPECT_TRUE(button(dialog, QDialogButtonBox::Ok).isEnabled()) << error.text().toStdString();
        type(dialog, "trace_kernel", "pixel");
        type(dialog, "trace_fetch", "warp");
        EXPECT_TRUE(error.isVisible());
        EXPECT_THAT(error.text().toStdString(), HasSubstr("--fetch warp"));
        EXPECT_FALSE(button(dialog, QDialogButtonBox::Ok).isEnabled());
        pause();
        type(dialog, "trace_fetch", "lane");
        EXPECT_FALSE(error.isVisible());
        EXPECT_TRUE(button(dialog, QDialogButtonBox::Ok).isEnabled());
        type_number(dialog, "new_triangles", "1");
        EXPECT_THAT(error.text().toStdString(), HasSubstr("scene key triangles"))
            << "known before it is tried";
        type_number(dialog, "new_triangles", "500");
        type_number(dialog, "trace_sms", "0");
        EXPECT_THAT(error.text().toStdString(), HasSubstr("--sms"));
        type_number(dialog, "trace_sms", "2");
        pause();
        type(dialog, "new_scene", "Mesh");
        in<QLineEdit>(dialog, "new_file").setText(QStringLiteral("/nowhere.obj"));
        EXPECT_THAT(error.text().toStdString(), HasSubstr("no file /nowhere.obj"));
        EXPECT_FALSE(button(dialog, QDialogButtonBox::Ok).isEnabled());
    });
}

TEST_F(NewRecordingTest, StoppedWorkLeavesTheOldRecording) {
    open_tiny();
    const auto before = pane().recording();
    with_dialog([](QDialog& dialog) {
        type(dialog, "new_scene", "Sta");
        QTest::mouseClick(&button(dialog, QDialogButtonBox::Ok), Qt::LeftButton);
    });
    ASSERT_TRUE(pane().work().running());
    pane().work().stop();
    ASSERT_TRUE(settle());
    EXPECT_EQ(pane().recording(), before);
    EXPECT_EQ(pane().wanted_spec(), before->spec);
}

TEST_F(NewRecordingTest, GoesToANewPaneThroughThePresentView) {
    open_tiny();
    View view = pane().choices().view;
    view.camera.position.x += 0.25F;
    pane().set_view(view);
    with_dialog([](QDialog& dialog) {
        choose_little(dialog);
        type(dialog, "new_camera", "As");
        type(dialog, "new_place", "A");
        QTest::mouseClick(&button(dialog, QDialogButtonBox::Ok), Qt::LeftButton);
    });
    ASSERT_EQ(window_->session().pane_count(), 2U);
    ASSERT_TRUE(settle());
    EXPECT_EQ(window_->session().active_index(), 1U);
    EXPECT_EQ(pane().recording()->camera, normalised(view.camera)) << message();
    EXPECT_NE(window_->session().pane(0).recording(), pane().recording());
}

} // namespace
} // namespace hitmap
