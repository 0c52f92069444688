#include "core/cache/results/access_outcome.h"
#include "core/profile/query/metric.h"

#include <gtest/gtest.h>

#include <cmath>

namespace hitmap {
namespace {

TEST(MetricTable, IsInTheOrderOfTheEnumeration) {
    for (const MetricInfo& info : metric_table()) {
        EXPECT_EQ(&info_of(info.metric), &info);
        EXPECT_EQ(metric_named(info.name), info.metric);
    }
    EXPECT_EQ(metric_named("hit-rate"), std::nullopt);
}

TEST(MetricValue, FollowsTheDefinitions) {
    // 4 accesses of 3 look-ups in L1 and 2 in L2 in a window of 100; last access at position 80 of it.
    const ElementSums sums{
        9 * std::uint64_t{hit_unit}, 7 * std::uint64_t{hit_unit} + hit_unit / 2, 4, 12, 8, 80};
    EXPECT_EQ(metric_value(Metric::l1_hit_rate, sums, 100), 0.75);
    EXPECT_EQ(metric_value(Metric::l2_hit_rate, sums, 100), 7.5 / 8);
    EXPECT_EQ(metric_value(Metric::l1_misses, sums, 100), 3.0);
    EXPECT_EQ(metric_value(Metric::l2_misses, sums, 100), 0.5);
    EXPECT_EQ(metric_value(Metric::access_count, sums, 100), 4.0);
    EXPECT_EQ(metric_value(Metric::access_rate, sums, 100), 0.04);
    EXPECT_EQ(metric_value(Metric::access_order, sums, 100), 0.8);
}

TEST(MetricValue, IsUndefinedWithoutAccess) {
    for (const MetricInfo& info : metric_table())
        EXPECT_TRUE(std::isnan(metric_value(info.metric, {}, 100))) << info.name;
}

TEST(MetricValue, NeedsLookUpsForHitsAndMisses) {
    const ElementSums pixel{0, 0, 2, 0, 0, 5};
    for (const MetricInfo& info : metric_table())
        EXPECT_EQ(std::isnan(metric_value(info.metric, pixel, 10)), info.needs_lookups) << info.name;
}

} // namespace
} // namespace hitmap
