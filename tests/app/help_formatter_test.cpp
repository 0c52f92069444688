#include "app/cli/base/help_formatter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace hitmap::test {
namespace {

using testing::HasSubstr;

struct WrappedText {
    std::string text;
    std::size_t indent;
    std::size_t width;
    std::string lines;
};

class WrappedTexts : public testing::TestWithParam<WrappedText> {};

TEST_P(WrappedTexts, AreBrokenWhereTheWidthEnds) {
    const WrappedText& each = GetParam();
    EXPECT_EQ(wrapped_help(each.text, each.indent, each.width), each.lines) << each.text;
}

INSTANTIATE_TEST_SUITE_P(
    AtSpaces, WrappedTexts,
    testing::Values(WrappedText{"", 0, 10, ""}, WrappedText{"ten signs!", 0, 10, "ten signs!"},
                    WrappedText{"ten signs! more", 0, 10, "ten signs!\nmore"},
                    WrappedText{"one two three four", 0, 10, "one two\nthree four"},
                    WrappedText{"one two three four", 4, 14, "one two\n    three four"}));
INSTANTIATE_TEST_SUITE_P(
    LongWords, WrappedTexts,
    testing::Values(WrappedText{"a incomprehensibility b", 0, 10, "a\nincomprehensibility\nb"},
                    WrappedText{"incomprehensibility", 0, 10, "incomprehensibility"},
                    WrappedText{"one two", 20, 10, "one\n" + std::string(20, ' ') + "two"}));
INSTANTIATE_TEST_SUITE_P(BehindBars, WrappedTexts,
                         testing::Values(WrappedText{"--by one|two|three|four", 2, 10,
                                                     "--by\n  one|two|\n  three|\n  four"},
                                         WrappedText{"one|two|three", 0, 8, "one|two|\nthree"},
                                         WrappedText{"in one|two", 0, 8, "in\none|two"}));
INSTANTIATE_TEST_SUITE_P(LinesOfTheText, WrappedTexts,
                         testing::Values(WrappedText{"a b\nc d\n", 0, 10, "a b\nc d\n"},
                                         WrappedText{"a\n\nb", 2, 10, "a\n\n  b"},
                                         WrappedText{"  a   b", 0, 10, "  a   b"},
                                         WrappedText{"  one   two three", 0, 10, "  one\n  two\n  three"},
                                         WrappedText{"one    ", 0, 5, "one    "}));

class HelpOfOptions : public testing::Test {
protected:
    HelpOfOptions() {
        app.add_option("FILE", text, "A file with a name that is explained in two lines");
        app.add_option("--long-option-name", text, "What it does")->type_name("A-LONG-VALUE");
        app.add_subcommand("sub", "Does another thing, which takes more than one line");
        app.footer("Two lines at the end of the help.\n  An example is here.");
    }
    std::string help(std::size_t width) {
        app.formatter(std::make_shared<HelpFormatter>(width));
        return app.help();
    }
    std::string text;
    CLI::App app{"Measures how many rays hit a triangle", "program"};
};

TEST_F(HelpOfOptions, DescriptionsStandInAColumnOfTheirOwn) {
    const std::string wide = help(60);
    EXPECT_THAT(wide, HasSubstr("Measures how many rays hit a triangle\nUsage: program"));
    EXPECT_THAT(wide, HasSubstr("\n  FILE TEXT         A file with a name that is explained in\n"
                                "                    two lines\n"));
    EXPECT_THAT(wide, HasSubstr("\n  --long-option-name A-LONG-VALUE\n"
                                "                    What it does\n"));
    EXPECT_THAT(wide, HasSubstr("\n  sub               Does another thing, which takes more\n"
                                "                    than one line\n"));
    EXPECT_THAT(wide, HasSubstr("\nTwo lines at the end of the help.\n  An example is here.\n"));
    EXPECT_THAT(help(100), HasSubstr("\n  FILE TEXT                   A file with a name that is explained "
                                     "in two lines\n"));
}

TEST_F(HelpOfOptions, AreWrappedForAtLeastFortyColumns) {
    const std::string narrow = help(40);
    EXPECT_EQ(help(1), narrow);
    EXPECT_THAT(narrow, HasSubstr("Measures how many rays hit a triangle\n"));
    EXPECT_THAT(narrow, HasSubstr("\n  FILE TEXT  A file with a name that is\n"
                                  "             explained in two lines\n"));
}

} // namespace
} // namespace hitmap::test
