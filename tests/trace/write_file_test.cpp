#include "core/jobs/write_error.h"
#include "core/trace/io/write_file.h"
#include "tests/jobs/full_disk.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <span>
#include <string>
#include <sys/stat.h>

namespace hitmap {
namespace {

using testing::ElementsAre;

constexpr std::uint64_t room = 100;

class WriteFileTest : public testing::Test {
protected:
    void SetUp() override {
        std::string name = testing::TempDir() + "write-file-XXXXXX";
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        folder = name;
        std::ofstream(folder / "a") << "before";
    }
    void TearDown() override { std::filesystem::remove_all(folder); }

    [[nodiscard]] std::string text(const std::string& name) const {
        std::ifstream in(folder / name);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    [[nodiscard]] std::set<std::string> names() const {
        std::set<std::string> found;
        for (const auto& entry : std::filesystem::directory_iterator(folder))
            found.insert(entry.path().filename().string());
        return found;
    }
    std::filesystem::path folder;
};

/// Returns the message of a write that fails, without the name of the file.
template <class Work>
std::string failure(const std::filesystem::path& file, const Work& work) {
    try {
        work();
    } catch (const WriteError& error) {
        EXPECT_EQ(error.file(), file.string());
        return std::string(error.what()).substr(file.string().size());
    }
    return "no error";
}

TEST_F(WriteFileTest, ReplacesTheFile) {
    write_file(folder / "a", "after");
    EXPECT_EQ(text("a"), "after");
    EXPECT_THAT(names(), ElementsAre("a"));
}

TEST_F(WriteFileTest, OnAFullDiskTheOldFileStaysAndNothingElseIsLeft) {
    for (const bool with_outputs : {false, true}) {
        OutputFiles outputs;
        const test::FullDisk full(room);
        EXPECT_EQ(failure(folder / "a",
                          [&] {
                              write_file(folder / "a", std::string(room + 1, 'x'),
                                         with_outputs ? &outputs : nullptr);
                          }),
                  ": byte 100: cannot be written: File too large");
        EXPECT_EQ(text("a"), "before");
        EXPECT_THAT(names(), ElementsAre("a"));
    }
}

TEST_F(WriteFileTest, WhatFitsIsWritten) {
    const test::FullDisk full(room);
    write_file(folder / "a", std::string(room, 'x'));
    EXPECT_EQ(text("a"), std::string(room, 'x'));
}

TEST_F(WriteFileTest, TheBeginningOfARecordingIsKeptBesideTheOldOne) {
    const test::FullDisk full(room);
    const auto sink = create_file(folder / "a");
    const std::string bytes(room + 1, 'x');
    EXPECT_EQ(failure(folder / "a", [&] { sink->write(std::as_bytes(std::span(bytes))); }),
              ": byte 100: cannot be written: File too large; what was written is in a.part");
    EXPECT_EQ(text("a"), "before");
    EXPECT_EQ(text("a.part"), std::string(room, 'x'));
}

TEST_F(WriteFileTest, ADeviceWithoutRoomIsAnError) {
    EXPECT_EQ(failure("/dev/full", [] { write_file("/dev/full", "text"); }),
              ": byte 0: cannot be written: No space left on device");
    EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
}

TEST_F(WriteFileTest, TheNewFileMayBeReadByThoseWhoCouldReadTheOldOne) {
    ASSERT_EQ(chmod((folder / "a").c_str(), 0600), 0);
    write_file(folder / "a", "after");
    struct stat status {};
    ASSERT_EQ(stat((folder / "a").c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777U, 0600U);
}

TEST_F(WriteFileTest, ALinkStaysAndItsTargetIsReplaced) {
    std::filesystem::create_symlink("a", folder / "link");
    write_file(folder / "link", "after");
    EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
    EXPECT_EQ(text("a"), "after");
}

} // namespace
} // namespace hitmap
