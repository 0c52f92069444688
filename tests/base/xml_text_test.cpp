#include "core/base/text/xml_text.h"

#include <gtest/gtest.h>

#include <string_view>

namespace hitmap::test {
namespace {

TEST(XmlText, HasNoMarkupAndNoControlCharacters) {
    using namespace std::string_view_literals;
    struct {
        std::string_view text;
        std::string_view expected;
    } const rows[] = {
        {"", ""},
        {"a < b && b > c", "a &lt; b &amp;&amp; b &gt; c"},
        {R"(<img src="x">)", "&lt;img src=&quot;x&quot;&gt;"},
        {"&amp;", "&amp;amp;"},
        {"tab\tline\nnul\0end"sv, "tab line nul end"},
        {"M\u00fcller 80.2 \u2030", "M\u00fcller 80.2 \u2030"},
    };
    for (const auto& row : rows)
        EXPECT_EQ(xml_text(row.text), row.expected);
}

} // namespace
} // namespace hitmap::test
