#include "tests/widgets/command_options.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/session/recording/trace_request.h"
#include "widgets/start/viewfinder.h"

#include <QtCore/QFile>
#include <QtCore/QLocale>
#include <QtCore/QSettings>
#include <QtCore/QTimer>
#include <QtWidgets/QApplication>
#include <QtWidgets/QCheckBox>
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

namespace hitmap {
namespace {

using testing::HasSubstr;

class NewRecordingTest : public WindowFixture {
protected:
    NewRecordingTest() { QSettings().remove(QStringLiteral("new_recording")); }
    ~NewRecordingTest() override { QSettings().remove(QStringLiteral("new_recording")); }

    /// Opens the dialog with its shortcut and passes it to `act`; closes it if `act` does not.
    void with_dialog(const std::function<void(QDialog&)>& act) {
        activate();
        bool shown = false;
        QTimer::singleShot(0, window_.get(), [&] {
            EXPECT_TRUE(wait([] { return QApplication::activeModalWidget() != nullptr; }));
            auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
            ASSERT_NE(dialog, nullptr);
            // qWaitForWindowActive() also accepts an active parent, which would then receive the keys.
            EXPECT_TRUE(wait([&] { return QApplication::activeWindow() == dialog; }));
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
    /// A list treats keys in quick succession as one word.
    static void pause() { QTest::qWait(QApplication::keyboardInputInterval() + 100); }
    static void type_number(QDialog& dialog, const char* name, const char* digits) {
        auto& box = in<QSpinBox>(dialog, name);
        box.setFocus();
        box.selectAll();
        QTest::keyClicks(&box, QString::fromLatin1(digits));
    }
    /// A scene and a picture that can be traced quickly.
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

TEST_F(NewRecordingTest, CountsHaveSeparatorsAndSizesOfImagesHaveNone) {
    open_tiny();
    with_dialog([&](QDialog& dialog) {
        type(dialog, "new_scene", "Tea");
        for (const char* name : {"new_triangles", "new_seed"}) {
            type_number(dialog, name, "12345");
            QTest::keyClick(&in<QSpinBox>(dialog, name), Qt::Key_Tab); // what was typed is complete
            EXPECT_EQ(in<QSpinBox>(dialog, name).text(), QLocale().toString(12345)) << name;
        }
        for (const char* name : {"trace_resolution", "trace_resolution_height"}) {
            type_number(dialog, name, "1024");
            QTest::keyClick(&in<QSpinBox>(dialog, name), Qt::Key_Tab);
            EXPECT_EQ(in<QSpinBox>(dialog, name).text(), QStringLiteral("1024")) << name;
        }
    });
}

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
    // The command line must have the options that were recorded.
    const TraceOptions parsed = test::options_of_command(command);
    for (const TraceOption& option : trace_option_table()) {
        const auto found = recorded.find(option.name);
        // Options that recordings name only if they differ from the default.
        const std::string value = found != recorded.end() ? found->second : option.get(TraceOptions());
        EXPECT_EQ(value, option.get(parsed)) << option.name;
    }
    with_dialog([](QDialog& dialog) {
        EXPECT_EQ(in<QComboBox>(dialog, "trace_kernel").currentText(), QStringLiteral("if-if"))
            << "remembered";
        EXPECT_THAT(in<QComboBox>(dialog, "new_scene").currentText().toStdString(), HasSubstr("active pane"));
        QTest::mouseClick(&button(dialog, QDialogButtonBox::RestoreDefaults), Qt::LeftButton);
        EXPECT_EQ(in<QComboBox>(dialog, "trace_kernel").currentText(), QStringLiteral("while-while"));
    });
}

TEST_F(NewRecordingTest, RecordsBasicBlocksIfAsked) {
    open_tiny();
    with_dialog([&](QDialog& dialog) {
        choose_little(dialog);
        auto& blocks = in<QCheckBox>(dialog, "trace_blocks");
        blocks.setFocus();
        QTest::keyClick(&blocks, Qt::Key_Space);
        EXPECT_THAT(in<QPlainTextEdit>(dialog, "new_command").toPlainText().toStdString(),
                    HasSubstr(" --blocks "));
        QTest::mouseClick(&button(dialog, QDialogButtonBox::Ok), Qt::LeftButton);
    });
    ASSERT_TRUE(settle());
    EXPECT_GT(pane().recording()->info().executions, 0U) << message();
    with_dialog([](QDialog& dialog) { EXPECT_TRUE(in<QCheckBox>(dialog, "trace_blocks").isChecked()); });
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
    EXPECT_EQ(pane().opening().wanted_spec(), before->spec);
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

/// A pyramid standing on the plane z = 0.
constexpr const char* z_up_pyramid = "v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nv 0 0 1\n"
                                     "f 4 3 2 1\nf 1 2 5\nf 2 3 5\nf 3 4 5\nf 4 1 5\n";

class MeshFileTest : public NewRecordingTest {
protected:
    MeshFileTest() : mesh_(folder_.filePath(QStringLiteral("pyramid.obj"))) {
        QFile file(mesh_);
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(z_up_pyramid);
        QSettings().remove(QStringLiteral("recents"));
    }
    ~MeshFileTest() override { QSettings().remove(QStringLiteral("recents")); }
    /// A mesh that can be traced quickly; returns when the preview has read it.
    void choose_mesh(QDialog& dialog) {
        type(dialog, "new_scene", "Mesh");
        in<QLineEdit>(dialog, "new_file").setText(mesh_);
        type_number(dialog, "trace_resolution", "32");
        type_number(dialog, "trace_resolution_height", "24");
        EXPECT_TRUE(wait([&] { return note(dialog).contains(QStringLiteral("ssumed")); }))
            << note(dialog).toStdString();
    }
    /// What opens the mesh file with a picture that is traced quickly.
    QString small_trace() const { return QStringLiteral("trace:--resolution=64x64 -- ") + mesh_; }
    static QString note(QDialog& dialog) { return in<QLabel>(dialog, "new_view_note").text(); }
    std::map<std::string, Origin> origins() {
        std::map<std::string, Origin> all;
        for (const FieldOrigin& field : pane().recording()->info().origins)
            all[field.field] = field.origin;
        return all;
    }
    static std::string command_in(QDialog& dialog) {
        return in<QPlainTextEdit>(dialog, "new_command").toPlainText().toStdString();
    }
    QString mesh_;
};

TEST_F(MeshFileTest, OpeningAMeshSaysWhatWasAssumedAndLeadsToTheDialog) {
    window_->open(mesh_);
    ASSERT_TRUE(settle());
    ASSERT_NE(pane().recording(), nullptr) << message();
    EXPECT_EQ(message(),
              "pyramid.obj was traced with z as its up axis (assumed: by its shape: top and bottom differ "
              "most along z), from a camera that shows all of it.");
    EXPECT_FLOAT_EQ(pane().recording()->prepared->bounds.upper.y, 1.0F) << "it stands";
    bool shown = false;
    QTimer::singleShot(0, window_.get(), [&] {
        EXPECT_TRUE(wait([] { return QApplication::activeModalWidget() != nullptr; }));
        auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
        ASSERT_NE(dialog, nullptr);
        shown = true;
        EXPECT_THAT(in<QComboBox>(*dialog, "new_scene").currentText().toStdString(),
                    HasSubstr("pyramid.obj"));
        EXPECT_EQ(in<QComboBox>(*dialog, "new_up").currentText(), QStringLiteral("Auto"));
        dialog->reject();
    });
    QTest::mouseClick(&find<QPushButton>("message_action"), Qt::LeftButton);
    EXPECT_TRUE(shown);
    EXPECT_EQ(message(), "");
}

TEST_F(MeshFileTest, TheOfferStaysBesideNoticesAndIsAboutItsOwnPane) {
    window_->open(mesh_);
    ASSERT_TRUE(settle());
    auto& action = find<QPushButton>("message_action");
    window_->session().add_pane();
    open_tiny();
    window_->message_bar().show_notice(QStringLiteral("Saved a.csv"));
    EXPECT_EQ(message(), "Saved a.csv");
    EXPECT_TRUE(action.isVisible());
    QTest::mouseClick(&find<QPushButton>("dismiss_notice"), Qt::LeftButton);
    EXPECT_THAT(message(), HasSubstr("up axis"));
    bool shown = false;
    when_asked<QDialog>([&](QDialog& dialog) {
        shown = true;
        EXPECT_THAT(in<QComboBox>(dialog, "new_scene").currentText().toStdString(), HasSubstr("pyramid.obj"));
        dialog.reject();
    });
    QTest::mouseClick(&action, Qt::LeftButton);
    EXPECT_TRUE(shown);
    EXPECT_EQ(window_->session().active_index(), 0U);
    EXPECT_EQ(message(), "");
}

TEST_F(MeshFileTest, TheOfferGoesWithItsMesh) {
    window_->open(mesh_);
    ASSERT_TRUE(settle());
    EXPECT_THAT(message(), HasSubstr("up axis"));
    open_tiny();
    EXPECT_EQ(message(), "") << "another recording in its pane";
    window_->session().add_pane();
    window_->open(mesh_);
    ASSERT_TRUE(settle());
    EXPECT_THAT(message(), HasSubstr("up axis"));
    window_->session().remove_pane(1);
    EXPECT_TRUE(wait([this] { return message().empty(); })) << "its pane is gone";
}

TEST_F(MeshFileTest, EstimatesCountTheMeshOnceItWasRead) {
    open_tiny();
    with_dialog([&](QDialog& dialog) {
        choose_mesh(dialog);
        const std::string estimate = in<QLabel>(dialog, "new_estimate").text().toStdString();
        EXPECT_THAT(estimate, testing::StartsWith("6 triangles, counted in the mesh; about "));
    });
}

TEST_F(MeshFileTest, UpAxisAndCameraOfThePreviewAreTraced) {
    open_tiny();
    Camera seen;
    std::string command;
    with_dialog([&](QDialog& dialog) {
        choose_mesh(dialog);
        EXPECT_EQ(note(dialog),
                  QStringLiteral("Assumed z: by its shape: top and bottom differ most along z"));
        auto& preview = in<Viewfinder>(dialog, "new_preview");
        const Camera standing = preview.camera();
        EXPECT_EQ(standing, framing_camera({{-1, 0, -1}, {1, 1, 1}}));
        EXPECT_THAT(command_in(dialog), testing::Not(HasSubstr("--up")));
        type(dialog, "new_up", "y");
        EXPECT_EQ(preview.camera(), framing_camera({{-1, -1, 0}, {1, 1, 1}}));
        EXPECT_THAT(command_in(dialog), HasSubstr(" --up y "));
        preview.setFocus();
        QTest::keyClick(&preview, Qt::Key_Left);
        seen = preview.camera();
        EXPECT_EQ(in<QComboBox>(dialog, "new_camera").currentText(), QStringLiteral("As set in the preview"));
        command = command_in(dialog);
        QTest::mouseClick(&button(dialog, QDialogButtonBox::Ok), Qt::LeftButton);
    });
    ASSERT_TRUE(settle());
    ASSERT_TRUE(pane().recording()->traced) << message();
    EXPECT_EQ(pane().recording()->camera, normalised(seen));
    EXPECT_EQ(options().at("up"), "y");
    EXPECT_EQ(origins().at("up axis"), Origin::recorded);
    EXPECT_EQ(origins().at("camera"), Origin::recorded);
    EXPECT_THAT(command, testing::StartsWith("echo '" + camera_to_json(seen) + "' > pyramid-camera.json\n"));
    EXPECT_THAT(command, HasSubstr("--up y --resolution 32x24 --camera pyramid-camera.json -o pyramid.hmt"));
    EXPECT_EQ(message(), "") << "nothing was assumed";
    with_dialog([&](QDialog& dialog) {
        EXPECT_EQ(in<QComboBox>(dialog, "new_up").currentText(), QStringLiteral("y of the file"));
        auto& preview = in<Viewfinder>(dialog, "new_preview");
        EXPECT_TRUE(wait([&] { return preview.camera() == seen; })) << "as it was recorded";
        QTest::mouseClick(&in<QPushButton>(dialog, "new_view_reset"), Qt::LeftButton);
        EXPECT_EQ(in<QComboBox>(dialog, "new_up").currentText(), QStringLiteral("Auto"));
        EXPECT_EQ(preview.camera(), framing_camera({{-1, 0, -1}, {1, 1, 1}}));
    });
}

TEST_F(MeshFileTest, TheViewIsWholeAndOfTheChosenMeshAlone) {
    open_tiny();
    with_dialog([&](QDialog& dialog) {
        choose_mesh(dialog);
        const auto& reset = in<QPushButton>(dialog, "new_view_reset");
        EXPECT_TRUE(wait([&] { return reset.height() >= reset.sizeHint().height(); }));
        EXPECT_TRUE(reset.parentWidget()->rect().contains(reset.geometry()));
        in<QLineEdit>(dialog, "new_file").clear();
        EXPECT_EQ(note(dialog), QStringLiteral("No mesh is chosen."));
    });
}

TEST_F(MeshFileTest, AnotherSceneHasItsOwnUpAxisAndCameraAgain) {
    const QString other = folder_.filePath(QStringLiteral("other.obj"));
    ASSERT_TRUE(QFile::copy(mesh_, other));
    open_tiny();
    with_dialog([&](QDialog& dialog) {
        choose_mesh(dialog);
        auto& up = in<QComboBox>(dialog, "new_up");
        auto& camera = in<QComboBox>(dialog, "new_camera");
        auto& preview = in<Viewfinder>(dialog, "new_preview");
        const auto turn = [&] {
            preview.setFocus();
            QTest::keyClick(&preview, Qt::Key_Left);
            EXPECT_EQ(camera.currentText(), QStringLiteral("As set in the preview"));
        };
        type(dialog, "new_up", "y");
        turn();
        in<QLineEdit>(dialog, "new_file").setText(other);
        EXPECT_EQ(up.currentText(), QStringLiteral("Auto"));
        EXPECT_EQ(camera.currentText(), QStringLiteral("The scene's own"));
        EXPECT_THAT(command_in(dialog), testing::Not(HasSubstr("--camera")));
        EXPECT_TRUE(wait([&] { return note(dialog).contains(QStringLiteral("ssumed")); }));
        EXPECT_EQ(preview.camera(), framing_camera({{-1, 0, -1}, {1, 1, 1}}));
        choose_little(dialog);
        const auto& estimate = in<QLabel>(dialog, "new_estimate");
        EXPECT_TRUE(wait([&] { return estimate.text().contains(QStringLiteral("counted in the mesh")); }));
        turn();
        type_number(dialog, "new_triangles", "600");
        EXPECT_EQ(camera.currentText(), QStringLiteral("As set in the preview")) << "the same shape";
    });
}

TEST_F(MeshFileTest, TheViewOfAPaneTurnsWithTheMesh) {
    window_->open(small_trace());
    ASSERT_TRUE(settle());
    with_dialog([&](QDialog& dialog) {
        EXPECT_TRUE(wait([&] { return note(dialog).contains(QStringLiteral("ssumed")); }));
        type(dialog, "new_camera", "As the");
        auto& preview = in<Viewfinder>(dialog, "new_preview");
        const Camera view = pane().choices().view.camera;
        EXPECT_EQ(preview.camera(), view);
        type(dialog, "new_up", "y");
        EXPECT_EQ(preview.camera().position, turned_back(view.position, UpAxis::z));
        EXPECT_EQ(preview.camera().up, turned_back(view.up, UpAxis::z));
    });
}

TEST_F(MeshFileTest, ARecordingBringsBackItsSceneAndOptions) {
    open_tiny();
    with_dialog([&](QDialog& dialog) {
        choose_mesh(dialog);
        type(dialog, "trace_kernel", "if-if");
        pause();
        type(dialog, "new_up", "x");
        QTest::mouseClick(&button(dialog, QDialogButtonBox::Ok), Qt::LeftButton);
    });
    ASSERT_TRUE(settle());
    const QString file = folder_.filePath(QStringLiteral("saved.hmt"));
    window_->save_recording(file);
    ASSERT_TRUE(wait([&] { return message().starts_with("Saved"); }));
    with_dialog([&](QDialog& dialog) { // another scene was chosen last
        choose_little(dialog);
        QTest::mouseClick(&button(dialog, QDialogButtonBox::Ok), Qt::LeftButton);
    });
    ASSERT_TRUE(settle());
    window_->open(file);
    ASSERT_TRUE(settle());
    ASSERT_FALSE(pane().recording()->traced);
    with_dialog([&](QDialog& dialog) {
        EXPECT_THAT(in<QComboBox>(dialog, "new_scene").currentText().toStdString(), HasSubstr("pyramid.obj"));
        EXPECT_EQ(in<QComboBox>(dialog, "trace_kernel").currentText(), QStringLiteral("if-if"));
        EXPECT_EQ(in<QSpinBox>(dialog, "trace_resolution").value(), 32);
        EXPECT_EQ(in<QComboBox>(dialog, "new_up").currentText(), QStringLiteral("x of the file"));
    });
    open_tiny();
    with_dialog([&](QDialog& dialog) {
        EXPECT_THAT(in<QComboBox>(dialog, "new_scene").currentText().toStdString(), HasSubstr("Teapot"))
            << "its scene is not known: the last one stays";
    });
}

} // namespace
} // namespace hitmap
