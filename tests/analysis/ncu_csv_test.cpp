#include "core/analysis/comparison/ncu_counters.h"
#include "core/base/error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace hitmap {
namespace {

using testing::HasSubstr;

constexpr const char* sectors = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum";
constexpr const char* rate = "l1tex__t_sector_hit_rate.pct";

const std::string wide =
    "==PROF== Connected to process 12 (/bin/app)\n"
    "rendered 3 frames, quickly\n"
    "\"ID\",\"Process ID\",\"Kernel Name\",\"Block Size\",\"l1tex__t_sector_hit_rate.pct\","
    "\"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum\",\"dram__bytes_read.sum\"\n"
    "\"\",\"\",\"\",\"\",\"%\",\"sector\",\"Mbyte\"\r\n"
    "\"0\",\"12\",\"trace(int, \"\"x\"\")\",\"(32, 1, 1)\",\"87.5\",\"1,234\",\"2.5\"\n"
    "\"1\",\"12\",\"shade\",\"(32, 1, 1)\",\"n/a\",\"10\",\"0\"\n"
    "==PROF== Disconnected from process 12\n";

const std::string narrow =
    "\"ID\",\"Kernel Name\",\"Section Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\"\n"
    "\"0\",\"trace\",\"Command line profiler metrics\",\"l1tex__t_sector_hit_rate.pct\",\"%\",\"87.50\"\n"
    "\"0\",\"trace\",\"Command line profiler "
    "metrics\",\"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum\",\"Ksector\",\"1.5\"\n"
    "\"0\",\"trace\",\"Occupancy\",\"Limited by\",\"\",\"registers\"\n"
    "\"1\",\"trace\",\"Command line profiler metrics\",\"l1tex__t_sector_hit_rate.pct\",\"%\",\"50\"\n";

TEST(NcuCsv, ReadsTheWideForm) {
    const auto kernels = parse_ncu_csv(wide, "m.csv");
    ASSERT_EQ(kernels.size(), 2U);
    EXPECT_EQ(kernels[0].name, "trace(int, \"x\")");
    EXPECT_EQ(kernels[0].metrics.at(sectors), 1234.0);
    EXPECT_EQ(kernels[0].metrics.at(rate), 87.5);
    EXPECT_EQ(kernels[0].metrics.at("dram__bytes_read.sum"), 2.5e6);
    EXPECT_EQ(kernels[1].metrics.count(rate), 0U);
    EXPECT_EQ(kernels[1].metrics.at(sectors), 10.0);
}

TEST(NcuCsv, ReadsTheLongForm) {
    const auto kernels = parse_ncu_csv(narrow, "m.csv");
    ASSERT_EQ(kernels.size(), 2U);
    EXPECT_EQ(kernels[0].metrics.at(sectors), 1500.0);
    EXPECT_EQ(kernels[0].metrics.at(rate), 87.5);
    EXPECT_EQ(kernels[1].metrics.at(rate), 50.0);
}

TEST(NcuCsv, ReadsSemicolonsBlanksAndAByteOrderMark) {
    const auto kernels = parse_ncu_csv("\xef\xbb\xbf\"ID\" ; \"Kernel Name\" ; dram__bytes_read.sum\n"
                                       ";;Mbyte\n"
                                       "\"0\" ; \"k(a; b)\" ; \"1,024.5\"\n",
                                       "m.csv");
    ASSERT_EQ(kernels.size(), 1U);
    EXPECT_EQ(kernels[0].name, "k(a; b)");
    EXPECT_EQ(kernels[0].metrics.at("dram__bytes_read.sum"), 1024.5e6);
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
    const auto at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
}

TEST(NcuCsv, RefusesBrokenFilesByLine) {
    const struct {
        std::string text;
        const char* message;
    } cases[] = {
        {"", "m.csv: expected a header that begins with \"ID\""},
        {"==PROF== nothing\n", "expected a header that begins with \"ID\""},
        {"\"ID\",\"Process ID\"\n", "line 1: expected a column 'Kernel Name'"},
        {"\"ID\",\"Kernel Name\",\"Metric Name\"\n",
         "line 1: expected the columns 'Metric Unit' and 'Metric Value'"},
        {"\"ID\",\"Kernel Name\"\n", "expected a row of units"},
        {"\"ID\",\"Kernel Name\"\n\"\",\"\"\n", "expected counters of a kernel, found none"},
        {replaced(wide, "\"\",\"\",\"\",\"\",\"%\"", "\"7\",\"\",\"\",\"\",\"%\""),
         "line 4: expected a row of units, found ID '7'"},
        {replaced(wide, "\"87.5\",", ""), "line 5: expected 7 fields, as the header has, found 6"},
        {replaced(wide, "\"87.5\"", "\"87.5"), "line 5: expected fields separated by commas, found '\"0\""},
        {replaced(wide, "\"87.5\"", "\"-87.5\""), "not to be negative, found '-87.5'"},
        {replaced(wide, "\"87.5\"", "\"87.5\"x"), "line 5: expected fields separated by commas"},
        {replaced(wide, "87.5", "fast"),
         "line 5: expected a number of 'l1tex__t_sector_hit_rate.pct', found 'fast'"},
        {replaced(wide, "87.5", "1e999"), "line 5: expected a number of"},
        {replaced(narrow, "87.50", "87,50"), "line 2: expected a number of 'l1tex__t_sector_hit_rate.pct', "
                                             "found '87,50': this looks like a table with "
                                             "decimal commas; run ncu with LC_ALL=C"},
        {replaced(narrow, "87.50", "100.01"),
         "line 2: expected at most 100 % of 'l1tex__t_sector_hit_rate.pct', found '100.01'"},
        {replaced(narrow, "87.50", "1,234"), "found '1,234': this looks like a table with decimal commas"},
        {replaced(wide, "1,234", "1.234"),
         "line 5: expected a whole number of 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', found "
         "'1.234': this "
         "looks like a table with decimal commas"},
        {replaced(wide, "1,234", "12,34"), "line 5: expected a number of"},
        {replaced(narrow, "87.50", "much"),
         "line 2: expected a number of 'l1tex__t_sector_hit_rate.pct', found 'much'"},
    };
    for (const auto& c : cases) {
        try {
            static_cast<void>(parse_ncu_csv(c.text, "m.csv"));
            ADD_FAILURE() << c.message << ": accepted " << c.text;
        } catch (const FileError& error) {
            EXPECT_THAT(error.what(), HasSubstr(c.message));
        }
    }
}

TEST(NcuCounters, AreComparedWhereBothHaveThem) {
    RecordingInfo info;
    info.instructions.resize(3);
    info.instructions[1].operation = Operation::store;
    info.instructions[2].space = Space::local;
    HierarchyResult result;
    result.instructions.resize(3);
    result.instructions[0] = {.requests = 10, .sectors = 80, .l1_load_lookups = 80, .l1_load_hits = 60};
    result.instructions[1] = {
        .requests = 5, .sectors = 20, .l1_store_lookups = 20, .l1_store_hits = 5, .written_through = 20};
    result.instructions[0].l2_lookups = 20;
    result.instructions[0].l2_hits = 8;
    result.instructions[1].l2_lookups = 20;
    result.instructions[1].l2_hits = 2;
    result.total = result.instructions[0];
    result.total += result.instructions[1];
    result.total.fetched = 30;
    const auto counters = simulated_counters(info, result);
    EXPECT_EQ(counters.at("l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"), 10.0);
    EXPECT_EQ(counters.at("l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_miss.sum"), 20.0);
    EXPECT_EQ(counters.at("l1tex__t_sector_pipe_lsu_mem_global_op_ld_hit_rate.pct"), 75.0);
    EXPECT_EQ(counters.at("l1tex__t_sectors_pipe_lsu_mem_global_op_st_lookup_hit.sum"), 5.0);
    EXPECT_EQ(counters.at("l1tex__t_sector_hit_rate.pct"), 65.0);
    EXPECT_EQ(counters.at("lts__t_sectors_srcunit_tex_op_write.sum"), 20.0);
    EXPECT_EQ(counters.at("lts__t_sectors_srcunit_tex_op_read.sum"), 20.0);
    EXPECT_EQ(counters.at("lts__t_sectors_srcunit_tex_op_read_lookup_hit.sum"), 8.0);
    EXPECT_EQ(counters.at("lts__t_sectors_srcunit_tex_op_read_lookup_miss.sum"), 12.0);
    EXPECT_EQ(counters.at("lts__t_sectors_srcunit_tex_lookup_hit.sum"), 28.0) << "stores always hit";
    EXPECT_EQ(counters.at("lts__t_sectors_srcunit_tex_lookup_miss.sum"), 12.0);
    EXPECT_EQ(counters.at("lts__t_sector_hit_rate.pct"), 70.0);
    EXPECT_EQ(counters.at("dram__bytes_read.sum"), 960.0);
    EXPECT_EQ(counters.count("l1tex__t_sector_pipe_lsu_mem_local_op_ld_hit_rate.pct"), 0U);

    std::vector<MeasuredKernel> kernels{
        {"0",
         "k",
         {{rate, 60.0}, {sectors, 100.0}, {"lts__t_sectors_srcunit_tex.sum", 0.0}, {"other__x.sum", 1.0}}}};
    auto pairs = compare_counters(kernels, info, result);
    ASSERT_EQ(pairs.size(), 3U);
    EXPECT_EQ(pairs[0].metric, rate);
    EXPECT_EQ(pairs[0].error, 5.0);
    EXPECT_EQ(pairs[1].metric, sectors);
    EXPECT_EQ(pairs[1].error, -0.2);
    EXPECT_EQ(pairs[2].error, std::nullopt);
    kernels.push_back({"1", "k", {{rate, 70.0}, {sectors, 60.0}}});
    pairs = compare_counters(kernels, info, result); // rates of several kernels cannot be combined
    ASSERT_EQ(pairs.size(), 2U);
    EXPECT_EQ(pairs[0].measured, 160.0);
}

} // namespace
} // namespace hitmap
