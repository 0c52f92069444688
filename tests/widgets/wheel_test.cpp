#include "tests/widgets/common.h"
#include "widgets/controls/wheel_filter.h"
#include "widgets/panels/inspector.h"
#include "widgets/plot/xy_plot.h"

#include <QtGui/QWheelEvent>
#include <QtTest/QTest>
#include <QtTest/qtestspontaneevent.h>
#include <QtWidgets/QApplication>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QScrollBar>
#include <QtWidgets/QSlider>
#include <QtWidgets/QSpinBox>
#include <QtWidgets/QTableWidget>
#include <QtWidgets/QVBoxLayout>
#include <gtest/gtest.h>

namespace hitmap {
namespace {

void turn_wheel(QWidget& widget, int notches, Qt::KeyboardModifiers keys = {}) {
    const QPoint at(5, 5);
    QWheelEvent event(at, widget.mapToGlobal(at), {}, {0, 120 * notches}, Qt::NoButton, keys,
                      Qt::NoScrollPhase, false);
    // Events that are not spontaneous are not passed on to parent widgets.
    QSpontaneKeyEvent::setSpontaneous(&event);
    QCoreApplication::instance()->notify(&widget, &event); // sendEvent() would reset the flag
}

/// A tall panel in a short column, with all kinds of controls that a wheel can change.
class WheelTest : public testing::Test {
protected:
    WheelTest() {
        auto* panel = new QWidget;
        auto* rows = new QVBoxLayout(panel);
        table_ = new QTableWidget(50, 1);
        combo_ = new QComboBox;
        combo_->addItems({QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("c")});
        combo_->setCurrentIndex(1);
        spin_ = new QSpinBox;
        spin_->setValue(5);
        slider_ = new QSlider(Qt::Horizontal);
        slider_->setValue(50);
        plot_ = new XyPlot;
        for (QWidget* widget :
             {static_cast<QWidget*>(table_), static_cast<QWidget*>(combo_), static_cast<QWidget*>(spin_),
              static_cast<QWidget*>(slider_), static_cast<QWidget*>(plot_)})
            rows->addWidget(widget);
        panel->setMinimumHeight(1200);
        column_.add_panel(QStringLiteral("tall"), panel);
        column_.resize(320, 240);
        column_.show();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(&column_, patience_ms));
        column_.activateWindow();
        column_.setFocus();
        const QScrollBar& bar = *column_.verticalScrollBar();
        EXPECT_TRUE(
            QTest::qWaitFor([&] { return column_.isActiveWindow() && bar.maximum() > 0; }, patience_ms));
    }
    /// Returns how far one notch over the widget scrolls the column; scrolls back to the top.
    int scrolled_over(QWidget& widget) {
        QScrollBar& bar = *column_.verticalScrollBar();
        bar.setValue(0);
        turn_wheel(widget, -1);
        return bar.value();
    }
    void focus(QWidget& widget) {
        widget.setFocus();
        ASSERT_TRUE(QTest::qWaitFor([&] { return widget.hasFocus(); }, patience_ms));
    }

    WheelFilter filter_{*QCoreApplication::instance()};
    Inspector column_;
    QTableWidget* table_;
    QComboBox* combo_;
    QSpinBox* spin_;
    QSlider* slider_;
    XyPlot* plot_;
};

TEST_F(WheelTest, ScrollsThePanelOverWhateverHasNotTheFocus) {
    for (QWidget* widget : {table_->viewport(), static_cast<QWidget*>(combo_), static_cast<QWidget*>(spin_),
                            static_cast<QWidget*>(slider_), static_cast<QWidget*>(plot_)})
        EXPECT_GT(scrolled_over(*widget), 0) << widget->metaObject()->className();
    EXPECT_EQ(table_->verticalScrollBar()->value(), 0);
    EXPECT_EQ(combo_->currentIndex(), 1);
    EXPECT_EQ(spin_->value(), 5);
    EXPECT_EQ(slider_->value(), 50);
}

TEST_F(WheelTest, TurnsWhatHasTheFocus) {
    focus(*table_);
    EXPECT_EQ(scrolled_over(*table_->viewport()), 0);
    EXPECT_GT(table_->verticalScrollBar()->value(), 0);
    focus(*combo_);
    EXPECT_EQ(scrolled_over(*combo_), 0);
    EXPECT_EQ(combo_->currentIndex(), 2);
    focus(*spin_);
    EXPECT_EQ(scrolled_over(*spin_), 0);
    EXPECT_EQ(spin_->value(), 4);
}

TEST_F(WheelTest, GivesNothingTheFocus) {
    for (const QWidget* widget : {static_cast<QWidget*>(combo_), static_cast<QWidget*>(spin_)})
        EXPECT_EQ(widget->focusPolicy(), Qt::StrongFocus);
}

TEST_F(WheelTest, OutsideOfPanelsABoxIsNotTurnedByChanceEither) {
    QWidget bar;
    QVBoxLayout rows(&bar);
    auto* box = new QComboBox;
    box->addItems({QStringLiteral("a"), QStringLiteral("b")});
    auto* table = new QTableWidget(50, 1);
    rows.addWidget(box);
    rows.addWidget(table);
    bar.resize(200, 200);
    bar.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&bar, patience_ms));
    bar.activateWindow();
    table->setFocus();
    ASSERT_TRUE(QTest::qWaitFor([&] { return table->hasFocus(); }, patience_ms));
    turn_wheel(*box, -1);
    EXPECT_EQ(box->currentIndex(), 0);
    box->setFocus();
    ASSERT_TRUE(QTest::qWaitFor([&] { return box->hasFocus(); }, patience_ms));
    turn_wheel(*table->viewport(), -1);
    EXPECT_GT(table->verticalScrollBar()->value(), 0) << "there is nothing around it that scrolls";
}

} // namespace
} // namespace hitmap
