#include "app/dialogs/settings/appearance.h"
#include "widgets/controls/contrast_style.h"
#include "widgets/plot/screen_style.h"

#include <QtGui/QImage>
#include <QtGui/QPainter>
#include <QtWidgets/QApplication>
#include <QtWidgets/QStyleOption>
#include <gtest/gtest.h>

#include <algorithm>

namespace hitmap {
namespace {

/// Returns the largest contrast of any pixel with the background colour of the picture.
double largest_contrast(const QImage& picture, const QColor& ground) {
    double largest = 1.0;
    for (int y = 0; y < picture.height(); ++y)
        for (int x = 0; x < picture.width(); ++x)
            largest = std::max(largest, contrast_of(picture.pixelColor(x, y), ground));
    return largest;
}

class ContrastTest : public testing::TestWithParam<Appearance> {
protected:
    ContrastTest() { apply_appearance(GetParam()); }
    ~ContrastTest() override { apply_appearance(Appearance::system); }

    static QImage ground(int width, int height) {
        QImage picture(width, height, QImage::Format_RGB32);
        picture.fill(QApplication::palette().color(QPalette::Window));
        return picture;
    }

    ContrastStyle style_;
};

TEST_P(ContrastTest, ButtonsOfDocksStandOut) {
    const QColor window = QApplication::palette().color(QPalette::Window);
    for (const auto sign : {QStyle::SP_TitleBarCloseButton, QStyle::SP_TitleBarNormalButton}) {
        QImage picture = ground(16, 16);
        QPainter painter(&picture);
        style_.standardIcon(sign, nullptr, nullptr).paint(&painter, picture.rect());
        painter.end();
        EXPECT_GT(largest_contrast(picture, window), 4.5);
    }
}

TEST_P(ContrastTest, FocusRingsStandOut) {
    const QPalette palette = QApplication::palette();
    EXPECT_GE(contrast_of(focus_colour(palette), palette.color(QPalette::Window)), 3.0);
    EXPECT_GE(contrast_of(focus_colour(palette), palette.color(QPalette::Base)), 3.0);
    QImage picture = ground(80, 30);
    QPainter painter(&picture);
    QStyleOptionFocusRect option;
    option.rect = picture.rect();
    option.palette = palette;
    option.state = QStyle::State_Enabled | QStyle::State_HasFocus | QStyle::State_KeyboardFocusChange;
    style_.drawPrimitive(QStyle::PE_FrameFocusRect, &option, &painter, nullptr);
    painter.end();
    for (const int y : {0, 1}) // the ring is two pixels wide
        EXPECT_GE(contrast_of(picture.pixelColor(40, y), palette.color(QPalette::Window)), 3.0);
}

QColor colour_of(Rgb colour) {
    return {colour.r, colour.g, colour.b};
}

TEST_P(ContrastTest, LinesOfPlotsStandOut) {
    const QPalette palette = QApplication::palette();
    const QColor ground = palette.color(QPalette::Base);
    const Rgb below{static_cast<std::uint8_t>(ground.red()), static_cast<std::uint8_t>(ground.green()),
                    static_cast<std::uint8_t>(ground.blue())};
    const QWidget widget;
    for (const Rgb colour : screen_style(widget).series)
        EXPECT_GE(contrast_of(colour_of(colour), ground), 3.0);
    for (const Rgb colour : PlotStyle().series) // those of pinned curves
        EXPECT_GE(contrast_of(colour_of(readable_on(below, colour)), ground), 3.0);
}

TEST(Contrast, OfLinesIsEnoughOnEveryGround) {
    for (const Rgb ground : {Rgb{0, 0, 0}, Rgb{255, 255, 255}, Rgb{0x1c, 0x1c, 0x1c}, Rgb{119, 119, 119}})
        for (const Rgb colour : {Rgb{0, 114, 178}, Rgb{0, 0, 255}, Rgb{0, 0, 0}, Rgb{230, 159, 0}, ground})
            EXPECT_GE(contrast_of(colour_of(readable_on(ground, colour)), colour_of(ground)), 4.4);
    const Rgb readable{0, 114, 178};
    EXPECT_EQ(readable_on({255, 255, 255}, readable), readable) << "it has enough contrast";
}

TEST_P(ContrastTest, CheckBoxesThatAreNotTickedStandOut) {
    const QPalette palette = QApplication::palette();
    QImage picture = ground(16, 16);
    QPainter painter(&picture);
    QStyleOptionButton option;
    option.rect = picture.rect();
    option.palette = palette;
    option.state = QStyle::State_Enabled | QStyle::State_Off;
    style_.drawPrimitive(QStyle::PE_IndicatorCheckBox, &option, &painter, nullptr);
    painter.end();
    for (const QPoint& edge : {QPoint(0, 8), QPoint(8, 0), QPoint(15, 8), QPoint(8, 15)}) {
        EXPECT_GE(contrast_of(picture.pixelColor(edge), palette.color(QPalette::Window)), 3.0);
        EXPECT_GE(contrast_of(picture.pixelColor(edge), palette.color(QPalette::Base)), 3.0);
    }
}

INSTANTIATE_TEST_SUITE_P(Appearances, ContrastTest, testing::Values(Appearance::light, Appearance::dark));

TEST(Contrast, IsThatOfWcag) {
    EXPECT_NEAR(contrast_of(Qt::black, Qt::white), 21.0, 1e-9);
    EXPECT_NEAR(contrast_of(Qt::white, QColor(0x76, 0x76, 0x76)), 4.54, 0.01);
    EXPECT_EQ(contrast_of(Qt::red, Qt::red), 1.0);
}

} // namespace
} // namespace hitmap
