#include "core/base/path_query.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <string>
#include <system_error>

namespace hitmap {
namespace {

TEST(PathQuery, AnswersWhereTheSystemCannot) {
    std::string name = testing::TempDir() + "path-query-XXXXXX";
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    const std::filesystem::path folder = name;
    std::ofstream(folder / "file") << "text";
    std::filesystem::create_symlink("loop", folder / "loop");
    std::filesystem::create_symlink("file", folder / "link");
    struct Case {
        const char* path;
        bool exists, is_file, is_folder;
    };
    for (const Case& each : {Case{"file", true, true, false},
                             {"link", true, true, false},
                             {".", true, false, true},
                             {"missing", false, false, false},
                             {"loop", false, false, false},
                             {"loop/below", false, false, false},
                             {"file/below", false, false, false}}) {
        EXPECT_EQ(path_exists(folder / each.path), each.exists) << each.path;
        EXPECT_EQ(is_file_path(folder / each.path), each.is_file) << each.path;
        EXPECT_EQ(is_folder_path(folder / each.path), each.is_folder) << each.path;
    }
    EXPECT_EQ(resolved_path(folder / "link"), resolved_path(folder) / "file");
    EXPECT_EQ(resolved_path(folder / "loop"), folder / "loop");
    std::filesystem::remove_all(folder);
}

TEST(PathQuery, NamesThePathOfAnExceptionOfTheLibrary) {
    const auto code = std::make_error_code(std::errc::too_many_symbolic_link_levels);
    EXPECT_EQ(failure_text(std::filesystem::filesystem_error("status", "a/b", code)),
              "a/b: " + code.message());
    EXPECT_EQ(failure_text(std::filesystem::filesystem_error("status", code)),
              std::string("filesystem error: status: ") + code.message());
    EXPECT_EQ(failure_text(std::runtime_error("other\n")), "other\\n");
}

} // namespace
} // namespace hitmap
