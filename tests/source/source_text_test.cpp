#include "core/source/source_text.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sys/stat.h>
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
    EXPECT_EQ(find_source_text(info, "recorded.cu", {folder, {}}, 1).origin, TextOrigin::recorded);
    const FoundText found = find_source_text(info, "k.cu", {folder, {}}, 2);
    EXPECT_EQ(found.origin, TextOrigin::disk);
    EXPECT_EQ(found.text, "one\ntwo\n");
    EXPECT_EQ(find_source_text(info, (folder / "k.cu").string(), {folder, {}}, 2).origin, TextOrigin::disk);
    EXPECT_EQ(find_source_text(info, "k.cu", {folder, {}}, 3).origin, TextOrigin::none) << "too short";
    EXPECT_EQ(find_source_text(info, "missing.cu", {folder, {}}, 0).origin, TextOrigin::none);
    EXPECT_EQ(find_source_text(info, "", {folder, {}}, 0).origin, TextOrigin::none);
    EXPECT_EQ(find_source_text(info, ".", {folder, {}}, 0).origin, TextOrigin::none) << "a folder";
    EXPECT_EQ(find_source_text(info, "/dev/zero", {folder, {}}, 0).origin, TextOrigin::none) << "endless";
    write("binary", std::string("a\0b", 3));
    EXPECT_EQ(find_source_text(info, "binary", {folder, {}}, 0).origin, TextOrigin::none);
}

TEST_F(SourceOnDisk, IsAtOrBelowTheFolderOfTheRecordingOrOneThatTheUserNames) {
    std::filesystem::create_directories(folder / "traces/.hidden");
    std::filesystem::create_directories(folder / "code/src");
    std::filesystem::create_directories(folder / "code2");
    write("traces/k.cu", "here\n");
    write("traces/.hidden/key", "secret\n");
    write("traces/colours", "\x1b[31mred\n");
    write("traces/noise", "\x01\x02\n");
    write("code/src/a.cu", "named\n");
    write("code2/b.cu", "secret\n");
    std::filesystem::create_symlink(folder / "code2/b.cu", folder / "traces/link.cu");
    std::filesystem::create_symlink(folder / "code2", folder / "traces/linked");
    std::filesystem::create_symlink(folder / "traces/k.cu", folder / "traces/same.cu");
    ASSERT_EQ(mkfifo((folder / "traces/pipe").c_str(), 0600), 0);
    const std::filesystem::path recording = folder / "traces";
    const std::filesystem::path code = folder / "code";
    struct Case {
        std::string name; ///< in the recording
        bool names_code;  ///< the user names the folder `code`
        std::string text; ///< empty: none is found
    };
    const Case cases[] = {
        {"k.cu", false, "here\n"},
        {(recording / "k.cu").string(), false, "here\n"},
        {"same.cu", false, "here\n"},
        {"colours", false, "\x1b[31mred\n"},
        {"noise", false, ""},
        {"../code2/b.cu", false, ""},
        {(folder / "code2/b.cu").string(), false, ""},
        {(folder / "code2/b.cu").string(), true, ""}, // "code2" only begins like "code"
        {"link.cu", false, ""},
        {"linked/b.cu", false, ""},
        {".hidden/key", false, ""},
        {"pipe", false, ""},
        {"/dev/zero", true, ""},
        {"/etc/passwd", true, ""},
        {"src/a.cu", false, ""},
        {(code / "src/a.cu").string(), false, ""},
        {(code / "src/a.cu").string(), true, "named\n"},
        {"src/a.cu", true, "named\n"},
        {"/build/of/others/src/a.cu", true, "named\n"},
        {"C:\\build\\src/a.cu", true, "named\n"},
        {"../src/a.cu", true, "named\n"},
        {"a.cu", true, ""},
    };
    for (const Case& each : cases) {
        SourceFolders folders{recording, {}};
        if (each.names_code) folders.named.push_back(code);
        EXPECT_EQ(find_source_text(info, each.name, folders, 1).text, each.text) << each.name;
    }
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
