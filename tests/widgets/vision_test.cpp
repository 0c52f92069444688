#include "render/image/colour_vision.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/colour/colour_bar.h"

#include <QtWidgets/QAction>
#include <QtWidgets/QLabel>
#include <QtWidgets/QPushButton>

#include <cstdlib>

namespace hitmap {
namespace {

Rgb rgb_at(const QImage& image, int x, int y) {
    const QColor colour = image.pixelColor(x, y);
    return {static_cast<std::uint8_t>(colour.red()), static_cast<std::uint8_t>(colour.green()),
            static_cast<std::uint8_t>(colour.blue())};
}

/// Expects that each pixel is that of `normal` as it is seen, and that some of them are coloured.
/// @param rounding  largest difference of a channel: Qt blends the edges of letters with what is below
void expect_seen(const QImage& normal, const QImage& seen, ColourVision vision, int rounding = 0) {
    ASSERT_EQ(normal.size(), seen.size());
    int coloured = 0;
    for (int y = 0; y < normal.height(); ++y)
        for (int x = 0; x < normal.width(); ++x) {
            const Rgb before = rgb_at(normal, x, y);
            const Rgb expected = seen_with(vision, before);
            const Rgb found = rgb_at(seen, x, y);
            ASSERT_LE(std::abs(expected.r - found.r), rounding) << x << ", " << y;
            ASSERT_LE(std::abs(expected.g - found.g), rounding) << x << ", " << y;
            ASSERT_LE(std::abs(expected.b - found.b), rounding) << x << ", " << y;
            coloured += std::abs(before.r - before.g) + std::abs(before.g - before.b) > 30 ? 1 : 0;
        }
    EXPECT_GT(coloured, 100);
}

TEST_F(WindowFixture, ColourVisionReplacesTheColoursOfPicturesAsItsMatrixSays) {
    open_tiny();
    activate();
    auto& bar = window_->panes().active().colour_bar();
    find<QAction>("vision_normal").trigger();
    const QImage mesh = picture();
    // A widget on screen, as its window draws it.
    const auto shown = [this](QWidget& widget) {
        const QRect place(widget.mapTo(window_.get(), QPoint()), widget.size());
        return window_->grab(place).toImage();
    };
    auto& dock = *find<QDockWidget>("framebuffer_dock").widget();
    const QImage colours = shown(bar);
    const QImage cells = shown(dock);
    for (const ColourVision vision : {ColourVision::deutan, ColourVision::grey}) {
        find<QAction>(vision == ColourVision::grey ? "vision_grey" : "vision_deutan").trigger();
        // The banner takes some of the height of the view; the picture of the same size is compared.
        find<QWidget>("vision_banner").hide();
        expect_seen(mesh, picture(), vision);
        expect_seen(colours, shown(bar), vision, 2);
        expect_seen(cells, shown(dock), vision, 2);
    }
    find<QAction>("vision_normal").trigger();
    EXPECT_EQ(picture(), mesh);
    EXPECT_EQ(shown(bar), colours);
}

TEST_F(WindowFixture, ColourVisionSaysWhatIsShownAndEndsByAButton) {
    open_tiny();
    EXPECT_FALSE(find<QWidget>("vision_banner").isVisible());
    find<QAction>("vision_tritan").trigger();
    EXPECT_TRUE(find<QWidget>("vision_banner").isVisible());
    EXPECT_TRUE(find<QLabel>("vision_text").text().contains(QStringLiteral("tritan colour vision")));
    // An image that is saved keeps its colours.
    QTest::mouseClick(&find<QPushButton>("normal_vision"), Qt::LeftButton);
    EXPECT_FALSE(find<QWidget>("vision_banner").isVisible());
    EXPECT_TRUE(find<QAction>("vision_normal").isChecked());
}

} // namespace
} // namespace hitmap
