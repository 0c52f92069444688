#include "core/cache/reuse/reuse_csv.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>

namespace hitmap {
namespace {

/// The present capacity is two lines. The distances are 0, 1, 1, 5 and cold.
ReuseReport small_report() {
    ReuseReport report;
    report.l1 = {2, 128, {}, std::vector<ReuseHistogram>(2), std::vector<ReuseHistogram>(3)};
    report.l2 = {4, 128, {}, std::vector<ReuseHistogram>(2), std::vector<ReuseHistogram>(3)};
    for (const ReuseHistogram::Bin distance : std::initializer_list<ReuseHistogram::Bin>{0, 1, 1, 5})
        report.l1.all.add(distance, distance < 2);
    report.l1.all.add(ReuseHistogram::cold_bin, false);
    report.l1.allocations[1].add(1, true);
    report.l1.instructions[0].add(1, true);
    report.l1.instructions[2].add(0, true);
    return report;
}

/// Also has three instructions on two lines.
RecordingInfo two_allocations() {
    RecordingInfo info;
    info.allocations.resize(2);
    info.allocations[0].name = "boxes";
    info.allocations[1].name = "a, b";
    info.instructions.resize(3);
    for (const std::size_t i : {0U, 2U})
        info.instructions[i].location = {"f", "a.cu", 7, 1};
    info.instructions[1].location = {"f", "a.cu", 8, 1};
    return info;
}

template <class Write>
std::string text_of(const Write& write) {
    std::string text;
    write([&](std::string_view piece) { text += piece; });
    return text;
}

TEST(ReuseCsv, CurvesHaveARowWhereTheHitsChange) {
    EXPECT_EQ(
        text_of([](const TextSink& out) { write_miss_ratio_csv(two_allocations(), small_report(), out); }),
        "level,table,name,file,line,capacity,lookups,hits,hit_rate,present\n"
        "L1,everything,,,,128,5,1,0.2,0\n"
        "L1,everything,,,,256,5,3,0.6,1\n"
        "L1,everything,,,,768,5,4,0.8,0\n"
        "L1,allocation,\"a, b\",,,256,1,1,1,1\n"
        "L1,instruction,0,a.cu,7,256,1,1,1,1\n"
        "L1,instruction,2,a.cu,7,128,1,1,1,0\n"
        "L1,instruction,2,a.cu,7,256,1,1,1,1\n"
        "L1,line,,a.cu,7,128,2,1,0.5,0\n"
        "L1,line,,a.cu,7,256,2,2,1,1\n");
}

TEST(ReuseCsv, DistancesAreInPowersOfTwoAndColdOnesHaveNone) {
    EXPECT_EQ(text_of([](const TextSink& out) {
                  write_reuse_histogram_csv(two_allocations(), small_report(), out);
              }),
              "level,table,name,file,line,first,last,lookups\n"
              "L1,everything,,,,0,0,1\n"
              "L1,everything,,,,1,1,2\n"
              "L1,everything,,,,4,7,1\n"
              "L1,everything,,,,,,1\n"
              "L1,allocation,\"a, b\",,,1,1,1\n"
              "L1,instruction,0,a.cu,7,1,1,1\n"
              "L1,instruction,2,a.cu,7,0,0,1\n"
              "L1,line,,a.cu,7,0,0,1\n"
              "L1,line,,a.cu,7,1,1,1\n");
}

TEST(ReuseCsv, OfElementsThereIsOneTable) {
    ReuseReport report;
    report.l2 = {4, 128, {}, {}, {}};
    report.l2.all.add(5, false);
    EXPECT_EQ(text_of([&](const TextSink& out) {
                  write_reuse_histogram_csv(two_allocations(), report, out, "face:12,13");
              }),
              "level,table,name,file,line,first,last,lookups\n"
              "L2,elements,\"face:12,13\",,,4,7,1\n");
}

} // namespace
} // namespace hitmap
