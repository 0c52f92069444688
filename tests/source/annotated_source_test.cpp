#include "core/source/annotated_source.h"
#include "tests/source/small_kernel.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace hitmap {
namespace {

TEST(AnnotatedSource, HasNumbersBeforeLines) {
    const SmallKernel kernel;
    const auto files = traffic_by_file(kernel.info, kernel.instructions, &kernel.matrix);
    EXPECT_EQ(
        annotated_source("src/a.cu", "a\n\tb = p[i];\n\nc\n", files[0], kernel.total, {"a.cu */ x", "2"}),
        "/* a.cu * / x\n"
        " * 2\n"
        " */\n"
        "/* requests  sectors  lanes  L1 rate  L1 misses  of L1 misses  L2 rate  L2 misses */\n"
        "                                                                                        a\n"
        "/*       20       60   24.0   83.3 %         10        16.7 %    0.0 %         10 */    "
        "\tb = p[i];\n"
        "\n"
        "/*        1       40   32.0    0.0 %         40        66.7 %    0.0 %         40 */    c\n");
}

TEST(AnnotatedSource, HasNumbersBehindLinesOfPython) {
    const SmallKernel kernel;
    const auto files = traffic_by_file(kernel.info, kernel.instructions, nullptr);
    EXPECT_EQ(
        annotated_source("k.PY", "if a:\n  b = p[i]\n", files[0], kernel.total, {"head"}),
        "# head\n"
        "            # requests  sectors  lanes  L1 rate  L1 misses  of L1 misses  L2 rate  L2 misses\n"
        "if a:\n"
        "  b = p[i]  #       20       60      -   83.3 %         10        16.7 %    0.0 %         10\n");
}

TEST(AnnotatedSource, EscapesControlCharacters) {
    const SmallKernel kernel;
    const std::string text =
        annotated_source("a.py", "x\x1b[31m\ny", FileTraffic{}, kernel.total, {"a\nb\x07"});
    EXPECT_EQ(text.find('\x1b'), std::string::npos);
    EXPECT_EQ(text.find("# a\\nb\\x07\n"), 0U) << text;
}

TEST(AnnotatedNames, StayInTheirFolderAndDiffer) {
    AnnotatedNames names;
    names.take("annotated-source.json");
    const std::pair<std::string, std::string> cases[] = {
        {"src/a.cu", "a.cu"},
        {"other/A.cu", "A-2.cu"},
        {"third/a.cu", "a-3.cu"},
        {"../../etc/passwd", "passwd"},
        {"/absolute/k.h", "k.h"},
        {R"(C:\x\y.hlsl)", "y.hlsl"},
        {"a/..", "_.."},
        {".bashrc", "_.bashrc"},
        {"-rf", "_-rf"},
        {"a/", "_"},
        {"Annotated-Source.json", "Annotated-Source-2.json"},
        {"x\ny", "x_ny"},
        {std::string(5000, 'x'), std::string(190, 'x')},
    };
    for (const auto& [path, name] : cases)
        EXPECT_EQ(names.name_for(path), name) << path;
}

} // namespace
} // namespace hitmap
