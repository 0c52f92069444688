#include "tests/app/program.h"
#include "tests/app/traced_triangle.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace hitmap::test {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;

/// Warps that read the same 32 lines one after the other.
std::string accesses() {
    std::string text = "sm,warp,lane,address,bytes,operation,line\n";
    for (int request = 0; request < 64; ++request)
        for (int lane = 0; lane < 32; ++lane)
            text += fmt::format("0,{},{},{:#x},4,load,sum.cu:7\n", request / 32, lane,
                                65536 + request % 32 * 128 + lane * 4);
    return text;
}

TEST(Import, WritesARecordingWithTheNumbersThatTheFileItselfHas) {
    const TemporaryFolder folder;
    folder.write("accesses.csv", accesses());
    const Outcome outcome = folder.hitmap("import accesses.csv -o accesses.hmt");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "accesses.csv: CSV of accesses, 64 requests, 2048 lane accesses\n");
    EXPECT_EQ(folder.hitmap("validate accesses.hmt").status, 0);
    const std::string options = " --model hierarchy --preset turing-rtx2080ti --json";
    const Outcome direct = folder.hitmap("simulate accesses.csv" + options);
    EXPECT_EQ(direct.status, 0) << direct.err;
    EXPECT_EQ(folder.hitmap("simulate accesses.hmt" + options).out, direct.out);
    // There are 4 sectors per request; the second half of the requests hits L1 after the first half.
    EXPECT_THAT(direct.out, HasSubstr("\"hits\": 128"));
    EXPECT_THAT(direct.out, HasSubstr("\"lookups\": 256"));
    EXPECT_THAT(folder.hitmap("info accesses.csv").out, HasSubstr("instructions: derived"));
}

/// Standard input and pipes are read as files are.
TEST(Import, ReadsStandardInputAndPipes) {
    const TemporaryFolder folder;
    folder.write("accesses.csv", accesses());
    const std::string facts = "requests         64, 2048 lane accesses\n";
    EXPECT_THAT(folder.hitmap("info accesses.csv").out, HasSubstr(facts));
    const Outcome from_input = folder.hitmap("info - < accesses.csv");
    EXPECT_THAT(from_input.out, HasSubstr(facts)) << from_input.err;
    const Outcome from_pipe = folder.hitmap("info pipe", "mkfifo pipe && (cat accesses.csv > pipe &)");
    EXPECT_THAT(from_pipe.out, HasSubstr(facts)) << from_pipe.err;
    EXPECT_EQ(folder.hitmap("import - -o a.hmt < accesses.csv").err,
              "-: CSV of accesses, 64 requests, 2048 lane accesses\n");
    EXPECT_THAT(folder.hitmap("validate - < a.hmt").out, HasSubstr("valid, 64 requests"));
    EXPECT_EQ(
        folder.hitmap("info - < /dev/null").err,
        "hitmap: -: this is not a recording, .hmt or of another program; docs/import.md lists the formats "
        "that Hitmap reads\n");
}

/// A folder is the recording whose files it has. Others are named.
TEST(Import, ReadsFolders) {
    const TemporaryFolder folder;
    std::filesystem::create_directories(folder.path() / "drmemtrace.1.dir/trace");
    std::filesystem::create_directories(folder.path() / "none");
    const std::string lines = "0x401000,r,8,0x5000\n0x401004,w,8,0x5008\n";
    for (const int thread : {2, 10, 1})
        folder.write(fmt::format("drmemtrace.1.dir/trace/memtrace.{}.log", thread), lines);
    folder.write("drmemtrace.1.dir/trace/cpu_schedule.bin.zip", "PK");
    folder.write("drmemtrace.1.dir/trace/memtrace.3.log", "");
    folder.write("drmemtrace.1.dir/trace/readme.txt", "hello\n");
    for (const char* const path : {"drmemtrace.1.dir", "drmemtrace.1.dir/trace/"}) {
        const Outcome outcome = folder.hitmap(std::string("validate ") + path);
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        EXPECT_EQ(outcome.out,
                  std::string(path) +
                      ": valid, 6 requests, 6 lane accesses\n"
                      "import warning: empty files, left out: 1 (memtrace.3.log)\n"
                      "import warning: files of the folder that are not of the recording, left out: 1 "
                      "(readme.txt)\n"
                      "import warning: schedules of DynamoRIO, which are not read, left out: 1 "
                      "(cpu_schedule.bin.zip)\n");
    }
    EXPECT_THAT(folder.hitmap("info drmemtrace.1.dir").out, HasSubstr("recording        memtrace\n"));
    EXPECT_EQ(folder.hitmap("import none -o a.hmt").err,
              "hitmap: none: expected a file or a folder with a recording of another program, found a folder "
              "without one\n");
    EXPECT_EQ(folder
                  .hitmap("import drmemtrace.1.dir/trace/memtrace.1.log "
                          "drmemtrace.1.dir/trace/cpu_schedule.bin.zip -o a.hmt")
                  .status,
              0);
    EXPECT_EQ(folder.hitmap("import drmemtrace.1.dir/trace/cpu_schedule.bin.zip -o a.hmt").err,
              "hitmap: drmemtrace.1.dir/trace/cpu_schedule.bin.zip: expected a trace, found a schedule of "
              "DynamoRIO, which belongs to traces\n");
}

/// A table without its columns of these names.
std::string without_columns(const std::string& table, const std::set<std::string>& names) {
    std::istringstream lines(table);
    std::vector<bool> kept;
    std::string result;
    for (std::string line; std::getline(lines, line);) {
        std::istringstream fields(line + ',');
        std::string field;
        for (std::size_t i = 0; std::getline(fields, field, ','); ++i) {
            if (i == kept.size()) kept.push_back(names.count(field) == 0); // the line of the names
            if (kept[i]) result += field + ',';
        }
        result += '\n';
    }
    return result;
}

TEST_F(TracedTriangle, TheTableOfAccessesCanBeImportedAndExportedAgain) {
    EXPECT_EQ(folder.hitmap("export t.hmt --accesses a.csv").status, 0);
    EXPECT_EQ(folder.hitmap("import a.csv -o b.hmt").status, 0);
    EXPECT_EQ(folder.hitmap("export b.hmt --accesses b.csv").status, 0);
    EXPECT_EQ(folder.hitmap("export a.csv --accesses c.csv").status, 0);
    EXPECT_EQ(folder.read("c.csv"), folder.read("b.csv"));
    // The vertices of faces are assumed, so that hits can differ.
    const std::set<std::string> hits{"l1_hits", "l2_hits"};
    const std::string original = without_columns(folder.read("a.csv"), hits);
    EXPECT_THAT(original, AllOf(HasSubstr(",face,"), HasSubstr(",pixel,")));
    EXPECT_EQ(without_columns(folder.read("b.csv"), hits), original);
}

/// The mesh of the teapot has padding and shared vertices, and its boxes and faces straddle lines.
TEST(Import, ATableOfAccessesHasTheFacesOfTheRecordingThatItCameFrom) {
    const TemporaryFolder folder;
    ASSERT_EQ(folder.hitmap("trace builtin:teapot -o t.hmt --resolution 32x32").status, 0);
    ASSERT_EQ(folder.hitmap("export t.hmt --accesses a.csv").status, 0);
    ASSERT_EQ(folder.hitmap("import a.csv -o b.hmt").status, 0);
    ASSERT_EQ(folder.hitmap("validate b.hmt").status, 0);
    ASSERT_EQ(folder.hitmap("export b.hmt --accesses b.csv").status, 0);
    const std::set<std::string> hits{"l1_hits", "l2_hits"};
    const std::string original = without_columns(folder.read("a.csv"), hits);
    EXPECT_THAT(original, AllOf(HasSubstr(",box,"), HasSubstr(",face,"), HasSubstr(",pixel,")));
    EXPECT_EQ(without_columns(folder.read("b.csv"), hits), original);
    EXPECT_THAT(folder.hitmap("info b.hmt").out,
                AllOf(HasSubstr("vertex positions: assumed"), HasSubstr("framebuffer      of unknown size"),
                      HasSubstr("import warning   accesses of faces, whose vertices are assumed")));
}

TEST_F(TracedTriangle, ATableWithTheReasonsOfMissesIsImportedWithoutThem) {
    EXPECT_EQ(folder.hitmap("export t.hmt --accesses a.csv --model hierarchy --why").status, 0);
    EXPECT_THAT(folder.read("a.csv"), HasSubstr(",l2_conflict_misses\n"));
    EXPECT_EQ(folder.hitmap("export t.hmt --accesses b.csv --model hierarchy").status, 0);
    const std::string options = " --accesses c.csv --model hierarchy";
    EXPECT_EQ(folder.hitmap("export a.csv" + options).status, 0);
    const std::string imported = folder.read("c.csv");
    EXPECT_EQ(folder.hitmap("export b.csv" + options).status, 0);
    EXPECT_EQ(folder.read("c.csv"), imported);
}

TEST_F(TracedTriangle, AssumedVerticesAreNeitherDrawnNorMeasured) {
    EXPECT_EQ(folder.hitmap("export t.hmt --accesses a.csv").status, 0);
    for (const char* command : {"render a.csv -o a.png", "export a.csv --groups g.csv",
                                "export a.csv --regions r.csv", "export a.csv --ply a.ply"}) {
        const Outcome outcome = folder.hitmap(command);
        EXPECT_EQ(outcome.status, 1) << command;
        EXPECT_THAT(outcome.err, HasSubstr("a.csv: scene: expected faces with positions, found that the "
                                           "vertices of the faces are assumed"))
            << command;
    }
    EXPECT_THAT(folder.hitmap("render a.csv --panel framebuffer -o a.png").err,
                HasSubstr("a.csv: scene: expected a framebuffer of a known size"));
    EXPECT_EQ(folder.hitmap("render a.csv --panel curves -o a.png").status, 0);
}

TEST(Import, PrintsWhatItReadAsJson) {
    const TemporaryFolder folder;
    folder.write("accesses.csv", accesses());
    EXPECT_EQ(folder.hitmap("import accesses.csv -o accesses.hmt --json").out, R"({
  "format": "csv",
  "files": [
    "accesses.csv"
  ],
  "output": "accesses.hmt",
  "requests": 64,
  "lane_accesses": 2048,
  "warnings": []
}
)");
    EXPECT_EQ(folder.hitmap("import accesses.csv -o - --json").status, 2);
}

TEST(Import, WithoutASceneCommandsSayWhatTheyCannotTell) {
    const TemporaryFolder folder;
    folder.write("accesses.csv", accesses());
    EXPECT_THAT(folder.hitmap("info accesses.csv").out, HasSubstr("allocations      none are listed\n"));
    const Outcome sdcm = folder.hitmap("simulate accesses.csv");
    EXPECT_EQ(sdcm.status, 0);
    EXPECT_THAT(sdcm.err, HasSubstr("--model hierarchy counts all requests"));
    for (const char* panel : {"mesh", "framebuffer"}) {
        const Outcome render = folder.hitmap(fmt::format("render accesses.csv --panel {} -o a.png", panel));
        EXPECT_EQ(render.status, 1);
        EXPECT_THAT(render.err,
                    HasSubstr("the recording has no scene. --panel curves and --panel miss-ratio"));
        EXPECT_FALSE(folder.has("a.png"));
    }
    for (const char* panel : {"curves", "miss-ratio"}) {
        const Outcome render = folder.hitmap(
            fmt::format("render accesses.csv --panel {} --model hierarchy -o {}.svg", panel, panel));
        EXPECT_EQ(render.status, 0) << render.err;
        EXPECT_TRUE(folder.has(fmt::format("{}.svg", panel)));
    }
    EXPECT_THAT(folder.read("curves.svg"), testing::Not(HasSubstr("accesses per")));
    for (const char* table : {"groups", "regions"})
        EXPECT_THAT(folder.hitmap(fmt::format("export accesses.csv --{} a.csv", table)).err,
                    HasSubstr("expected a scene, found none"));
}

TEST(Import, ATraceOfAccelSimIsWrittenAndReadAgain) {
    const TemporaryFolder folder;
    folder.write("accesses.csv", accesses());
    const Outcome written = folder.hitmap("export accesses.csv --traceg trace --xz");
    EXPECT_EQ(written.status, 0) << written.err;
    EXPECT_EQ(written.err, "");
    EXPECT_EQ(folder.read("trace/kernelslist.g"), "kernel-1.traceg.xz\n");
    EXPECT_THAT(folder.read("trace/kernelslist.g.json"), HasSubstr("\"format\": \"accelsim\""));
    const Outcome read = folder.hitmap("import trace/kernelslist.g -o again.hmt --sms 1 --blocks-per-sm 4");
    EXPECT_EQ(read.err, "trace/kernelslist.g: Accel-Sim SASS trace, 64 requests, 2048 lane accesses\n");
    EXPECT_THAT(folder.hitmap("info again.hmt").out, HasSubstr("sms=1 (chosen)"));
}

TEST(Import, KeepsItsInputs) {
    const TemporaryFolder folder;
    folder.write("a.csv", accesses());
    folder.write("a.lackey", "I  401000,4\n L 5000,8\n");
    folder.write("a.lines", "#buf a 0x5000 64 8\n");
    folder.write("layout.json", "{}");
    ASSERT_EQ(folder.hitmap("export a.csv --traceg trace").status, 0);
    std::filesystem::create_symlink("a.csv", folder.path() / "link.csv");
    struct Row {
        std::string arguments;
        std::string kept;
    };
    const Row rows[] = {
        {"import a.csv -o a.csv", "a.csv"},
        {"import link.csv -o a.csv", "a.csv"},
        {"import a.csv -o link.csv", "a.csv"},
        {"import a.lackey a.lines -o a.lines", "a.lines"},
        {"import a.csv --layout layout.json -o layout.json", "layout.json"},
        {"import trace/kernelslist.g -o trace/kernel-1.traceg", "trace/kernel-1.traceg"},
        {"cut trace/kernelslist.g --requests :1 -o trace/kernel-1.traceg", "trace/kernel-1.traceg"},
        {"export trace/kernelslist.g --traceg trace", "trace/kernel-1.traceg"},
    };
    for (const Row& row : rows) {
        const std::string before = folder.read(row.kept);
        const Outcome outcome = folder.hitmap(row.arguments);
        EXPECT_EQ(outcome.status, 2) << row.arguments;
        EXPECT_THAT(outcome.err, HasSubstr("the input")) << row.arguments;
        EXPECT_EQ(folder.read(row.kept), before) << row.arguments;
    }
    EXPECT_EQ(folder.hitmap("export trace/kernelslist.g --traceg other").status, 0);
}

TEST(Import, OfARecordingWithALayoutTakesNothingElse) {
    const TemporaryFolder folder;
    folder.write("a.csv", accesses());
    ASSERT_EQ(folder.hitmap("import a.csv -o a.hmt").status, 0);
    ASSERT_EQ(folder.hitmap("layout a.hmt -o layout.json").status, 0);
    for (const char* more : {"a.csv", "--sms 4", "--ignore-hash"})
        EXPECT_EQ(folder.hitmap(fmt::format("import a.hmt {} --layout layout.json -o b.hmt", more)).status,
                  2);
    EXPECT_FALSE(folder.has("b.hmt"));
    const Outcome outcome = folder.hitmap("import a.hmt --layout layout.json -o b.hmt --json");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("\"requests\": 64"));
}

TEST(Import, RefusesAnotherFileAndLeavesNothing) {
    const TemporaryFolder folder;
    struct Row {
        std::string text;
        std::string message;
    };
    const Row rows[] = {
        {"", "expected a recording of another program, found an empty file\n"},
        {"SM,Warp\n0,0\n",
         "found a table with the columns 'SM,Warp'; a table of accesses begins with the line "
         "'sm,warp,lane,address,bytes,operation'\n"},
        {"\xef\xbb\xbfSM;\"Warp\"\n0;0\n",
         "found a table with the columns 'SM,Warp'; a table of accesses begins with the line "
         "'sm,warp,lane,address,bytes,operation'\n"},
        {"some text\n",
         "this is not a recording of another program; docs/import.md lists the formats that Hitmap reads\n"},
    };
    for (const Row& row : rows) {
        folder.write("a.csv", row.text);
        const Outcome outcome = folder.hitmap("import a.csv -o b.hmt");
        EXPECT_EQ(outcome.status, 1);
        EXPECT_THAT(outcome.err, MatchesRegex("hitmap: a.csv: .*" + row.message));
        EXPECT_FALSE(folder.has("b.hmt"));
    }
}

TEST(Import, RefusesChoicesThatTheFormatHasNoUseFor) {
    const TemporaryFolder folder;
    folder.write("a.csv", "\xef\xbb\xbf" + accesses()); // with the mark that some programs write
    for (const char* option : {"--sms 4", "--blocks-per-sm 4", "--ignore-hash", "--trace 2"})
        EXPECT_EQ(folder.hitmap(fmt::format("import a.csv -o a.hmt {}", option)).status, 2) << option;
    EXPECT_EQ(folder.hitmap("import a.csv -o a.hmt").status, 0);
}

TEST(Import, NamesTheListOfAKernelThatIsMissing) {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder.path() / "traces");
    folder.write("traces/kernelslist.g", "kernel-9.traceg\n");
    EXPECT_THAT(folder.hitmap("info traces/kernelslist.g").err,
                HasSubstr("traces/kernelslist.g: line 1: expected the kernels that it names, found"));
    EXPECT_THAT(folder.hitmap("info traces").err, HasSubstr("kernelslist.g"));
}

TEST(Import, InfoShowsTheFormatAndTheSizeOfTheFile) {
    const TemporaryFolder folder;
    folder.write("a.csv", accesses());
    EXPECT_THAT(folder.hitmap("info a.csv").out,
                HasSubstr(fmt::format("recording        csv, {} bytes\n", accesses().size())));
    EXPECT_THAT(
        folder.hitmap("info a.csv --json").out,
        testing::StartsWith(fmt::format(
            "{{\n  \"format\": \"csv\",\n  \"bytes\": {},\n  \"incomplete\": false,\n", accesses().size())));
}

} // namespace
} // namespace hitmap::test
