#include "core/base/error.h"
#include "core/jobs/output_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <span>
#include <string>
#include <string_view>

namespace hitmap {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class OutputFilesTest : public testing::Test {
protected:
    void SetUp() override {
        std::string name = testing::TempDir() + "output-files-XXXXXX";
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        folder = name;
    }
    void TearDown() override { std::filesystem::remove_all(folder); }

    [[nodiscard]] std::set<std::string> names() const {
        std::set<std::string> found;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
            found.insert(entry.path().lexically_relative(folder).string());
        return found;
    }
    [[nodiscard]] std::string text(const std::string& name) const {
        std::string found;
        std::ifstream(folder / name) >> found;
        return found;
    }
    void put(const std::string& name, const std::string& text) const { std::ofstream(folder / name) << text; }
    [[nodiscard]] PartFile part(const std::string& name) const { return {folder / name, name}; }

    std::filesystem::path folder;
};

void write(PartFile& file, std::string_view text) {
    file.write(std::as_bytes(std::span(text)));
    file.flush();
}

TEST_F(OutputFilesTest, AFileIsWrittenBesideItsPlace) {
    put("a", "before");
    PartFile file = part("a");
    write(file, "after");
    EXPECT_THAT(names(), ElementsAre("a", "a.part"));
    EXPECT_EQ(text("a"), "before");
    file.take_place();
    EXPECT_THAT(names(), ElementsAre("a"));
    EXPECT_EQ(text("a"), "after");
}

TEST_F(OutputFilesTest, WritersOfOneFileDoNotShareAName) {
    PartFile first = part("a");
    PartFile second = part("a");
    PartFile third = part("a");
    write(first, "first");
    write(second, "second");
    EXPECT_THAT(names(), ElementsAre("a.2.part", "a.3.part", "a.part"));
    second.take_place();
    EXPECT_EQ(text("a"), "second");
    EXPECT_EQ(text("a.part"), "first");
    third.remove();
    first.take_place();
    EXPECT_EQ(text("a"), "first");
    EXPECT_THAT(names(), ElementsAre("a"));
}

TEST_F(OutputFilesTest, WhatAKilledWriterLeftIsOverwritten) {
    put("a.part", "of a writer that was killed");
    PartFile file = part("a");
    write(file, "new");
    EXPECT_THAT(names(), ElementsAre("a.part"));
    EXPECT_EQ(text("a.part"), "new");
    file.remove();
}

TEST_F(OutputFilesTest, ABackupOfHardLinksKeepsWhatAKilledWriterLeft) {
    put("a.part", "left");
    std::filesystem::create_hard_link(folder / "a.part", folder / "backup");
    PartFile file = part("a");
    write(file, "new");
    EXPECT_EQ(text("backup"), "left");
    EXPECT_EQ(text("a.part"), "new");
    file.take_place();
    EXPECT_THAT(names(), ElementsAre("a", "backup"));
}

TEST_F(OutputFilesTest, WhatIsNoFileOfOursIsLeftAlone) {
    put("other", "untouched");
    std::filesystem::create_symlink("other", folder / "a.part");
    std::filesystem::create_directory(folder / "a.2.part");
    PartFile file = part("a");
    write(file, "new");
    file.take_place();
    EXPECT_EQ(text("other"), "untouched");
    EXPECT_EQ(text("a"), "new");
    EXPECT_THAT(names(), ElementsAre("a", "a.2.part", "a.part", "other"));
}

TEST_F(OutputFilesTest, FilesTakeTheirPlacesTogether) {
    OutputFiles outputs;
    put("a", "before");
    const auto a = outputs.create(folder / "a", "a");
    const auto b = outputs.create(folder / "b", "b");
    write(*a, "after");
    outputs.finish(a);
    EXPECT_EQ(text("a"), "before");
    outputs.finish(b);
    outputs.conclude();
    EXPECT_THAT(names(), ElementsAre("a", "b"));
    EXPECT_EQ(text("a"), "after");
    EXPECT_FALSE(outputs.abandon());
    EXPECT_THAT(names(), ElementsAre("a", "b"));
}

TEST_F(OutputFilesTest, OneThatCannotTakeItsPlaceIsRemovedAndReportedOnce) {
    OutputFiles outputs;
    std::filesystem::create_directory(folder / "b"); // a file cannot replace a folder
    for (const char* name : {"a", "b", "c"})
        outputs.finish(outputs.create(folder / name, name));
    try {
        outputs.publish();
        FAIL();
    } catch (const FileError& error) {
        EXPECT_EQ(std::string(error.what()), "b: cannot be written: Is a directory");
    }
    EXPECT_THAT(names(), ElementsAre("a", "b", "c"));
    outputs.finish(outputs.create(folder / "d", "d"));
    outputs.publish();
    EXPECT_THAT(names(), ElementsAre("a", "b", "c", "d"));
}

TEST_F(OutputFilesTest, APartTakesItsPlaceAloneAndIsAbandonedWithTheWhole) {
    OutputFiles whole;
    whole.create_folders(folder / "runs");
    OutputFiles done(whole);
    OutputFiles half_done(whole);
    half_done.finish(half_done.create(folder / "runs" / "half_done.png", "half_done.png"));
    done.finish(done.create(folder / "runs" / "done.png", "done.png"));
    done.conclude();
    EXPECT_THAT(names(), ElementsAre("runs", "runs/done.png", "runs/half_done.png.part"));
    EXPECT_TRUE(whole.abandon());
    EXPECT_THAT(names(), ElementsAre("runs", "runs/done.png"));
    EXPECT_THROW((void)half_done.create(folder / "late", "late"), Cancelled);
    EXPECT_THROW(OutputFiles late(whole), Cancelled);
}

TEST_F(OutputFilesTest, APartThatFailedLeavesNothing) {
    OutputFiles whole;
    {
        OutputFiles part(whole);
        part.finish(part.create(folder / "a", "a"));
    }
    whole.conclude();
    EXPECT_THAT(names(), IsEmpty());
}

TEST_F(OutputFilesTest, AbandoningRemovesEverythingThatHasNotTakenItsPlace) {
    OutputFiles outputs;
    outputs.create_folders(folder / "plots" / "inner");
    outputs.finish(outputs.create(folder / "published", "published"));
    outputs.publish();
    const auto finished = outputs.create(folder / "plots" / "finished", "finished");
    outputs.finish(finished);
    const auto unfinished = outputs.create(folder / "unfinished", "unfinished");
    EXPECT_TRUE(outputs.abandon());
    EXPECT_THAT(names(), ElementsAre("published"));
    EXPECT_THROW((void)outputs.create(folder / "late", "late"), Cancelled);
    EXPECT_THROW(outputs.finish(unfinished), Cancelled);
    EXPECT_THROW(outputs.conclude(), Cancelled);
    outputs.discard(unfinished);
    EXPECT_THAT(names(), ElementsAre("published"));
}

TEST_F(OutputFilesTest, WithoutAConclusionNothingIsLeft) {
    {
        OutputFiles outputs;
        outputs.create_folders(folder / "plots");
        outputs.finish(outputs.create(folder / "plots" / "a", "a"));
        outputs.discard(outputs.create(folder / "b", "b"));
        EXPECT_THAT(names(), ElementsAre("plots", "plots/a.part"));
    }
    EXPECT_THAT(names(), IsEmpty());
}

TEST_F(OutputFilesTest, FoldersThatWereThereStay) {
    std::filesystem::create_directory(folder / "plots");
    OutputFiles outputs;
    outputs.create_folders(folder / "plots" / "inner");
    EXPECT_TRUE(outputs.abandon());
    EXPECT_THAT(names(), ElementsAre("plots"));
}

TEST_F(OutputFilesTest, FoldersThatCannotBeMadeAreRefusedByName) {
    put("file", "");
    OutputFiles outputs;
    const std::string wanted = (folder / "file" / "plots").string();
    try {
        outputs.create_folders(wanted);
        FAIL();
    } catch (const FileError& error) {
        EXPECT_EQ(std::string(error.what()),
                  wanted + ": " + (folder / "file").string() + ": expected a folder, found a file");
    }
}

} // namespace
} // namespace hitmap
