#include "core/trace/model/element_kind.h"
#include "tests/widgets/common.h"
#include "tests/widgets/opened_session.h"
#include "widgets/colour/colour_bar.h"
#include "widgets/controls/range_slider.h"
#include "widgets/controls/wheel_filter.h"
#include "widgets/framebuffer/framebuffer_view.h"
#include "widgets/framebuffer/pixel_selection.h"
#include "widgets/panels/inspector.h"
#include "widgets/panels/look_panel.h"
#include "widgets/time/curve_view.h"
#include "widgets/time/time_panel.h"

#include <QtCore/QAbstractItemModel>
#include <QtGui/QMouseEvent>
#include <QtGui/QWheelEvent>
#include <QtTest/QSignalSpy>
#include <QtWidgets/QAbstractItemView>
#include <QtWidgets/QAction>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QDialog>
#include <QtWidgets/QDoubleSpinBox>
#include <QtWidgets/QMenu>
#include <QtWidgets/QScrollBar>
#include <QtWidgets/QSpinBox>
#include <QtWidgets/QVBoxLayout>
#include <gmock/gmock.h>

#include <memory>
#include <numeric>

namespace hitmap {
namespace {

/// Tests panels without a window by sending events. Each shows a pane with a tiny recording.
class PanelsTest : public OpenedSession {
protected:
    static void show(QWidget& panel, const QSize& size) {
        panel.resize(size);
        panel.show();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(&panel, patience_ms));
    }
    static void drag(QWidget& widget, const QPoint& from, const QPoint& to, Qt::KeyboardModifiers keys = {}) {
        QTest::mousePress(&widget, Qt::LeftButton, keys, from);
        QMouseEvent move(QEvent::MouseMove, to, widget.mapToGlobal(to), Qt::NoButton, Qt::LeftButton, keys);
        QCoreApplication::sendEvent(&widget, &move);
        QTest::mouseRelease(&widget, Qt::LeftButton, keys, to);
    }
    static void turn_wheel(QWidget& widget, const QPoint& at, int notches) {
        QWheelEvent event(at, widget.mapToGlobal(at), {}, {0, 120 * notches}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(&widget, &event);
    }
    template <class T>
    static T& find(QWidget& in, const char* name) {
        T* widget = in.findChild<T*>(QString::fromLatin1(name));
        if (widget == nullptr) throw std::runtime_error(std::string("no widget ") + name);
        return *widget;
    }
    const View& view() { return pane().choices().view; }
};

TEST_F(PanelsTest, TheWheelScrollsTheInspectorAndTurnsWhatHasTheFocus) {
    const WheelFilter filter(*QCoreApplication::instance());
    Inspector inspector;
    auto* panel = new QWidget;
    auto* rows = new QVBoxLayout(panel);
    auto* box = new QSpinBox;
    rows->addWidget(box);
    panel->setMinimumHeight(900);
    inspector.add_panel(QStringLiteral("tall"), panel);
    show(inspector, {300, 200});
    QScrollBar& bar = *inspector.verticalScrollBar();
    turn_wheel(*inspector.viewport(), {5, 5}, -1);
    EXPECT_GT(bar.value(), 0);
    turn_wheel(*box, {5, 5}, 1);
    EXPECT_EQ(box->value(), 0) << "it is left to the column";
    inspector.activateWindow();
    box->setFocus();
    ASSERT_TRUE(wait_for([&] { return box->hasFocus(); }));
    turn_wheel(*box, {5, 5}, 1);
    EXPECT_EQ(box->value(), 1);
}

TEST_F(PanelsTest, TheCurveGoesToFrames) {
    TimePanel panel(pane());
    show(panel, {560, 160});
    EXPECT_LE(panel.minimumSizeHint().width(), 560);
    pane().set_frames({20, 0, 1});
    CurveView& curve = panel.curve();
    ASSERT_TRUE(wait_for([&] { return curve.curve() != nullptr && curve.curve()->intervals() == 260; }));
    QTest::mouseClick(&curve, Qt::LeftButton, {}, curve.place_of(7));
    EXPECT_EQ(pane().choices().frames, (FrameRange{20, 7, 1}));
    drag(curve, curve.place_of(3), curve.place_of(11));
    EXPECT_EQ(pane().choices().frames, (FrameRange{20, 11, 1}));
    drag(curve, curve.place_of(9), curve.place_of(4), Qt::ShiftModifier);
    EXPECT_EQ(pane().choices().frames, (FrameRange{20, 4, 6}));
    EXPECT_EQ(find<QSpinBox>(panel, "frames_shown").value(), 6);
    QTest::mouseDClick(&curve, Qt::LeftButton, {}, curve.place_of(2));
    EXPECT_EQ(pane().choices().frames, (FrameRange{20, 2, 1}));
}

TEST_F(PanelsTest, NumbersAndKeysGoToFrames) {
    TimePanel panel(pane());
    show(panel, {700, 160});
    find<QSpinBox>(panel, "frame_count").setValue(101);
    EXPECT_EQ(pane().choices().frames.total, 101U);
    find<QSpinBox>(panel, "frame_number").setValue(40);
    find<QSpinBox>(panel, "frames_shown").setValue(3);
    EXPECT_EQ(pane().choices().frames, (FrameRange{101, 40, 3}));
    FrameSlider& slider = panel.slider();
    const auto after = [&](Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
        QTest::keyClick(&slider, key, modifiers);
        return pane().choices().frames.first;
    };
    EXPECT_EQ(after(Qt::Key_Right), 41U);
    EXPECT_EQ(after(Qt::Key_Left, Qt::ShiftModifier), 31U);
    EXPECT_EQ(after(Qt::Key_PageUp), 41U);
    EXPECT_EQ(after(Qt::Key_PageDown), 31U);
    EXPECT_EQ(after(Qt::Key_End), 98U);
    EXPECT_EQ(after(Qt::Key_Home), 0U);
}

TEST_F(PanelsTest, PixelsAreChosenByPointerKeysAndName) {
    FramebufferView panel(pane());
    show(panel, {320, 220});
    PixelCanvas& cells = panel.cells();
    ASSERT_TRUE(wait_for([&] { return !cells.image().isNull() && !panel.picture().image().isNull(); }));
    const QRectF target = cells.target();
    const QPoint place = (target.topLeft() + QPointF(10.5, 20.5) * target.width() / 64.0).toPoint();
    QTest::mouseClick(&cells, Qt::LeftButton, {}, place);
    ASSERT_TRUE(pane().choices().selection.has_value());
    EXPECT_EQ(*pane().choices().selection, (Selection{pixel_kind, 20 * 64 + 10}));
    EXPECT_EQ(panel.picture().marked(), QPoint(10, 20));
    QTest::keyClick(&cells, Qt::Key_Right);
    QTest::keyClick(&cells, Qt::Key_Down, Qt::ShiftModifier);
    EXPECT_EQ(cells.marked(), QPoint(11, 30));
    QTest::keyClick(&cells, Qt::Key_Up, Qt::ShiftModifier);
    EXPECT_EQ(*pane().choices().selection, (Selection{pixel_kind, 20 * 64 + 11}));
    ask_for_pixel(pane(), &panel);
    auto& dialog = find<QDialog>(panel, "pixel_dialog");
    find<QSpinBox>(dialog, "pixel_x").setValue(63);
    find<QSpinBox>(dialog, "pixel_y").setValue(1);
    dialog.accept();
    EXPECT_EQ(cells.marked(), QPoint(63, 1));
}

TEST_F(PanelsTest, BothSidesOfTheFramebufferZoomTogether) {
    FramebufferView panel(pane());
    show(panel, {320, 220});
    PixelCanvas& cells = panel.cells();
    ASSERT_TRUE(wait_for([&] { return !cells.image().isNull() && !panel.picture().image().isNull(); }));
    turn_wheel(cells, cells.rect().center(), 4);
    EXPECT_GT(cells.viewport().zoom, 2.0);
    EXPECT_EQ(panel.picture().viewport(), cells.viewport());
    const auto selection = pane().choices().selection;
    const QPointF before = cells.viewport().centre;
    drag(cells, cells.rect().center(), cells.rect().center() + QPoint(30, 10));
    EXPECT_LT(cells.viewport().centre.x(), before.x());
    EXPECT_EQ(pane().choices().selection, selection) << "a drag chooses nothing";
    QTest::keyClick(&panel.picture(), Qt::Key_F);
    EXPECT_EQ(cells.viewport(), PixelViewport{});
}

TEST_F(PanelsTest, TheColourBarCountsAndSetsTheRange) {
    ColourBar bar(pane());
    show(bar, {bar.sizeHint().width(), 420});
    ASSERT_TRUE(wait_for([&] { return bar.histogram() != nullptr; }));
    const Histogram& histogram = *bar.histogram();
    const std::uint64_t counted =
        std::accumulate(histogram.bins.begin(), histogram.bins.end(), histogram.without) + histogram.below +
        histogram.above;
    const auto& kinds = pane().values()->kinds;
    EXPECT_EQ(counted, kinds[face_kind].values->size()) << "boxes are not drawn";
    EXPECT_THAT(bar.accessibleDescription().toStdString(), testing::HasSubstr("1st to 99th percentile"));
    View full = view();
    full.range_mode = RangeMode::full;
    pane().set_view(full);

    const QPoint high(bar.bar().center().x(), bar.bar().top());
    drag(bar, high, high + QPoint(0, bar.bar().height() / 4));
    EXPECT_EQ(view().range_mode, RangeMode::manual);
    const auto description = [&] { return bar.accessibleDescription().toStdString(); };
    View locked = view();
    locked.range_locked = true;
    pane().set_view(locked);
    EXPECT_THAT(description(), testing::HasSubstr("range set by hand")) << "which nothing locks";
    locked.range_locked = false;
    pane().set_view(locked);
    EXPECT_NEAR(view().range_max, 0.75F, 0.01F);
    EXPECT_EQ(view().range_min, 0.0F);
    const QPoint low(bar.bar().center().x(), bar.bar().bottom());
    drag(bar, low, low - QPoint(0, bar.bar().height() / 3));
    EXPECT_NEAR(view().range_min, 0.25F, 0.01F);
    const float width = view().range_max - view().range_min;
    drag(bar, bar.bar().center(), bar.bar().center() + QPoint(0, 20));
    EXPECT_NEAR(view().range_max - view().range_min, width, 1e-4F);
    EXPECT_GT(view().range_min, 0.26F);
    turn_wheel(bar, bar.bar().center(), 2);
    EXPECT_LT(view().range_max - view().range_min, 0.8F * width);
    QTest::mouseDClick(&bar, Qt::LeftButton, {}, bar.bar().center());
    EXPECT_EQ(view().range_mode, RangeMode::data);
}

TEST_F(PanelsTest, TheColourBarsMenuHasTheModes) {
    ColourBar bar(pane());
    show(bar, {bar.sizeHint().width(), 420});
    QContextMenuEvent event(QContextMenuEvent::Mouse, bar.rect().center(), bar.mapToGlobal({5, 5}));
    QCoreApplication::sendEvent(&bar, &event);
    auto& menu = find<QMenu>(bar, "colour_bar_menu");
    std::string checked;
    for (QAction* action : menu.actions())
        if (action->isChecked()) checked += action->text().toStdString();
    EXPECT_EQ(checked, "1st to 99th &Percentile of All Frames");
    menu.actions().at(4)->trigger();
    EXPECT_EQ(view().range_mode, RangeMode::all_frames);
    menu.close();
}

TEST_F(PanelsTest, EndsTypedAreAManualRange) {
    LookPanel panel(session_, pane());
    show(panel, {300, 500});
    auto& high = find<QDoubleSpinBox>(panel, "range_high");
    View full = view();
    full.range_mode = RangeMode::full;
    pane().set_view(full);
    EXPECT_EQ(high.value(), 100.0);
    high.setValue(80.0);
    EXPECT_EQ(view().range_mode, RangeMode::manual);
    EXPECT_NEAR(view().range_max, 0.8F, 1e-6F);
    high.setValue(120.0);
    EXPECT_EQ(high.value(), 100.0) << "a rate is at most 100 %";
    View of_data = view();
    of_data.range_mode = RangeMode::data;
    pane().set_view(of_data);
    EXPECT_NEAR(high.value(), static_cast<double>(pane().range().max) * 100.0, 0.006);
}

TEST_F(PanelsTest, SwitchesAndLevelsAreWhatIsDrawn) {
    LookPanel panel(session_, pane());
    show(panel, {300, 500});
    find<QCheckBox>(panel, "wireframe").click();
    EXPECT_TRUE(view().wireframe);
    find<QCheckBox>(panel, "orthographic").click();
    EXPECT_EQ(view().projection, Projection::orthographic);
    find<QCheckBox>(panel, "shading").click();
    EXPECT_FALSE(view().shading);
    auto& levels = find<RangeSlider>(panel, "levels");
    EXPECT_FALSE(levels.isEnabled()) << "boxes are off at first";
    find<QCheckBox>(panel, "show_boxes").click();
    find<QSpinBox>(panel, "last_level").setValue(3);
    levels.setFocus();
    QTest::keyClick(&levels, Qt::Key_Left);
    EXPECT_EQ(view().box_levels, (LevelRange{0, 2}));
    drag(levels, levels.place_of(0), levels.place_of(1));
    EXPECT_EQ(view().box_levels, (LevelRange{1, 2}));
    QTest::keyClick(&levels, Qt::Key_Right, Qt::ShiftModifier);
    EXPECT_EQ(view().box_levels, (LevelRange{2, 3}));
    find<QSpinBox>(panel, "first_level").setValue(5);
    EXPECT_EQ(view().box_levels, (LevelRange{5, 5}));
    find<QSpinBox>(panel, "minimum_accesses").setValue(12);
    EXPECT_EQ(view().minimum_accesses, 12U);
}

TEST_F(PanelsTest, DifferencesAreToAnotherPane) {
    LookPanel alone(session_, pane());
    EXPECT_FALSE(find<QComboBox>(alone, "reference").isEnabled());
    Pane& second = session_.add_pane();
    LookPanel panel(session_, second);
    auto& reference = find<QComboBox>(panel, "reference");
    ASSERT_EQ(reference.count(), 3);
    EXPECT_EQ(reference.itemText(1).toStdString(), "B − A: B compared with A");
    EXPECT_EQ(reference.itemText(2).toStdString(), "A − B: A compared with B");
    reference.setCurrentIndex(1);
    EXPECT_EQ(second.reference(), &session_.pane(0));
    EXPECT_EQ(second.side(), Side::compared);
    ASSERT_TRUE(wait_for([&] { return second.values()->difference; }));
    EXPECT_TRUE(second.range().difference);
    reference.setCurrentIndex(2);
    EXPECT_EQ(second.reference(), &session_.pane(0));
    EXPECT_EQ(second.side(), Side::baseline);
    reference.setCurrentIndex(0);
    EXPECT_EQ(second.reference(), nullptr);
}

TEST_F(PanelsTest, PanelsOfAFurtherPaneShowWhatItTookOver) {
    View view = pane().choices().view;
    view.colour_map = "viridis";
    view.range_mode = RangeMode::data;
    pane().set_view(view);
    pane().set_metric("access-count"_metric);
    ASSERT_TRUE(settle());
    std::unique_ptr<LookPanel> panel;
    QObject::connect(&session_, &Session::pane_added, &session_, [&](int index) {
        panel = std::make_unique<LookPanel>(session_, session_.pane(static_cast<std::size_t>(index)));
    });
    session_.add_pane();
    EXPECT_EQ(session_.active().choices().metric, "access-count"_metric);
    EXPECT_EQ(find<QComboBox>(*panel, "colour_map").currentData().toString(), QStringLiteral("viridis"));
    EXPECT_EQ(session_.active().choices().view.range_mode, RangeMode::data);
}

TEST_F(PanelsTest, TheOtherPanesAreListedAnewWhenTheyChange) {
    Pane& second = session_.add_pane();
    LookPanel panel(session_, second);
    show(panel, {320, 700});
    auto& reference = find<QComboBox>(panel, "reference");
    const QSignalSpy filled(reference.model(), &QAbstractItemModel::rowsInserted);
    QTest::mouseClick(&reference, Qt::LeftButton);
    ASSERT_TRUE(wait_for([&] { return reference.view()->isVisible(); }));
    View moved = second.choices().view;
    moved.camera.position.x += 1.0F;
    second.set_view(moved);
    EXPECT_TRUE(filled.isEmpty());
    EXPECT_TRUE(reference.view()->isVisible());
    reference.hidePopup();
    session_.pane(0).close();
    EXPECT_EQ(reference.count(), 1);
    EXPECT_EQ(reference.currentIndex(), 0);
    EXPECT_FALSE(reference.isEnabled());
}

} // namespace
} // namespace hitmap
