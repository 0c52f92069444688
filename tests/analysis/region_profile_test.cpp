#include "core/analysis/regions/region_profile.h"
#include "tests/profile/reference_case.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace hitmap {
namespace {

/// Every seventh face is in no region.
ElementRegions some_regions(std::uint32_t faces, std::uint32_t count) {
    ElementRegions regions;
    regions.sizes.assign(count, 0);
    for (std::uint32_t face = 0; face < faces; ++face) {
        const std::uint32_t region = face % 7 == 0 ? ElementRegions::none : face * 31 % count;
        regions.region_of.push_back(region);
        if (region != ElementRegions::none) ++regions.sizes[region];
    }
    return regions;
}

void expect_same(double value, double expected, const std::string& what) {
    EXPECT_EQ(std::isnan(value), std::isnan(expected)) << what;
    if (!std::isnan(expected)) {
        EXPECT_FLOAT_EQ(static_cast<float>(value), static_cast<float>(expected)) << what;
    }
}

class RegionProfiles : public testing::Test {
protected:
    ThreadPool pool_{2};
    std::shared_ptr<const Profile> profile_ =
        test::indexed({.accesses = 3000, .boxes = 300, .faces = 900, .pixels = 500, .seed = 5}, pool_);
    ElementRegions regions_ = some_regions(900, 40);
    RegionProfile made_{*profile_, regions_};
    const Profile& by_region_ = made_;
    TimeWindow window_{500, 900};
};

TEST_F(RegionProfiles, AFaceHasTheMetricOfTheSumsOfItsRegion) {
    WindowSums sums;
    profile_->window(window_, sums);
    std::vector<ElementSums> added(regions_.count());
    for (std::size_t face = 0; face < 900; ++face) {
        if (regions_.of(face) == ElementRegions::none) continue;
        ElementSums& region = added[regions_.of(face)];
        const ElementSums& own = sums.elements[face_kind][face];
        region.l1_hits += own.l1_hits;
        region.l2_hits += own.l2_hits;
        region.accesses += own.accesses;
        region.l1_lookups += own.l1_lookups;
        region.l2_lookups += own.l2_lookups;
        if (own.accesses != 0) region.last_access = std::max(region.last_access, own.last_access);
    }
    for (const Metric metric : {"l1-hit-rate"_metric, "l2-hit-rate"_metric, "l1-misses"_metric,
                                "access-count"_metric, "access-rate"_metric, "access-order"_metric}) {
        std::vector<float> values;
        EXPECT_EQ(by_region_.values(window_, face_kind, metric, values), sums.window);
        ASSERT_EQ(values.size(), 900U);
        for (std::size_t face = 0; face < 900; ++face) {
            const std::uint32_t region = regions_.of(face);
            const double expected = region == ElementRegions::none
                                        ? std::numeric_limits<double>::quiet_NaN()
                                        : metric_value(metric, added[region], sums.window.count());
            expect_same(values[face], expected, info_of(metric).name + " of " + std::to_string(face));
        }
    }
}

TEST_F(RegionProfiles, OtherKindsAndQueriesAreThoseOfTheProfile) {
    for (const ElementKindId kind : {box_kind, pixel_kind}) {
        std::vector<float> own;
        std::vector<float> passed_on;
        profile_->values(window_, kind, "access-count"_metric, own);
        by_region_.values(window_, kind, "access-count"_metric, passed_on);
        for (std::size_t e = 0; e < own.size(); ++e)
            expect_same(passed_on[e], own[e], std::to_string(e));
    }
    EXPECT_EQ(by_region_.totals(window_), profile_->totals(window_));
    EXPECT_EQ(by_region_.element(window_, face_kind, 3), profile_->element(window_, face_kind, 3));
}

TEST_F(RegionProfiles, ARegionWithoutAccessesHasNoValue) {
    std::vector<float> values;
    by_region_.values({700, 700}, face_kind, "l1-hit-rate"_metric, values);
    EXPECT_TRUE(std::ranges::all_of(values, [](float value) { return std::isnan(value); }));
}

} // namespace
} // namespace hitmap
