#include "core/trace/model/element_kind.h"
#include "tests/widgets/opened_session.h"
#include "widgets/framebuffer/framebuffer_view.h"
#include "widgets/framebuffer/pixel_canvas.h"

#include <QtTest/QTest>
#include <QtWidgets/QToolButton>

namespace hitmap {
namespace {

using FramebufferViewTest = OpenedSession;

TEST_F(FramebufferViewTest, ThePicturesKeepTheirHeightWhenAnotherFrameIsOffered) {
    pane().set_frames({64, 0, 1});
    ASSERT_TRUE(settle());
    FramebufferView view(pane());
    view.resize(400, 300);
    view.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&view, patience_ms));
    const auto& cells = *view.findChild<PixelCanvas*>(QStringLiteral("framebuffer_cells"));
    const auto& offer = *view.findChild<QToolButton*>(QStringLiteral("pixel_frame"));
    const auto settled_height = [&cells] {
        int height = 0;
        for (int settled = 0; settled < 5; ++settled) { // nested layouts need several rounds of events
            if (cells.height() != height) settled = 0;
            height = cells.height();
            QCoreApplication::processEvents();
        }
        return height;
    };
    const int before = settled_height();
    pane().set_selection(Selection{pixel_kind, 63 * 64 + 63}); // the last one that is traced
    ASSERT_TRUE(wait_for([&] { return offer.isVisible(); }));
    EXPECT_EQ(settled_height(), before);
}

} // namespace
} // namespace hitmap
