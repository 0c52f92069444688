#include "core/cache/results/access_outcome.h"
#include "core/report/column/csv_table.h"
#include "core/report/column/json_row.h"
#include "core/report/column/text_table.h"
#include "core/report/rows/sums_columns.h"
#include "core/report/rows/traffic_columns.h"

#include <gtest/gtest.h>

namespace hitmap {
namespace {

TrafficSums some_traffic() {
    TrafficSums sums;
    sums.requests = 10;
    sums.sectors = 25;
    sums.l1_load_lookups = 20;
    sums.l1_load_hits = 15;
    sums.l2_lookups = 5;
    sums.l2_hits = 1;
    sums.fetched = 4;
    sums.l1_misses = {3, 2, 0};
    sums.l2_misses = {4, 0, 0};
    return sums;
}

TEST(TrafficColumns, OneRowInEveryOutput) {
    const TrafficRow row = traffic_row("nodes", some_traffic(), some_traffic(), true);
    const auto& columns = traffic_columns(TrafficOf::allocations);
    EXPECT_EQ(
        text_table(columns_in(columns, &ReportPlaces::text), std::vector{row}),
        "allocation                    requests     sectors      look-ups   L1 rate      look-ups   L2 rate"
        "     each  DRAM bytes\n"
        "nodes                               10          25            20    75.0 %             5    20.0 %"
        "     2.50         128\n");
    EXPECT_EQ(
        csv_names(columns),
        "requests,sectors,l1_hits,l1_lookups,l1_hit_rate,l2_hits,l2_lookups,l2_hit_rate,l1_bytes,l2_bytes,"
        "dram_bytes");
    EXPECT_EQ(csv_fields(columns, row), "10,25,15,20,0.75,1,5,0.2,640,160,128");
    Json json;
    put_row(json, columns, row);
    put_row(json, miss_class_columns(), row);
    EXPECT_EQ(
        json.dump(),
        R"({"requests":10,"sectors":25,"l1_hits":15,"l1_lookups":20,"l1_hit_rate":0.75,"l2_hits":1,)"
        R"("l2_lookups":5,"l2_hit_rate":0.2,"sectors_per_request":2.5,"share_of_sectors":1.0,)"
        R"("share_of_l1_misses":1.0,"share_of_l2_misses":1.0,"l1_bytes":640,"l2_bytes":160,"dram_bytes":128,)"
        R"("l1_misses":{"cold":3,"capacity":2,"conflict":0},"l2_misses":{"cold":4,"capacity":0,"conflict":0}})");
}

TEST(TrafficColumns, WhatIsNotKnownIsUndefined) {
    const auto& columns = traffic_columns(TrafficOf::source_lines);
    EXPECT_EQ(csv_fields(columns, TrafficRow()), ",,,,,,,,,,");
    EXPECT_EQ(csv_fields(miss_class_columns(), traffic_row({}, some_traffic(), some_traffic(), false)),
              ",,,,,");
    Json json;
    put_row(json, columns, traffic_row({}, {}, {}, false));
    EXPECT_EQ(json["l1_lookups"], 0);
    EXPECT_TRUE(json["l1_hit_rate"].is_null());
    EXPECT_TRUE(json["share_of_l1_misses"].is_null());
}

TEST(SumsColumns, LevelsWithoutLookUpsAreUndefinedForPeopleAndZeroForPrograms) {
    KindSums sums;
    sums.accesses = 3;
    sums.elements_accessed = 2;
    sums.l1.hits = hit_unit + hit_unit / 2;
    sums.l1.lookups = 4;
    const auto columns = element_sums_columns("element");
    EXPECT_EQ(
        text_table(columns_in(columns, &ReportPlaces::text, levels_in_text),
                   std::vector{sums_row("faces", sums)}),
        "element         accesses   L1 rate            hits      look-ups     L2 rate            hits      "
        "look-ups\n"
        "faces                  3    37.5 %             1.5             4           -               -      "
        "       -\n");
    EXPECT_EQ(
        csv_names(columns),
        "elements,elements_accessed,accesses,l1_hits,l1_lookups,l1_hit_rate,l2_hits,l2_lookups,l2_hit_rate");
    EXPECT_EQ(csv_fields(columns, counted_row({}, sums)), ",2,3,1.5,4,0.375,0,0,");
}

} // namespace
} // namespace hitmap
