// The controls of a level of cache.

#include "core/cache/gpu/preset_library.h"
#include "tests/widgets/live_caches_fixture.h"
#include "widgets/panels/inspector.h"
#include "widgets/plot/xy_plot.h"

#include <QtCore/QRegularExpression>
#include <QtGui/QClipboard>
#include <QtGui/QGuiApplication>
#include <QtWidgets/QAbstractButton>
#include <QtWidgets/QAction>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QScrollBar>
#include <gmock/gmock.h>

#include <algorithm>
#include <bit>
#include <string>

namespace hitmap {
namespace {

using testing::AllOf;
using testing::HasSubstr;

using CacheLevelTest = LiveCachesTest;

TEST_F(CacheLevelTest, ADragStopsAtCachesThatCanBeBuilt) {
    CacheSlider& capacity = slider("l1_capacity_slider");
    grab(capacity);
    for (int hundredth = 0; hundredth <= 100; ++hundredth) {
        drag_to(capacity, hundredth / 100.0);
        const CacheGeometry cache = part<CacheLevelEdit>("l1_level").value();
        ASSERT_EQ(cache.lines() % cache.ways, 0U) << l1_text();
        EXPECT_TRUE(std::has_single_bit(cache.lines() / cache.ways)) << l1_text();
    }
    drag_to(capacity, 0.1);
    ASSERT_TRUE(previewed());
    let_go(capacity);
    ASSERT_TRUE(simulated());
    part<QLineEdit>("l1_capacity").setText(QStringLiteral("33KiB:128:64"));
    EXPECT_THAT(text("l1_note"), HasSubstr("no cache has such sets")) << "what is typed may be any";
}

TEST_F(CacheLevelTest, ANumberIsOneControlWithItsSlider) {
    auto& capacity = part<QLineEdit>("l1_capacity");
    CacheSlider& moved = slider("l1_capacity_slider");
    capacity.setFocus();
    capacity.selectAll();
    QTest::keyClicks(&capacity, QStringLiteral("64 KiB"));
    EXPECT_EQ(moved.number(), 512U) << "the slider follows what is typed";
    QTest::keyClick(&capacity, Qt::Key_PageUp);
    EXPECT_EQ(number("l1_capacity"), "128 KiB") << "and keys of the field move it";
    QTest::keyClick(&capacity, Qt::Key_Down);
    EXPECT_EQ(moved.number() % 64, 0U) << "by whole sets";
    EXPECT_LT(moved.number(), 1024U);
    ASSERT_TRUE(wait_for([&] { return pane().config().l1.lines() == moved.number(); }));
    ASSERT_TRUE(simulated());
}

TEST_F(CacheLevelTest, ACacheIsCopiedAndPastedAsTheCommandLineTakesIt) {
    const auto act = [this](const char* name) {
        part<QAction>(name).trigger();
        return QGuiApplication::clipboard()->text().toStdString();
    };
    EXPECT_EQ(act("l2_copy_text"), to_string(pane().config().l2));
    QGuiApplication::clipboard()->setText(QStringLiteral(" 16KiB:64:4\n"));
    act("l1_paste_text");
    EXPECT_EQ(number("l1_capacity"), "16 KiB");
    EXPECT_EQ(part<QComboBox>("l1_line").currentData().toUInt(), 64U);
    EXPECT_EQ(number("l1_ways"), "4");
    EXPECT_EQ(act("l1_copy_text"), "16KiB:64:4");
    QGuiApplication::clipboard()->setText(QStringLiteral("16KiB:64:4:plru"));
    CacheSlider& ways = slider("l1_ways_slider");
    ways.setFocus();
    ASSERT_TRUE(wait_for([&] { return ways.hasFocus(); }));
    QTest::keyClick(&ways, Qt::Key_V, Qt::ControlModifier);
    EXPECT_EQ(part<QComboBox>("l1_policy").currentText(), QStringLiteral("plru")) << "the keys do so, too";
    EXPECT_THAT(text("l1_note"), HasSubstr("lru only"));
    EXPECT_FALSE(part<QPushButton>("apply_button").isEnabled());
    QGuiApplication::clipboard()->setText(QStringLiteral("nothing"));
    act("l1_paste_text");
    EXPECT_THAT(text("l1_note"), AllOf(HasSubstr("L1: "), HasSubstr("nothing")));
}

/// The panel of caches in a column that scrolls, as in the window.
class CachesColumn : public testing::Test {
protected:
    CachesColumn() {
        write_tiny_recording(file);
        column.add_panel({}, new CachePanel(session.active()));
    }
    [[nodiscard]] bool show(int height) {
        column.resize(474, height);
        column.show();
        return QTest::qWaitForWindowExposed(&column, patience_ms);
    }
    [[nodiscard]] bool opened() {
        return QTest::qWaitFor([this] { return session.active().values() != nullptr; }, patience_ms);
    }

    const QTemporaryDir folder;
    const std::string file = folder.filePath(QStringLiteral("tiny.hmt")).toStdString();
    Session session;
    Inspector column;
};

TEST_F(CachesColumn, ScrollsToTheCurveWhenASliderIsMoved) {
    ASSERT_TRUE(show(640)); // lower than the form above the sliders and the curve together
    session.active().open(file);
    ASSERT_TRUE(opened());
    auto& capacity = *column.findChild<CacheSlider*>(QStringLiteral("l1_capacity_slider"));
    const auto& plot = *column.findChild<XyPlot*>(QStringLiteral("capacity_plot"));
    EXPECT_FALSE(plot.isVisible());
    column.ensureWidgetVisible(&capacity, 0, 0);
    grab(capacity);
    drag_to(capacity, 0.3);
    const auto is_whole = [](const QWidget& part) {
        return part.isVisible() && part.visibleRegion().boundingRect().height() >= part.height();
    };
    EXPECT_TRUE(QTest::qWaitFor([&] { return is_whole(plot); }, patience_ms));
    EXPECT_TRUE(is_whole(capacity)) << "above the curve";
    let_go(capacity);
    // It stays where the user scrolls to, until a slider moves again.
    column.verticalScrollBar()->setValue(0);
    QTest::qWait(0);
    EXPECT_FALSE(is_whole(plot));
    QTest::keyClick(&capacity, Qt::Key_Left);
    EXPECT_TRUE(QTest::qWaitFor([&] { return is_whole(plot); }, patience_ms));
    EXPECT_TRUE(QTest::qWaitFor([&] { return !session.active().work().running(); }, patience_ms));
}

TEST_F(CachesColumn, RowsOfNumbersKeepTheirHeightWhenTheLineBelowGrows) {
    ASSERT_TRUE(show(640));
    const auto expect_whole_rows = [&] {
        const auto texts =
            column.findChildren<QLineEdit*>(QRegularExpression(QStringLiteral("^l[12]_(capacity|ways)$")));
        EXPECT_EQ(texts.size(), 4);
        const auto is_whole = [](const QLineEdit* text) {
            return text->height() >= text->minimumSizeHint().height();
        };
        // Nested layouts need several rounds of events.
        QTest::qWait(0);
        (void)QTest::qWaitFor([&] { return std::ranges::all_of(texts, is_whole); }, patience_ms);
        for (const QLineEdit* text : texts)
            EXPECT_TRUE(is_whole(text)) << text->objectName().toStdString() << ' ' << text->height();
    };
    expect_whole_rows();
    session.active().open(file);
    expect_whole_rows();
    ASSERT_TRUE(opened());
    expect_whole_rows();
}

TEST_F(CachesColumn, NoTextIsCutInANarrowPanel) {
    ASSERT_TRUE(show(900));
    session.active().open(file);
    ASSERT_TRUE(opened());
    const char* const gpu = "pascal-gtx1080"; // the longest names of index functions
    session.active().simulate(choice_of(find_gpu_preset(gpu), gpu));
    ASSERT_TRUE(QTest::qWaitFor([this] { return !session.active().work().running(); }, patience_ms));
    const auto cut = [this] {
        std::string names;
        const auto add_if_cut = [&](const QWidget& widget, int least) {
            if (!widget.isVisible()) return;
            const int right = widget.mapTo(column.viewport(), QPoint(widget.width(), 0)).x();
            if (widget.width() < least || right > column.viewport()->width())
                names +=
                    (widget.objectName() + QLatin1Char(' ') + widget.accessibleName()).toStdString() + '\n';
        };
        for (const QLabel* label : column.findChildren<QLabel*>())
            add_if_cut(*label, label->wordWrap() ? 0 : label->sizeHint().width());
        for (const QComboBox* box :
             column.findChildren<QComboBox*>(QRegularExpression(QStringLiteral("^l[12]_"))))
            add_if_cut(*box, box->fontMetrics().horizontalAdvance(box->currentText()) + 20);
        for (const QLineEdit* field : column.findChildren<QLineEdit*>())
            add_if_cut(*field, field->fontMetrics().horizontalAdvance(field->text()) + 8);
        for (const QAbstractButton* button : column.findChildren<QAbstractButton*>())
            add_if_cut(*button, button->sizeHint().width());
        return names;
    };
    for (const int width : {300, 400, 500}) {
        column.resize(width, 900);
        QTest::qWait(0);
        (void)QTest::qWaitFor([&] { return cut().empty(); }, patience_ms);
        EXPECT_EQ(cut(), "") << width;
    }
}

} // namespace
} // namespace hitmap
