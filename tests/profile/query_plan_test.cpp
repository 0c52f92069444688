#include "core/profile/index/query_plan.h"

#include <gtest/gtest.h>

#include <sstream>

namespace hitmap {
namespace {

const std::vector<Stop> stops{{0, every_column}, {100, sum_columns}, {200, every_column}, {300, sum_columns}};

/// "200-100*100 +90..100 -200..210*": the snapshot at 200 minus that at 100, the last accesses from that at
/// 100, the part 90..100 added, and so on; * stands for parts with `last`.
std::string text_of(const QueryPlan& plan) {
    std::ostringstream text;
    text << stops[plan.base].position << '-' << stops[plan.origin].position;
    if (plan.last_base != 0) text << '*' << stops[plan.last_base].position;
    for (const QueryPlan::Part& part : plan.parts)
        text << ' ' << (part.subtract ? '-' : '+') << part.positions.first << ".." << part.positions.last
             << (part.columns.has(Column::last) ? "*" : "");
    return text.str();
}

std::string plan(TimeWindow window, ColumnSet wanted, std::uint64_t cost = 1) {
    return text_of(plan_query(window, wanted, stops, cost));
}

TEST(QueryPlan, TakesTheNearestStops) {
    const ColumnSet sums(Column::accesses, Column::l1_misses);
    EXPECT_EQ(plan({100, 200}, sums), "200-100");
    EXPECT_EQ(plan({90, 210}, sums), "200-100 +90..100 +200..210");
    EXPECT_EQ(plan({110, 290}, sums), "300-100 -100..110 -290..300");
    EXPECT_EQ(plan({0, 205}, sums), "200-0 +200..205");
    EXPECT_EQ(plan({0, 300}, sums), "300-0");
}

TEST(QueryPlan, ReadsShortWindowsDirectly) {
    const ColumnSet sums(Column::accesses);
    EXPECT_EQ(plan({110, 140}, sums), "0-0 +110..140");
    EXPECT_EQ(plan({95, 105}, sums), "0-0 +95..105");
    EXPECT_EQ(plan({100, 200}, sums, 1000), "0-0 +100..200") << "snapshots cost more than reading";
    EXPECT_EQ(plan({50, 50}, sums), "0-0 +50..50");
}

TEST(QueryPlan, NeverTakesTheLastAccessFromBehindTheWindow) {
    EXPECT_EQ(plan({90, 290}, sum_columns), "300-100*200 +90..100 -290..300 +200..290*");
    EXPECT_EQ(plan({0, 199}, sum_columns), "200-0*100 -199..200 +100..199*");
    EXPECT_EQ(plan({90, 210}, sum_columns), "200-100*200 +90..100 +200..210*");
    EXPECT_EQ(plan({110, 195}, sum_columns), "200-100 -100..110 -195..200 +110..195*") << "no stop inside";
}

TEST(QueryPlan, NeedsOneSnapshotForTheLastAccessAlone) {
    const ColumnSet last(Column::last);
    EXPECT_EQ(plan({90, 250}, last), "0-0*200 +200..250*");
    EXPECT_EQ(plan({210, 250}, last), "0-0 +210..250*");
}

TEST(QueryPlan, UsesOnlyStopsThatHaveTheColumns) {
    const ColumnSet distances(Column::accesses, Column::l2_distance);
    EXPECT_EQ(plan({0, 290}, distances), "200-0 +200..290");
}

} // namespace
} // namespace hitmap
