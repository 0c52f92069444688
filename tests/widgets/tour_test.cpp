#include "tests/widgets/window_fixture.h"

#include <QtCore/QDir>
#include <QtCore/QFileInfo>
#include <QtGui/QMouseEvent>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QSpinBox>

namespace hitmap {
namespace {

/// Visits every part of the window as a user would. A screenshot of each step is saved for inspection.
class Tour : public WindowFixture {
protected:
    Tour() {
        EXPECT_TRUE(QDir().mkpath(screenshots_));
        window_->open(file_);
        EXPECT_TRUE(settle());
        activate();
    }

    void screenshot(const char* name) {
        (void)picture();
        const QString file = QStringLiteral("%1/%2.png").arg(screenshots_, QString::fromLatin1(name));
        ASSERT_TRUE(window_->grab().save(file)) << file.toStdString();
    }
    void drag(QWidget& widget, const QPoint& from, const QPoint& to) {
        QTest::mousePress(&widget, Qt::LeftButton, {}, from);
        for (const QPoint& place : {(from + to) / 2, to}) {
            QMouseEvent move(QEvent::MouseMove, place, Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
            QCoreApplication::sendEvent(&widget, &move);
        }
        QTest::mouseRelease(&widget, Qt::LeftButton, {}, to);
    }
    void type(QSpinBox& box, const char* text) {
        box.setFocus();
        box.selectAll();
        QTest::keyClicks(&box, QString::fromLatin1(text));
        QTest::keyClick(&box, Qt::Key_Return);
    }

    QString screenshots_ = QStringLiteral(HITMAP_TEST_OUTPUT "/screenshots");
};

TEST_F(Tour, MeshTimeInspectorAndFramebuffer) {
    MeshView& view = window_->mesh_view();
    const Camera recorded = pane().choices().view.camera;
    screenshot("1-opened");
    drag(view, view.rect().center(), view.rect().center() + QPoint(90, 30));
    EXPECT_NE(pane().choices().view.camera, recorded);
    QTest::mouseClick(&view, Qt::LeftButton, {}, view.rect().center());
    EXPECT_TRUE(pane().choices().selection.has_value()) << "a face in the middle is pinned";
    screenshot("2-mesh-orbited-and-pinned");
    QTest::keyClick(&view, Qt::Key_Home);
    EXPECT_EQ(pane().choices().view.camera, recorded);

    type(visible<QSpinBox>("frame_count"), "8");
    type(visible<QSpinBox>("frame_number"), "5");
    EXPECT_EQ(pane().choices().frames, (FrameRange{8, 5}));
    screenshot("3-frame-5-of-8");

    auto& metric = visible<QComboBox>("bar_metric");
    metric.setFocus();
    QTest::keyClick(&metric, Qt::Key_Down);
    EXPECT_EQ(pane().choices().metric, "l2-hit-rate"_metric);
    raise("caches_dock");
    auto& l1 = visible<QLineEdit>("l1_capacity");
    l1.selectAll();
    QTest::keyClicks(&l1, QStringLiteral("2KiB:128:4"));
    QTest::keyClick(&l1, Qt::Key_Return);
    if (auto& apply = visible<QPushButton>("apply_button"); apply.isEnabled()) apply.click();
    ASSERT_TRUE(settle());
    EXPECT_EQ(pane().config().l1.capacity, 2048U);
    screenshot("4-other-metric-and-cache");

    raise("framebuffer_dock");
    auto& cells = visible<QWidget>("framebuffer_cells");
    QTest::mouseClick(&cells, Qt::LeftButton, {}, cells.rect().center());
    EXPECT_TRUE(wait([this] { return pane().marks().highlighted() != nullptr; }));
    screenshot("5-pixel-clicked");

    activate();
    QTest::keyClick(window_.get(), Qt::Key_Z, Qt::ControlModifier);
    EXPECT_TRUE(window_->session().can_redo());
    raise("worst_dock");
    screenshot("6-worst-elements");
}

TEST_F(Tour, PanesSessionsAndPictures) {
    QTest::keyClick(window_.get(), Qt::Key_T, Qt::ControlModifier);
    ASSERT_EQ(window_->session().pane_count(), 2U);
    ASSERT_TRUE(settle());
    raise("caches_dock");
    auto& l1 = visible<QLineEdit>("l1_capacity");
    l1.selectAll();
    QTest::keyClicks(&l1, QStringLiteral("1KiB:128:1"));
    visible<QPushButton>("apply_button").click();
    ASSERT_TRUE(settle());
    raise("comparison_dock");
    screenshot("7-two-caches-compared");
    raise("inspector_dock");
    auto& reference = visible<QComboBox>("reference");
    reference.setFocus();
    QTest::keyClick(&reference, Qt::Key_Down);
    ASSERT_TRUE(wait([this] { return pane().values() != nullptr && pane().values()->difference; }));
    screenshot("8-difference");

    const QString session = folder_.filePath(QStringLiteral("two.hitmap"));
    window_->save_session(session);
    Window other;
    other.open_session(session);
    EXPECT_EQ(other.session().pane_count(), 2U);

    const QString image = folder_.filePath(QStringLiteral("picture.png"));
    window_->save_image(image);
    EXPECT_TRUE(wait([&] { return QFileInfo::exists(image); }));
}

} // namespace
} // namespace hitmap
