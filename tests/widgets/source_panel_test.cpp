#include "app/dialogs/settings/settings_dialog.h"
#include "core/cache/results/matrix_history.h"
#include "core/cache/results/source_lines.h"
#include "core/source/source_text.h"
#include "core/trace/model/allocation_label.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/base/format.h"
#include "widgets/source/editor_command.h"
#include "widgets/source/matrix_model.h"
#include "widgets/source/source_folder_setting.h"
#include "widgets/source/source_panel.h"
#include "widgets/source/source_view.h"

#include <QtCore/QFile>
#include <QtCore/QFileInfo>
#include <QtCore/QLocale>
#include <QtGui/QPalette>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QDialogButtonBox>
#include <QtWidgets/QDockWidget>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QTabWidget>
#include <QtWidgets/QTableView>
#include <QtWidgets/QToolButton>
#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <map>

namespace hitmap {
namespace {

using testing::HasSubstr;
using testing::Not;

class SourcePanelTest : public WindowFixture {
protected:
    SourcePanelTest() {
        open_tiny();
        raise("source_dock");
    }
    SourceView& text() { return find<SourceView>("source_text"); }
    QComboBox& files() { return find<QComboBox>("source_file"); }
    std::string note() { return plain_text(find<QLabel>("source_note").text()); }
    void choose_gpu() {
        ModelChoice config = pane().config();
        config.preset = "turing-rtx2080ti";
        config.l1 = HierarchyConfig().l1;
        config.l2 = HierarchyConfig().l2;
        pane().simulate(config);
        ASSERT_TRUE(settle());
        ASSERT_TRUE(wait([this] { return files().count() > 1; }));
    }
    std::vector<FileTraffic> expected() {
        const auto& info = pane().recording()->info();
        const auto traffic = pane().profile()->traffic(pane().values()->window);
        return traffic_by_file(info, traffic->instructions, pane().profile()->matrix());
    }
    FileTraffic expected_file() {
        const std::string shown = plain_text(files().currentText());
        for (FileTraffic& file : expected())
            if (shown.starts_with(file.file)) return file;
        ADD_FAILURE() << shown;
        return {};
    }
    /// Shows another panel of the pane as a window that has space for all columns, and saves its picture.
    void show_wide(const QString& name, const QPalette& palette) {
        SourcePanel panel(pane());
        panel.setPalette(palette);
        panel.resize(1400, 560);
        panel.show();
        auto& view = *panel.findChild<SourceView*>();
        const std::uint32_t line = expected_file().lines.front().line;
        ASSERT_TRUE(wait([&] { return !view.numbers_of(line).isEmpty(); }));
        view.go_to(line);
        EXPECT_GE(view.viewport()->width(), view.width() / 2 - 40);
        ASSERT_TRUE(QDir().mkpath(QStringLiteral(HITMAP_TEST_OUTPUT "/screenshots")));
        ASSERT_TRUE(panel.grab().save(QStringLiteral(HITMAP_TEST_OUTPUT "/screenshots/%1.png").arg(name)));
    }
    void focus_text() {
        window_->activateWindow();
        text().setFocus();
        ASSERT_TRUE(wait([this] { return text().hasFocus(); }));
    }
};

TEST_F(SourcePanelTest, HasTheNumbersOfTheLinesInTheFrame) {
    (void)wait([this] { return !note().empty(); });
    EXPECT_THAT(note(), HasSubstr("stack distance cache model counts elements"));
    choose_gpu();
    EXPECT_EQ(files().count(), static_cast<int>(expected().size()));
    const auto check = [this] {
        const FileTraffic file = expected_file();
        ASSERT_FALSE(file.lines.empty());
        for (const LineTraffic& line : file.lines) {
            const QStringList numbers = text().numbers_of(line.line);
            ASSERT_EQ(numbers.size(), 8) << line.line;
            EXPECT_EQ(numbers[0], count_text(line.sums.requests));
            EXPECT_EQ(numbers[1], count_text(line.sums.sectors));
        }
    };
    check();
    EXPECT_GE(text().viewport()->width(), text().width() / 2 - 40) << "the text has half of the width";
    screenshot("30-source");
    show_wide(QStringLiteral("33-source-wide"), {});
    QPalette dark(QColor(0x2b, 0x2b, 0x2b));
    dark.setColor(QPalette::Base, QColor(0x1e, 0x1e, 0x1e));
    dark.setColor(QPalette::Text, QColor(0xdd, 0xdd, 0xdd));
    show_wide(QStringLiteral("34-source-dark"), dark);
    pane().set_frames({4, 1, 1});
    ASSERT_TRUE(settle());
    ASSERT_TRUE(wait([this] {
        const FileTraffic file = expected_file();
        return !file.lines.empty() &&
               text().numbers_of(file.lines[0].line).value(0) == count_text(file.lines[0].sums.requests);
    }));
    check();
}

TEST_F(SourcePanelTest, KeysGoThroughHotLinesAndFindText) {
    choose_gpu();
    focus_text();
    const FileTraffic file = expected_file();
    const auto all = pane().profile()->traffic(pane().values()->window)->total;
    const double misses = static_cast<double>(all.l1_lookups() - all.l1_hits());
    std::vector<std::uint32_t> hot;
    for (const LineTraffic& line : file.lines)
        if (static_cast<double>(line.sums.l1_lookups() - line.sums.l1_hits()) >= 0.01 * misses)
            hot.push_back(line.line);
    ASSERT_FALSE(hot.empty());
    EXPECT_NE(std::find(hot.begin(), hot.end(), text().current_line()), hot.end()) << "where it begins";
    text().go_to(1);
    for (std::size_t i = 0; i <= hot.size(); ++i) {
        QTest::keyClick(&text(), Qt::Key_F8);
        EXPECT_EQ(text().current_line(), hot[i % hot.size()]);
    }
    QTest::keyClick(&text(), Qt::Key_F8, Qt::ShiftModifier);
    EXPECT_EQ(text().current_line(), hot.back());

    QTest::keyClick(&text(), Qt::Key_F, Qt::ControlModifier);
    auto& search = find<QLineEdit>("source_search");
    ASSERT_TRUE(wait([&] { return search.hasFocus(); }));
    QTest::keyClicks(&search, QStringLiteral("return"));
    QTest::keyClick(&search, Qt::Key_Return);
    EXPECT_EQ(text().textCursor().selectedText(), QStringLiteral("return"));
    search.clear();
    QTest::keyClicks(&search, QStringLiteral("nowhere in it"));
    QTest::keyClick(&search, Qt::Key_Return);
    EXPECT_THAT(note(), HasSubstr("nowhere in it was not found"));
}

TEST_F(SourcePanelTest, AClickOnNumbersRestrictsTheMeshToTheLine) {
    choose_gpu();
    const FileTraffic file = expected_file();
    const std::uint32_t line = file.lines.front().line;
    text().go_to(line);
    QTest::mouseClick(&text().gutter(), Qt::LeftButton, {}, text().place_of(line).center());
    ASSERT_TRUE(wait([&] { return pane().config().only.line == source_line_name(file.file, line); }));
    ASSERT_TRUE(settle());
    screenshot("31-source-line");
    focus_text();
    QTest::keyClick(&text(), Qt::Key_Return);
    ASSERT_TRUE(wait([&] { return pane().config().only.empty(); }));
}

TEST_F(SourcePanelTest, TheMatrixHasTheSumsOfLinesAndLeadsToThem) {
    choose_gpu();
    find<QTabWidget>("source_tabs").setCurrentIndex(1);
    auto& value = find<QComboBox>("matrix_value");
    value.setCurrentIndex(value.findText(QStringLiteral("Sectors")));
    auto& table = find<QTableView>("source_matrix");
    const QAbstractItemModel& model = *table.model();
    std::map<std::string, std::uint64_t> lines;
    for (const FileTraffic& each : expected())
        for (const LineTraffic& line : each.lines)
            lines[line.name] = line.sums.sectors;
    ASSERT_EQ(model.rowCount(), static_cast<int>(lines.size()));
    for (int row = 0; row < model.rowCount(); ++row) {
        std::uint64_t sectors = 0;
        for (int column = 0; column < model.columnCount(); ++column)
            sectors += QLocale().toULongLong(model.index(row, column).data().toString());
        EXPECT_EQ(sectors, lines[plain_text(model.headerData(row, Qt::Vertical).toString())]);
    }
    value.setCurrentIndex(0);
    screenshot("32-source-matrix");
    const int last = model.rowCount() - 1;
    const std::string name = plain_text(model.headerData(last, Qt::Vertical).toString());
    window_->activateWindow();
    table.setFocus();
    table.setCurrentIndex(model.index(last, 0));
    QTest::keyClick(&table, Qt::Key_Return);
    EXPECT_EQ(find<QTabWidget>("source_tabs").currentIndex(), 0);
    EXPECT_EQ(name.substr(name.rfind(':') + 1), std::to_string(text().current_line()));
}

TEST_F(SourcePanelTest, TheMatrixAndTheLanesFollowTheFrames) {
    choose_gpu();
    find<QTabWidget>("source_tabs").setCurrentIndex(1);
    auto& value = find<QComboBox>("matrix_value");
    value.setCurrentIndex(value.findText(QStringLiteral("Sectors")));
    const QAbstractItemModel& model = *find<QTableView>("source_matrix").model();
    const int rows = model.rowCount();
    const int columns = model.columnCount();
    const auto sectors = [&] {
        std::uint64_t sum = 0;
        for (int row = 0; row < rows; ++row)
            for (int column = 0; column < columns; ++column)
                sum += QLocale().toULongLong(model.index(row, column).data().toString());
        return sum;
    };
    const std::uint64_t all = sectors();
    ASSERT_GT(all, 0U);
    pane().set_frames({4, 3, 1});
    ASSERT_TRUE(settle());
    ASSERT_TRUE(wait([&] { return pane().values()->window.first != 0 && sectors() != all; }));
    EXPECT_EQ(model.rowCount(), rows) << "rows stay, whatever the frame";
    EXPECT_EQ(model.columnCount(), columns);
    const MatrixWindow expected = pane().profile()->matrix(pane().values()->window).value();
    EXPECT_LE(expected.first, pane().values()->window.first);
    std::uint64_t in_window = 0;
    for (const MatrixCell& cell : expected.matrix.cells)
        in_window += cell.sums.sectors;
    EXPECT_TRUE(wait([&] { return sectors() == in_window; }))
        << sectors() << " of " << in_window << ", " << expected.first << " to " << expected.last << ", "
        << note();
    const TimeWindow served{expected.first, expected.last};
    if (!(served == pane().profile()->traffic(pane().values()->window)->window)) {
        EXPECT_THAT(note(), HasSubstr("Active lanes and the matrix are summed over"));
    }
    screenshot("35-source-matrix-frame");
}

TEST_F(SourcePanelTest, AClickOnACellChoosesLineAndBuffer) {
    choose_gpu();
    find<QTabWidget>("source_tabs").setCurrentIndex(1);
    auto& table = find<QTableView>("source_matrix");
    const auto& model = *qobject_cast<MatrixModel*>(table.model());
    const std::vector<std::string> labels = allocation_labels(pane().recording()->info());
    const auto faces = std::find(labels.begin(), labels.end(), "faces");
    ASSERT_NE(faces, labels.end());
    QModelIndex chosen;
    for (int row = 0; row < model.rowCount(); ++row)
        for (int column = 0; column < model.columnCount(); ++column)
            if (model.allocation(column) == static_cast<std::uint32_t>(faces - labels.begin()) &&
                model.index(row, column).data().isValid())
                chosen = model.index(row, column);
    ASSERT_TRUE(chosen.isValid());
    EXPECT_THAT(plain_text(chosen.data(Qt::ToolTipRole).toString()), HasSubstr("active lanes each"));
    table.scrollTo(chosen);
    QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, table.visualRect(chosen).center());
    ASSERT_TRUE(wait([&] { return pane().config().only.allocation == "faces"; })) << message();
    EXPECT_EQ(pane().config().only.line,
              source_line_name(model.file(chosen.row()).file, model.line(chosen.row()).line));
    ASSERT_TRUE(settle());
    pane().simulate([&] {
        ModelChoice config = pane().config();
        config.only = {};
        return config;
    }());
    ASSERT_TRUE(settle());
    window_->activateWindow();
    table.setFocus();
    table.setCurrentIndex(model.index(chosen.row(), chosen.column()));
    QTest::keyClick(&table, Qt::Key_Space);
    ASSERT_TRUE(wait([&] { return pane().config().only.allocation == "faces"; })) << "by key";
}

TEST_F(SourcePanelTest, TheToolTipOfALineHasItsSumsAndBuffers) {
    choose_gpu();
    const FileTraffic file = expected_file();
    const LineTraffic& line = file.lines.front();
    const std::string help = plain_text(text().help_of(line.line));
    EXPECT_THAT(help, HasSubstr(line.name));
    EXPECT_THAT(help, HasSubstr(plain_text(count_text(line.sums.requests)) + " requests"));
    const std::vector<std::string> labels = allocation_labels(pane().recording()->info());
    for (const LineAllocation& of : line.allocations) {
        if (of.allocation == MatrixCell::outside) continue;
        EXPECT_THAT(help, HasSubstr(labels[of.allocation] + ": L1"));
    }
}

TEST_F(SourcePanelTest, ShowsTextsBesideTheRecordingAndInFoldersOfTheSettingsAlone) {
    const QDir folder(folder_.path());
    ASSERT_TRUE(folder.mkpath(QStringLiteral("traces")) && folder.mkpath(QStringLiteral("code")));
    const QString recording = folder.filePath(QStringLiteral("traces/a.csv"));
    std::ofstream(recording.toStdString())
        << "sm,warp,lane,address,bytes,operation,line\n"
           "0,0,0,4096,4,load,"
        << folder.filePath(QStringLiteral("code/k.cu")).toStdString() << ":1\n";
    std::ofstream(folder.filePath(QStringLiteral("code/k.cu")).toStdString()) << "int secret;\n";
    window_->open(recording);
    ASSERT_TRUE(settle());
    ModelChoice config = pane().config();
    config.preset = "turing-rtx2080ti";
    pane().simulate(config);
    ASSERT_TRUE(settle());
    EXPECT_TRUE(wait([this] {
        return note().find("none was found beside the recording") != std::string::npos;
    })) << note();
    EXPECT_FALSE(text().toPlainText().contains(QStringLiteral("secret")));
    window_->activateWindow();
    ASSERT_TRUE(wait([this] { return window_->isActiveWindow(); }));
    ASSERT_TRUE(QDir().mkpath(QStringLiteral(HITMAP_TEST_OUTPUT "/screenshots")));
    when_asked<SettingsDialog>([&](SettingsDialog& dialog) {
        dialog.findChild<QLineEdit*>(QStringLiteral("source_folders"))
            ->setText(folder.filePath(QStringLiteral("code")));
        ASSERT_TRUE(
            dialog.grab().save(QStringLiteral(HITMAP_TEST_OUTPUT "/screenshots/settings-sources.png")));
        dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok)->click();
    });
    QTest::keyClick(window_.get(), Qt::Key_Comma, Qt::ControlModifier);
    EXPECT_TRUE(wait([this] { return text().toPlainText().contains(QStringLiteral("int secret;")); }))
        << note();
    EXPECT_THAT(note(), HasSubstr("which may have changed since"));
    store_source_folders({});
}

TEST_F(SourcePanelTest, OpensAnEditorAtTheLine) {
    choose_gpu();
    const FileTraffic file = expected_file();
    find<QToolButton>("open_in_editor").click();
    EXPECT_THAT(note(), HasSubstr("was not found beside the recording or in the folders of sources"));
    const QString source = folder_.filePath(text_of(file.file));
    ASSERT_TRUE(QDir().mkpath(QFileInfo(source).absolutePath()));
    QFile written(source);
    ASSERT_TRUE(written.open(QIODevice::WriteOnly));
    written.close();
    const QString result = folder_.filePath(QStringLiteral("result"));
    store_editor_command(QStringLiteral("cp %f ") + result + QStringLiteral("-%l"));
    text().go_to(file.lines.front().line);
    find<QToolButton>("open_in_editor").click();
    EXPECT_TRUE(wait([&] {
        return QFile::exists(QStringLiteral("%1-%2").arg(result).arg(file.lines.front().line));
    })) << note();
    EXPECT_THAT(note(), HasSubstr("differs from the recorded text")) << "the file is empty";
    const FoundText recorded = find_source_text(pane().recording()->info(), file.file, {}, 0);
    ASSERT_EQ(recorded.origin, TextOrigin::recorded);
    ASSERT_TRUE(written.open(QIODevice::WriteOnly));
    written.write(recorded.text.data(), static_cast<qint64>(recorded.text.size()));
    written.close();
    find<QToolButton>("open_in_editor").click();
    EXPECT_THAT(note(), Not(HasSubstr("differs from the recorded text")));
    store_editor_command(QStringLiteral("no-such-editor-at-all %f"));
    find<QToolButton>("open_in_editor").click();
    EXPECT_THAT(note(), HasSubstr("no-such-editor-at-all cannot be started"));
    store_editor_command({});
}

TEST(EditorCommand, PutsFileAndLineIntoWords) {
    const QString file = QStringLiteral("/a b/%l \"c\".cu");
    const std::pair<const char*, QString> cases[] = {
        {"code --goto %f:%l", QStringLiteral("code|--goto|") + file + QStringLiteral(":7")},
        {"\"my editor\" +%l %f", QStringLiteral("my editor|+7|") + file},
        {"e %%f %d 100%", QStringLiteral("e|%f|%d|100%")},
        {"", QString()}};
    for (const auto& [command, words] : cases)
        EXPECT_EQ(editor_words(QString::fromLatin1(command), file, 7).join(QLatin1Char('|')), words)
            << command;
    for (const EditorPreset& preset : editor_presets()) {
        const QString words = editor_words(preset.command, QStringLiteral("/f"), 7).join(QLatin1Char(' '));
        EXPECT_TRUE(words.contains(QStringLiteral("/f")) && words.contains(QLatin1Char('7')))
            << plain_text(words);
    }
}

TEST(SourceData, FindsHeadersOfFunctions) {
    const std::vector<QString> lines{QStringLiteral("void trace_all(int n) {"),
                                     QStringLiteral("void trace(int n) {"), QStringLiteral("  load(n);"),
                                     QStringLiteral("  retrace(n);"), QStringLiteral("}")};
    EXPECT_EQ(header_of_function(lines, "hitmap::trace<4>(int)", 3), 2U);
    EXPECT_EQ(header_of_function(lines, "trace_all", 5), 1U);
    EXPECT_EQ(header_of_function(lines, "retrace", 3), 0U) << "only behind the line";
    EXPECT_EQ(header_of_function(lines, "", 3), 0U);
}

} // namespace
} // namespace hitmap
