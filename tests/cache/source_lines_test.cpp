#include "core/cache/results/source_lines.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace hitmap {
namespace {

RecordingInfo kernel() {
    RecordingInfo info;
    for (const auto& [file, line] :
         {std::pair{"a.cu", 2U}, {"b.cu", 1U}, {"a.cu", 2U}, {"a.cu", 1U}, {"", 0U}}) {
        Instruction instruction;
        instruction.location = {"f", file, line, 1};
        info.instructions.push_back(instruction);
    }
    info.sources = {{"a.cu", "\tint a = *p;\r\n  b = q[a];  "}};
    return info;
}

TEST(SourceLines, AddUpTheirInstructions) {
    std::vector<TrafficSums> sums(5);
    for (std::size_t i = 0; i < sums.size(); ++i)
        sums[i].requests = i == 1 ? 0 : 1 + i;
    const auto text = [&](bool idle_too) {
        std::string lines;
        for (const SourceLineSums& line : sums_by_line(kernel(), sums, idle_too))
            lines += fmt::format("{}:{} {} of {};", line.file, line.line, line.sums.requests,
                                 line.instructions.size());
        return lines;
    };
    EXPECT_EQ(text(false), ":0 5 of 1;a.cu:1 4 of 1;a.cu:2 4 of 2;");
    EXPECT_EQ(text(true), ":0 5 of 1;a.cu:1 4 of 1;a.cu:2 4 of 2;b.cu:1 0 of 1;");
}

TEST(SourceLines, AreNamedWithoutFoldersWhereThatIsEnough) {
    RecordingInfo info;
    for (const char* file : {"/x/kernel.cu", "/x/a/node.h", "/x/b/node.h", ""}) {
        Instruction instruction;
        instruction.location = {"f", file, 7, 1};
        info.instructions.push_back(instruction);
    }
    std::string names;
    for (const SourceLine& line : source_lines(info))
        names += line.name + ";";
    EXPECT_EQ(names, "not known;/x/a/node.h:7;/x/b/node.h:7;kernel.cu:7;");
}

TEST(SourceTexts, HaveLinesWithoutWhiteSpaceAroundThem) {
    const RecordingInfo info = kernel();
    const SourceTexts texts(info);
    EXPECT_EQ(texts.line("a.cu", 1), "int a = *p;");
    EXPECT_EQ(texts.line("a.cu", 2), "b = q[a];");
    EXPECT_EQ(texts.line("a.cu", 0), "");
    EXPECT_EQ(texts.line("a.cu", 3), "");
    EXPECT_EQ(texts.line("b.cu", 1), "");
}

} // namespace
} // namespace hitmap
