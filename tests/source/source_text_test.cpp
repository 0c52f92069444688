#include "core/source/source_text.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace hitmap {
namespace {

TEST(SourceText, EndsOfPathsAreCompared) {
    const struct {
        const char* a;
        const char* b;
        std::size_t equal;
    } cases[] = {{"/home/a/src/k.cu", "/build/src/k.cu", 2},
                 {"k.cu", "/build/src/k.cu", 1},
                 {"src/k.cu", "src/k.cu", 2},
                 {R"(C:\x\src\k.cu)", "/y/src/k.cu", 2},
                 {"./src//k.cu", "src/./k.cu", 2},
                 {"/a/ok.cu", "/a/k.cu", 0},
                 {"", "/a/k.cu", 0},
                 {"", "", 0}};
    for (const auto& each : cases)
        EXPECT_EQ(common_path_end(each.a, each.b), each.equal) << each.a << " and " << each.b;
}

TEST(SourceText, IsSplitIntoLines) {
    EXPECT_EQ(fmt::format("{}", fmt::join(lines_of_text("a\r\n\n b\nc"), "|")), "a|| b|c");
    EXPECT_EQ(lines_of_text("a\n").size(), 1U);
    EXPECT_TRUE(lines_of_text("").empty());
}

class SourceOnDisk : public testing::Test {
protected:
    SourceOnDisk() { std::filesystem::create_directories(folder); }
    ~SourceOnDisk() override { std::filesystem::remove_all(folder); }
    void write(const std::string& name, const std::string& text) const {
        std::ofstream(folder / name, std::ios::binary) << text;
    }
    std::filesystem::path folder =
        std::filesystem::temp_directory_path() / fmt::format("hitmap-source-text-{}", getpid());
    RecordingInfo info;
};

TEST_F(SourceOnDisk, IsUsedWhereNoneIsRecorded) {
    write("k.cu", "one\ntwo\n");
    info.sources = {{"recorded.cu", "text"}};
    EXPECT_EQ(find_source_text(info, "recorded.cu", folder, 1).origin, TextOrigin::recorded);
    const FoundText found = find_source_text(info, "k.cu", folder, 2);
    EXPECT_EQ(found.origin, TextOrigin::disk);
    EXPECT_EQ(found.text, "one\ntwo\n");
    EXPECT_EQ(find_source_text(info, (folder / "k.cu").string(), "elsewhere", 2).origin, TextOrigin::disk);
    EXPECT_EQ(find_source_text(info, "k.cu", folder, 3).origin, TextOrigin::none) << "too short";
    EXPECT_EQ(find_source_text(info, "missing.cu", folder, 0).origin, TextOrigin::none);
    EXPECT_EQ(find_source_text(info, "", folder, 0).origin, TextOrigin::none);
    EXPECT_EQ(find_source_text(info, ".", folder, 0).origin, TextOrigin::none) << "a folder";
    EXPECT_EQ(find_source_text(info, "/dev/zero", folder, 0).origin, TextOrigin::none) << "endless";
    write("binary", std::string("a\0b", 3));
    EXPECT_EQ(find_source_text(info, "binary", folder, 0).origin, TextOrigin::none);
}

TEST_F(SourceOnDisk, IsComparedWithTheRecordedText) {
    info.sources = {{"k.cu", "one\ntwo\n"}, {"empty.cu", ""}};
    write("same", "one\r\ntwo");
    write("longer", "one\ntwo\nthree\n");
    EXPECT_EQ(is_recorded_text(info, "k.cu", folder / "same"), true) << "ends of lines do not count";
    EXPECT_EQ(is_recorded_text(info, "k.cu", folder / "longer"), false);
    EXPECT_EQ(is_recorded_text(info, "k.cu", folder / "missing"), false);
    EXPECT_EQ(is_recorded_text(info, "empty.cu", folder / "same"), std::nullopt);
    EXPECT_EQ(is_recorded_text(info, "other.cu", folder / "same"), std::nullopt);
}

} // namespace
} // namespace hitmap
