// Which view has the keyboard is seen.

#include "tests/widgets/window_fixture.h"
#include "widgets/controls/contrast_style.h"
#include "widgets/controls/focus_frame.h"
#include "widgets/plot/xy_plot.h"

#include <QtGui/QPainter>
#include <QtWidgets/QAbstractButton>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QTabBar>
#include <gtest/gtest.h>

namespace hitmap {
namespace {

/// Whether the middle of the upper border of a widget has the frame. Draws nothing below it.
bool is_framed(QWidget& widget) {
    const QImage border = widget.grab(QRect(0, 0, widget.width(), 2)).toImage();
    const QRgb frame = focus_colour(widget.palette()).rgb();
    const int middle = border.width() / 2;
    return border.pixel(middle, 0) == frame && border.pixel(middle, border.height() - 1) == frame;
}

class PaintCounter : public QObject {
public:
    bool eventFilter(QObject* /*watched*/, QEvent* event) override {
        if (event->type() == QEvent::Paint) ++paints;
        return false;
    }
    int paints = 0;
};

class FocusTest : public WindowFixture {
protected:
    bool focused(QWidget& widget) {
        widget.setFocus();
        const bool has_it = wait([&] { return widget.hasFocus(); });
        QCoreApplication::processEvents();
        return has_it;
    }
};

TEST_F(FocusTest, TheFrameOfTheMeshViewCostsNoPictureAndIsNotInIt) {
    open_tiny();
    activate();
    const QImage with_keyboard = picture();
    MeshView& view = window_->mesh_view();
    QWidget& holder = *view.parentWidget();
    EXPECT_TRUE(is_framed(holder));
    PaintCounter counter;
    view.installEventFilter(&counter);
    ASSERT_TRUE(focused(find<QComboBox>("bar_metric")));
    EXPECT_FALSE(is_framed(holder));
    ASSERT_TRUE(focused(view));
    EXPECT_TRUE(is_framed(holder));
    ASSERT_TRUE(focused(find<QComboBox>("bar_metric")));
    EXPECT_EQ(counter.paints, 0);
    EXPECT_EQ(picture(), with_keyboard);
}

TEST_F(FocusTest, ViewsThatDrawThemselvesHaveTheSameFrame) {
    open_tiny();
    activate();
    raise("framebuffer_dock");
    auto& cells = visible<QWidget>("framebuffer_cells");
    EXPECT_FALSE(is_framed(cells));
    ASSERT_TRUE(focused(cells));
    EXPECT_TRUE(is_framed(cells));
    XyPlot plot;
    plot.resize(300, 200);
    plot.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&plot, patience_ms));
    plot.activateWindow();
    ASSERT_TRUE(focused(plot));
    EXPECT_TRUE(is_framed(plot)) << "also without data";
    EXPECT_FALSE(is_framed(cells)) << "one view has the keyboard";
}

TEST(FocusFrame, StandsOutFromAPictureOfItsColour) {
    QWidget widget;
    widget.resize(40, 40);
    widget.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&widget, patience_ms));
    widget.activateWindow();
    widget.setFocus();
    ASSERT_TRUE(QTest::qWaitFor([&] { return widget.hasFocus(); }, patience_ms));
    const QColor frame = focus_colour(widget.palette());
    QImage picture(widget.size(), QImage::Format_RGB32);
    picture.fill(frame);
    {
        QPainter painter(&picture);
        draw_focus_frame(painter, widget);
    }
    EXPECT_EQ(picture.pixel(20, 1), frame.rgb());
    EXPECT_EQ(picture.pixel(20, 2), widget.palette().color(QPalette::Base).rgb());
    EXPECT_EQ(picture.pixel(20, 37), widget.palette().color(QPalette::Base).rgb());
    EXPECT_EQ(picture.pixel(20, 38), frame.rgb());
    EXPECT_EQ(picture.pixel(20, 20), frame.rgb()) << "the picture";
}

TEST(FocusFrame, TabPassesOverTheArrowsOfTabBars) {
    ContrastStyle style;
    QTabBar tabs;
    tabs.setStyle(&style);
    for (int i = 0; i < 20; ++i)
        tabs.addTab(QStringLiteral("a panel %1").arg(i));
    tabs.setUsesScrollButtons(true);
    tabs.resize(120, tabs.sizeHint().height());
    tabs.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&tabs, patience_ms));
    const auto arrows = tabs.findChildren<QAbstractButton*>();
    ASSERT_GE(arrows.size(), 2);
    for (QAbstractButton* arrow : arrows) {
        arrow->setStyle(&style); // which the application has, and a widget does not hand on
        EXPECT_TRUE(arrow->isVisible());
        EXPECT_EQ(arrow->focusPolicy(), Qt::NoFocus);
    }
}

} // namespace
} // namespace hitmap
