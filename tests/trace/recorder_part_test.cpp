#include "core/trace/recorder/recorder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace hitmap {
namespace {

/// A backup made of hard links names the bytes that a killed program left behind, too.
TEST(RecorderPart, ThatWasLeftBehindIsNotWrittenAgain) {
    const std::filesystem::path folder =
        std::filesystem::path(testing::TempDir()) / "hitmap_recorder_part_left_behind";
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    const std::filesystem::path part = folder / "a.hmt.part";
    const std::filesystem::path backup = folder / "backup";
    std::ofstream(part) << "left behind";
    std::filesystem::create_hard_link(part, backup);

    hmt_recorder* const recorder = hmt_open((folder / "a.hmt").c_str());
    ASSERT_NE(recorder, nullptr);
    EXPECT_STREQ(hmt_error(recorder), "");
    EXPECT_TRUE(std::filesystem::exists(part)) << "the new part takes the name";
    hmt_free(recorder);

    std::ifstream in(backup);
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(in), {}), "left behind");
    std::filesystem::remove_all(folder);
}

} // namespace
} // namespace hitmap
