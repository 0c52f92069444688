#include "app/record_program/argument_words.h"
#include "core/base/error.h"

#include <gmock/gmock.h>

namespace hitmap {
namespace {

std::string words_of(const char* line) {
    std::string text;
    for (const QString& word : argument_words(QString::fromUtf8(line)))
        text += "[" + word.toStdString() + "]";
    return text;
}

std::string refusal_of_words(const char* line) {
    try {
        return "no refusal: " + words_of(line);
    } catch (const UsageError& error) {
        return error.what();
    }
}

TEST(ArgumentWords, AreSplitAsAShellSplitsThem) {
    struct Case {
        const char* line;
        const char* words;
    };
    for (const Case& each : {
             Case{"", ""},
             Case{"  \t ", ""},
             Case{"scene.gltf --size 64", "[scene.gltf][--size][64]"},
             Case{" a  b ", "[a][b]"},
             Case{"'two words'", "[two words]"},
             Case{"''", "[]"},
             Case{"a'b c'd", "[ab cd]"},
             Case{R"("it's")", "[it's]"},
             Case{R"('say "x"')", R"([say "x"])"},
             Case{R"("a \"b\" \\ \n")", R"([a "b" \ \n])"},
             Case{R"(a\ b \')", "[a b][']"},
             Case{"*.obj x?y #1 a~b", "[*.obj][x?y][#1][a~b]"},
             Case{"'$HOME|&;<>()`~'", "[$HOME|&;<>()`~]"},
             Case{"größe", "[größe]"},
         })
        EXPECT_EQ(words_of(each.line), each.words) << each.line;
}

TEST(ArgumentWords, RefuseWhatOnlyAShellUnderstands) {
    for (const char* line : {"a | b", "a > b", "a; b", "$HOME", "\"$HOME\"", "`date`", "~/x", "(a)", "a&"})
        EXPECT_THAT(refusal_of_words(line), testing::StartsWith("expected words, found ")) << line;
    EXPECT_EQ(refusal_of_words("a 'b"), "expected another ' that ends what the last one begins");
    EXPECT_EQ(refusal_of_words("a \"b"), "expected another \" that ends what the last one begins");
    EXPECT_EQ(refusal_of_words("a \\"), "expected a character behind the last \\");
}

} // namespace
} // namespace hitmap
