#include "app/dialogs/layout_dialog.h"
#include "app/record_program/record_program_dialog.h"
#include "app/window/docks.h"
#include "app/window/program_recorder.h"
#include "core/layout/apply/apply_layout.h"
#include "core/layout/model/layout_json.h"
#include "tests/layout/ray_csv.h"
#include "tests/record_program/fake_recorder.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/comparison/findings_panel.h"

#include <QtCore/QSettings>
#include <QtWidgets/QAction>
#include <QtWidgets/QDialogButtonBox>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QMessageBox>
#include <QtWidgets/QPlainTextEdit>
#include <QtWidgets/QPushButton>
#include <gmock/gmock.h>

namespace hitmap {
namespace {

/// The window, with a script in the place of the program that records.
class RecordWindowTest : public WindowFixture {
protected:
    RecordWindowTest() {
        QSettings().remove(QStringLiteral("record_program"));
        take_recordings_of("cp tiny.hmt \"$out\"");
        activate_any();
    }
    ~RecordWindowTest() override {
        window_.reset();
        QSettings().remove(QStringLiteral("record_program"));
    }
    /// @param script  shell commands that make the recording "$out"
    void take_recordings_of(const std::string& script) {
        const QString fake = write_fake_recorder(
            folder_.path(), script + "; echo \"$out: 1 launch, 2 requests, all of them\"");
        window_->program_recorder().set_recorder({fake, {}});
    }
    void activate_any() {
        window_->activateWindow();
        EXPECT_TRUE(QTest::qWaitForWindowActive(window_.get(), patience_ms));
    }
    RecordProgramDialog& dialog() { return find<RecordProgramDialog>("record_program_dialog"); }
    template <class T>
    T& part(const char* name) {
        return *dialog().findChild<T*>(QString::fromLatin1(name));
    }
    /// Opens the dialog and starts a recording in it.
    void begin_recording() {
        QTest::keyClick(window_.get(), Qt::Key_N, Qt::ControlModifier | Qt::ShiftModifier);
        ASSERT_TRUE(QTest::qWaitForWindowActive(&dialog(), patience_ms));
        QTest::keyClicks(&part<QLineEdit>("record_program"), QStringLiteral("sh"));
        part<QLineEdit>("record_folder").setFocus();
        QTest::keyClicks(&part<QLineEdit>("record_folder"), folder_.path());
        QTest::keyClick(&part<QLineEdit>("record_folder"), Qt::Key_Return);
    }
    /// Records in the dialog, and opens the recording.
    /// @param pane  that shows it then
    void record_first(std::size_t pane = 0) {
        ASSERT_NO_FATAL_FAILURE(begin_recording());
        ASSERT_TRUE(wait([this] { return part<QPushButton>("record_open").isEnabled(); }))
            << part<QPlainTextEdit>("record_summary").toPlainText().toStdString();
        QTest::keyClick(&part<QPushButton>("record_open"), Qt::Key_Return);
        ASSERT_TRUE(wait([&] {
            Session& session = window_->session();
            return session.pane_count() > pane && name_in(pane) == "recording.hmt" &&
                   !session.pane(pane).work().running();
        })) << message();
    }
    /// Records again with the shortcut, and waits until the first pane shows the file.
    void record_again(const char* name) {
        activate_any();
        QTest::keyClick(window_.get(), Qt::Key_F5, Qt::ShiftModifier);
        ASSERT_TRUE(wait([&] { return name_in(0) == name && !pane().work().running(); }))
            << name_in(0) << "; " << message();
    }
    /// Records rays without a scene, whose layout is shown, and accepts the layout.
    void record_rays() {
        QFile csv(in_folder("run.csv"));
        ASSERT_TRUE(csv.open(QIODevice::WriteOnly));
        csv.write(test::csv_of_rays().c_str());
        csv.close();
        take_recordings_of(HITMAP_PROGRAM " import run.csv -o \"$out\"");
        accept_next_layout();
        record_first();
        ASSERT_TRUE(wait([this] {
            return layouts_ == 1 && !pane().work().running() && pane().recording()->has_elements();
        }));
    }
    void accept_next_layout() {
        when_asked<LayoutDialog>([this](LayoutDialog& layout) {
            ++layouts_;
            EXPECT_TRUE(wait([&] { return layout.up_to_date(); }));
            auto* buttons = layout.findChild<QDialogButtonBox*>(QStringLiteral("layout_buttons"));
            QTest::mouseClick(buttons->button(QDialogButtonBox::Ok), Qt::LeftButton);
        });
    }
    /// Opens a copy of the recording that has its layout, which is not beside the recording any more, as the
    /// dialog does if it cannot be there.
    void open_copy() {
        const QString beside = in_folder("recording.hmt.layout.json");
        const RecordingLayout layout = read_layout(beside.toStdString());
        ASSERT_TRUE(QFile::remove(beside));
        ASSERT_TRUE(QDir(folder_.path()).mkdir(QStringLiteral("elsewhere")));
        const QString copy = in_folder("elsewhere/copy.hmt");
        ThreadPool pool(1);
        apply_layout(HmtFile(open_file(in_folder("recording.hmt").toStdString())), layout,
                     create_file(copy.toStdString()), pool, {});
        window_->program_recorder().take_copy(in_folder("recording.hmt"), copy, layout);
        window_->open(copy);
        ASSERT_TRUE(wait([this] { return name_in(0) == "copy.hmt" && !pane().work().running(); }));
    }
    static void write(const QString& path, const char* text) {
        QFile file(path);
        ASSERT_TRUE(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write(text);
    }
    /// The message beside the button of an offer; empty: none is shown.
    QString offer() {
        const QPushButton& action = offer_button();
        return action.isVisible() ? action.parentWidget()->accessibleName() : QString();
    }
    QPushButton& offer_button() {
        return *window_->message_bar().findChild<QPushButton*>(QStringLiteral("message_action"));
    }
    std::string name_in(std::size_t pane) {
        const auto recording = window_->session().pane(pane).recording();
        return recording != nullptr ? recording->name : "";
    }
    QString in_folder(const char* name) const { return folder_.filePath(QLatin1String(name)); }

    int layouts_ = 0; ///< number of layouts that were shown
};

TEST_F(RecordWindowTest, AnotherRecordingTakesThePlaceViewAndCachesOfTheFirst) {
    EXPECT_FALSE(find<QAction>("record_again").isEnabled()) << "nothing was recorded";
    record_first();
    ASSERT_TRUE(pane().recording()->has_mesh()) << "no layout is asked for";
    EXPECT_TRUE(find<QAction>("record_again").isEnabled());
    ModelChoice config = pane().config();
    config.l1 = parse_cache_geometry("4KiB:128:4");
    pane().simulate(config);
    ASSERT_TRUE(settle());
    View view = pane().choices().view;
    view.camera.position += glm::vec3(1.0F, 2.0F, 3.0F);
    pane().set_view(view);
    pane().set_metric("l1-misses"_metric);
    const PaneChoices before = pane().choices();

    record_again("recording-2.hmt");
    Session& session = window_->session();
    ASSERT_EQ(session.pane_count(), 2U);
    EXPECT_EQ(name_in(1), "recording.hmt") << "to compare";
    EXPECT_EQ(session.active_index(), 0U);
    for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_EQ(session.pane(i).config(), config);
        EXPECT_EQ(session.pane(i).choices().view.camera, before.view.camera);
        EXPECT_EQ(session.pane(i).choices().metric, before.metric);
    }
    record_again("recording-3.hmt");
    ASSERT_EQ(session.pane_count(), 2U);
    EXPECT_EQ(name_in(1), "recording-2.hmt");
    EXPECT_EQ(pane().choices().view.camera, before.view.camera);
}

TEST_F(RecordWindowTest, ARecordingOfAnotherNameGetsAPaneOfItsOwn) {
    open_tiny();
    record_first(1);
    EXPECT_EQ(window_->session().pane_count(), 2U);
    EXPECT_EQ(name_in(0), "tiny.hmt");
    EXPECT_EQ(name_in(1), "recording.hmt");
}

TEST_F(RecordWindowTest, AsksBeforeARunningProgramIsEnded) {
    take_recordings_of("exec sleep 600");
    ASSERT_NO_FATAL_FAILURE(begin_recording());
    ASSERT_TRUE(wait([this] { return dialog().run().running(); }));
    const auto close = [this](QMessageBox::ButtonRole answer) {
        bool asked = false;
        when_asked<QMessageBox>([&](QMessageBox& box) {
            asked = box.objectName() == QLatin1String("running_program");
            for (QAbstractButton* button : box.buttons())
                if (box.buttonRole(button) == answer) return button->click();
        });
        window_->close();
        return asked;
    };
    EXPECT_TRUE(close(QMessageBox::RejectRole));
    EXPECT_TRUE(window_->isVisible());
    EXPECT_TRUE(dialog().run().running());
    EXPECT_TRUE(close(QMessageBox::DestructiveRole));
    EXPECT_FALSE(window_->isVisible());
}

TEST_F(RecordWindowTest, FindingsAreFoundAgain) {
    record_first();
    auto& docks = find<QDockWidget>("findings_dock");
    docks.show();
    docks.raise();
    FindingsPanel* panel = nullptr;
    for (auto* each : window_->findChildren<FindingsPanel*>())
        panel = each;
    ASSERT_NE(panel, nullptr);
    panel->find();
    ASSERT_TRUE(wait([&] { return !panel->job().running(); }));
    const std::size_t found = panel->findings().size();
    ASSERT_GT(found, 0U);
    record_again("recording-2.hmt");
    ASSERT_TRUE(wait([&] { return !panel->job().running(); }));
    EXPECT_EQ(panel->findings().size(), found);
}

TEST_F(RecordWindowTest, TheLayoutIsShownOnceAndCarriedOver) {
    record_rays();
    EXPECT_TRUE(QFile::exists(in_folder("recording.hmt.layout.json")));
    record_again("recording-2.hmt");
    EXPECT_TRUE(QFile::exists(in_folder("recording-2.hmt.layout.json")));
    EXPECT_TRUE(pane().recording()->has_elements());
    EXPECT_EQ(layouts_, 1) << "a recording that has its layout needs no question";
}

TEST_F(RecordWindowTest, ACopyWithItsLayoutBelongsToTheSameSettings) {
    record_rays();
    open_copy();
    record_again("recording-2.hmt (layout copy.layout.json)");
    Session& session = window_->session();
    ASSERT_EQ(session.pane_count(), 2U);
    EXPECT_EQ(name_in(1), "copy.hmt") << "to compare";
    EXPECT_TRUE(pane().recording()->has_elements());
    EXPECT_EQ(layouts_, 1) << "the layout of the copy is known";
}

TEST_F(RecordWindowTest, ABrokenLayoutOfACopyIsToldAndAnotherOneOffered) {
    record_rays();
    open_copy();
    write(in_folder("elsewhere/copy.layout.json"), "{");

    record_again("recording-2.hmt");
    ASSERT_TRUE(wait([this] { return offer().contains(QStringLiteral("cannot be applied")); })) << message();
    EXPECT_TRUE(offer().startsWith(QStringLiteral("recording-2.hmt is shown without a layout")));
    EXPECT_TRUE(offer().contains(in_folder("elsewhere/copy.layout.json"))) << "it says why";
    EXPECT_EQ(name_in(1), "copy.hmt") << "to compare";
    EXPECT_FALSE(pane().recording()->has_elements());
    EXPECT_EQ(QApplication::activeModalWidget(), nullptr) << "nothing is asked before the user wants it";

    accept_next_layout();
    QTest::mouseClick(&offer_button(), Qt::LeftButton);
    ASSERT_TRUE(wait([this] {
        return layouts_ == 2 && !pane().work().running() && pane().recording()->has_elements();
    })) << message();
    EXPECT_EQ(name_in(0), "recording-2.hmt");
    EXPECT_FALSE(offer().contains(QStringLiteral("cannot be applied"))) << "it has a layout now";
}

TEST_F(RecordWindowTest, ABrokenLayoutBesideTheRecordingIsNotCarriedOver) {
    record_rays();
    write(in_folder("recording.hmt.layout.json"), "{");
    record_again("recording-2.hmt");
    ASSERT_TRUE(wait([this] { return offer().contains(QStringLiteral("cannot be applied")); })) << message();
    EXPECT_FALSE(QFile::exists(in_folder("recording-2.hmt.layout.json")));
    EXPECT_FALSE(pane().recording()->has_elements());
}

TEST_F(RecordWindowTest, TheStartPageOffersItWhereItIsPossible) {
    window_->program_recorder().set_recorder({QStringLiteral("hitmap"), QStringLiteral("It cannot.")});
    EXPECT_FALSE(find<QPushButton>("record_button").isVisible());
    take_recordings_of("cp tiny.hmt \"$out\"");
    EXPECT_TRUE(find<QPushButton>("record_button").isVisible());
    QTest::mouseClick(&find<QPushButton>("record_button"), Qt::LeftButton);
    EXPECT_TRUE(dialog().isVisible());
}

TEST_F(RecordWindowTest, AClosedWindowEndsTheProgram) {
    take_recordings_of("echo $$ >number; while :; do sleep 0.05; done");
    QSettings().setValue(QStringLiteral("record_program/settings"),
                         QStringLiteral(R"({"program": "sh", "folder": "%1"})").arg(folder_.path()));
    window_->program_recorder().record_again();
    QFile number(in_folder("number"));
    ASSERT_TRUE(wait([&] { return number.size() > 1; }));
    ASSERT_TRUE(number.open(QIODevice::ReadOnly));
    const QString process = QStringLiteral("/proc/") + QString::fromLatin1(number.readAll().trimmed());
    EXPECT_TRUE(QFile::exists(process));
    window_.reset();
    EXPECT_FALSE(QFile::exists(process));
}

} // namespace
} // namespace hitmap
