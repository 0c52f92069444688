#include "core/trace/model/element_kind.h"
#include "core/trace/recorder/recorder.h"
#include "tests/widgets/common.h"
#include "tests/widgets/opened_session.h"
#include "widgets/controls/range_edit.h"
#include "widgets/framebuffer/framebuffer_images.h"
#include "widgets/framebuffer/pixel_viewport.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>
#include <gmock/gmock.h>

#include <array>
#include <cstdint>
#include <limits>
#include <set>
#include <string>

namespace hitmap {
namespace {

constexpr QSize widget(200, 100);
constexpr QSize image(20, 20);

TEST(PixelViewport, ShowsAllOfTheImageInTheMiddle) {
    EXPECT_EQ(PixelViewport{}.target(image, widget, 5), QRectF(55, 5, 90, 90));
    EXPECT_TRUE(PixelViewport{}.target({}, widget, 5).isEmpty());
}

TEST(PixelViewport, ZoomsToThePointer) {
    const QPointF pointer(70.5, 30.25);
    PixelViewport viewport;
    const auto place = [&] {
        const QRectF target = viewport.target(image, widget, 5);
        return QPointF((pointer.x() - target.left()) / target.width(),
                       (pointer.y() - target.top()) / target.height());
    };
    const QPointF before = place();
    for (int i = 0; i < 5; ++i)
        viewport = zoomed(viewport, 1.5, pointer, image, widget, 5);
    EXPECT_NEAR(place().x(), before.x(), 1e-9);
    EXPECT_NEAR(place().y(), before.y(), 1e-9);
    EXPECT_NEAR(viewport.zoom, 7.59375, 1e-9);
    for (int i = 0; i < 9; ++i)
        viewport = zoomed(viewport, 1 / 1.5, pointer, image, widget, 5);
    EXPECT_EQ(viewport, PixelViewport{}) << "not smaller than all of it";
}

TEST(PixelViewport, MovesWithThePointerAndNotOutOfSight) {
    PixelViewport viewport{4.0, {0.5, 0.5}};
    const QRectF before = viewport.target(image, widget, 5);
    viewport = panned(viewport, {12, -7}, image, widget, 5);
    EXPECT_EQ(viewport.target(image, widget, 5), before.translated(12, -7));
    viewport = panned(viewport, {1e6, 1e6}, image, widget, 5);
    EXPECT_EQ(viewport.centre, QPointF(0.125, 0.125));
}

TEST(PixelViewport, KnowsTheCellUnderAPoint) {
    const QRectF target(10, 20, 40, 40);
    EXPECT_EQ(cell_at(target, image, {10.5, 20.5}), QPoint(0, 0));
    EXPECT_EQ(cell_at(target, image, {49.9, 21.9}), QPoint(19, 0));
    EXPECT_EQ(cell_at(target, image, {9.0, 21.0}), std::nullopt);
    EXPECT_EQ(cell_at(target, {}, {20.0, 21.0}), std::nullopt);
}

TEST(OrderImage, ColoursWhatIsWritten) {
    const ColourMap& map = colour_maps().front();
    const QImage cells = order_image({0.0F, no_value, 1.0F, 0.5F}, {2, 2}, map);
    const auto of_map = [&map](float order) {
        const Rgb colour = map.at(order);
        return QColor(colour.r, colour.g, colour.b);
    };
    EXPECT_EQ(cells.pixelColor(0, 0), of_map(0.0F));
    EXPECT_EQ(cells.pixelColor(1, 0).alpha(), 0);
    EXPECT_EQ(cells.pixelColor(0, 1), of_map(1.0F));
    EXPECT_EQ(cells.pixelColor(1, 1), of_map(0.5F));
}

ColourRange range_of(float min, float max) {
    ColourRange range;
    range.min = min;
    range.max = max;
    return range;
}

TEST(CellImage, HasMasksOfValuesOnOneSideOnly) {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    const ColourMap& map = difference_map();
    const CellImage found = coloured_cells({-9.0F, no_value, infinity, -infinity, 0.0F, 9.0F}, {3, 2},
                                           range_of(-1.0F, 1.0F), map);
    const auto of_map = [&map](float t) {
        const Rgb colour = map.at(t);
        return QColor(colour.r, colour.g, colour.b);
    };
    EXPECT_EQ(found.cells.pixelColor(0, 0), of_map(0.0F));
    EXPECT_EQ(found.cells.pixelColor(1, 1), of_map(0.5F));
    EXPECT_EQ(found.cells.pixelColor(2, 1), of_map(1.0F));
    for (const QPoint& without : {QPoint(1, 0), QPoint(2, 0), QPoint(0, 1)})
        EXPECT_EQ(found.cells.pixelColor(without).alpha(), 0);
    EXPECT_EQ(found.only_b.pixelColor(2, 0).alpha(), 255);
    EXPECT_EQ(found.only_b.pixelColor(0, 1).alpha(), 0);
    EXPECT_EQ(found.only_a.pixelColor(0, 1).alpha(), 255);
    EXPECT_EQ(found.only_a.pixelColor(1, 0).alpha(), 0);
    EXPECT_TRUE(coloured_cells({0.0F, no_value}, {2, 1}, range_of(0.0F, 1.0F), map).only_a.isNull());
}

TEST(RangeEdit, EndsStayApartAndWhereValuesCanBe) {
    const ColourRange range = range_of(0.2F, 0.6F);
    EXPECT_EQ(with_end(range, ValueStyle::percent, RangeEnd::low, 0.4F), (RangeEnds{0.4F, 0.6F}));
    EXPECT_EQ(with_end(range, ValueStyle::percent, RangeEnd::high, 7.0F), (RangeEnds{0.2F, 1.0F}));
    EXPECT_EQ(with_end(range, ValueStyle::count, RangeEnd::low, -3.0F), (RangeEnds{0.0F, 0.6F}));
    for (const RangeEnd end : {RangeEnd::low, RangeEnd::high}) {
        const RangeEnds ends = with_end(range, ValueStyle::number, end, end == RangeEnd::low ? 9.0F : 0.1F);
        EXPECT_LT(ends.min, ends.max);
    }
    EXPECT_EQ(with_end(range, ValueStyle::percent, RangeEnd::low, no_value), (RangeEnds{0.2F, 0.6F}));
}

TEST(RangeEdit, DifferencesStaySymmetric) {
    const ColourRange range = range_of(-0.5F, 0.5F);
    EXPECT_EQ(with_end(range, ValueStyle::percentage_points, RangeEnd::low, -0.25F),
              (RangeEnds{-0.25F, 0.25F}));
    EXPECT_EQ(with_end(range, ValueStyle::percentage_points, RangeEnd::high, 3.0F), (RangeEnds{-1.0F, 1.0F}));
    EXPECT_EQ(scaled(range, ValueStyle::signed_count, 4.0F, 0.3F), (RangeEnds{-2.0F, 2.0F}));
    EXPECT_EQ(shifted(range, ValueStyle::signed_number, 1.0F), (RangeEnds{-0.5F, 0.5F}));
}

TEST(RangeEdit, ScalesAboutAValueAndMoves) {
    const ColourRange range = range_of(10.0F, 30.0F);
    EXPECT_EQ(scaled(range, ValueStyle::count, 0.5F, 10.0F), (RangeEnds{10.0F, 20.0F}));
    EXPECT_EQ(scaled(range, ValueStyle::count, 2.0F, 20.0F), (RangeEnds{0.0F, 40.0F}));
    EXPECT_EQ(shifted(range, ValueStyle::count, 5.0F), (RangeEnds{15.0F, 35.0F}));
    EXPECT_EQ(shifted(range, ValueStyle::count, -50.0F), (RangeEnds{0.0F, 20.0F}));
    EXPECT_EQ(shifted(range_of(0.5F, 0.75F), ValueStyle::percent, 1.0F), (RangeEnds{0.75F, 1.0F}));
}

class PixelsTest : public OpenedSession {};

TEST_F(PixelsTest, TheSceneIsShadedWhereNoImageWasRecorded) {
    const RenderedImage rendered = rendered_image(*pane().recording());
    EXPECT_FALSE(rendered.recorded);
    ASSERT_EQ(rendered.image.size(), QSize(64, 64));
    std::set<QRgb> colours;
    for (int y = 0; y < 64; ++y)
        for (int x = 0; x < 64; ++x)
            colours.insert(rendered.image.pixel(x, y));
    EXPECT_GT(colours.size(), 100U);
}

TEST_F(PixelsTest, ASelectedPixelHighlightsWhatItsRaysAccess) {
    EXPECT_EQ(pane().marks().highlighted(), nullptr);
    constexpr std::uint32_t pixel = 32 * 64 + 32;
    pane().set_selection(Selection{pixel_kind, pixel});
    ASSERT_TRUE(wait_for([this] { return pane().marks().highlighted() != nullptr; }));
    const TouchedElements& touched = *pane().marks().highlighted();
    ASSERT_TRUE(touched.known);
    const auto accesses = pane().profile()->pixel_accesses(pixel, {0, pane().profile()->positions()});
    ASSERT_TRUE(accesses.has_value());
    std::set<std::pair<ElementKindId, std::uint32_t>> expected;
    for (const PixelAccess& access : *accesses)
        if (access.kind != pixel_kind) expected.emplace(access.kind, access.element);
    std::vector<std::pair<ElementKindId, std::uint32_t>> found;
    for (const Highlight& element : touched.elements)
        found.emplace_back(element.kind, element.element);
    EXPECT_THAT(found, testing::ElementsAreArray(expected));
    EXPECT_GT(touched.counts[box_kind], 0U);
    pane().set_selection(Selection{face_kind, 3});
    EXPECT_EQ(pane().marks().highlighted(), nullptr);
}

TEST_F(PixelsTest, AnotherPixelTakesTheFormerOutlinesAway) {
    constexpr std::uint32_t pixel = 32 * 64 + 32;
    pane().set_selection(Selection{pixel_kind, pixel});
    ASSERT_TRUE(wait_for([this] { return pane().marks().highlighted() != nullptr; }));
    int told = 0;
    QObject::connect(&pane().marks(), &PaneMarks::highlighted_changed, &pane(), [&] {
        ++told;
        if (pane().marks().highlighted() != nullptr) {
            EXPECT_EQ(pane().marks().highlighted()->pixel, pixel + 3);
        }
    });
    for (std::uint32_t other : {pixel + 1, pixel + 2, pixel + 3}) {
        pane().set_selection(Selection{pixel_kind, other});
        EXPECT_EQ(pane().marks().highlighted(), nullptr) << other;
    }
    EXPECT_EQ(told, 1);
    ASSERT_TRUE(wait_for([this] { return pane().marks().highlighted() != nullptr; }));
    EXPECT_EQ(told, 2);
}

TEST_F(PixelsTest, WhatAPixelsRaysAccessIsOfTheChosenFrames) {
    constexpr std::uint32_t pixel = 32 * 64 + 32;
    constexpr std::uint64_t q = 7;
    const std::uint64_t positions = pane().profile()->positions();
    const auto all = pane().profile()->pixel_accesses(pixel, {0, positions}).value();
    pane().set_selection(Selection{pixel_kind, pixel});
    std::uint64_t found = 0;
    std::set<std::vector<std::uint64_t>> different;
    for (std::uint64_t f = 0; f < q; ++f) {
        pane().set_frames({q, f, 1});
        ASSERT_TRUE(wait_for([&] {
            return pane().marks().highlighted() != nullptr &&
                   pane().marks().highlighted()->frames == FrameRange{q, f, 1};
        }));
        const TouchedElements& touched = *pane().marks().highlighted();
        std::set<std::pair<ElementKindId, std::uint32_t>> expected;
        PerKind<std::uint64_t> accesses{};
        for (const PixelAccess& access : all) {
            if (access.position < f * positions / q || access.position >= (f + 1) * positions / q) continue;
            expected.emplace(access.kind, access.element);
            ++accesses[access.kind];
        }
        EXPECT_EQ(touched.accesses, accesses) << f;
        PerKind<std::uint64_t> counts{};
        for (const auto& [kind, element] : expected)
            ++counts[kind];
        EXPECT_EQ(touched.counts, counts) << f;
        std::erase_if(expected, [](const auto& element) { return element.first == pixel_kind; });
        std::vector<std::pair<ElementKindId, std::uint32_t>> outlined;
        for (const Highlight& element : touched.elements)
            outlined.emplace_back(element.kind, element.element);
        EXPECT_THAT(outlined, testing::ElementsAreArray(expected)) << f;
        for (const std::uint64_t count : accesses)
            found += count;
        different.emplace(accesses.begin(), accesses.end());
    }
    EXPECT_EQ(found, all.size());
    EXPECT_GT(different.size(), 1U);
}

/// A recording with nothing but a framebuffer of 2 x 2 pixels, which holds these bytes.
std::string recording_of_picture(const QTemporaryDir& folder, const std::array<std::uint8_t, 16>& bytes) {
    const std::string file = folder.filePath(QStringLiteral("picture.hmt")).toStdString();
    hmt_recorder* recorder = hmt_open(file.c_str());
    hmt_set_device(recorder, "device", 1, 1);
    const hmt_allocation framebuffer{"framebuffer", HMT_FRAMEBUFFER, HMT_GLOBAL, 4096, bytes.size(), 4, 4};
    hmt_add_allocation(recorder, &framebuffer);
    hmt_scene scene{};
    scene.width = 2;
    scene.height = 2;
    hmt_set_scene(recorder, &scene);
    hmt_add_contents(recorder, 0, bytes.data());
    EXPECT_EQ(hmt_close(recorder), 0) << hmt_error(recorder);
    hmt_free(recorder);
    return file;
}

TEST(RenderedImage, AnEmptyFramebufferIsNoPicture) {
    const QTemporaryDir folder;
    for (const auto red : {std::uint8_t{0}, std::uint8_t{200}}) {
        Session session;
        session.active().open(recording_of_picture(folder, {0, 0, 0, 0, red}));
        constexpr int patience_ms = 60'000;
        ASSERT_TRUE(QTest::qWaitFor([&] { return session.active().recording() != nullptr; }, patience_ms));
        const RenderedImage rendered = rendered_image(*session.active().recording());
        EXPECT_EQ(rendered.recorded, red != 0);
        EXPECT_EQ(rendered.image.isNull(), red == 0);
        if (red != 0) {
            EXPECT_EQ(qRed(rendered.image.pixel(1, 0)), 200);
        }
    }
}

} // namespace
} // namespace hitmap
