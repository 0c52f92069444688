#include "core/base/text/byte_order_mark.h"
#include "core/base/text/csv_row.h"
#include "core/base/text/grouped_number.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

namespace hitmap::test {
namespace {

TEST(ByteOrderMark, IsLeftOutAtTheBeginOnly) {
    EXPECT_EQ(without_byte_order_mark("\xef\xbb\xbfv 0 0 0"), "v 0 0 0");
    EXPECT_EQ(without_byte_order_mark("\xef\xbb\xbf"), "");
    EXPECT_EQ(without_byte_order_mark("v\xef\xbb\xbf"), "v\xef\xbb\xbf");
    EXPECT_EQ(without_byte_order_mark("\xef\xbb"), "\xef\xbb");
}

TEST(CsvRow, SplitsFields) {
    using Fields = std::optional<std::vector<std::string>>;
    const struct {
        const char* row;
        char separator;
        Fields fields;
    } cases[] = {
        {"a,b", ',', {{"a", "b"}}},
        {"", ',', {{""}}},
        {"a,", ',', {{"a", ""}}},
        {",,", ',', {{"", "", ""}}},
        {" a ,\tb c\t", ',', {{"a", "b c"}}},
        {"a;b,c", ';', {{"a", "b,c"}}},
        {R"("a,b",c)", ',', {{"a,b", "c"}}},
        {R"( "a b " , "" )", ',', {{"a b ", ""}}},
        {R"("say ""x""",1)", ',', {{"say \"x\"", "1"}}},
        {R"("a)", ',', std::nullopt},
        {R"("a""),b)", ',', std::nullopt},
        {R"("a"b,c)", ',', std::nullopt},
        {R"(a"b,c)", ',', {{"a\"b", "c"}}},
    };
    for (const auto& c : cases)
        EXPECT_EQ(csv_fields_of(c.row, c.separator), c.fields) << c.row;
    EXPECT_EQ(csv_fields_of("1,2,3", ',', 2), std::nullopt) << "more fields than allowed";
}

TEST(CsvRow, FindsTheSeparatorAndTheColumns) {
    const struct {
        const char* line;
        char separator;
        const char* header;
    } cases[] = {
        {"sm,warp\n1;2,3\n", ',', "sm,warp"},
        {"\xef\xbb\xbf\"sm\" ; warp\r\n1;2\n", ';', "sm,warp"},
        {"\"a;b\",c", ',', "a;b,c"},
        {"alone", ',', "alone"},
        {"\"open", ',', ""},
    };
    for (const auto& c : cases) {
        EXPECT_EQ(csv_separator(c.line), c.separator) << c.line;
        EXPECT_EQ(csv_header(c.line), c.header) << c.line;
    }
}

TEST(GroupedNumber, TakesCommasBetweenThousandsAndNothingElse) {
    const struct {
        const char* text;
        std::optional<double> value;
    } cases[] = {
        {"1234.5", 1234.5},         {"1,234.5", 1234.5},       {"12,345,678", 12345678.0},
        {"-1,000", -1000.0},        {"0.125", 0.125},          {"1e3", 1000.0},
        {"87,50", std::nullopt},    {"1,5", std::nullopt},     {"12,34,567", std::nullopt},
        {"1234,567", std::nullopt}, {",123", std::nullopt},    {"1,234,", std::nullopt},
        {"1.234,5", std::nullopt},  {"1.5,000", std::nullopt}, {"1.234.567", std::nullopt},
        {"", std::nullopt},         {"1e999", std::nullopt},   {"inf", std::nullopt},
        {"many", std::nullopt},
    };
    for (const auto& c : cases)
        EXPECT_EQ(grouped_number(c.text), c.value) << c.text;
}

} // namespace
} // namespace hitmap::test
