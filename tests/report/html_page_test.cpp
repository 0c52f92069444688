#include "core/report/column/html_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

namespace hitmap::test {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

struct Place {
    std::string name;
    std::uint64_t lookups;
    std::optional<double> rate;
};

TEST(HtmlPage, TablesHaveTextsAndValues) {
    const ReportColumns<Place> columns{
        {{.key = "name", .title = "Name", .type = CellType::text}, &Place::name},
        {{.key = "lookups", .title = "Look-ups"}, &Place::lookups},
        {{.key = "rate", .title = "L1 <rate>", .type = CellType::rate}, &Place::rate}};
    const std::vector<Place> rows{{"<b>\"a\"&\x1b", 12345, 0.873212}, {"\xff", 0, std::nullopt}};
    EXPECT_EQ(
        html_table("A & B", columns, rows),
        "<div class=\"wide\"><table><caption>A &amp; B</caption>\n"
        "<tr><th scope=\"col\" class=\"text\">Name</th><th scope=\"col\">Look-ups</th><th scope=\"col\">L1 "
        "&lt;rate&gt;</th></tr>\n"
        "<tr><th scope=\"row\">&lt;b&gt;&quot;a&quot;&amp;\\x1b</th><td><data "
        "value=\"12345\">12,345</data></td>"
        "<td><data value=\"0.873212\">87.3 %</data></td></tr>\n"
        "<tr><th scope=\"row\">\\xff</th><td><data value=\"0\">0</data></td><td>-</td></tr>\n"
        "</table></div>\n");
}

TEST(HtmlPage, FiguresAndElements) {
    EXPECT_EQ(html_element("p", "1 < 2"), "<p>1 &lt; 2</p>\n");
    EXPECT_EQ(html_figure("a\".png", "<i>"), "<figure><img src=\"a&quot;.png\" alt=\"&lt;i&gt;\">"
                                             "<figcaption>&lt;i&gt;</figcaption></figure>\n");
    EXPECT_EQ(html_figure_of("<svg></svg>", "plot"),
              "<figure><svg></svg><figcaption>plot</figcaption></figure>\n");
    EXPECT_EQ(png_address(std::vector<std::uint8_t>{0x89, 'P', 'N', 'G'}), "data:image/png;base64,iVBORw==");
}

TEST(HtmlPage, PageHasTitleAndContents) {
    const std::string page = html_page("a</title>", "<p>text</p>\n");
    EXPECT_THAT(page, StartsWith("<!DOCTYPE html>\n<html lang=\"en\">"));
    EXPECT_THAT(page, HasSubstr("<title>a&lt;/title&gt;</title>"));
    EXPECT_THAT(page, HasSubstr("prefers-color-scheme:dark"));
    EXPECT_THAT(page, EndsWith("<h1>a&lt;/title&gt;</h1>\n<p>text</p>\n</body>\n</html>\n"));
}

} // namespace
} // namespace hitmap::test
