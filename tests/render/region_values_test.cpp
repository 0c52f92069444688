#include "core/analysis/regions/face_regions.h"
#include "core/analysis/regions/region_profile.h"
#include "render/picture/all_frames.h"
#include "render/picture/metric_picture.h"
#include "render/view/element_values.h"
#include "tests/analysis/grid_scene.h"
#include "tests/profile/reference_case.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

namespace hitmap {
namespace {

using testing::HasSubstr;

/// Two recordings of one mesh, whose faces are in another order in B.
class RegionValues : public testing::Test {
protected:
    /// Adds up a region, which is a set of faces of A.
    [[nodiscard]] static QuantitySums sums_of(const Profile& profile, TimeWindow window, std::uint32_t region,
                                              const ElementRegions& regions) {
        WindowSums sums;
        profile.window(window, sums);
        QuantitySums added;
        for (std::size_t face = 0; face < regions.region_of.size(); ++face) {
            if (regions.of(face) != region) continue;
            const ElementSums& own = sums.elements[face_kind][face];
            QuantitySums element;
            element.accesses = own.accesses;
            element.level = own.l1();
            added.add(element);
        }
        return added;
    }

    ThreadPool pool_{2};
    std::shared_ptr<const RecordedScene> a_ = std::make_shared<const RecordedScene>(test::grid_scene(30, 15));
    std::shared_ptr<const RecordedScene> b_ =
        std::make_shared<const RecordedScene>(test::in_other_order(*a_, 7));
    std::shared_ptr<const Profile> profile_a_ = test::indexed({.accesses = 3000, .faces = 900}, pool_);
    std::shared_ptr<const Profile> profile_b_ =
        test::indexed({.accesses = 3000, .faces = 900, .seed = 2}, pool_);
    ElementRegions patches_ = face_regions(*a_, ColourBy::patch);
    TimeWindow window_{100, 2000};
    Metric metric_ = "l1-hit-rate"_metric;
};

TEST_F(RegionValues, AllFacesOfAPatchHaveTheSameOfItsSums) {
    const ElementValues shown = element_values({*profile_a_, window_}, face_kind, metric_, true, &patches_);
    const QuantityInfo& quantity = info_of(metric_.quantity);
    for (std::uint32_t face = 0; face < 900; ++face) {
        const QuantitySums sums = sums_of(*profile_a_, window_, patches_.of(face), patches_);
        ASSERT_FLOAT_EQ((*shown.values)[face], static_cast<float>(quantity.value(sums))) << face;
        ASSERT_EQ((*shown.access_counts)[face], static_cast<float>(sums.accesses)) << face;
    }
    ASSERT_TRUE(shown.extent);
    EXPECT_EQ(shown.extent->max, *std::ranges::max_element(*shown.values));
}

TEST_F(RegionValues, ADifferenceIsThatOfTheSumsOfTheSameFaces) {
    const SceneMatch match(a_, b_);
    const ElementRegions patches_of_b = regions_of_other_side(patches_, match, Side::baseline, 900);
    const ComparedElements sides{match,    {*profile_a_, window_}, {*profile_b_, window_}, Side::baseline, "",
                                 &patches_};
    const ElementValues shown = difference_of_elements(sides, face_kind, metric_, false);
    const QuantityInfo& quantity = info_of(metric_.quantity);
    for (std::uint32_t face = 0; face < 900; ++face) {
        const std::uint32_t patch = patches_.of(face);
        const auto a = static_cast<float>(quantity.value(sums_of(*profile_a_, window_, patch, patches_)));
        const auto b = static_cast<float>(quantity.value(sums_of(*profile_b_, window_, patch, patches_of_b)));
        ASSERT_NEAR((*shown.values)[face], b - a, 1e-6) << face;
    }
}

TEST_F(RegionValues, TheRangeOfAllFramesIsThatOfRegions) {
    const FaceColours colours{ColourBy::patch, std::make_shared<const ElementRegions>(patches_)};
    const auto of_patches =
        extent_of_all_frames(*profile_a_, 4, metric_, RangeMode::percentiles, View(), colours);
    const auto of_faces = extent_of_all_frames(*profile_a_, 4, metric_, RangeMode::percentiles, View());
    const RegionProfile by_patch(*profile_a_, patches_);
    const auto expected = extent_of_all_frames(by_patch, 4, metric_, RangeMode::percentiles, View());
    ASSERT_TRUE(of_patches && of_faces && expected);
    EXPECT_EQ(of_patches->high, expected->high);
    EXPECT_LT(of_patches->max - of_patches->min, of_faces->max - of_faces->min)
        << "sums vary less than what is added up";
}

TEST_F(RegionValues, TextsSayWhatIsSummed) {
    const FaceColours colours{ColourBy::patch, std::make_shared<const ElementRegions>(patches_)};
    View view;
    EXPECT_EQ(with_regions(colour_bar_text(metric_), colours, view).title, "L1 hit rate per patch");
    EXPECT_EQ(with_regions(difference_bar_text(metric_), colours, view).title,
              "B \u2212 A: L1 hit rate per patch (pp)");
    EXPECT_EQ(with_regions(colour_bar_text(metric_), {}, view).title, "L1 hit rate");
    EXPECT_THAT(face_colours_text(colours, view), HasSubstr("the colour of their patch"));
    EXPECT_EQ(face_colours_text({}, view), "");
    view.shown_kinds = KindSet(box_kind);
    EXPECT_EQ(with_regions(colour_bar_text(metric_), colours, view).title, "L1 hit rate")
        << "no face is drawn";
    EXPECT_EQ(face_colours_text(colours, view), "");
}

TEST_F(RegionValues, OnlyFacesThatAreDrawnNeedRegions) {
    const SceneRegions regions(a_, Camera());
    View view;
    view.colour_by = ColourBy::patch;
    EXPECT_EQ(face_colours(regions, view, metric_, {100, 80}).by, ColourBy::patch);
    EXPECT_EQ(face_colours(regions, view, "sah-cost"_metric, {100, 80}).by, ColourBy::face);
    view.shown_kinds = KindSet(box_kind);
    EXPECT_EQ(face_colours(regions, view, metric_, {100, 80}).by, ColourBy::face);
}

} // namespace
} // namespace hitmap
