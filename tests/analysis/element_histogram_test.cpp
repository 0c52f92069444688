#include "core/analysis/groups/element_groups.h"
#include "core/analysis/groups/element_histogram.h"
#include "core/analysis/groups/element_scatter.h"
#include "core/base/error.h"
#include "core/profile/elements/element_range.h"
#include "core/profile/index/profile_builder.h"
#include "tests/profile/reference_case.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace hitmap {
namespace {

/// A fan of triangles of growing size before the camera, one of them padding and one behind the camera, and
/// boxes of three levels.
RecordedScene fan() {
    RecordedScene scene;
    scene.vertices = {{0, 0, -10}, {0, 0, 5}};
    for (int i = 0; i < 12; ++i) {
        const auto at = static_cast<float>(i);
        scene.vertices.insert(scene.vertices.end(), {{0.1F + at, 0, -10 + at / 2}, {0, 0.1F + at, -10}});
        const auto first = static_cast<std::uint32_t>(2 + 2 * i);
        scene.face_slots.push_back({i == 11 ? 1U : 0U, first, first + 1});
        scene.face_source.push_back(i);
    }
    scene.face_source[4] = -1;
    scene.boxes.resize(7, Aabb{{0, 0, 0}, {1, 2, 3}});
    scene.box_level = {0, 0, 1, 1, 1, 3, 3};
    Camera camera;
    camera.position = {0, 0, 0};
    camera.fov_y_degrees = 90;
    scene.cameras = {camera};
    scene.width = 4;
    scene.height = 100;
    return scene;
}

class ElementHistograms : public testing::Test {
protected:
    ElementHistograms() {
        for (std::uint32_t i = 0; i < 60; ++i) {
            const ElementKindId kind = i % 3 == 0 ? box_kind : face_kind;
            RequestBlock block;
            Request request;
            request.mask = 1;
            block.append(request);
            ElementAccess access{};
            access.kind = kind;
            access.element = i * i % (kind == box_kind ? 7 : 12);
            if (kind == face_kind && access.element == 4) access.element = 5; // padding is never read
            AccessOutcome outcome;
            outcome.l1_lookups = 3;
            outcome.l1_hits = i % 4 == 0 ? 0 : hit_unit * 2;
            builder_.add(block, {&access, 1}, std::span<const AccessOutcome>(&outcome, 1));
        }
        profile_ = builder_.finish(info_, {});
    }
    ElementHistogram histogram(const char* quantity, std::size_t bins) {
        return element_histogram(in_time(), *element_quantity_named(quantity), bins);
    }
    [[nodiscard]] SceneInTime in_time() const { return {scene_, profile_.get(), {0, profile_->positions()}}; }

    RecordedScene scene_ = fan();
    RecordingInfo info_ = test::info_of({.accesses = 60, .boxes = 7, .faces = 12, .pixels = 400});
    ThreadPool pool_{1};
    ProfileBuilder builder_{info_, pool_};
    std::shared_ptr<const Profile> profile_;
};

TEST_F(ElementHistograms, BinsOfAnyQuantityAreTheElementsOfTheirRange) {
    WindowSums sums;
    profile_->window({0, profile_->positions()}, sums);
    for (const ElementQuantity& quantity : element_quantities()) {
        if (!has_quantity(in_time(), quantity)) continue; // classes of misses and terms of trees
        const std::vector<float> values = element_quantity_values(in_time(), quantity);
        const ElementHistogram shown = histogram(std::string(quantity.name).c_str(), 5);
        const bool has_values = std::ranges::any_of(values, [](float value) { return std::isfinite(value); });
        ASSERT_EQ(shown.bins.empty(), !has_values) << quantity.name; // nothing is looked up in L2
        ElementBin all = shown.undefined;
        for (std::size_t i = 0; i < shown.bins.size(); ++i) {
            const ElementBin& bin = shown.bins[i];
            EXPECT_LE(bin.from, bin.to) << quantity.name;
            const auto choice = chosen_elements(in_time(), {ElementRange{&quantity, bin.from, bin.to}});
            const auto part = part_within(scene_, nullptr, choice.get());
            ElementBin expected;
            for (std::size_t e = 0; e < values.size(); ++e) {
                const bool inside = values[e] >= bin.from && values[e] <= bin.to;
                EXPECT_EQ(part->drawn[quantity.kind][e], inside);
                if (!inside) continue;
                ++expected.elements;
                expected.sums += sums.elements[quantity.kind].at(e);
            }
            EXPECT_EQ(bin.elements, expected.elements) << quantity.name << i;
            EXPECT_EQ(bin.sums, expected.sums) << quantity.name << i;
            all.elements += bin.elements;
            all.sums.accesses += bin.sums.accesses;
            all.sums.l1 += bin.sums.l1;
        }
        EXPECT_EQ(all.elements, quantity.kind == face_kind ? 11U : 7U) << quantity.name;
        EXPECT_EQ(all.sums.accesses, sums.totals[quantity.kind].accesses) << quantity.name;
        EXPECT_EQ(all.sums.l1, sums.totals[quantity.kind].l1) << quantity.name;
    }
}

TEST_F(ElementHistograms, ValuesOfMetricsAreThoseOfTheProfileWithoutPadding) {
    const ElementQuantity& quantity = *element_quantity_named("face-l1-hit-rate");
    EXPECT_EQ(quantity.title, "L1 hit rate of faces");
    EXPECT_EQ(text_of(ElementRange{&quantity, 0.25F, 0.5F}), "L1 hit rate of faces from 0.25 to 0.5");
    std::vector<float> expected;
    profile_->values({0, 50}, face_kind, "l1-hit-rate"_metric, expected);
    const auto values = element_quantity_values({scene_, profile_.get(), {0, 50}}, quantity);
    ASSERT_EQ(values.size(), scene_.face_slots.size());
    std::size_t defined = 0;
    for (std::size_t f = 0; f < values.size(); ++f) {
        const bool none = f == 4 || std::isnan(expected[f]);
        EXPECT_EQ(std::isnan(values[f]), none) << f;
        if (!none) {
            EXPECT_EQ(values[f], expected[f]) << f;
        }
        defined += none ? 0 : 1;
    }
    EXPECT_EQ(defined, 2U);
}

TEST_F(ElementHistograms, ASumOfBinsIsThatOfItsElements) {
    const ElementHistogram shown = histogram("face-area", 5);
    ASSERT_GE(shown.bins.size(), 4U);
    const ElementBin sum = sum_of_bins(shown, 1, 3);
    EXPECT_EQ(sum.from, shown.bins[1].from);
    EXPECT_EQ(sum.to, shown.bins[3].to);
    WindowSums sums;
    profile_->window({0, profile_->positions()}, sums);
    const auto values = element_quantity_values({scene_}, *element_quantity_named("face-area"));
    ElementBin expected;
    for (std::size_t f = 0; f < values.size(); ++f) {
        if (!(values[f] >= sum.from && values[f] <= sum.to)) continue;
        ++expected.elements;
        expected.sums += sums.elements[face_kind].at(f);
    }
    EXPECT_EQ(sum.elements, expected.elements);
    EXPECT_EQ(sum.sums, expected.sums);
}

TEST_F(ElementHistograms, CellsOfAScatterPlotHaveTheElementsOfBothRanges) {
    for (const auto& [x, y] :
         {std::pair("face-area", "face-l1-misses"), std::pair("face-slant", "face-distance"),
          std::pair("box-level", "box-access-count")}) {
        const ElementQuantity& of_x = *element_quantity_named(x);
        const ElementQuantity& of_y = *element_quantity_named(y);
        const auto x_values = element_quantity_values(in_time(), of_x);
        const auto y_values = element_quantity_values(in_time(), of_y);
        const ElementScatter scatter = element_scatter(in_time(), of_x, of_y, 4, 3);
        ASSERT_GT(scatter.x.size(), 1U) << x;
        ASSERT_GT(scatter.y.size(), 1U) << y;
        for (std::size_t row = 0; row < scatter.y.size(); ++row)
            for (std::size_t column = 0; column < scatter.x.size(); ++column) {
                std::uint64_t expected = 0;
                for (std::size_t e = 0; e < x_values.size(); ++e)
                    expected += x_values[e] >= scatter.x.from(column) &&
                                        x_values[e] <= scatter.x.to(column) &&
                                        y_values[e] >= scatter.y.from(row) && y_values[e] <= scatter.y.to(row)
                                    ? 1
                                    : 0;
                EXPECT_EQ(scatter.elements(column, row), expected) << x << column << y << row;
            }
        std::uint64_t both = 0;
        std::uint64_t one = 0;
        for (std::size_t e = 0; e < x_values.size(); ++e) {
            const int defined = (std::isnan(x_values[e]) ? 0 : 1) + (std::isnan(y_values[e]) ? 0 : 1);
            both += defined == 2 ? 1 : 0;
            one += defined == 1 ? 1 : 0;
        }
        EXPECT_EQ(std::accumulate(scatter.cells.begin(), scatter.cells.end(), std::uint64_t{0}), both);
        EXPECT_EQ(scatter.undefined, one);
    }
}

TEST_F(ElementHistograms, TablesKeepTheSumsOfChosenElementsAlone) {
    WindowSums all;
    profile_->window({0, profile_->positions()}, all);
    WindowSums kept = all;
    const auto values = element_quantity_values({scene_}, *element_quantity_named("face-area"));
    const ElementRange range{element_quantity_named("face-area"), values[1], values[7]};
    keep_shown(kept, chosen_elements(in_time(), {range}).get());
    EXPECT_EQ(kept.totals, all.totals) << "shares stay those of everything";
    EXPECT_EQ(kept.elements[box_kind], all.elements[box_kind]) << "boxes have no range";
    std::size_t left = 0;
    for (std::size_t f = 0; f < kept.elements[face_kind].size(); ++f) {
        const bool inside = f < values.size() && values[f] >= range.from && values[f] <= range.to;
        EXPECT_EQ(kept.elements[face_kind][f], inside ? all.elements[face_kind][f] : ElementSums()) << f;
        left += inside ? 1 : 0;
    }
    EXPECT_EQ(left, 6U) << "faces 1 to 7 without the padding";
    const WindowSums before = kept;
    keep_shown(kept, nullptr);
    EXPECT_EQ(kept.elements, before.elements);
}

TEST_F(ElementHistograms, LevelsAreThoseOfTheGroups) {
    const ElementHistogram shown = histogram("box-level", 5);
    const auto groups =
        group_elements(scene_, *profile_, {0, profile_->positions()}, *property_named("box-level"));
    ASSERT_EQ(shown.bins.size(), 4U) << "a bin for level 2, which has no boxes";
    EXPECT_EQ(shown.bins[2].elements, 0U);
    ASSERT_EQ(groups.size(), 3U);
    for (const auto& [bin, group] : {std::pair(0, 0), std::pair(1, 1), std::pair(3, 2)}) {
        EXPECT_EQ(shown.bins.at(static_cast<std::size_t>(bin)).from, static_cast<float>(bin));
        EXPECT_EQ(shown.bins.at(static_cast<std::size_t>(bin)).to, static_cast<float>(bin));
        EXPECT_EQ(shown.bins.at(static_cast<std::size_t>(bin)).sums,
                  groups.at(static_cast<std::size_t>(group)).sums);
    }
}

TEST_F(ElementHistograms, OneValueHasOneBinAndWhatIsNotKnownIsSaid) {
    const ElementHistogram boxes = histogram("box-area", 5);
    ASSERT_EQ(boxes.bins.size(), 1U);
    EXPECT_EQ(boxes.bins[0].from, 22.0F) << "2 (1 x 2 + 2 x 3 + 3 x 1)";
    EXPECT_EQ(boxes.bins[0].to, 22.0F);
    EXPECT_EQ(histogram("face-size", 5).undefined.elements, 1U) << "the face behind the camera";
    scene_.cameras.clear();
    EXPECT_FALSE(has_quantity(in_time(), *element_quantity_named("face-slant")));
    EXPECT_TRUE(has_quantity(in_time(), *element_quantity_named("face-area")));
    EXPECT_FALSE(has_quantity(in_time(), *element_quantity_named("face-instance")));
    scene_.instance_faces = {{.instance = 5, .first_face = 1, .faces = 1}};
    ASSERT_TRUE(has_quantity(in_time(), *element_quantity_named("face-instance")));
    const auto instances = element_quantity_values({scene_}, *element_quantity_named("face-instance"));
    EXPECT_TRUE(std::isnan(instances[0]));
    EXPECT_EQ(instances[1], 5.0F);
    scene_.box_level.clear();
    EXPECT_FALSE(has_quantity(in_time(), *element_quantity_named("box-level")));
    EXPECT_TRUE(has_quantity(in_time(), *element_quantity_named("face-l1-misses")));
    EXPECT_FALSE(has_quantity({scene_}, *element_quantity_named("face-l1-misses"))) << "no profile";
    EXPECT_FALSE(has_quantity(in_time(), *element_quantity_named("box-sah-cost")));
}

TEST(ElementQuantities, OfOneTriangleByHand) {
    RecordedScene scene;
    scene.vertices = {{0, 0, -6}, {3, 0, -6}, {0, 4, -6}};
    scene.face_slots = {{0, 1, 2}};
    Camera camera;
    camera.position = {1, 4.0F / 3.0F, 0}; // straight before the centre
    camera.fov_y_degrees = 90;
    scene.cameras = {camera};
    scene.height = 120;
    for (const auto& [name, value] :
         std::initializer_list<std::pair<const char*, float>>{{"face-slant", 0.0F},
                                                              {"face-size", 600.0F}, // 10 pixels a unit
                                                              {"face-facing", 1.0F},
                                                              {"face-distance", 6.0F},
                                                              {"face-edge", 5.0F},
                                                              {"face-area", 6.0F}})
        EXPECT_NEAR(element_quantity_values({scene}, *element_quantity_named(name)).at(0), value, 1e-3F)
            << name;
}

TEST(ElementRanges, AreParsedAndReplaceThoseOfTheirQuantity) {
    const ElementRange slant = parse_element_range("face-slant=60:90", "--only-range");
    EXPECT_EQ(text_of(slant), "slant of faces from 60 to 90 degrees");
    const ElementRange facing = parse_element_range("face-facing=-1:-0.5", "--only-range");
    const auto both = with_range(with_range({}, slant), facing);
    EXPECT_EQ(both, (std::vector{slant, facing}));
    const ElementRange flat{slant.quantity, 0.0F, 10.0F};
    EXPECT_EQ(with_range(both, flat), (std::vector{flat, facing}));
    EXPECT_EQ(parse_element_ranges({"face-slant=60:90", "face-facing=-1:-0.5"}, "--only-range"), both);
    EXPECT_THROW((void)parse_element_ranges({"face-slant=60:90", "face-slant=0:10"}, "--only-range"),
                 UsageError);
    for (const char* text : {"", "slant=1:2", "face-slant", "face-slant=", "face-slant=1", "face-slant=2:1",
                             "face-slant=1:2x", "face-slant=nan:1", "face-slant=0:inf", "face-slant=:1"})
        EXPECT_THROW((void)parse_element_range(text, "--only-range"), UsageError) << text;
}

} // namespace
} // namespace hitmap
