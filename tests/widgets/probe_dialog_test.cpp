#include "app/dialogs/probe_dialog.h"
#include "core/probe/chase/chase_csv.h"
#include "core/probe/chase/simulated_source.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/plot/xy_plot.h"
#include "widgets/table/data_table.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtWidgets/QAction>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QFrame>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QTableView>
#include <gmock/gmock.h>

namespace hitmap {
namespace {

class ProbeDialogTest : public WindowFixture {
protected:
    ProbeDialogTest() {
        find<QAction>("probe_caches").trigger();
        dialog_ = window_->findChild<ProbeDialog*>(QStringLiteral("probe_dialog"));
        EXPECT_TRUE(QTest::qWaitForWindowExposed(dialog_, patience_ms));
    }
    template <class T>
    T& part(const char* name) {
        T* widget = dialog_->findChild<T*>(QString::fromLatin1(name));
        if (widget == nullptr) throw std::runtime_error(std::string("no widget ") + name);
        return *widget;
    }
    void choose(const char* source) {
        auto& box = part<QComboBox>("probe_source");
        box.setFocus();
        box.setCurrentIndex(box.findData(QString::fromLatin1(source)));
        ASSERT_EQ(box.currentData().toString(), QLatin1String(source));
    }
    void probe() {
        QTest::keyClick(&part<QPushButton>("probe_run"), Qt::Key_Space);
        ASSERT_TRUE(wait([this] { return !dialog_->work().running(); }));
    }
    void probe_by_enter_in(QWidget& field) {
        field.setFocus();
        QTest::keyClick(&field, Qt::Key_Return);
        ASSERT_TRUE(dialog_->work().running());
        ASSERT_TRUE(wait([this] { return !dialog_->work().running(); }));
    }
    std::string told() {
        std::string text;
        for (const TableRow& row : part<DataTable>("probe").model().rows())
            text += cell_text(row[0]).toStdString() + ": " + cell_text(row[1]).toStdString() + ", " +
                    cell_text(row[2]).toStdString() + "\n";
        return text;
    }
    void screenshot(const char* name) {
        const QString folder = QStringLiteral(HITMAP_TEST_OUTPUT "/screenshots");
        ASSERT_TRUE(QDir().mkpath(folder));
        QCoreApplication::processEvents();
        ASSERT_TRUE(dialog_->grab().save(QStringLiteral("%1/%2.png").arg(folder, QString::fromLatin1(name))));
    }

    ProbeDialog* dialog_ = nullptr;
};

TEST_F(ProbeDialogTest, InfersTheCacheOfAPresetAndDrawsItsCurves) {
    const char* const save_buttons[] = {"probe_latency_picture", "probe_latency_csv",
                                        "probe_miss_rate_picture", "probe_miss_rate_csv"};
    for (const char* button : save_buttons)
        EXPECT_FALSE(part<QPushButton>(button).isEnabled()) << button;
    choose("fermi-gtx560ti");
    probe();
    for (const char* button : save_buttons)
        EXPECT_TRUE(part<QPushButton>(button).isEnabled()) << button;
    EXPECT_THAT(told(), testing::HasSubstr("Capacity: 16 KiB, 16 KiB\nLine or page: 128 B, 128 B\n"));
    EXPECT_THAT(told(), testing::HasSubstr("Replacement: fermi, not LRU\n"));
    auto& latency = part<XyPlot>("probe_latency");
    auto& rate = part<XyPlot>("probe_miss_rate");
    EXPECT_EQ(latency.data().series.at(0).points.size(), 3 * 129U);
    ASSERT_EQ(rate.data().series.size(), 3U) << "its own, LRU, and the sequence of victims";
    EXPECT_EQ(rate.data().marked_x, 16384.0);
    EXPECT_EQ(rate.data().series[1].points.back(), (PlotPoint{24576.0, 1.0})) << "LRU misses all lines";
    rate.setFocus();
    QTest::keyClick(&rate, Qt::Key_Right);
    EXPECT_THAT(rate.reading().toStdString(), testing::HasSubstr("LRU: 0 %"));
    QTest::mouseMove(&rate, QPoint(rate.width() - 30, rate.height() / 2));
    screenshot("12-probe");
    const QString file = folder_.filePath(QStringLiteral("rate.SVG"));
    answer_file_dialog(file);
    QTest::keyClick(&part<QPushButton>("probe_miss_rate_picture"), Qt::Key_Space);
    QFile saved(file);
    ASSERT_TRUE(saved.open(QIODevice::ReadOnly)) << part<QLabel>("probe_message").text().toStdString();
    EXPECT_THAT(saved.readAll().toStdString(),
                testing::AllOf(testing::StartsWith("<svg "), testing::HasSubstr(">LRU</text>")));
    answer_file_dialog(QStringLiteral("/proc/nowhere.svg"));
    QTest::keyClick(&part<QPushButton>("probe_latency_picture"), Qt::Key_Space);
    EXPECT_THAT(part<QLabel>("probe_message").text().toStdString(),
                testing::StartsWith("/proc/nowhere.svg cannot be saved: "));
}

TEST_F(ProbeDialogTest, ProbesACacheOfOnesOwnAndSaysWhatIsWrong) {
    choose(":cache");
    part<QLineEdit>("probe_cache").setText(QStringLiteral("8KiB:64:4"));
    probe();
    EXPECT_THAT(told(), testing::HasSubstr("Capacity: 8 KiB, 8 KiB\n"));
    EXPECT_THAT(told(), testing::HasSubstr("Ways: 4, 4\nReplacement: lru, LRU\n"));
    part<QLineEdit>("probe_cache").setText(QStringLiteral("8KiB:63"));
    probe();
    EXPECT_FALSE(part<QLabel>("probe_message").text().isEmpty());
}

TEST_F(ProbeDialogTest, ProbesByEnterInAnyField) {
    choose("fermi-gtx560ti");
    probe_by_enter_in(part<QComboBox>("probe_source"));
    EXPECT_THAT(told(), testing::HasSubstr("Capacity: 16 KiB, 16 KiB\n"));
    choose(":cache");
    auto& cache = part<QLineEdit>("probe_cache");
    cache.setText(QStringLiteral("8KiB:64:4"));
    probe_by_enter_in(cache);
    EXPECT_THAT(told(), testing::HasSubstr("Capacity: 8 KiB, 8 KiB\n"));
}

TEST_F(ProbeDialogTest, ReadsMeasuredLatencies) {
    std::string csv(chase_csv_header);
    SimulatedSource source(parse_cache_geometry("1KiB:64:2"), {40, 400});
    std::uint64_t number = 0;
    for (const std::uint64_t words : {224, 240, 256, 272, 288})
        csv += chase_csv_lines(*source.chase(Chain::uniform(words, 1), 4, {}), number++);
    const QString file = folder_.filePath(QStringLiteral("measured.csv"));
    QFile out(file);
    ASSERT_TRUE(out.open(QIODevice::WriteOnly));
    out.write(QByteArray::fromStdString(csv));
    out.close();
    choose(":measured");
    EXPECT_EQ(part<QLabel>("probe_fields_label").text(), QLatin1String("&File"));
    part<QLineEdit>("probe_file").setText(file);
    probe();
    EXPECT_THAT(told(), testing::HasSubstr("Capacity: –, 1 KiB\n"));
    const auto& rate = part<XyPlot>("probe_miss_rate");
    ASSERT_EQ(rate.data().series.size(), 1U);
    EXPECT_EQ(rate.data().series[0].points.size(), 5U);
    EXPECT_EQ(rate.data().series[0].points[2].y, 0.0) << "1 KiB fits";
    EXPECT_GT(rate.data().series[0].points[3].y, 0.0);
    EXPECT_THAT(rate.csv().toStdString(), testing::StartsWith("bytes,miss_rate\n"));
}

TEST_F(ProbeDialogTest, ResultsOfAnotherSourceGoWhenTheSourceChanges) {
    choose(":cache");
    auto& cache = part<QLineEdit>("probe_cache");
    const auto gone = [this] {
        return told().empty() && part<XyPlot>("probe_latency").empty() &&
               part<XyPlot>("probe_miss_rate").empty() && !part<QPushButton>("probe_latency_csv").isEnabled();
    };
    cache.setText(QStringLiteral("8KiB:64:4"));
    probe();
    ASSERT_FALSE(gone());
    cache.setFocus();
    QTest::keyClick(&cache, Qt::Key_End);
    QTest::keyClick(&cache, Qt::Key_Backspace);
    EXPECT_TRUE(gone()) << "another cache";
    cache.setText(QStringLiteral("8KiB:64:4"));
    probe();
    ASSERT_FALSE(gone());
    choose("fermi-gtx560ti");
    EXPECT_TRUE(gone()) << "another source";
    probe();
    ASSERT_FALSE(gone());
    auto& unit = part<QComboBox>("probe_unit");
    unit.setCurrentIndex(unit.currentIndex() + 1);
    EXPECT_TRUE(gone()) << "another unit";
    part<QPushButton>("probe_run").click();
    ASSERT_TRUE(dialog_->work().running());
    choose(":cache");
    EXPECT_FALSE(dialog_->work().running()) << "what comes would be of the source before";
    EXPECT_TRUE(gone());
}

TEST_F(ProbeDialogTest, CanBeStopped) {
    choose("ampere-a100");
    auto& unit = part<QComboBox>("probe_unit");
    unit.setCurrentIndex(unit.findText(QStringLiteral("L2")));
    part<QPushButton>("probe_run").click();
    ASSERT_TRUE(dialog_->work().running());
    // Tables have a bar of their own, which a saved table shows.
    part<QFrame>("job_bar").findChild<QPushButton*>(QStringLiteral("stop_button"))->click();
    EXPECT_FALSE(dialog_->work().running());
    EXPECT_TRUE(told().empty());
}

} // namespace
} // namespace hitmap
