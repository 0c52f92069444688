#include "core/base/error.h"
#include "core/base/text/printable.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace hitmap::test {
namespace {

using namespace std::string_view_literals;

struct Row {
    std::string_view text;
    std::string_view shown;
};

TEST(Printable, EscapesWhatATerminalWouldObeyAndBytesThatAreNoText) {
    const Row rows[] = {
        {"", ""},
        {"plain text, 100 %", "plain text, 100 %"},
        {"M\u00fcller/\u6a21\u578b \U0001f600", "M\u00fcller/\u6a21\u578b \U0001f600"},
        {"back\\slash", "back\\slash"},
        {"two\nlines\r\tand a tab", R"(two\nlines\r\tand a tab)"},
        {"\x1b[31mred\x07", R"(\x1b[31mred\x07)"},
        {"nul\0end\x7f"sv, R"(nul\x00end\x7f)"},
        {"\xc2\x9b"
         "2J",
         R"(\xc2\x9b2J)"}, // CSI as one character of ISO 6429
        {"alone \x80 \xff \xc3", R"(alone \x80 \xff \xc3)"},
        {"overlong \xc0\xaf \xe0\x80\xaf", R"(overlong \xc0\xaf \xe0\x80\xaf)"},
        {"surrogate \xed\xa0\x80", R"(surrogate \xed\xa0\x80)"},
        {"above \xf4\x90\x80\x80", R"(above \xf4\x90\x80\x80)"},
        {"cut off \xe6\xa8", R"(cut off \xe6\xa8)"},
        {"\ufeffv 0 0 0", R"(\xef\xbb\xbfv 0 0 0)"},
        {"zero\u200bwidth soft\u00adhyphen", R"(zero\xe2\x80\x8bwidth soft\xc2\xadhyphen)"},
        {"gpj\u202etrojan\u2028", R"(gpj\u202etrojan\u2028)"},
    };
    for (const Row& row : rows) {
        EXPECT_EQ(printable(row.text), row.shown);
        EXPECT_EQ(printable(printable(row.text)), row.shown) << "escaped twice";
    }
}

TEST(Printable, LinesStayLinesWhereTheyAreAskedFor) {
    EXPECT_EQ(printable_lines("a\n\x1b"
                              "b\n"),
              "a\n\\x1b"
              "b\n");
}

TEST(Printable, ErrorsQuoteWhatTheyAreAboutInOneLine) {
    const FileError error("a\x1b[2J.hmt", "byte\n0", "expected x, found '\xff'");
    EXPECT_STREQ(error.what(), R"(a\x1b[2J.hmt: byte\n0: expected x, found '\xff')");
    EXPECT_EQ(error.file(), "a\x1b[2J.hmt"); // the unescaped name, which can be opened
    EXPECT_STREQ(UsageError("--by: found 'a\nb'").what(), R"(--by: found 'a\nb')");
}

} // namespace
} // namespace hitmap::test
