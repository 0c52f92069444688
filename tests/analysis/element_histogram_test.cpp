#include "core/analysis/groups/element_groups.h"
#include "core/analysis/groups/element_histogram.h"
#include "core/base/error.h"
#include "core/profile/index/profile_builder.h"
#include "core/tree/element_range.h"
#include "tests/profile/reference_case.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
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
        return element_histogram(scene_, *profile_, {0, profile_->positions()},
                                 *element_quantity_named(quantity), bins);
    }

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
        const std::vector<float> values = element_quantity_values(scene_, quantity);
        const ElementHistogram shown = histogram(std::string(quantity.name).c_str(), 5);
        ASSERT_FALSE(shown.bins.empty()) << quantity.name;
        ElementBin all = shown.undefined;
        for (std::size_t i = 0; i < shown.bins.size(); ++i) {
            const ElementBin& bin = shown.bins[i];
            EXPECT_LE(bin.from, bin.to) << quantity.name;
            const auto part = elements_within(scene_, nullptr, {ElementRange{&quantity, bin.from, bin.to}});
            ElementBin expected;
            for (std::size_t e = 0; e < values.size(); ++e) {
                const bool inside = values[e] >= bin.from && values[e] <= bin.to;
                EXPECT_EQ(quantity.kind == face_kind ? part->faces[e] : part->boxes[e], inside);
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

TEST_F(ElementHistograms, LevelsAreThoseOfTheGroups) {
    const ElementHistogram shown = histogram("box-level", 5);
    const auto groups = group_elements(scene_, *profile_, {0, profile_->positions()}, Property::box_level);
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
    EXPECT_FALSE(has_quantity(scene_, *element_quantity_named("face-slant")));
    EXPECT_TRUE(has_quantity(scene_, *element_quantity_named("face-area")));
    scene_.box_level.clear();
    EXPECT_FALSE(has_quantity(scene_, *element_quantity_named("box-level")));
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
        EXPECT_NEAR(element_quantity_values(scene, *element_quantity_named(name)).at(0), value, 1e-3F)
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
    for (const char* text : {"", "slant=1:2", "face-slant", "face-slant=", "face-slant=1", "face-slant=2:1",
                             "face-slant=1:2x", "face-slant=nan:1", "face-slant=0:inf", "face-slant=:1"})
        EXPECT_THROW((void)parse_element_range(text, "--only-range"), UsageError) << text;
}

} // namespace
} // namespace hitmap
