#include "app/record_program/record_form.h"
#include "app/record_program/record_program_dialog.h"
#include "tests/record_program/fake_recorder.h"
#include "tests/widgets/common.h"
#include "widgets/base/format.h"

#include <QtCore/QSettings>
#include <QtCore/QTemporaryDir>
#include <QtGui/QClipboard>
#include <QtTest/QTest>
#include <QtWidgets/QApplication>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QGroupBox>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPlainTextEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QSpinBox>
#include <gmock/gmock.h>

#include <functional>
#include <map>
#include <memory>
#include <stdexcept>

namespace hitmap {
namespace {

using testing::HasSubstr;

const char* const waits_for_interrupt =
    "trap 'echo \"$out: 1 launch, 2 requests\"; exit 130' INT; echo ready; while :; do sleep 0.05; done";

/// The dialog with real events, and a script in the place of the program.
class RecordDialogTest : public testing::Test {
protected:
    RecordDialogTest() { QSettings().remove(QStringLiteral("record_program")); }
    ~RecordDialogTest() override { QSettings().remove(QStringLiteral("record_program")); }

    void show_dialog(const std::string& script, const QString& refusal = {}) {
        dialog_ = std::make_unique<RecordProgramDialog>(
            Recorder{write_fake_recorder(folder_.path(), script), refusal});
        QObject::connect(dialog_.get(), &RecordProgramDialog::recorded,
                         [this](const RecordSettings&, const RecordOutcome& outcome) {
                             ++times_;
                             outcome_ = outcome;
                         });
        dialog_->show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(dialog_.get(), patience_ms));
        dialog_->activateWindow();
        ASSERT_TRUE(QTest::qWaitForWindowActive(dialog_.get(), patience_ms));
    }
    template <class T>
    T& part(const char* name) {
        T* widget = dialog_->findChild<T*>(QString::fromLatin1(name));
        if (widget == nullptr) throw std::runtime_error(std::string("no widget ") + name);
        return *widget;
    }
    void type(const char* name, const QString& text) {
        auto& field = part<QLineEdit>(name);
        field.setFocus();
        field.selectAll();
        QTest::keyClick(&field, Qt::Key_Delete);
        QTest::keyClicks(&field, text);
    }
    void type_program() {
        type("record_folder", folder_.path());
        type("record_program", QStringLiteral("sh"));
    }
    static bool wait(const std::function<bool()>& condition) {
        return QTest::qWaitFor(condition, patience_ms);
    }
    bool await_end() {
        return wait([this] { return !dialog_->run().running(); });
    }
    std::string text_in(const char* name) { return part<QPlainTextEdit>(name).toPlainText().toStdString(); }
    std::string problem_of(const char* name) {
        const auto& label = part<QLabel>(name);
        return label.isVisible() ? label.text().toStdString() : "";
    }
    void press(const char* name) { QTest::mouseClick(&part<QPushButton>(name), Qt::LeftButton); }
    void screenshot(const char* name) {
        const QString folder = QStringLiteral(HITMAP_TEST_OUTPUT "/screenshots");
        ASSERT_TRUE(QDir().mkpath(folder));
        QCoreApplication::processEvents();
        ASSERT_TRUE(dialog_->grab().save(QStringLiteral("%1/%2.png").arg(folder, QString::fromLatin1(name))));
    }

    QTemporaryDir folder_;
    std::unique_ptr<RecordProgramDialog> dialog_;
    int times_ = 0;
    RecordOutcome outcome_;
};

TEST_F(RecordDialogTest, ShowsTheCommandThatDoesTheSame) {
    show_dialog("exit 0");
    EXPECT_EQ(text_in("record_command"), "") << "no program yet";
    EXPECT_EQ(problem_of("record_program_problem"), "") << "nothing was typed yet";
    EXPECT_FALSE(part<QPushButton>("record_start").isEnabled());
    type_program();
    type("record_arguments", QStringLiteral("-c 'exit 0'"));
    type("record_kernels", QStringLiteral("trace.comp"));
    type("record_dispatches", QStringLiteral("0:1"));
    part<QPlainTextEdit>("record_environment").setFocus();
    QTest::keyClicks(&part<QPlainTextEdit>("record_environment"), QStringLiteral("COLOUR=red"));
    QTest::keyClick(&part<QCheckBox>("record_blocks"), Qt::Key_Space);
    const std::string command = "cd " + folder_.path().toStdString() +
                                " && env COLOUR=red hitmap record -o recording.hmt --kernels trace.comp "
                                "--dispatches 0:1 --blocks --contents on -- sh -c 'exit 0'";
    EXPECT_EQ(text_in("record_command"), command);
    press("record_copy");
    EXPECT_EQ(QGuiApplication::clipboard()->text().toStdString(), command);
    EXPECT_TRUE(part<QPushButton>("record_start").isEnabled());
    EXPECT_TRUE(part<QPushButton>("record_start").isDefault());
}

TEST_F(RecordDialogTest, SaysBesideAFieldWhatIsWrong) {
    show_dialog("exit 0");
    type_program();
    type("record_dispatches", QStringLiteral("3:1"));
    EXPECT_EQ(problem_of("record_dispatches_problem"), "Expected A:B with A at most B, found '3:1'.");
    EXPECT_EQ(part<QLineEdit>("record_dispatches").accessibleDescription(),
              part<QLabel>("record_dispatches_problem").text());
    EXPECT_FALSE(part<QPushButton>("record_start").isEnabled());
    type("record_dispatches", QStringLiteral("1:3"));
    EXPECT_EQ(problem_of("record_dispatches_problem"), "");
    EXPECT_EQ(part<QLineEdit>("record_dispatches").accessibleDescription(), QString());
    type("record_program", QStringLiteral("./none"));
    EXPECT_EQ(problem_of("record_program_problem"),
              "Expected a program, found no file " + folder_.filePath(QStringLiteral("none")).toStdString() +
                  ".");
    type("record_arguments", QStringLiteral("$HOME"));
    EXPECT_THAT(problem_of("record_arguments_problem"), HasSubstr("found $, which only a shell understands"));
    EXPECT_EQ(text_in("record_command"), "");
}

TEST_F(RecordDialogTest, ShowsWhatIsPrintedAndWhatWasRecorded) {
    show_dialog("echo frame 1; printf '50 %%\\r'; echo 'hitmap capture: vertex shaders are refused: no "
                "subgroups' >&2; "
                "touch \"$out\"; echo \"$out: 1 launch, 2 requests, all of them\" >&2");
    type_program();
    QTest::keyClick(&part<QLineEdit>("record_program"), Qt::Key_Return);
    EXPECT_TRUE(dialog_->run().running()) << "Record is the default button";
    EXPECT_FALSE(part<RecordForm>("record_form").isEnabled());
    EXPECT_TRUE(part<QPushButton>("record_stop").isEnabled());
    EXPECT_FALSE(part<QPushButton>("record_close").isEnabled());
    ASSERT_TRUE(await_end());
    EXPECT_EQ(text_in("record_printed"), "frame 1\nhitmap capture: vertex shaders are refused: no subgroups\n"
                                         "recording.hmt: 1 launch, 2 requests, all of them");
    const QString file = folder_.filePath(QStringLiteral("recording.hmt"));
    EXPECT_EQ(text_in("record_summary"), "Recorded " + file.toStdString() +
                                             ": 1 launch, 2 requests, all of them.\n"
                                             "• vertex shaders are refused: no subgroups");
    EXPECT_THAT(text_in("record_command"), HasSubstr(" -o recording-2.hmt "));
    EXPECT_EQ(problem_of("record_output_note"),
              "There is a recording of this name: the next one becomes recording-2.hmt.");
    screenshot("record-program");
    EXPECT_EQ(times_, 0) << "the user reads first";
    EXPECT_TRUE(part<QPushButton>("record_open").isDefault());
    QTest::keyClick(&part<QPushButton>("record_open"), Qt::Key_Return);
    EXPECT_EQ(times_, 1);
    EXPECT_FALSE(dialog_->isVisible());
    ASSERT_EQ(outcome_.recordings.size(), 1U);
    EXPECT_EQ(outcome_.recordings[0].path, file);
}

TEST_F(RecordDialogTest, RecordsAgainWithoutAQuestion) {
    show_dialog("touch \"$out\"; echo \"$out: 1 launch, 2 requests\"");
    EXPECT_FALSE(RecordProgramDialog::has_stored_settings());
    type_program();
    press("record_start");
    ASSERT_TRUE(await_end());
    EXPECT_TRUE(RecordProgramDialog::has_stored_settings());
    type("record_program", QStringLiteral("no-such-program-here"));
    dialog_->reject();
    dialog_->record_again();
    EXPECT_TRUE(dialog_->isVisible()) << "what is printed is seen";
    ASSERT_TRUE(await_end());
    EXPECT_EQ(times_, 1) << "it is opened by itself";
    EXPECT_EQ(outcome_.recordings.at(0).path, folder_.filePath(QStringLiteral("recording-2.hmt")));
    EXPECT_FALSE(dialog_->isVisible());
    // As in a later start of the program.
    show_dialog("touch \"$out\"; echo \"$out: 1 launch, 2 requests\"");
    EXPECT_EQ(part<QLineEdit>("record_program").text(), QStringLiteral("sh"));
    dialog_->record_again();
    ASSERT_TRUE(await_end());
    EXPECT_EQ(times_, 2);
    EXPECT_EQ(outcome_.recordings.at(0).path, folder_.filePath(QStringLiteral("recording-3.hmt")));
}

TEST_F(RecordDialogTest, StopsAndKeepsWhatThereIs) {
    show_dialog(waits_for_interrupt);
    type_program();
    press("record_start");
    ASSERT_TRUE(wait([this] { return text_in("record_printed") == "ready"; }));
    QTest::keyClick(dialog_.get(), Qt::Key_Escape);
    EXPECT_TRUE(dialog_->isVisible()) << "while a program runs, the dialog stays";
    press("record_stop");
    EXPECT_EQ(part<QPushButton>("record_stop").text(), QStringLiteral("&Stop Now"));
    ASSERT_TRUE(await_end());
    EXPECT_THAT(text_in("record_summary"),
                HasSubstr("It was stopped. What was recorded until then is kept."));
    EXPECT_EQ(part<QPushButton>("record_stop").text(), QStringLiteral("&Stop"));
    EXPECT_FALSE(part<QPushButton>("record_stop").isEnabled());
    QTest::keyClick(dialog_.get(), Qt::Key_Escape);
    EXPECT_FALSE(dialog_->isVisible());
}

TEST_F(RecordDialogTest, ADoubleClickOnStopDoesNotKill) {
    show_dialog(waits_for_interrupt);
    type_program();
    press("record_start");
    ASSERT_TRUE(wait([this] { return text_in("record_printed") == "ready"; }));
    press("record_stop");
    press("record_stop");
    ASSERT_TRUE(await_end());
    EXPECT_THAT(text_in("record_summary"),
                HasSubstr("It was stopped. What was recorded until then is kept."));
}

TEST_F(RecordDialogTest, WarnsWhileTheSpoolGrows) {
    const auto make_file = [this](const char* name, qint64 bytes) {
        QFile file(folder_.filePath(QLatin1String(name)));
        EXPECT_TRUE(file.open(QIODevice::WriteOnly) && file.resize(bytes));
    };
    make_file("recording.hmt.run-0000000a.7.spool", 12345); // of an earlier run
    show_dialog(waits_for_interrupt);
    type_program();
    press("record_start");
    ASSERT_TRUE(wait([this] { return text_in("record_printed") == "ready"; }));
    constexpr qint64 small = 1000;
    make_file("recording.hmt.run-0000000b.8.spool", small);
    const auto shows = [this](qint64 bytes) {
        const QString text = QStringLiteral("Spooled so far: %1; free in %2: ")
                                 .arg(bytes_text(static_cast<std::uint64_t>(bytes)), folder_.path());
        return wait(
            [this, text] { return QString::fromStdString(problem_of("record_spool")).startsWith(text); });
    };
    EXPECT_TRUE(shows(small)) << problem_of("record_spool");
    EXPECT_EQ(problem_of("record_spool_warning"), "");
    constexpr qint64 large = qint64{9} << 30; // the file has a hole
    make_file("recording.hmt.run-0000000b.8.spool", large);
    EXPECT_TRUE(shows(large)) << problem_of("record_spool");
    EXPECT_THAT(problem_of("record_spool_warning"), HasSubstr("The spool grows large"));
    EXPECT_TRUE(part<QPushButton>("record_stop").isEnabled());
    press("record_stop");
    ASSERT_TRUE(await_end());
    EXPECT_EQ(problem_of("record_spool"), "");
    EXPECT_EQ(problem_of("record_spool_warning"), "") << "of a run that has ended";
}

TEST_F(RecordDialogTest, SaysWhyNothingWasRecorded) {
    show_dialog("echo 'hitmap: sh: nothing was recorded: it made no Vulkan device' >&2; exit 1");
    type_program();
    press("record_start");
    ASSERT_TRUE(await_end());
    EXPECT_EQ(text_in("record_summary"),
              "Nothing was recorded.\n• sh: nothing was recorded: it made no Vulkan device");
    EXPECT_FALSE(part<QPushButton>("record_open").isEnabled());
    EXPECT_TRUE(part<QPushButton>("record_start").isEnabled()) << "another trial";
    dialog_->reject();
    dialog_->record_again();
    ASSERT_TRUE(await_end());
    EXPECT_TRUE(dialog_->isVisible()) << "to be read";
    EXPECT_EQ(times_, 0);
}

TEST_F(RecordDialogTest, SaysThatABuildCannotRecord) {
    show_dialog("touch ran",
                QStringLiteral("This build of the program cannot record: it has no Vulkan layer."));
    EXPECT_EQ(problem_of("record_refusal"),
              "This build of the program cannot record: it has no Vulkan layer.");
    type_program();
    EXPECT_THAT(text_in("record_command"), HasSubstr("hitmap record ")) << "another build can";
    EXPECT_FALSE(part<QPushButton>("record_start").isEnabled());
    dialog_->record_again();
    EXPECT_FALSE(dialog_->run().running());
}

TEST_F(RecordDialogTest, EveryFieldHasANameAndALetterOfItsOwn) {
    show_dialog("exit 0");
    std::map<QString, QString> letters;
    const auto take = [&](const QString& text) {
        const QString letter = QKeySequence::mnemonic(text).toString();
        if (letter.isEmpty()) return;
        EXPECT_EQ(letters.count(letter), 0U) << text.toStdString() << " = " << letters[letter].toStdString();
        letters[letter] = text;
    };
    for (const auto* button : dialog_->findChildren<QAbstractButton*>())
        take(button->text());
    for (const auto* label : dialog_->findChildren<QLabel*>())
        if (label->buddy() != nullptr) take(label->text());
    EXPECT_GE(letters.size(), 20U);
    const auto has_label = [this](const QWidget* field) {
        for (const auto* label : dialog_->findChildren<QLabel*>())
            if (label->buddy() == field && !QKeySequence::mnemonic(label->text()).isEmpty()) return true;
        return false;
    };
    for (const QWidget* field : dialog_->findChildren<QLineEdit*>())
        if (qobject_cast<const QAbstractSpinBox*>(field->parentWidget()) == nullptr) {
            EXPECT_TRUE(has_label(field) && !field->accessibleName().isEmpty())
                << field->objectName().toStdString();
        }
    for (const QWidget* field : dialog_->findChildren<QPlainTextEdit*>())
        EXPECT_TRUE(has_label(field) && !field->accessibleName().isEmpty())
            << field->objectName().toStdString();
}

} // namespace
} // namespace hitmap
