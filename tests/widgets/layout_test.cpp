#include "app/dialogs/settings/settings_dialog.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/model/cache_level_edit.h"
#include "widgets/table/data_table.h"
#include "widgets/time/frame_slider.h"

#include <QtCore/QSettings>
#include <QtGui/QClipboard>
#include <QtGui/QGuiApplication>
#include <QtGui/QMouseEvent>
#include <QtWidgets/QAbstractItemView>
#include <QtWidgets/QApplication>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QDialogButtonBox>
#include <QtWidgets/QDockWidget>
#include <QtWidgets/QDoubleSpinBox>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLayout>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QScrollBar>
#include <QtWidgets/QSpinBox>
#include <QtWidgets/QTableView>
#include <QtWidgets/QToolBar>
#include <QtWidgets/QToolButton>
#include <gmock/gmock.h>

#include <chrono>
#include <vector>

namespace hitmap {
namespace {

using testing::HasSubstr;

/// Tests the layout of tool bar, tabs, forms and messages.
class LayoutTest : public WindowFixture {
protected:
    void SetUp() override {
        open_tiny();
        activate();
        (void)picture(); // wait until layouts are complete
    }
    /// Opens the list of a combo box with its shortcut and chooses an entry with the keyboard.
    void choose_by_key(Qt::Key key, const QComboBox& box, int row) {
        activate();
        QTest::keyClick(window_.get(), key, Qt::ControlModifier | Qt::ShiftModifier);
        ASSERT_TRUE(wait([&] { return box.view()->isVisible(); })) << box.objectName().toStdString();
        const QModelIndex entry = box.model()->index(row, 0);
        box.view()->setCurrentIndex(entry);
        QTest::keyClick(box.view(), Qt::Key_Return);
        ASSERT_EQ(box.currentIndex(), row);
    }
    void type(QLineEdit& edit, const char* text) {
        edit.selectAll();
        QTest::keyClicks(&edit, QString::fromLatin1(text));
    }
    void show_caches() {
        QTest::keyClick(window_.get(), Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
        ASSERT_TRUE(wait([this] { return is_seen(find<QLineEdit>("l1_capacity")); }));
        (void)picture();
    }
    /// Tabs other than the current one are outside of the window.
    static bool is_seen(const QWidget& widget) { return !widget.visibleRegion().isEmpty(); }
    /// Returns the position of a widget in the window.
    QPoint place(const QWidget& widget) { return widget.mapTo(window_.get(), QPoint()); }
};

TEST_F(LayoutTest, TheToolBarAndThePanelsShowOneThing) {
    auto& bar_metric = find<QComboBox>("bar_metric");
    choose_by_key(Qt::Key_M, bar_metric, bar_metric.findData(QStringLiteral("l1-misses")));
    EXPECT_EQ(pane().choices().metric, "l1-misses"_metric);
    pane().set_metric("access-count"_metric);
    EXPECT_EQ(bar_metric.currentData().toString(), QStringLiteral("access-count"));
    auto& bar_range = find<QComboBox>("bar_range");
    choose_by_key(Qt::Key_R, bar_range, bar_range.findData(static_cast<int>(RangeMode::data)));
    EXPECT_EQ(pane().choices().view.range_mode, RangeMode::data);
    EXPECT_EQ(bar_range.currentData().toInt(), static_cast<int>(RangeMode::data));
    pane().set_frames({12, 3, 1});
    for (const char* name : {"bar_frame_count", "frame_count"})
        EXPECT_EQ(find<QSpinBox>(name).value(), 12) << name;
    for (const char* name : {"bar_frame", "frame_number"})
        EXPECT_EQ(find<QSpinBox>(name).value(), 3) << name;
}

TEST_F(LayoutTest, AGpuChosenInTheToolBarIsSimulated) {
    auto& model = find<QComboBox>("bar_model");
    choose_by_key(Qt::Key_G, model, model.findData(QStringLiteral("ampere-a100")));
    ASSERT_TRUE(wait([this] { return pane().config().preset == "ampere-a100"; }));
    ASSERT_TRUE(settle());
    EXPECT_EQ(find<QComboBox>("model").currentData().toString(), QStringLiteral("ampere-a100"));
    EXPECT_EQ(find<QToolButton>("bar_caches").text().toStdString(),
              "L1 " + format_size(pane().config().l1.capacity) + ", L2 " +
                  format_size(pane().config().l2.capacity) + " …");
    QTest::mouseClick(&find<QToolButton>("bar_caches"), Qt::LeftButton);
    EXPECT_TRUE(wait([this] { return is_seen(find<QLineEdit>("l1_capacity")); })) << "the tab of the caches";
}

TEST_F(LayoutTest, TheToolBarFollowsTheActivePane) {
    QTest::keyClick(window_.get(), Qt::Key_T, Qt::ControlModifier);
    window_->session().set_links({true, true, true, false, true, true, true, true});
    window_->session().pane(0).set_metric("l2-misses"_metric);
    const auto shown = [this] {
        for (const auto* box : find<QToolBar>("tool_bar").findChildren<QComboBox*>())
            if (box->objectName() == QStringLiteral("bar_metric") && box->isVisible())
                return box->currentData().toString();
        return QString();
    };
    EXPECT_EQ(shown(), QStringLiteral("l1-hit-rate"));
    QTest::keyClick(window_.get(), Qt::Key_F6);
    EXPECT_EQ(shown(), QStringLiteral("l2-misses"));
}

TEST_F(LayoutTest, TheToolBarComesAndGoesWithTheRecording) {
    EXPECT_TRUE(find<QToolBar>("tool_bar").isVisible());
    pane().close();
    EXPECT_FALSE(find<QToolBar>("tool_bar").isVisible()) << "the start page stands alone";
}

TEST_F(LayoutTest, CachesAreATabOfTheirOwn) {
    auto& dock = find<QDockWidget>("caches_dock");
    EXPECT_FALSE(is_seen(find<QLineEdit>("l1_capacity")));
    show_caches();
    EXPECT_THAT(window_->tabifiedDockWidgets(&dock), testing::Contains(&find<QDockWidget>("what_if_dock")));
}

TEST_F(LayoutTest, ACapacityAloneKeepsTheRestOfTheModelsCache) {
    show_caches();
    auto& model = find<QComboBox>("model");
    model.setCurrentIndex(model.findData(QStringLiteral("turing-rtx2080ti")));
    auto& l1 = find<QLineEdit>("l1_capacity");
    const auto& level = find<CacheLevelEdit>("l1_level");
    const CacheGeometry whole = level.value();
    type(l1, "32KiB");
    EXPECT_THAT(find<QLabel>("l1_note").text().toStdString(), testing::HasSubstr(" lines in "));
    EXPECT_EQ(find<QComboBox>("l1_line").currentData().toUInt(), whole.line);
    QTest::keyClick(&l1, Qt::Key_Return);
    ASSERT_TRUE(wait([this] { return !pane().config().preset.empty(); }));
    ASSERT_TRUE(settle());
    EXPECT_EQ(pane().config().l1, parse_cache_geometry("32KiB", whole));
    type(l1, "16KiB");
    type(find<QLineEdit>("l1_ways"), "2");
    CacheGeometry two_ways = parse_cache_geometry("16KiB", whole);
    two_ways.ways = 2;
    EXPECT_EQ(level.value(), two_ways) << "so do the other numbers";
}

TEST_F(LayoutTest, ControlsStayInPlaceWhenAChoiceChanges) {
    show_caches();
    auto& model = find<QComboBox>("model");
    const QWidget* const controls[] = {&find<QLineEdit>("l1_capacity"), &find<QLineEdit>("l2_capacity"),
                                       &find<QCheckBox>("explain_choice"),
                                       &find<QPushButton>("apply_button")};
    (void)picture(); // the panel is as it is seen
    std::vector<QPoint> before;
    for (const QWidget* control : controls)
        before.push_back(place(*control));
    const auto expect_same = [&](const char* what) {
        (void)picture();
        for (std::size_t i = 0; i < before.size(); ++i)
            EXPECT_EQ(place(*controls[i]), before[i])
                << controls[i]->objectName().toStdString() << ": " << what;
    };
    model.setCurrentIndex(model.findData(QStringLiteral("ampere-a100")));
    expect_same("a GPU");
    type(find<QLineEdit>("l1_capacity"), "32KiB:100:64");
    ASSERT_THAT(find<QLabel>("l1_note").text().toStdString(), testing::HasSubstr("power of two"));
    expect_same("an error");
    model.setCurrentIndex(0);
    expect_same("stack distances");
    raise("inspector_dock");
    (void)picture();
    auto& metric = find<QComboBox>("bar_metric");
    ASSERT_TRUE(wait([&] { return is_seen(metric); }));
    const QPoint rays = place(find<QComboBox>("rays"));
    for (int row = 0; row < metric.count(); ++row) {
        const auto shown = metric_named(metric.itemData(row).toString().toStdString());
        if (!can_answer(pane().profile()->capabilities(), shown.value())) continue;
        metric.setCurrentIndex(row);
        QTest::qWait(5);
        EXPECT_EQ(place(find<QComboBox>("rays")), rays) << metric.currentText().toStdString();
    }
}

TEST_F(LayoutTest, BoxesStayWithinBounds) {
    window_->resize(1600, 800);
    for (QDockWidget* dock : window_->findChildren<QDockWidget*>())
        dock->setMinimumWidth(900);
    QTest::qWait(50);
    for (const QComboBox* box : window_->findChildren<QComboBox*>()) {
        if (box->isEditable()) continue;
        EXPECT_LE(box->maximumWidth(), 480) << box->objectName().toStdString();
        EXPECT_LE(box->sizeHint().width(), 250) << box->objectName().toStdString();
    }
}

TEST_F(LayoutTest, KeysOfFramesWorkAfterEnter) {
    for (const char* name : {"frame_count", "bar_frame_count"}) {
        pane().set_frames({1, 0, 1});
        auto& count = find<QSpinBox>(name);
        count.setFocus();
        ASSERT_TRUE(wait([&] { return count.hasFocus(); }));
        count.selectAll();
        QTest::keyClicks(&count, QStringLiteral("16"));
        QTest::keyClick(&count, Qt::Key_Return);
        const FrameRange first = pane().choices().frames;
        EXPECT_EQ(first.total, 16U);
        EXPECT_NE(pane()
                      .profile()
                      ->totals(frame_range_window(pane().profile()->positions(), first))[face_kind]
                      .accesses,
                  0U)
            << "the first frame in which a face is accessed";
        QWidget* focused = QApplication::focusWidget();
        ASSERT_EQ(focused, &window_->mesh_view()) << name;
        QTest::keyClick(focused, Qt::Key_Period);
        QTest::keyClick(focused, Qt::Key_Period);
        QTest::keyClick(focused, Qt::Key_Comma);
        EXPECT_EQ(pane().choices().frames, (FrameRange{16, first.first + 1, 1})) << name;
    }
}

TEST_F(LayoutTest, TheSliderGoesWhereItIsPressed) {
    pane().set_frames({101, 0, 1});
    auto& slider = find<FrameSlider>("frame_slider");
    const auto at = [&](double share) {
        return QPoint(static_cast<int>(share * slider.width()), slider.height() / 2);
    };
    QTest::mousePress(&slider, Qt::LeftButton, {}, at(0.75));
    EXPECT_NEAR(static_cast<double>(pane().choices().frames.first), 75.0, 3.0);
    QMouseEvent move(QEvent::MouseMove, at(0.25), Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&slider, &move);
    EXPECT_NEAR(static_cast<double>(pane().choices().frames.first), 25.0, 3.0) << "it follows";
    QTest::mouseRelease(&slider, Qt::LeftButton, {}, at(0.25));
    QTest::mouseClick(&slider, Qt::LeftButton, {}, at(0.5));
    EXPECT_NEAR(static_cast<double>(pane().choices().frames.first), 50.0, 3.0);
}

TEST_F(LayoutTest, NoticesGoByThemselvesErrorsStayAndNeitherMovesThePicture) {
    MessageBar& bar = window_->message_bar();
    const QSize size = window_->mesh_view().size();
    bar.set_notice_time(std::chrono::milliseconds(50));
    bar.show_fault(QStringLiteral("nothing.hmt: no such file"));
    bar.show_notice(QStringLiteral("Saved a.csv"));
    auto& dismiss = find<QPushButton>("dismiss_button");
    auto& notice = find<QPushButton>("dismiss_notice");
    ASSERT_TRUE(notice.isVisible());
    ASSERT_TRUE(dismiss.isVisible());
    QCoreApplication::processEvents();
    EXPECT_EQ(window_->mesh_view().size(), size);
    EXPECT_TRUE(wait([&] { return !notice.isVisible(); }));
    EXPECT_TRUE(dismiss.isVisible());
    EXPECT_EQ(message(), "nothing.hmt: no such file");
    QTest::mouseClick(&dismiss, Qt::LeftButton);
    EXPECT_FALSE(bar.isVisible());
    EXPECT_EQ(message(), "");
}

TEST_F(LayoutTest, TheDefaultModelIsThatOfWhatIsOpenedFromThenOn) {
    when_asked<SettingsDialog>([this](SettingsDialog& dialog) {
        auto* model = dialog.findChild<QComboBox*>(QStringLiteral("default_model"));
        model->setCurrentIndex(model->findData(QStringLiteral("turing-t4")));
        type(*dialog.findChild<QLineEdit*>(QStringLiteral("default_l1")), "16KiB:128:4");
        dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok)->click();
    });
    QTest::keyClick(window_.get(), Qt::Key_Comma, Qt::ControlModifier);
    EXPECT_EQ(pane().config(), ModelChoice()) << "what is open keeps its own";
    EXPECT_EQ(stored_defaults().model.config.preset, "turing-t4");
    EXPECT_EQ(stored_defaults().model.config.l1, (CacheGeometry{16384, 128, 32, 4, "lru", "linear"}))
        << "its sectors";
    const ModelChoice expected = stored_defaults().model.config;
    window_->open(file_);
    ASSERT_TRUE(settle());
    EXPECT_EQ(pane().config(), expected);
    pane().simulate({});
    ASSERT_TRUE(settle());
    window_->open(file_);
    ASSERT_TRUE(settle());
    EXPECT_EQ(pane().config(), ModelChoice()) << "another one was chosen since";
    Window further;
    EXPECT_EQ(further.session().active().config(), expected);
    for (const char* key : {"defaults/preset", "defaults/l1", "defaults/l2"})
        QSettings().setValue(QLatin1String(key), QString()); // as main() sets it
}

TEST_F(LayoutTest, TheGpuOfARecordingIsItsModelUnlessTheSettingsForbidIt) {
    const QString recorded = folder_.filePath(QStringLiteral("ampere.hmt"));
    write_tiny_recording_of_device(recorded.toStdString(), "NVIDIA GeForce RTX 3090");
    window_->open(recorded);
    ASSERT_TRUE(settle());
    EXPECT_EQ(pane().config().preset, "ampere-rtx3090");
    when_asked<SettingsDialog>([](SettingsDialog& dialog) {
        auto* own = dialog.findChild<QCheckBox*>(QStringLiteral("default_own_gpu"));
        EXPECT_TRUE(own->isChecked());
        own->click();
        dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok)->click();
    });
    QTest::keyClick(window_.get(), Qt::Key_Comma, Qt::ControlModifier);
    window_->open(recorded);
    ASSERT_TRUE(settle());
    EXPECT_EQ(pane().config(), ModelChoice()) << "the default";
    QSettings().remove(QStringLiteral("defaults/own_gpu"));
}

/// A table of five columns in a window of a given width.
class FittingTable : public testing::Test {
protected:
    FittingTable() {
        table_.set_rows(
            {TableRow(5, text_cell(QStringLiteral("a text"))), TableRow(5, text_cell(QStringLiteral("b")))});
        table_.resize(250, 200);
        table_.show();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(&table_, patience_ms));
    }
    ~FittingTable() override { QSettings().remove(QStringLiteral("tables/fitting")); }

    /// The number of columns that are completely in the view.
    [[nodiscard]] int seen() const {
        const QHeaderView& header = *table_.view().horizontalHeader();
        int columns = 0;
        for (int column = 0; column < header.count(); ++column) {
            const int left = header.sectionViewportPosition(column);
            const bool whole =
                left >= 0 && left + header.sectionSize(column) <= table_.view().viewport()->width();
            columns += whole && !header.isSectionHidden(column) ? 1 : 0;
        }
        return columns;
    }
    [[nodiscard]] QToolButton& outside() const {
        return *table_.findChild<QToolButton*>(QStringLiteral("fitting_outside"));
    }
    bool widen(int width) {
        table_.resize(width, 200);
        return QTest::qWaitFor([&] { return table_.view().width() == width; }, patience_ms);
    }
    static std::vector<TableColumn> columns() {
        std::vector<TableColumn> columns;
        for (const char* name : {"first", "second", "third", "fourth", "fifth"})
            columns.push_back(
                {QString::fromLatin1(name) + QStringLiteral(" column"), QString::fromLatin1(name)});
        return columns;
    }

    mutable DataTable table_{QStringLiteral("fitting"), columns(), DataTable::Height::scrolls};
};

TEST_F(FittingTable, AButtonGoesToColumnsThatDoNotFit) {
    const int few = seen();
    ASSERT_GE(few, 1);
    ASSERT_LT(few, 5);
    EXPECT_TRUE(outside().isVisible());
    EXPECT_THAT(outside().text().toStdString(), HasSubstr(std::to_string(5 - few)));
    EXPECT_THAT(outside().toolTip().toStdString(), HasSubstr("fifth column"));
    const QScrollBar& bar = *table_.view().horizontalScrollBar();
    ASSERT_GT(bar.maximum(), 0) << "all columns can be reached";
    for (int i = 0; i < 5 && bar.value() < bar.maximum(); ++i)
        outside().click();
    EXPECT_EQ(bar.value(), bar.maximum());
    outside().click();
    EXPECT_EQ(bar.value(), 0) << "then the first ones";
    ASSERT_TRUE(widen(1200));
    EXPECT_EQ(seen(), 5);
    EXPECT_TRUE(QTest::qWaitFor([this] { return !outside().isVisible(); }, patience_ms));
    ASSERT_TRUE(widen(250));
    EXPECT_EQ(seen(), few);
}

TEST_F(FittingTable, ColumnsWithoutValuesAreTheLast) {
    const auto order = [this] {
        std::string columns;
        for (int place = 0; place < 5; ++place)
            columns += std::to_string(table_.view().horizontalHeader()->logicalIndex(place));
        return columns;
    };
    const auto rows = [](std::optional<double> second, std::optional<double> fourth) {
        return std::vector<TableRow>{{text_cell(QStringLiteral("a")), number_cell(CellType::count, second),
                                      count_cell(3), number_cell(CellType::count, fourth), count_cell(5)}};
    };
    table_.set_rows(rows(std::nullopt, 4.0));
    EXPECT_EQ(order(), "02341");
    table_.set_rows(rows(2.0, std::nullopt));
    EXPECT_EQ(order(), "01243");
    table_.set_rows(
        {{text_cell(QStringLiteral("a")), text_cell({}), text_cell({}), text_cell({}), text_cell({})}});
    EXPECT_EQ(order(), "01243") << "nothing is known of this frame";
}

TEST_F(FittingTable, LongTextsAreCutAndTheirTipsAreWhole) {
    const QString text(300, QLatin1Char('x'));
    table_.set_rows({TableRow(5, text_cell(text))});
    for (int column = 0; column < 4; ++column) {
        EXPECT_LT(table_.view().columnWidth(column), 400) << column;
        EXPECT_EQ(table_.model().index(0, column).data(Qt::ToolTipRole).toString(), text);
    }
}

/// Every table of the window, as it is in a narrow dock.
TEST_F(LayoutTest, EveryTableCanBeReadAt500Pixels) {
    int tables = 0;
    for (DataTable* table : window_->findChildren<DataTable*>()) {
        auto& outside = *table->findChild<QToolButton*>(table->objectName() + QStringLiteral("_outside"));
        QWidget* const place = table->parentWidget();
        QLayout* const layout = place->layout();
        table->setParent(nullptr);
        table->resize(500, 300);
        table->show();
        const QHeaderView& header = *table->view().horizontalHeader();
        const QScrollBar& bar = *table->view().horizontalScrollBar();
        const auto is_reachable = [&] {
            const int width = table->view().viewport()->width();
            return header.length() <= width + bar.maximum() &&
                   outside.isVisible() == (header.length() > width);
        };
        QCoreApplication::processEvents();
        EXPECT_TRUE(wait(is_reachable)) << table->objectName().toStdString();
        const int width = table->view().viewport()->width();
        for (int column = 0; column < header.count(); ++column)
            EXPECT_LE(header.sectionSize(column), width)
                << table->objectName().toStdString() << ' ' << column;
        table->setParent(place);
        if (layout != nullptr) layout->addWidget(table);
        ++tables;
    }
    EXPECT_GE(tables, 15);
}

TEST_F(FittingTable, CopiesWhatDoesNotFit) {
    table_.copy_all();
    EXPECT_THAT(QGuiApplication::clipboard()->text().toStdString(), HasSubstr("fifth column"));
}

} // namespace
} // namespace hitmap
