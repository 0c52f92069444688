#include "widgets/plot/reuse_plot.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <initializer_list>
#include <string>

namespace hitmap {
namespace {

/// An L1 of two lines of 128 B, and no L2 look-ups.
struct SmallReport {
    ReuseReport report;
    RecordingInfo info;
    SmallReport() {
        info.allocations.resize(2);
        info.allocations[0].name = "boxes";
        info.allocations[1].name = "stack";
        report.l1 = {2, 128, {}, std::vector<ReuseHistogram>(2), std::vector<ReuseHistogram>(3)};
        report.l2 = {4, 128, {}, std::vector<ReuseHistogram>(2), std::vector<ReuseHistogram>(3)};
        for (const ReuseHistogram::Bin distance : std::initializer_list<ReuseHistogram::Bin>{0, 1, 1, 5}) {
            report.l1.all.add(distance, distance < 2);
            report.l1.allocations[distance == 5 ? 1 : 0].add(distance, distance < 2);
            report.l1.instructions[distance == 5 ? 2 : distance].add(distance, distance < 2);
        }
        report.l1.all.add(ReuseHistogram::cold_bin, false);
        report.l1.allocations[1].add(ReuseHistogram::cold_bin, false);
    }
};

std::string text_of_plot(const PlotData& data) {
    const auto number = [](double value) { return QString::number(value).toStdString(); };
    std::string text = data.title + "\n";
    for (const PlotSeries& series : data.series) {
        text += series.title + ":";
        for (const PlotPoint& point : series.points) {
            const auto place = static_cast<std::size_t>(point.x);
            text += " " + (data.x.labels.empty() ? number(point.x) : data.x.labels[place]) + " " +
                    number(point.y) + ",";
        }
        text += "\n";
    }
    if (data.marked_x) text += "mark " + number(*data.marked_x) + "\n";
    return text;
}

TEST(ReusePlot, CapacitiesOfEverythingAndOfAllocations) {
    const SmallReport small;
    EXPECT_EQ(text_of_plot(capacity_plot(small.info, small.report, ReuseLevel::l1, {QStringLiteral("all")})),
              "L1 hit rate by capacity: all\n"
              "all: 128 0.2, 256 0.6, 768 0.8,\n"
              "boxes: 128 0.333333, 256 1,\n"
              "stack: 256 0, 768 0.5,\n"
              "mark 256\n");
    EXPECT_EQ(text_of_plot(capacity_plot(small.info, small.report, ReuseLevel::l1,
                                         {QStringLiteral("all"), QStringLiteral("stack"), 1})),
              "L1 hit rate by capacity: stack\n"
              "stack: 256 0, 768 0.5,\n"
              "all: 128 0.2, 256 0.6, 768 0.8,\n"
              "mark 256\n");
}

TEST(ReusePlot, DistancesWithColdOnesAtTheEnd) {
    const SmallReport small;
    EXPECT_EQ(text_of_plot(reuse_distance_plot(small.report, ReuseLevel::l1, {QStringLiteral("all")})),
              "L1 reuse distances: all\n"
              "look-ups of all: 5: 0 1, 1 2, 4–7 1, cold 1,\n"
              "mark 1.5\n");
}

TEST(ReusePlot, InstructionsOfALineAreAddedUp) {
    const SmallReport small;
    const ReusePart line{QStringLiteral("all"), QStringLiteral("a.cu:7"), {}, {0, 2}};
    EXPECT_EQ(text_of_plot(reuse_distance_plot(small.report, ReuseLevel::l1, line)),
              "L1 reuse distances: a.cu:7\n"
              "look-ups of a.cu:7: 2: 0 1, 4–7 1, cold 0,\n"
              "mark 1.5\n");
    EXPECT_EQ(text_of_plot(capacity_plot(small.info, small.report, ReuseLevel::l1, line)),
              "L1 hit rate by capacity: a.cu:7\n"
              "a.cu:7: 128 0.5, 256 0.5, 768 1,\n"
              "all: 128 0.2, 256 0.6, 768 0.8,\n"
              "mark 256\n");
}

TEST(ReusePlot, WithoutLookUpsThereIsASentence) {
    const SmallReport small;
    const PlotData data = capacity_plot(small.info, small.report, ReuseLevel::l2,
                                        {QStringLiteral("all"), QStringLiteral("boxes"), 0});
    EXPECT_TRUE(data.series.empty());
    EXPECT_EQ(data.empty_text, "L2 had no look-ups of boxes.");
}

} // namespace
} // namespace hitmap
