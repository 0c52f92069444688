#include "tests/app/traced_triangle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <utility>

namespace hitmap::test {
namespace {

using testing::HasSubstr;

class AnnotatedExport : public TracedTriangle {};

/// The numbers of requests that stand before the lines of a file, added up.
std::uint64_t requests_in(const std::string& text) {
    std::istringstream lines(text);
    std::uint64_t sum = 0;
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string begin;
        std::uint64_t requests = 0;
        if (words >> begin >> requests && begin == "/*") sum += requests;
    }
    return sum;
}

TEST_F(AnnotatedExport, HasEveryRequestAndItsProvenance) {
    const Outcome outcome =
        folder.hitmap("export t.hmt --annotated-source new/sources --model hierarchy --l1 16KiB:128/32:4");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    const auto provenance = nlohmann::json::parse(folder.read("new/sources/annotated-source.json"));
    EXPECT_EQ(provenance["model"], "hierarchy");
    EXPECT_EQ(provenance["l1"], "16KiB:128/32:4");
    EXPECT_EQ(provenance["recording"]["file"], "t.hmt");
    std::uint64_t requests = 0;
    for (const auto& file : provenance["files"]) {
        EXPECT_EQ(file["text"], "recorded");
        const std::string text = folder.read("new/sources/" + file["file"].get<std::string>());
        EXPECT_THAT(text, HasSubstr("L1 16KiB:128/32:4 per SM"));
        requests += requests_in(text);
    }
    const auto sums = nlohmann::json::parse(folder.hitmap("simulate t.hmt --model hierarchy --json").out);
    EXPECT_EQ(requests, sums["traffic"]["requests"]);
    EXPECT_GE(provenance["files"].size(), 2U);
}

TEST_F(AnnotatedExport, LeavesFilesOfOthersAlone) {
    std::filesystem::create_directory(folder.path() / "mine");
    folder.write("mine/traversal.cpp", "int mine;\n");
    const Outcome refused = folder.hitmap("export t.hmt --annotated-source mine --model hierarchy");
    EXPECT_EQ(refused.status, 2);
    EXPECT_THAT(refused.err, HasSubstr("expected a new or an empty folder"));
    EXPECT_EQ(folder.read("mine/traversal.cpp"), "int mine;\n");
    for (int i = 0; i < 2; ++i) // its own files are replaced
        EXPECT_EQ(folder.hitmap("export t.hmt --annotated-source out --model hierarchy").status, 0);
}

TEST_F(AnnotatedExport, TellsWhichTextsAreNotRecorded) {
    folder.write("accesses.csv", "sm,warp,lane,address,bytes,operation,line\n"
                                 "0,0,0,4096,4,load,kernel.cu:2\n"
                                 "0,0,0,8192,4,load,../gone.cu:7\n"
                                 "0,0,0,8192,4,load,kernel.cu:2\n");
    folder.write("kernel.cu", "void kernel() {\n  load();\n}\n");
    const auto before = folder.files();
    const Outcome outcome = folder.hitmap("export accesses.csv --annotated-source out --model hierarchy");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("took that of kernel.cu, which may have changed since"));
    EXPECT_THAT(outcome.err,
                HasSubstr("has no text of ../gone.cu, and none was found beside the recording or in a "
                          "--source-folder: its 1 line is left out"));
    EXPECT_THAT(folder.read("out/kernel.cu"), HasSubstr("another than that which was recorded"));
    std::map<std::string, std::string> after = folder.files();
    std::erase_if(after, [](const auto& file) { return file.first.starts_with("out/"); });
    EXPECT_EQ(after, before) << "nothing is written elsewhere";
}

TEST_F(AnnotatedExport, CopiesNoFileThatTheUserDidNotName) {
    std::filesystem::create_directories(folder.path() / "traces");
    std::filesystem::create_directories(folder.path() / "code");
    folder.write("secret.txt", "secret\nsecret\n");
    folder.write("code/kernel.cu", "one\ntwo\n");
    const std::string code = (folder.path() / "code").string();
    folder.write("traces/a.csv", "sm,warp,lane,address,bytes,operation,line\n"
                                 "0,0,0,4096,4,load,/etc/passwd:1\n"
                                 "0,0,0,4096,4,load,../secret.txt:1\n"
                                 "0,0,0,4096,4,load,/dev/zero:1\n"
                                 "0,0,0,4096,4,load,/build/kernel.cu:2\n");
    ASSERT_EQ(folder.hitmap("export traces/a.csv --annotated-source out --model hierarchy").status, 0);
    std::map<std::string, std::string> files = folder.files();
    std::erase_if(files, [](const auto& file) { return !file.first.starts_with("out/"); });
    EXPECT_EQ(files.size(), 2U) << "the folder and the provenance";
    const Outcome named =
        folder.hitmap("export traces/a.csv --annotated-source out --source-folder code --model hierarchy");
    ASSERT_EQ(named.status, 0) << named.err;
    EXPECT_THAT(folder.read("out/kernel.cu"), HasSubstr("two"));
    EXPECT_FALSE(folder.has("out/secret.txt") || folder.has("out/passwd"));
}

TEST_F(AnnotatedExport, RefusesWrongOptions) {
    const std::pair<std::string, std::string> cases[] = {
        {"", "--annotated-source: expected with --model hierarchy"},
        {" --model hierarchy --only-line a.cu:1", "--annotated-source: is of everything"},
        {" --model hierarchy --traffic t.csv", "expected one of --annotated-source and another output"},
        {" --model hierarchy --source-folder missing", "expected a folder that exists, found 'missing'"},
        {" --model hierarchy --traceg out2", "expected one of --annotated-source and another output"}};
    for (const auto& [options, message] : cases) {
        const Outcome outcome = folder.hitmap("export t.hmt --annotated-source out" + options);
        EXPECT_EQ(outcome.status, 2) << options;
        EXPECT_THAT(outcome.err, HasSubstr(message));
    }
    EXPECT_FALSE(folder.has("out"));
}

} // namespace
} // namespace hitmap::test
