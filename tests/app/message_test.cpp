#include "core/profile/query/metric.h"
#include "tests/app/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace hitmap::test {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;

/// A folder with small invalid files of each kind, a recording and its mesh.
class Messages : public testing::Test {
protected:
    void SetUp() override {
        folder.write("tri.obj",
                     "v -1 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 -9\nv 1 0 -9\nv 0 1 -9\nf 1 2 3\nf 4 5 6\n");
        folder.write("empty", "");
        folder.write("b.png", "");
        folder.write("noise", "\x01\x02\xff\xfe\x1b[31m and so on, for more than sixteen bytes\n");
        folder.write("open.json", "{");
        folder.write("array.json", "[]");
        folder.write("twice.json", R"({"camera": {"up": [0, 1, 0], "up": [1, 0, 0]}})");
        folder.write("latin.json", "{\"a\": \"\xe9\"}");
        folder.write("big.json", R"({"fov_y_degrees": 1e999})");
        folder.write("deep.json", std::string(100, '['));
        folder.write("ncu.csv",
                     "\"ID\",\"Kernel Name\",\"sm__x.sum\"\n\"\",\"\",\"inst\"\n\"0\",\"k\",\"-3\"\n");
        folder.write("german.csv", "\"ID\",\"Kernel Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\"\n"
                                   "\"0\",\"k\",\"l1tex__t_sector_hit_rate.pct\",\"%\",\"87,50\"\n");
        folder.write("metrics.csv", "kind,element,accesses\nface,0,1\n");
        folder.write("renamed.hmt", "neither a recording nor empty\n");
        folder.write("negative.csv", "index,latency\n0,-5\n");
        folder.write("plru.json", R"({"scenes": {"a": "builtin:teapot"},
                                      "caches": {"x": {"l1": "32KiB:128:64:plru"}}})");
        folder.write("few.json", R"({"scenes": {"a": "builtin:teapot?triangles=1"}})");
        folder.write("no-scenes.json", R"({"scenes": {}})");
        std::filesystem::create_directory(folder.path() / "folder");
        for (const char* const picture : {"taken/l1-latency.png", "taken/l1-latency.svg"})
            std::filesystem::create_directories(folder.path() / picture);
        const Outcome traced = folder.hitmap("trace tri.obj -o t.hmt --resolution 16x8 --sms 2");
        ASSERT_EQ(traced.status, 0) << traced.err;
        folder.write("one.obj", "v -1 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
        const Outcome other = folder.hitmap("trace one.obj -o other.hmt --resolution 16x8 --sms 2");
        ASSERT_EQ(other.status, 0) << other.err;
    }
    TemporaryFolder folder;
};

struct WrongInput {
    const char* arguments;
    /// Standard error without the leading "hitmap: " and the end of the line.
    const char* message;
};

#define HITMAP_HELP "\nRun with --help for more information."

TEST_F(Messages, SayWhatIsWrongWithTheCommandLine) {
    const WrongInput rows[] = {
        {"info t.hmt extra", "expected no further argument, found 'extra'" HITMAP_HELP},
        {"info t.hmt extra more", "expected no further argument, found 'extra more'" HITMAP_HELP},
        {"info t.hmt -5", "expected no further argument, found '-5'" HITMAP_HELP},
        {"trace builtin:teapot -o u.hmt --nonsense 3", "unknown option '--nonsense'" HITMAP_HELP},
        {"info t.hmt extra --jsno", "unknown option '--jsno'; did you mean --json?" HITMAP_HELP},
        {"trace tri.obj -o u.hmt --res=16x8",
         "unknown option '--res=16x8'; did you mean --resolution?" HITMAP_HELP},
        {"render t.hmt --outptu x.png", "unknown option '--outptu'; did you mean --output?" HITMAP_HELP},
        {"render t.hmt -o x.png -metric l1-hit-rate",
         "unknown option '-metric'; did you mean --metric?" HITMAP_HELP},
        {"info t.hmt -- --zzz", "expected no further argument, found '--zzz'" HITMAP_HELP},
        {"--verison", "unknown option '--verison'; did you mean --version?" HITMAP_HELP},
        {"simulate t.hmt --model sdcm --model sdcm", "--model: expected once, found 2 times" HITMAP_HELP},
        {"simulate t.hmt --model magic", "--model: expected sdcm, hierarchy, found 'magic'" HITMAP_HELP},
        {"simulate t.hmt --frames -1",
         "--frames: expected a whole number from 1 to 65536, found '-1'" HITMAP_HELP},
        {"simulate t.hmt --frames \"$(printf '\\033[31m1')\"",
         "--frames: expected a whole number from 1 to 65536, found '\\x1b[31m1'" HITMAP_HELP},
        {"simulate t.hmt --only-instruction -1",
         "--only-instruction: expected a whole number from 0 to 4294967295, found '-1'" HITMAP_HELP},
        {"simulate t.hmt --memory-limit -1",
         "--memory-limit: size '-1' is not a number of bytes, KiB, MiB, GiB or TiB below 2^64, e.g. 32KiB"},
        {"trace open.json -o u.hmt --memory-limit 3x",
         "--memory-limit: size '3x' is not a number of bytes, KiB, MiB, GiB or TiB below 2^64, e.g. 32KiB"},
        {"sweep few.json -o results --memory-limit 3x",
         "--memory-limit: size '3x' is not a number of bytes, KiB, MiB, GiB or TiB below 2^64, e.g. 32KiB"},
        {"simulate t.hmt --l1 32KiB:128:0",
         "--l1: cache '32KiB:128:0': ways '0' are not a number from 1 to 256 (capacity / line), nor 'full'"},
        {"simulate t.hmt --l1 32KiB:128:64:plru",
         "L1 cache '32KiB:128:64:plru': the stack distance model has policy lru only"},
        {"simulate t.hmt --l2 6MiB:128/32:16",
         "L2 cache '6MiB:128/32:16': the stack distance model has no sectors"},
        {"export t.hmt --metrics x.csv --l1 32KiB:128:64:lru:xor",
         "L1 cache '32KiB:128:64:lru:xor': the stack distance model has index linear only"},
        {"trace tri.obj --simulate --l1 32KiB:128:64:fifo",
         "L1 cache '32KiB:128:64:fifo': the stack distance model has policy lru only"},
        {"compare t.hmt t.hmt --l1-b 7:128:1",
         "--l1-b: cache '7:128:1': capacity '7' is not a multiple of the line, 128 bytes"},
        {"compare t.hmt t.hmt --l1-b ''", "--l1-b: expected a cache, found nothing" HITMAP_HELP},
        {"compare t.hmt t.hmt --preset-b turing-rtx2080ti",
         "--preset-b: expected with --model hierarchy; the stack distance cache model has none"},
        {"compare t.hmt t.hmt --model-a hierarchy --preset-b turing-rtx2080ti",
         "--preset-b: expected with --model hierarchy; the stack distance cache model has none"},
        {"compare t.hmt t.hmt --model-b magic",
         "--model-b: expected sdcm, hierarchy, found 'magic'" HITMAP_HELP},
        {"compare t.hmt t.hmt --ray-kind-a blue",
         "--ray-kind-a: expected primary|shadow|ao|path[:BOUNCE], found 'blue'"},
        {"render t.hmt -o x.png --model-a sdcm", "--model-a: expected with --compare"},
        {"render t.hmt -o x.png --l1-b 1KiB", "--l1-b: expected with --compare"},
        {"render t.hmt -o x.png --geometry b", "--geometry: expected with --compare"},
        {"render t.hmt -o x.png --frame-b 0", "--frame-b: expected with --compare"},
        {"render t.hmt -o x.png --compare ''", "--compare: expected a recording, found nothing" HITMAP_HELP},
        {"render t.hmt -o x.png --compare t.hmt --geometry c",
         "--geometry: expected a, b, found 'c'" HITMAP_HELP},
        {"render t.hmt -o x.png --compare t.hmt --panel curves",
         "--compare: expected with --panel mesh or image, found curves"},
        {"render t.hmt -o x.png --compare t.hmt --range all-frames",
         "--range all-frames: expected without --compare or with --sequence frames; differences are known "
         "of the frames that are shown"},
        {"render t.hmt -o x.png --compare t.hmt --frames-b 4 --frame-b 4",
         "--frame-b: expected 0 to 3, found 4"},
        {"render t.hmt -o x.png --compare t.hmt --l2-b 7:128:1",
         "--l2-b: cache '7:128:1': capacity '7' is not a multiple of the line, 128 bytes"},
        {"render t.hmt -o b.png --compare ./b.png",
         "--output: expected another file than the input, found 'b.png'"},
        {"export t.hmt --metrics ''", "--metrics: expected a file, found nothing" HITMAP_HELP},
        {"export t.hmt --model hierarchy --miss-ratio x.csv --of face:0,1,0",
         "--of: expected each element once, found 0 twice"},
        {"render t.hmt -o x.gif", "--output: expected a name that ends in .png, found 'x.gif'"},
        {"trace builtin:castle -o u.hmt",
         "unknown scene builtin:castle: expected one of builtin:atrium, builtin:statue, builtin:teapot"},
        {"trace builtin:teapot?triangles=-5 -o u.hmt",
         "scene key triangles: expected a whole number from 200 to 20000000, found \"-5\""},
        {"trace tri.obj -o u.png --image ./u.png", "--image: expected another file than --output"},
        {"presets --json extra more", "expected no further argument, found 'more'" HITMAP_HELP},
    };
    for (const WrongInput& row : rows) {
        const Outcome outcome = folder.hitmap(row.arguments);
        EXPECT_EQ(outcome.status, 2) << row.arguments;
        EXPECT_EQ(outcome.err, std::string("hitmap: ") + row.message + "\n") << row.arguments;
        EXPECT_THAT(outcome.out, IsEmpty()) << row.arguments;
    }
}

TEST_F(Messages, NameAllMetrics) {
    std::string names;
    for (const MetricInfo& info : metric_table())
        names += (names.empty() ? "" : ", ") + info.name;
    const Outcome outcome = folder.hitmap("render t.hmt -o x.png --metric speed");
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.err, "hitmap: --metric: expected one of " + names +
                               " (--panel image and --panel addresses have others, which --help lists), "
                               "found 'speed'\n");
}

TEST_F(Messages, SayWhichFileIsWrongWhereAndHow) {
    const WrongInput rows[] = {
        {"info missing.hmt", "missing.hmt: cannot be opened: No such file or directory"},
        {"info ''", "'': cannot be opened: No such file or directory"},
        {"info \"$(printf 'a\\nb\\033[1m\\377.hmt')\"",
         "a\\nb\\x1b[1m\\xff.hmt: cannot be opened: No such file or directory"},
        {"info folder", "folder: expected a file or a folder with a recording of another program, found a "
                        "folder without one"},
        {"info /dev/null", "/dev/null: expected a file, found something without a size"},
        {"info tri.obj", "tri.obj: this is not a recording, .hmt or of another program; docs/import.md lists "
                         "the formats that Hitmap reads; to record a scene: hitmap trace tri.obj -o tri.hmt"},
        {"validate metrics.csv",
         "metrics.csv: expected a recording, .hmt or of another program, found a table with the columns "
         "'kind,element,accesses'; a table of accesses begins with the line "
         "'sm,warp,lane,address,bytes,operation'"},
        {"info noise",
         "noise: this is not a recording, .hmt or of another program; docs/import.md lists the formats that "
         "Hitmap reads"},
        {"info renamed.hmt", "renamed.hmt: this is not a .hmt recording: its first bytes are others; 'hitmap "
                             "import' reads recordings of some other programs (docs/import.md)"},
        {"simulate t.hmt --memory-limit 1 --threads 1",
         "t.hmt: needs about 229 MiB of memory, more than the limit of 1 B"},
        {"simulate t.hmt --only-instruction 999", "t.hmt: instructions: expected more than 999, found 37"},
        {"simulate t.hmt --ray-kind ao", "t.hmt: lane tags: expected rays of kind ao, found primary:0"},
        {"simulate t.hmt --model hierarchy --preset open.json",
         "open.json: line 1, column 2: expected string literal, found end of input"},
        {"simulate t.hmt --model hierarchy --measured ncu.csv",
         "ncu.csv: line 3: expected 'sm__x.sum' not to be negative, found '-3'"},
        {"simulate t.hmt --model hierarchy --measured german.csv",
         "german.csv: line 2: expected a number of 'l1tex__t_sector_hit_rate.pct', found '87,50': this looks "
         "like a "
         "table with decimal commas; run ncu with LC_ALL=C"},
        {"simulate t.hmt --model hierarchy --measured noise",
         "noise: expected a header that begins with \"ID\", as ncu --csv prints, found none"},
        {"export t.hmt --metrics folder", "folder: cannot be written: it is a folder"},
        {"export t.hmt --metrics no/x.csv", "no/x.csv: cannot be written: No such file or directory"},
        {"export t.hmt --metrics tri.obj/x.csv", "tri.obj/x.csv: cannot be written: Not a directory"},
        {"export t.hmt --metrics /dev/full", "/dev/full: byte 0: cannot be written: No space left on device"},
        {"export t.hmt --model hierarchy --miss-ratio x.csv --of face:9",
         "t.hmt: --of: expected face 0 to 7, found 9"},
        {"render t.hmt -o x.png --compare missing.hmt",
         "missing.hmt: cannot be opened: No such file or directory"},
        {"render t.hmt -o x.png --compare tri.obj",
         "tri.obj: this is not a recording, .hmt or of another program; docs/import.md lists the formats "
         "that Hitmap reads; to record a scene: hitmap trace tri.obj -o tri.hmt"},
        {"render t.hmt -o x.png --compare other.hmt", "no difference: A and B are of different meshes"},
        {"render t.hmt -o x.png --view array.json", "array.json: expected an object, found []"},
        {"render t.hmt -o x.png --view twice.json",
         "twice.json: /camera: expected each key once, found 'up' twice"},
        {"trace tri.obj -o no/u.hmt", "no/u.hmt: cannot be written: No such file or directory"},
        {"trace tri.obj -o u.hmt --camera latin.json",
         "latin.json: line 1, column 9: expected a JSON text, found invalid string: ill-formed UTF-8 byte "
         "(last read: '\"\\xe9\"')"},
        {"trace tri.obj -o u.hmt --camera big.json",
         "big.json: expected numbers that a double can hold, found '1e999'"},
        {"trace tri.obj -o u.hmt --camera deep.json",
         "deep.json: expected values at most 64 deep, found more"},
        {"trace tri.obj -o u.hmt --camera empty",
         "empty: line 1, column 1: expected '[', '{', or a literal, found end of input"},
        {"trace '' -o u.hmt", "'': the file does not exist"},
        {"trace missing.obj -o u.hmt", "missing.obj: the file does not exist"},
        {"trace tri.obj/x.obj -o u.hmt", "tri.obj/x.obj: the file does not exist"},
        {"trace folder -o u.hmt", "folder: expected a mesh file, found a folder"},
        {"probe --preset fermi-gtx560ti --plots tri.obj", "tri.obj: expected a folder, found a file"},
        {"probe --preset fermi-gtx560ti --plots tri.obj/x/y",
         "tri.obj/x/y: tri.obj: expected a folder, found a file"},
        {"probe --l1 2KiB:64:4 --json --plots taken",
         "taken/l1-latency.png: cannot be written: it is a folder"},
        {"probe --l1 2KiB:64:4 --json --plots taken --plot-format svg",
         "taken/l1-latency.svg: cannot be written: it is a folder"},
        {"probe --l1 2KiB:64:4 --runs folder", "folder: cannot be written: it is a folder"},
        {"probe --csv negative.csv",
         "negative.csv: line 2: expected 2 whole numbers separated by commas, found '0,-5'"},
        {"sweep plru.json -o s",
         "plru.json: /caches/x: L1 cache '32KiB:128:64:plru': the stack distance model has policy lru only"},
        {"sweep no-scenes.json -o s", "no-scenes.json: /: expected a key 'scenes' with a scene at least"},
    };
    for (const WrongInput& row : rows) {
        const Outcome outcome = folder.hitmap(row.arguments);
        EXPECT_EQ(outcome.status, 1) << row.arguments;
        EXPECT_EQ(outcome.err, std::string("hitmap: ") + row.message + "\n") << row.arguments;
        EXPECT_THAT(outcome.out, IsEmpty()) << row.arguments;
    }
    for (const char* const name : {"u.hmt", "x.csv", "x.png", "s", "u.hmt.part"})
        EXPECT_FALSE(folder.has(name)) << name;
}

TEST_F(Messages, LinksThatLeadNowhereAreNamed) {
    std::filesystem::create_symlink("loop", folder.path() / "loop");
    const WrongInput rows[] = {
        {"info loop", "loop: cannot be opened: Too many levels of symbolic links"},
        {"simulate loop", "loop: cannot be opened: Too many levels of symbolic links"},
        {"render loop -o x.png", "loop: cannot be opened: Too many levels of symbolic links"},
        {"trace loop -o x.hmt", "loop: cannot be read: Too many levels of symbolic links"},
        {"sweep loop -o results", "loop: cannot be opened: Too many levels of symbolic links"},
        {"export t.hmt --traceg loop", "loop: cannot be made: File exists"},
        {"cut t.hmt --requests 0:1 -o loop", "loop: cannot be written: Too many levels of symbolic links"},
    };
    for (const WrongInput& row : rows) {
        const Outcome outcome = folder.hitmap(row.arguments);
        EXPECT_EQ(outcome.status, 1) << row.arguments;
        EXPECT_THAT(outcome.err, EndsWith(std::string("hitmap: ") + row.message + "\n")) << row.arguments;
    }
}

TEST_F(Messages, NamesInTablesHaveNoEffectOnATerminal) {
    folder.write("names.csv", "sm,warp,lane,address,bytes,operation,line\n"
                              "0,0,0,4096,4,load,a\x1b[31mb.cu:1\n");
    const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    ASSERT_TRUE(terminal >= 0 && grantpt(terminal) == 0 && unlockpt(terminal) == 0);
    const std::string slave = ptsname(terminal); // NOLINT(concurrency-mt-unsafe): one thread
    // The terminal keeps what it was sent as long as it is open.
    const int open_end = open(slave.c_str(), O_RDWR | O_NOCTTY);
    const Outcome shown = folder.hitmap_into("export names.csv --traffic - --model hierarchy", slave);
    EXPECT_EQ(shown.status, 0) << shown.err;
    std::string text(1U << 16, '\0');
    const auto got = read(terminal, text.data(), text.size());
    close(open_end);
    close(terminal);
    ASSERT_GT(got, 0);
    text.resize(static_cast<std::size_t>(got));
    EXPECT_THAT(text, HasSubstr("a\\x1b[31mb.cu"));
    EXPECT_EQ(text.find('\x1b'), std::string::npos);
    const Outcome piped = folder.hitmap("export names.csv --traffic - --model hierarchy");
    EXPECT_THAT(piped.out, HasSubstr("a\x1b[31mb.cu")) << "files get the names as they are";
}

TEST_F(Messages, StandardOutputThatTakesNothingIsAFailure) {
    struct Stream {
        const char* output; ///< target of the redirection ">"
        const char* reason;
    };
    for (const Stream& stream :
         {Stream{"/dev/full", "No space left on device"}, Stream{"&-", "Bad file descriptor"}})
        for (const char* const arguments :
             {"--help", "--version", "info --help", "info t.hmt", "info t.hmt --json", "validate t.hmt",
              "simulate t.hmt", "simulate t.hmt --json", "compare t.hmt t.hmt", "presets", "presets --json",
              "probe --l1 2KiB:64:4", "export t.hmt --metrics -", "render t.hmt -o - --size 64x64"}) {
            const Outcome outcome = folder.hitmap_into(arguments, stream.output);
            EXPECT_EQ(outcome.status, 1) << arguments;
            EXPECT_EQ(outcome.err,
                      std::string("hitmap: standard output: cannot be written: ") + stream.reason + "\n")
                << arguments;
        }
}

/// If standard streams are closed, files that are opened must not take their place.
TEST_F(Messages, ClosedStreamsDoNotSpoilWhatIsWritten) {
    const std::string whole = folder.read("t.hmt");
    const Outcome outcome =
        folder.hitmap_into("trace tri.obj -o u.hmt --resolution 16x8 --sms 2 --simulate", "&- 2>&- <&-");
    EXPECT_EQ(outcome.status, 1);
    EXPECT_FALSE(folder.has("u.hmt"));
    EXPECT_EQ(folder.hitmap_into("trace tri.obj -o u.hmt --resolution 16x8 --sms 2", "&- 2>&- <&-").status,
              0);
    EXPECT_EQ(folder.read("u.hmt"), whole);
}

TEST_F(Messages, AReaderThatGoesIsAFailureAndLeavesNothing) {
    (void)folder.hitmap(
        "trace tri.obj -o u.hmt --resolution 16x8 --simulate --json --frames 20000 2>messages | "
        "head -c 1");
    EXPECT_THAT(folder.read("messages"),
                EndsWith("hitmap: standard output: cannot be written: Broken pipe\n"));
    EXPECT_FALSE(folder.has("u.hmt"));
    EXPECT_FALSE(folder.has("u.hmt.part"));
}

TEST_F(Messages, CachesThatNoGpuHasAreSimulatedAndSaidToBe) {
    const std::string note = " cache '33KiB:128:64': 264 lines are 4.125 sets of 64 ways: the stack distance "
                             "model takes any ratio, but no cache has such sets\n";
    for (const char* const arguments :
         {"simulate t.hmt --l1 33KiB:128:64", "export t.hmt --metrics - --l1 33KiB:128:64",
          "render t.hmt -o x.png --size 64x64 --l1 33KiB:128:64",
          "compare t.hmt t.hmt --l1-b 33KiB:128:64"}) {
        const Outcome outcome = folder.hitmap(arguments);
        EXPECT_EQ(outcome.status, 0) << arguments;
        EXPECT_EQ(outcome.err, "hitmap: L1" + note) << arguments;
    }
    EXPECT_EQ(folder.hitmap("simulate t.hmt --l1 32KiB:128:64 --l2 33KiB:128:64").err, "hitmap: L2" + note);
    EXPECT_EQ(folder.hitmap("simulate t.hmt --l1 32KiB:128:64").err, "");
}

TEST_F(Messages, ElementsWithoutAnAccessAreNamed) {
    const auto exported = [&](const std::string& elements) {
        return folder.hitmap("export t.hmt --model hierarchy --miss-ratio - --of " + elements);
    };
    EXPECT_EQ(exported("face:0").err, "");
    EXPECT_EQ(exported("face:0,5,7").err,
              "hitmap: t.hmt: --of: not accessed, so without look-ups: face 5, 7\n");
    EXPECT_EQ(exported("face:5").status, 0);
}

} // namespace
} // namespace hitmap::test
