// These tests hold at any ratio of physical to logical pixels. The test window_test_high_dpi runs them at 2.
#include "core/trace/model/element_kind.h"
#include "tests/widgets/window_fixture.h"
#include "widgets/colour/colour_bar.h"
#include "widgets/framebuffer/image_view.h"
#include "widgets/table/data_table.h"
#include "widgets/table/stacked_header.h"
#include "widgets/time/curve_view.h"

#include <QtCore/QSet>
#include <QtGui/QPixmap>
#include <QtWidgets/QAbstractButton>
#include <QtWidgets/QTableView>
#include <gtest/gtest.h>

#include <cmath>

namespace hitmap {
namespace {

class HighDpiTest : public WindowFixture {
protected:
    double ratio() { return window_->devicePixelRatioF(); }
    /// The widget in physical pixels.
    QImage physical(QWidget& widget) {
        QCoreApplication::processEvents();
        const QImage image = widget.grab().toImage();
        EXPECT_DOUBLE_EQ(image.devicePixelRatioF(), ratio());
        EXPECT_EQ(image.size(), (QSizeF(widget.size()) * ratio()).toSize());
        return image;
    }
    /// The number of blocks of 2x2 physical pixels with more than one colour. A picture that was drawn in
    /// logical pixels and then enlarged twice has none.
    static int detailed_blocks(const QImage& image) {
        int detailed = 0;
        for (int y = 0; y + 1 < image.height(); y += 2)
            for (int x = 0; x + 1 < image.width(); x += 2) {
                const QRgb first = image.pixel(x, y);
                if (image.pixel(x + 1, y) != first || image.pixel(x, y + 1) != first ||
                    image.pixel(x + 1, y + 1) != first)
                    ++detailed;
            }
        return detailed;
    }
    ImageView& image_view() { return window_->panes().active().image_view(); }
    void show_image() {
        pane().set_shown(Shown::image);
        ASSERT_TRUE(wait([this] { return image_view().complete(); })) << message();
    }
};

TEST_F(HighDpiTest, TheMeshIsDrawnInPhysicalPixels) {
    open_tiny();
    const QImage image = picture();
    EXPECT_EQ(image.size(), (QSizeF(window_->mesh_view().size()) * ratio()).toSize());
    EXPECT_GT(detailed_blocks(image), 100);
}

TEST_F(HighDpiTest, EveryCellOfTheImageHasItsColourAndSharpBorders) {
    open_tiny();
    show_image();
    PixelCanvas& canvas = image_view().canvas();
    canvas.clearFocus();
    const QImage image = physical(canvas).convertToFormat(QImage::Format_RGB32);
    const QImage cells = canvas.image().convertToFormat(QImage::Format_ARGB32);
    const QRectF target = canvas.target();
    int compared = 0;
    for (int y = 0; y < cells.height(); ++y)
        for (int x = 0; x < cells.width(); ++x) {
            if (qAlpha(cells.pixel(x, y)) != 255) continue; // hatched: it has no value
            const QPointF middle(target.left() + (x + 0.5) / cells.width() * target.width(),
                                 target.top() + (y + 0.5) / cells.height() * target.height());
            const QRgb found = image.pixel((middle * ratio()).toPoint());
            ASSERT_EQ(found & 0xffffffU, cells.pixel(x, y) & 0xffffffU) << x << ", " << y;
            ++compared;
        }
    EXPECT_GT(compared, 100);
    // Along a row, no colour appears that no cell of the row has: borders are not blurred.
    const int row = cells.height() / 2;
    QSet<QRgb> colours;
    for (int x = 0; x < cells.width(); ++x)
        if (qAlpha(cells.pixel(x, row)) == 255) colours.insert(cells.pixel(x, row) & 0xffffffU);
    ASSERT_GT(colours.size(), 2);
    const int y = static_cast<int>((target.top() + (row + 0.5) / cells.height() * target.height()) * ratio());
    bool opaque = true;
    for (int x = 0; x < cells.width(); ++x)
        opaque = opaque && qAlpha(cells.pixel(x, row)) == 255;
    for (int x = static_cast<int>(std::ceil(target.left() * ratio())) + 1;
         opaque && x + 1 < static_cast<int>(target.right() * ratio()); ++x)
        EXPECT_TRUE(colours.contains(image.pixel(x, y) & 0xffffffU)) << x;
}

TEST_F(HighDpiTest, AClickSelectsThePixelUnderIt) {
    open_tiny();
    show_image();
    PixelCanvas& canvas = image_view().canvas();
    const QRectF target = canvas.target();
    for (const QPoint pixel : {QPoint(0, 0), QPoint(63, 63), QPoint(31, 17), QPoint(5, 60)}) {
        const QPointF middle(target.left() + (pixel.x() + 0.5) / 64 * target.width(),
                             target.top() + (pixel.y() + 0.5) / 64 * target.height());
        QTest::mouseClick(&canvas, Qt::LeftButton, {}, middle.toPoint());
        ASSERT_TRUE(pane().choices().selection);
        EXPECT_EQ(pane().choices().selection->kind, pixel_kind);
        EXPECT_EQ(pane().choices().selection->element,
                  static_cast<std::uint64_t>(pixel.y() * 64 + pixel.x()));
    }
}

TEST_F(HighDpiTest, AClickSelectsTheFaceThatIsDrawnThere) {
    open_tiny();
    const QImage before = picture();
    MeshView& view = window_->mesh_view();
    const QPoint middle = view.rect().center();
    QTest::mouseClick(&view, Qt::LeftButton, {}, middle);
    ASSERT_TRUE(pane().choices().selection);
    EXPECT_EQ(pane().choices().selection->kind, face_kind);
    // The outline of the selected face is near the pointer: it is drawn around the physical pixel that was
    // clicked.
    const QImage after = picture();
    ASSERT_EQ(after.size(), before.size());
    QRect changed;
    for (int y = 0; y < after.height(); ++y)
        for (int x = 0; x < after.width(); ++x)
            if (after.pixel(x, y) != before.pixel(x, y)) changed |= QRect(x, y, 1, 1);
    EXPECT_TRUE(changed.contains((QPointF(middle) * ratio()).toPoint()))
        << changed.x() << " " << changed.y() << " " << changed.width() << " " << changed.height();
}

TEST_F(HighDpiTest, ColourBarTablesAndPlotsHavePhysicalPixels) {
    open_tiny();
    ASSERT_TRUE(settle());
    EXPECT_GT(detailed_blocks(physical(window_->panes().active().colour_bar())), 50);
    EXPECT_GT(detailed_blocks(physical(find<DataTable>("recording_facts"))), 50);
    int plots = 0;
    for (CurveView* curve : window_->findChildren<CurveView*>()) {
        if (!curve->isVisible()) continue;
        ++plots;
        EXPECT_GT(detailed_blocks(physical(*curve)), 10);
    }
    EXPECT_GT(plots, 0);
}

TEST_F(HighDpiTest, NoTextOfAButtonOrAHeadingIsCut) {
    open_tiny();
    ASSERT_TRUE(settle());
    for (const char* const dock : {"recording_dock", "accesses_dock", "statistics_dock"}) {
        if (window_->findChild<QDockWidget*>(QString::fromLatin1(dock)) == nullptr) continue;
        raise(dock);
        for (QAbstractButton* button : window_->findChildren<QAbstractButton*>())
            if (button->isVisible() && !button->text().isEmpty()) {
                EXPECT_GE(button->width() + 1, button->minimumSizeHint().width())
                    << button->objectName().toStdString();
            }
        for (DataTable* table : window_->findChildren<DataTable*>()) {
            if (!table->isVisible()) continue;
            const auto& header = dynamic_cast<const StackedHeader&>(*table->view().horizontalHeader());
            for (int column = 0; column < header.count(); ++column)
                if (!header.isSectionHidden(column) && header.visualIndex(column) == 0) {
                    EXPECT_GE(header.sectionSize(column), header.width_for(column))
                        << table->objectName().toStdString() << " " << column;
                }
        }
    }
}

} // namespace
} // namespace hitmap
