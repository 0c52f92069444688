#include "core/source/source_report.h"
#include "tests/source/small_kernel.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

namespace hitmap {
namespace {

std::string text_of(const std::vector<FileTraffic>& files) {
    std::string text;
    for (const FileTraffic& file : files) {
        text += fmt::format("{}: {} sectors\n", file.file, file.sums.sectors);
        for (const LineTraffic& line : file.lines) {
            text += fmt::format("  {} in {}: {} of {} hit", line.name, fmt::join(line.functions, ","),
                                line.sums.l1_hits(), line.sums.l1_lookups());
            if (line.active_lanes) text += fmt::format(", {} lanes", *line.active_lanes);
            for (const LineAllocation& of : line.allocations)
                text += of.allocation == MatrixCell::outside
                            ? fmt::format(", outside: {}", of.sums.sectors)
                            : fmt::format(", {}: {}", of.allocation, of.sums.sectors);
            text += "\n";
        }
    }
    return text;
}

TEST(SourceReport, AddsUpLinesAndTheirAllocations) {
    const SmallKernel kernel;
    EXPECT_EQ(text_of(traffic_by_file(kernel.info, kernel.instructions, &kernel.matrix)),
              "src/a.cu: 100 sectors\n"
              "  a.cu:2 in inlined,trace: 50 of 60 hit, 480 lanes, 0: 30, 1: 30\n"
              "  a.cu:4 in trace: 0 of 40 hit, 32 lanes, outside: 40\n"
              "src/b.cu: 10 sectors\n"
              "  b.cu:7 in shade: 0 of 10 hit, 80 lanes\n");
    EXPECT_EQ(text_of(traffic_by_file(kernel.info, kernel.instructions, nullptr)),
              "src/a.cu: 100 sectors\n"
              "  a.cu:2 in inlined,trace: 50 of 60 hit\n"
              "  a.cu:4 in trace: 0 of 40 hit\n"
              "src/b.cu: 10 sectors\n"
              "  b.cu:7 in shade: 0 of 10 hit\n");
}

TEST(SourceReport, FindsLinesAndFunctions) {
    const SmallKernel kernel;
    const auto files = traffic_by_file(kernel.info, kernel.instructions, nullptr);
    EXPECT_EQ(files[0].find(3), nullptr);
    EXPECT_EQ(files[0].find(9), nullptr) << "never executed";
    ASSERT_NE(files[0].find(4), nullptr);
    EXPECT_EQ(files[0].find(4)->sums.sectors, 40U);
    std::string text;
    for (const FunctionTraffic& each : traffic_by_function(kernel.info, files[0], kernel.instructions))
        text += fmt::format("{} from {}: {};", each.name, each.first_line, each.sums.sectors);
    EXPECT_EQ(text, "trace from 2: 80;inlined from 2: 20;");
}

} // namespace
} // namespace hitmap
