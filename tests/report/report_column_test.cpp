#include "core/report/column/csv_table.h"
#include "core/report/column/json_row.h"
#include "core/report/column/text_table.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hitmap {
namespace {

struct Cache {
    std::string name;
    std::uint64_t bytes = 0;
    double hits = 0.0;
    double lookups = 0.0;
    std::optional<double> gain{};
};

/// A column of each type. Two of them are only in some outputs.
ReportColumns<Cache> cache_columns() {
    return {
        {{.key = "name", .title = "Cache", .type = CellType::text, .text = {"cache", 8}}, &Cache::name},
        {{.key = "bytes", .type = CellType::bytes, .in = {.text = false}, .json_path = "/size/bytes"},
         &Cache::bytes},
        {{.key = "hits", .in = {.csv = false}, .text = {"hits", 7}},
         [](const Cache& row) { return part_of(row.hits, row.lookups); }},
        {{.key = "hit_rate", .title = "rate", .type = CellType::rate, .text = {.width = 10}},
         [](const Cache& row) { return quotient(row.hits, row.lookups); }},
        {{.key = "gain", .title = "Gain of the run", .type = CellType::change, .text = {.undefined = "none"}},
         &Cache::gain},
    };
}

const std::vector<Cache> caches{{"L1", 1024, 2.5, 4.0, 0.25}, {"L2, all", 4096, 0.0, 0.0, {}}};

TEST(ReportColumn, TextIsAlignedAndUndefinedIsADash) {
    EXPECT_EQ(text_table(columns_in(cache_columns(), &ReportPlaces::text), caches),
              "cache      hits      rate  Gain of the run\n"
              "L1          2.5    62.5 %          +25.0 %\n"
              "L2, all       0         -             none\n");
}

TEST(ReportColumn, CsvQuotesAndLeavesUndefinedEmpty) {
    const auto columns = cache_columns();
    EXPECT_EQ(csv_names(columns), "name,bytes,hit_rate,gain");
    EXPECT_EQ(csv_fields(columns, caches[0]), "L1,1024,0.625,0.25");
    EXPECT_EQ(csv_fields(columns, caches[1]), "\"L2, all\",4096,,");
}

TEST(ReportColumn, JsonHasNullForUndefinedAndPaths) {
    Json json{{"id", 7}};
    put_row(json, cache_columns(), caches[1]);
    EXPECT_EQ(json.dump(),
              R"({"id":7,"name":"L2, all","size":{"bytes":4096},"hits":0.0,"hit_rate":null,"gain":null})");
}

TEST(ReportColumn, NamedColumnsAreReorderedAmongThemselves) {
    const auto keys = [](const std::vector<std::string_view>& order) {
        std::string text;
        for (const auto& column : columns_in(cache_columns(), &ReportPlaces::csv, order))
            text += column.info.key + " ";
        return text;
    };
    EXPECT_EQ(keys({}), "name bytes hit_rate gain ");
    EXPECT_EQ(keys({"gain", "bytes"}), "name gain hit_rate bytes ");
    EXPECT_EQ(keys({"gain", "hits", "unknown", "name"}), "gain bytes hit_rate name ")
        << "hits are not in CSV";
}

TEST(ReportColumn, LeftAlignedTextIsSetOffFromNumbers) {
    const ColumnInfo number{.key = "n", .text = {"n", 4}};
    const ColumnInfo text{.key = "t", .type = CellType::text, .text = {"t", 4}};
    EXPECT_EQ(printed_line({{&number, "12"}, {&text, "a"}, {&text, "b"}}), "  12  a   b\n");
    EXPECT_EQ(printed_line({{&text, "a"}, {&number, "12"}}), "a     12\n");
}

TEST(ReportColumn, LongNamesKeepTheTableAligned) {
    const ReportColumns<std::string> columns{
        text_column<std::string>("name", 8, CellType::text, [](const std::string& name) { return name; }),
        text_column<std::string>("role", 8, CellType::text, [](const std::string&) { return "nodes"; }),
        text_column<std::string>("bytes", 6, CellType::count,
                                 [](const std::string& name) { return std::uint64_t{name.size()}; })};
    // A name that is exactly as wide as its column, one that is longer, and one whose characters have two
    // bytes.
    const std::vector<std::string> names{"boxes", "vertices", "vertices of faces", "f\u00fc\u00df"};
    EXPECT_EQ(text_table(columns, names), "name              role     bytes\n"
                                          "boxes             nodes        5\n"
                                          "vertices          nodes        8\n"
                                          "vertices of faces nodes       17\n"
                                          "f\u00fc\u00df               nodes        5\n");
    // Lines that are printed one by one keep their cells apart.
    EXPECT_EQ(text_row(columns, std::string("vertices")), "vertices nodes        8\n");
    const ColumnInfo count{.key = "n", .type = CellType::count, .text = {"n", 4}};
    EXPECT_EQ(printed_line({{&count, "1234"}, {&count, "56789"}, {&count, "1"}}), "1234 56789   1\n");
}

TEST(ReportColumn, ValuesAreWrittenByTheirType) {
    const struct {
        CellType type;
        CellValue value;
        std::string text;
    } cases[] = {
        {CellType::count, std::uint64_t{1234567}, "1234567"},
        {CellType::count, CellValue(0.5), "0.5"},
        {CellType::number, CellValue(2.25), "2.2"},
        {CellType::rate, CellValue(0.9997), "99.97 %"},
        {CellType::points, CellValue(-0.031), "-3.1 pp"},
        {CellType::change, CellValue(0.0), "0.0 %"},
        {CellType::change, CellValue(-41.0 / 616'153.0), "-0.01 %"},
        {CellType::measure, CellValue(1234.5678), "1235"},
        {CellType::signed_count, CellValue(3.0), "+3.0"},
        {CellType::address, std::uint64_t{0x10000}, "0x000000010000"},
        {CellType::text, CellValue("a\nb"), "a\\nb"},
        {CellType::rate, {}, "-"},
    };
    for (const auto& [type, value, text] : cases)
        EXPECT_EQ(plain_text({.key = "k", .type = type}, value), text);
}

} // namespace
} // namespace hitmap
