#include "app/cli/base/help_formatter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace hitmap::test {
namespace {

using testing::HasSubstr;

TEST(HelpFormatter, LinesAreBrokenAtSpaces) {
    EXPECT_EQ(wrapped_help("", 0, 10), "");
    EXPECT_EQ(wrapped_help("ten signs!", 0, 10), "ten signs!");
    EXPECT_EQ(wrapped_help("ten signs! more", 0, 10), "ten signs!\nmore");
    EXPECT_EQ(wrapped_help("one two three four", 0, 10), "one two\nthree four");
    EXPECT_EQ(wrapped_help("one two three four", 4, 14), "one two\n    three four");
}

TEST(HelpFormatter, ALongWordHasALineOfItsOwn) {
    EXPECT_EQ(wrapped_help("a incomprehensibility b", 0, 10), "a\nincomprehensibility\nb");
    EXPECT_EQ(wrapped_help("incomprehensibility", 0, 10), "incomprehensibility");
    EXPECT_EQ(wrapped_help("one two", 20, 10), "one\n" + std::string(20, ' ') + "two");
}

TEST(HelpFormatter, ALongListOfValuesIsBrokenBehindItsBars) {
    EXPECT_EQ(wrapped_help("--by one|two|three|four", 2, 10), "--by\n  one|two|\n  three|\n  four");
    EXPECT_EQ(wrapped_help("one|two|three", 0, 8), "one|two|\nthree");
    EXPECT_EQ(wrapped_help("in one|two", 0, 8), "in\none|two");
}

TEST(HelpFormatter, LinesOfTheTextStayAndKeepTheirSpaces) {
    EXPECT_EQ(wrapped_help("a b\nc d\n", 0, 10), "a b\nc d\n");
    EXPECT_EQ(wrapped_help("a\n\nb", 2, 10), "a\n\n  b");
    EXPECT_EQ(wrapped_help("  a   b", 0, 10), "  a   b");
    EXPECT_EQ(wrapped_help("  one   two three", 0, 10), "  one\n  two\n  three");
    EXPECT_EQ(wrapped_help("one    ", 0, 5), "one    ");
}

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
    CLI::App app{"Does something that nobody needs at all", "program"};
};

TEST_F(HelpOfOptions, DescriptionsStandInAColumnOfTheirOwn) {
    const std::string wide = help(60);
    EXPECT_THAT(wide, HasSubstr("Does something that nobody needs at all\nUsage: program"));
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
    EXPECT_THAT(narrow, HasSubstr("Does something that nobody needs at all\n"));
    EXPECT_THAT(narrow, HasSubstr("\n  FILE TEXT  A file with a name that is\n"
                                  "             explained in two lines\n"));
}

} // namespace
} // namespace hitmap::test
