#include "core/profile/query/metric.h"
#include "core/profile/query/profile.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace hitmap {
namespace {

std::string listed(Subject subject) {
    std::string text;
    for (const MetricInfo& info : metric_table(subject)) {
        text += info.name + " | " + info.title;
        for (const std::string_view part :
             {info_of(info.metric.quantity).unit, std::string_view(info.undefined),
              std::string_view(info.value_of)})
            if (!part.empty()) text += fmt::format(" | {}", part);
        text += '\n';
    }
    return text;
}

TEST(MetricTable, NamesAreThoseOfFilesAndCommands) {
    EXPECT_EQ(listed(Subject::element), R"(l1-hit-rate | L1 hit rate | %
l2-hit-rate | L2 hit rate | % | no L2 look-ups | L2
l1-misses | L1 misses | misses
l2-misses | L2 misses | misses | no L2 look-ups | L2
access-count | Access count | accesses
access-rate | Access rate
access-order | Access order
l1-reuse-distance | L1 reuse distance | lines | no L1 reuse | L1 reuse
l2-reuse-distance | L2 reuse distance | lines | no L2 reuse | L2 reuse
l1-cold-misses | L1 cold misses | misses
l1-capacity-misses | L1 capacity misses | misses
l1-conflict-misses | L1 conflict misses | misses
l2-cold-misses | L2 cold misses | misses | no L2 look-ups | L2
l2-capacity-misses | L2 capacity misses | misses | no L2 look-ups | L2
l2-conflict-misses | L2 conflict misses | misses | no L2 look-ups | L2
sah-cost | SAH cost | no box | SAH cost
end-point-overlap | End-point overlap | no box | End-point overlap
)");
}

TEST(MetricTable, OfKindsListsOneLevelAfterTheOther) {
    std::string keys;
    for (const MetricInfo& info : metric_table(Subject::kind))
        keys += info.key + ' ';
    EXPECT_EQ(keys, "accesses elements_accessed l1_hit_rate l1_hits l1_lookups l1_misses l2_hit_rate l2_hits "
                    "l2_lookups l2_misses ");
}

TEST(MetricTable, IsReadByName) {
    EXPECT_EQ(Metric(), "l1-hit-rate"_metric);
    for (const Subject subject : {Subject::element, Subject::kind})
        for (const MetricInfo& info : metric_table(subject)) {
            EXPECT_EQ(metric_named(info.name, subject), info.metric) << info.name;
            EXPECT_EQ(info_of(info.metric).name, info.name);
        }
    for (const char* name :
         {"hit-rate", "l1-access-count", "l3-hit-rate", "l1-", "L1-hit-rate", "l1-hits", ""})
        EXPECT_EQ(metric_named(name), std::nullopt) << name;
}

TEST(MetricTable, ExplainsWhatTheUserChooses) {
    for (const MetricInfo& info : metric_table())
        EXPECT_THAT(info.explanation, testing::MatchesRegex("[A-Z][^{}]*\\.")) << info.name;
    EXPECT_EQ(
        info_of("l2-hit-rate"_metric).explanation,
        "Share of the element's look-ups in the L2 cache of the device that hit: sum of hits / number of "
        "look-ups.");
}

/// Returns sums of 9 accesses. Sums that are not in `wanted` are 0.
QuantitySums sums_of(SumSet wanted) {
    const auto value = [&](Sum sum, std::uint64_t number) { return wanted.has(sum) ? number : 0; };
    QuantitySums sums{100, 9, value(Sum::elements_accessed, 5), value(Sum::last_access, 80), {}};
    sums.level = {value(Sum::hits, 7) * hit_unit, 16, value(Sum::cold, 3), value(Sum::distance, 40),
                  value(Sum::conflict, 2)};
    return sums;
}

TEST(QuantityTable, SaysWhichSumsAFormulaReads) {
    const SumSet all{Sum::elements_accessed, Sum::last_access, Sum::hits, Sum::cold,
                     Sum::distance,          Sum::conflict};
    for (const QuantityInfo& quantity : quantity_table) {
        if (quantity.term) {
            EXPECT_TRUE(std::isnan(quantity.formula(sums_of(all)))) << quantity.name;
            continue;
        }
        EXPECT_EQ(quantity.formula(sums_of(quantity.sums)), quantity.formula(sums_of(all))) << quantity.name;
    }
}

TEST(CanAnswer, AsksForTheSumsOfTheMetric) {
    const auto answered = [](bool distances, bool reasons) {
        ProfileCapabilities capabilities;
        capabilities.has_reuse_distance = distances;
        capabilities.has_miss_classes = reasons;
        std::string names;
        for (const MetricInfo& info : metric_table())
            if (info_of(info.metric.quantity).sums.intersects(reuse_sums) && info.metric.level == Level::l1 &&
                can_answer(capabilities, info.metric))
                names += info.name + ' ';
        return names;
    };
    EXPECT_EQ(answered(false, false), "");
    EXPECT_EQ(answered(true, false), "l1-reuse-distance l1-cold-misses ");
    EXPECT_EQ(answered(false, true), "l1-cold-misses l1-capacity-misses l1-conflict-misses ");
    EXPECT_TRUE(can_answer({}, "l2-misses"_metric) && can_answer({}, "access-order"_metric));
    EXPECT_FALSE(can_answer({}, "sah-cost"_metric));
    ProfileCapabilities with_tree;
    with_tree.terms = {ElementTerm::sah_cost, ElementTerm::end_point_overlap};
    EXPECT_TRUE(can_answer(with_tree, "end-point-overlap"_metric));
}

TEST(MetricValue, FollowsTheDefinitions) {
    // 4 accesses with 3 look-ups in L1 and 2 in L2, in a window of 100; the last access is at position 80.
    const ElementSums sums{
        9 * std::uint64_t{hit_unit}, 7 * std::uint64_t{hit_unit} + hit_unit / 2, 4, 12, 8, 80};
    EXPECT_EQ(metric_value("l1-hit-rate"_metric, sums, 100), 0.75);
    EXPECT_EQ(metric_value("l2-hit-rate"_metric, sums, 100), 7.5 / 8);
    EXPECT_EQ(metric_value("l1-misses"_metric, sums, 100), 3.0);
    EXPECT_EQ(metric_value("l2-misses"_metric, sums, 100), 0.5);
    EXPECT_EQ(metric_value("access-count"_metric, sums, 100), 4.0);
    EXPECT_EQ(metric_value("access-rate"_metric, sums, 100), 0.04);
    EXPECT_EQ(metric_value("access-order"_metric, sums, 100), 0.8);
}

TEST(MetricValue, IsUndefinedWithoutAccess) {
    for (const MetricInfo& info : metric_table())
        EXPECT_TRUE(std::isnan(metric_value(info.metric, {}, 100))) << info.name;
}

TEST(MetricValue, NeedsLookUpsForHitsAndMisses) {
    const ElementSums pixel{0, 0, 2, 0, 0, 5};
    for (const MetricInfo& info : metric_table())
        EXPECT_EQ(std::isnan(metric_value(info.metric, pixel, 10)),
                  info.metric.level.has_value() || info_of(info.metric.quantity).term.has_value())
            << info.name;
}

} // namespace
} // namespace hitmap
