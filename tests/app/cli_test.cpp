#include "tests/app/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace hitmap::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

constexpr const char* one_triangle = "v -1 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

/// A recording small enough to trace in every test.
class WithRecording : public testing::Test {
protected:
    void SetUp() override {
        folder.write("triangle.obj", one_triangle);
        const Outcome traced =
            folder.hitmap("trace triangle.obj -o t.hmt --resolution 16x8 --sms 2 --warps-per-sm 2");
        ASSERT_EQ(traced.status, 0) << traced.err;
    }
    TemporaryFolder folder;
};

TEST(CommandLine, AFileAloneIsOpenedAsViewDoes) {
    const TemporaryFolder folder;
    folder.write("broken.hmt", "no recording");
    const Outcome alone = folder.hitmap("broken.hmt");
    const Outcome by_view = folder.hitmap("view broken.hmt");
    EXPECT_EQ(alone.status, by_view.status);
    EXPECT_EQ(alone.err, by_view.err);
    EXPECT_THAT(alone.err, testing::HasSubstr("no display"));
}

TEST(CommandLine, ASceneIsNoRecordingAndTheMessageSaysHowToMakeOne) {
    const TemporaryFolder folder;
    folder.write("one triangle.obj", one_triangle);
    const Outcome outcome = folder.hitmap("info 'one triangle.obj'");
    EXPECT_EQ(outcome.status, 1);
    EXPECT_THAT(outcome.err,
                HasSubstr("hitmap: one triangle.obj: expected a recording (.hmt), found another file; "
                          "to record a scene: hitmap trace 'one triangle.obj' -o 'one triangle.hmt'"));
}

TEST(CommandLine, UsageErrorsExitWithTwoAndSayWhatWasExpected) {
    const TemporaryFolder folder;
    folder.write("triangle.obj", one_triangle);
    struct Row {
        const char* arguments;
        const char* message;
    };
    const Row rows[] = {
        {"nonsense", "hitmap: expected one of the commands view, trace, info,"},
        {"simulate", "hitmap: FILE is required"},
        {"simulate builtin:teapot?seed=2",
         "hitmap: builtin:teapot?seed=2: expected a recording (.hmt), found a "
         "built-in scene; to record a scene: hitmap trace "
         "'builtin:teapot?seed=2' -o teapot.hmt"},
        {"simulate t.hmt --threads 1025", "--threads: expected a whole number from 0 to 1024, found '1025'"},
        {"trace triangle.obj -o t.hmt --threads -1", "--threads: expected a whole number from 0"},
        {"trace triangle.obj -o t.hmt --up w", "--up: expected auto|x|y|z|-x|-y|-z, found 'w'"},
        {"trace builtin:teapot -o t.hmt --up z",
         "--up z: expected a mesh file or y, found builtin:teapot, which is y-up"},
        {"trace triangle.obj -o t.hmt --seed -1", "--seed: expected a whole number from 0"},
        {"render t.hmt -o x.png --frame -1", "--frame: expected a number or FIRST..LAST, found '-1'"},
        {"render t.hmt -o x.png --frames 65537", "--frames: expected a whole number from 1 to 65536"},
        {"export t.hmt --metrics x.csv --frames 65537", "--frames: expected a whole number from 1 to 65536"},
        {"simulate t.hmt --l1 ''", "--l1: expected a cache, found nothing"},
        {"simulate t.hmt --model hierarchy --preset ''", "--preset: expected a preset, found nothing"},
        {"simulate t.hmt --frames 65537", "--frames: expected a whole number from 1 to 65536"},
        {"render t.hmt -o x.png --size 63x64", "--size: expected WIDTHxHEIGHT with numbers from 64 to 32767"},
        {"render t.hmt -o x.png --size 64x32768", "--size: expected WIDTHxHEIGHT"},
        {"trace", "SCENE is required"},
        {"trace triangle.obj", "trace: expected --output, --simulate or both, found neither"},
        {"trace triangle.obj -o t.hmt --json", "--simulate"},
        {"trace triangle.obj -o t.hmt --l1 1KiB:128:1", "--simulate"},
        {"trace triangle.obj -o - --simulate", "--output: expected a file beside --simulate"},
        {"trace triangle.obj --simulate --l1 32KiB:128", "CAPACITY:LINE"},
        {"trace triangle.obj -o t.hmt --resolution 512", "--resolution: expected WIDTHxHEIGHT"},
        {"trace triangle.obj -o t.hmt --resolution 0x5", "--resolution: expected WIDTHxHEIGHT"},
        {"trace triangle.obj -o t.hmt --bvh best", "--bvh"},
        {"trace triangle.obj -o t.hmt --sms 0", "--sms"},
        {"trace triangle.obj -o t.hmt --leaf-size 0", "leaf"},
        {"trace builtin:castle -o t.hmt", "castle"},
        {"simulate t.hmt --l1 32KiB:128", "CAPACITY:LINE"},
        {"simulate t.hmt --model magic", "--model"},
        {"simulate t.hmt --by lane", "--by"},
        {"compare t.hmt", "B is required"},
        {"compare t.hmt t.hmt --l1-b 32KiB:128", "CAPACITY:LINE"},
        {"compare t.hmt t.hmt --frames 4 --frame 4", "--frame: expected 0 to 3, found 4"},
        {"compare t.hmt t.hmt --frames 0", "--frames"},
        {"export t.hmt", "--miss-ratio, --reuse-histogram or --stack"},
        {"export t.hmt --traffic t.csv --model hierarchy --only-line a.cu:1",
         "--traffic: is of everything; found line a.cu:1"},
        {"export t.hmt --stack t.csv --model hierarchy --only-allocation faces",
         "--stack: is of all of the stack or of some rays; found allocation faces"},
        {"export t.hmt --traffic t.csv --model hierarchy --frame 0",
         "--frame: expected with --metrics or --regions only"},
        {"export t.hmt --regions t.csv --frames 4", "expected with --frame"},
        {"render t.hmt -o x.png --cells access-order", "--cells: expected with --panel framebuffer"},
        {"render t.hmt -o x.png --panel framebuffer --cells stack-sectors",
         "expected with --model hierarchy"},
        {"render t.hmt -o x.png --panel framebuffer --cells stack-sectors --model hierarchy --frames 2",
         "is of the whole recording"},
        {"render t.hmt -o x.png --panel miss-ratio --model hierarchy --ray-kind ao", "is of everything"},
        {"render t.hmt -o x.png --metric beauty", "--metric"},
        {"render t.hmt -o x.png --frames 4 --frame 4", "--frame: expected 0 to 3, found 4"},
        {"render t.hmt -o x.png --frames 4 --frame 2..4", "--frame: expected 0 to 3, found 4"},
        {"render t.hmt -o x.png --frames 4 --frame 2..1", "--frame: expected FIRST..LAST"},
        {"render t.hmt -o x.png --frames 4 --frame 2 --frame-count 3",
         "--frame-count: expected 1 to 2, found 3"},
        {"render t.hmt -o x.png --frame x", "--frame: expected a number"},
        {"render t.hmt -o x.svg", "--panel mesh is written as PNG only"},
        {"render t.hmt -o x.png --range 1:0",
         "--range: expected percentiles, full, data, all-frames or MIN:MAX"},
    };
    for (const Row& row : rows) {
        const Outcome outcome = folder.hitmap(row.arguments);
        EXPECT_EQ(outcome.status, 2) << row.arguments << "\n" << outcome.err;
        EXPECT_THAT(outcome.err, HasSubstr(row.message)) << row.arguments;
        EXPECT_THAT(outcome.out, IsEmpty()) << row.arguments;
    }
}

TEST(CommandLine, FailuresExitWithOneAndNameTheFile) {
    const TemporaryFolder folder;
    folder.write("notes.hmt", "not a recording");
    folder.write("empty.hmt", "");
    folder.write("broken.json", "{");
    folder.write("triangle.obj", one_triangle);
    struct Row {
        const char* arguments;
        const char* file;
    };
    const Row rows[] = {
        {"info missing.hmt", "missing.hmt"},
        {"info notes.hmt", "notes.hmt"},
        {"info empty.hmt", "empty.hmt"},
        {"info .", "."},
        {"validate notes.hmt", "notes.hmt"},
        {"simulate notes.hmt --json", "notes.hmt"},
        {"compare notes.hmt missing.hmt", "notes.hmt"},
        {"trace missing.obj -o t.hmt", "missing.obj"},
        {"trace triangle.obj -o no/such/folder.hmt", "no/such/folder.hmt"},
        {"trace triangle.obj -o t.hmt --camera broken.json", "broken.json"},
    };
    for (const Row& row : rows) {
        const Outcome outcome = folder.hitmap(row.arguments);
        EXPECT_EQ(outcome.status, 1) << row.arguments << "\n" << outcome.err;
        EXPECT_THAT(outcome.err, HasSubstr(row.file)) << row.arguments;
        EXPECT_THAT(outcome.out, IsEmpty()) << row.arguments;
    }
    EXPECT_FALSE(folder.has("t.hmt"));
}

TEST(CommandLine, HelpOfEveryCommandExplainsItself) {
    const TemporaryFolder folder;
    for (const char* command :
         {"", "view", "trace", "info", "validate", "simulate", "compare", "export", "render"}) {
        const Outcome outcome = folder.hitmap(std::string(command) + " --help");
        EXPECT_EQ(outcome.status, 0) << command;
        EXPECT_THAT(outcome.out, HasSubstr("--help")) << command;
        EXPECT_THAT(outcome.err, IsEmpty()) << command;
    }
    EXPECT_THAT(folder.hitmap("--version").out, StartsWith("hitmap "));
}

/// A pyramid that stands on the plane z = 0.
constexpr const char* z_up_pyramid = "v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nv 0 0 1\n"
                                     "f 4 3 2 1\nf 1 2 5\nf 2 3 5\nf 3 4 5\nf 4 1 5\n";

TEST(CommandLine, AMeshIsTracedUprightAndInfoSaysWhichAxisAndCamera) {
    const TemporaryFolder folder;
    folder.write("pyramid.obj", z_up_pyramid);
    folder.write("camera.json", R"({"position": [0, 1, 4], "forward": [0, 0, -1]})");
    struct Row {
        const char* options;
        const char* said; ///< while tracing
        const char* up;   ///< of info
        const char* camera;
        const char* origin; ///< of info --json
    };
    const Row rows[] = {
        {"",
         "pyramid.obj: up axis z (by its shape: top and bottom differ most along z); --up gives another\n",
         "up axis          z of the file, assumed: by its shape: top and bottom differ most along z\n",
         "assumed\n", "\"up axis\": \"assumed\",\n    \"camera\": \"assumed\""},
        {"--up z --camera camera.json", "", "up axis          z of the file, given\n",
         "camera           at (0, 1, 4) towards (0, 0, -1), 60 degrees high, given\n",
         "\"up axis\": \"recorded\",\n    \"camera\": \"recorded\""},
        {"--up -y", "", "up axis          -y of the file, given\n", "assumed\n",
         "\"up axis\": \"recorded\",\n    \"camera\": \"assumed\""},
    };
    for (const Row& row : rows) {
        SCOPED_TRACE(row.options);
        const Outcome traced = folder.hitmap(
            std::string("trace pyramid.obj -o t.hmt --resolution 16x16 --sms 2 --warps-per-sm 2 ") +
            row.options);
        ASSERT_EQ(traced.status, 0) << traced.err;
        EXPECT_THAT(traced.err, HasSubstr(row.said));
        if (*row.said == '\0') {
            EXPECT_THAT(traced.err, Not(HasSubstr("up axis")));
        }
        const std::string info = folder.hitmap("info t.hmt").out;
        EXPECT_THAT(info, HasSubstr(row.up));
        EXPECT_THAT(info, HasSubstr(row.camera));
        EXPECT_THAT(folder.hitmap("info t.hmt --json").out, HasSubstr(row.origin));
    }
    const Outcome builtin = folder.hitmap(
        "trace builtin:teapot?triangles=300 -o b.hmt --resolution 8x8 --sms 2 --warps-per-sm 2");
    ASSERT_EQ(builtin.status, 0) << builtin.err;
    const std::string info = folder.hitmap("info b.hmt").out;
    EXPECT_THAT(info, HasSubstr("degrees high, the scene's own\n"));
    EXPECT_THAT(info, Not(HasSubstr("up axis")));
}

TEST(CommandLine, ManyTrianglesInOnePlaceAreAnnouncedWithTheirCost) {
    const TemporaryFolder folder;
    std::string mesh = "v -1 0 0\nv 1 0 0\nv 0 1 0\n";
    for (int i = 0; i < 300; ++i)
        mesh += "f 1 2 3\n";
    folder.write("repeated.obj", mesh);
    const Outcome traced =
        folder.hitmap("trace repeated.obj -o t.hmt --resolution 4x4 --sms 1 --warps-per-sm 1 --rays ao:4");
    ASSERT_EQ(traced.status, 0) << traced.err;
    EXPECT_THAT(traced.err,
                HasSubstr("repeated.obj: this may take long: 300 triangles lie in one place (face 0 of "
                          "the file is the first of them), and each ray that comes there tests all of "
                          "them: up to 24000 tests for this picture\n"));
}

TEST_F(WithRecording, SameInputSameBytes) {
    const std::string first = folder.read("t.hmt");
    ASSERT_EQ(
        folder
            .hitmap("trace triangle.obj -o again.hmt --resolution 16x8 --sms 2 --warps-per-sm 2 --threads 1")
            .status,
        0);
    EXPECT_EQ(first, folder.read("again.hmt"));
    const Outcome one = folder.hitmap("simulate t.hmt --json --frames 3 --by sm --threads 1");
    const Outcome many = folder.hitmap("simulate t.hmt --json --frames 3 --by sm --threads 5");
    EXPECT_EQ(one.status, 0) << one.err;
    EXPECT_EQ(one.out, many.out);
}

TEST_F(WithRecording, RecordingGoesToStandardOutput) {
    const Outcome outcome =
        folder.hitmap("trace triangle.obj -o - --resolution 16x8 --sms 2 --warps-per-sm 2");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.out, folder.read("t.hmt"));
}

TEST_F(WithRecording, NoProgressBarInAPipe) {
    EXPECT_THAT(folder.hitmap("simulate t.hmt").err, IsEmpty());
}

TEST_F(WithRecording, TimingGoesToStandardError) {
    const Outcome outcome = folder.hitmap("simulate t.hmt --timing");
    EXPECT_THAT(outcome.err, HasSubstr(" s\n"));
    EXPECT_EQ(outcome.out, folder.hitmap("simulate t.hmt").out);
}

TEST_F(WithRecording, MemoryLimitBelowTheNeedIsRefusedWithBothNumbers) {
    const Outcome outcome = folder.hitmap("simulate t.hmt --memory-limit 1MiB");
    EXPECT_EQ(outcome.status, 1);
    EXPECT_THAT(outcome.err, HasSubstr("more than the limit of 1 MiB"));
    EXPECT_EQ(folder.hitmap("simulate t.hmt --memory-limit 1GiB").out, folder.hitmap("simulate t.hmt").out);
}

TEST_F(WithRecording, ValidateSaysValid) {
    const Outcome outcome = folder.hitmap("validate t.hmt");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("t.hmt: valid"));
}

TEST_F(WithRecording, RenderWritesAPngOfTheAskedSize) {
    const Outcome outcome = folder.hitmap("render t.hmt -o p.png --size 320x200 --frames 2 --frame 1");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const std::string png = folder.read("p.png");
    ASSERT_GT(png.size(), 24U);
    EXPECT_EQ(png.substr(1, 3), "PNG");
    EXPECT_EQ(png.substr(16, 8), std::string("\0\0\1\x40\0\0\0\xc8", 8)); // IHDR: 320 x 200
}

TEST_F(WithRecording, RenderReadsAViewAndOptionsGoBeforeIt) {
    folder.write(
        "v.json",
        R"({"metric": "access-count", "frames": 4, "frame": 1, "frame_count": 2, "range_mode": "data"})");
    const std::string common = "render t.hmt --size 160x120 -o ";
    const auto picture = [&](const std::string& options) {
        const Outcome outcome = folder.hitmap(common + "p.png " + options);
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        return folder.read("p.png");
    };
    const std::string by_view = picture("--view v.json");
    EXPECT_EQ(by_view, picture("--metric access-count --frames 4 --frame 1..2 --range data"));
    EXPECT_EQ(by_view, picture("--metric access-count --frames 4 --frame 1 --frame-count 2 --range data"));
    const std::string other = picture("--view v.json --metric l1-hit-rate --frame 3 --range full");
    EXPECT_EQ(other, picture("--view v.json --metric l1-hit-rate --frame 3..3 --range full"));
    EXPECT_NE(other, by_view);
    EXPECT_EQ(folder.hitmap(common + "- --view v.json").out, by_view);
}

TEST_F(WithRecording, RenderDrawsPanelsAsPngAndSvg) {
    for (const char* panel : {"framebuffer", "curves"}) {
        const std::string draw = std::string("render t.hmt --size 400x300 --panel ") + panel + " -o ";
        EXPECT_EQ(folder.hitmap(draw + "p.svg").status, 0);
        EXPECT_THAT(folder.read("p.svg"), StartsWith("<svg "));
        EXPECT_EQ(folder.hitmap(draw + "p.png").status, 0);
        EXPECT_EQ(folder.read("p.png").substr(1, 3), "PNG");
    }
}

TEST_F(WithRecording, RenderDrawsTheCellsThatAreAskedFor) {
    const std::string draw =
        "render t.hmt --size 400x300 --panel framebuffer --model hierarchy -o p.svg --cells ";
    EXPECT_EQ(folder.hitmap(draw + "access-order").status, 0);
    EXPECT_THAT(folder.read("p.svg"), HasSubstr(">Access order<"));
    const Outcome outcome = folder.hitmap(draw + "stack-sectors");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(folder.read("p.svg"), HasSubstr(">Stack sectors<"));
    EXPECT_THAT(folder.read("p.svg"), Not(HasSubstr(">Access order<")));
}

TEST_F(WithRecording, ExportWritesTheWorstRegions) {
    ASSERT_EQ(folder.hitmap("export t.hmt --regions r.csv").status, 0);
    // One triangle of area 1 (and its padding): all misses of faces are its.
    const std::string table = folder.read("r.csv");
    EXPECT_THAT(table,
                StartsWith("kind,level,rank,element,source,elements,misses,share,area,misses_per_area,hits,"
                           "lookups,hit_rate,lower_x,lower_y,lower_z,upper_x,upper_y,upper_z\n"
                           "patch,l1,1,0,0,1,"));
    EXPECT_THAT(table, HasSubstr(",-1,0,0,1,1,0\npatch,l2,1,0,0,1,"));
    EXPECT_THAT(folder.read("r.csv.json"), HasSubstr("\"table\": \"regions\""));
    EXPECT_EQ(folder.hitmap("export t.hmt --regions -").out, table);
    EXPECT_EQ(folder.hitmap("export t.hmt --regions - --frames 1 --frame 0").out, table);
    EXPECT_EQ(folder.hitmap("export t.hmt --regions - --frames 3 --frame 1").status, 0);
}

TEST_F(WithRecording, InputsAreNotOverwritten) {
    folder.write("camera.json", "{}");
    const std::string recording = folder.read("t.hmt");
    const char* const rows[] = {"trace triangle.obj -o triangle.obj",
                                "trace triangle.obj -o ./triangle.obj",
                                "trace triangle.obj -o u.hmt --image triangle.obj",
                                "trace triangle.obj -o camera.json --camera camera.json",
                                "trace triangle.obj -o u.hmt --image u.hmt",
                                "export t.hmt --metrics t.hmt",
                                "export t.hmt --accesses ./t.hmt",
                                "render t.hmt -o t.hmt",
                                "render t.hmt -o camera.json --view camera.json"};
    for (const char* arguments : rows) {
        const Outcome outcome = folder.hitmap(arguments);
        EXPECT_EQ(outcome.status, 2) << arguments;
        EXPECT_THAT(outcome.err, HasSubstr("expected another file than")) << arguments;
    }
    EXPECT_EQ(folder.read("t.hmt"), recording);
    EXPECT_EQ(folder.read("triangle.obj"), one_triangle);
    EXPECT_EQ(folder.read("camera.json"), "{}");
}

TEST_F(WithRecording, FullStandardOutputFails) {
    if (!std::filesystem::exists("/dev/full")) return;
    for (const char* arguments :
         {"simulate t.hmt", "simulate t.hmt --json", "info t.hmt", "info t.hmt --json", "validate t.hmt",
          "export t.hmt --metrics -", "render t.hmt -o -", "trace triangle.obj -o - --resolution 8x8"}) {
        const Outcome outcome = folder.hitmap_into(arguments, "/dev/full");
        EXPECT_EQ(outcome.status, 1) << arguments;
        EXPECT_THAT(outcome.err, HasSubstr("No space left on device")) << arguments;
    }
}

TEST_F(WithRecording, CutOffRecordingsAreSaidToBe) {
    const std::string whole = folder.read("t.hmt");
    folder.write("cut.hmt", whole.substr(0, whole.size() - 1)); // the blocks are all there
    const Outcome simulated = folder.hitmap("simulate cut.hmt --json");
    EXPECT_EQ(simulated.status, 0) << simulated.err;
    EXPECT_THAT(simulated.out, HasSubstr("\"incomplete\": true"));
    EXPECT_THAT(simulated.err, StartsWith("hitmap: cut.hmt: incomplete: "));
    EXPECT_THAT(simulated.err, HasSubstr(" requests up to its last whole block\n"));
    for (const char* arguments : {"render cut.hmt -o cut.png", "export cut.hmt --metrics cut.csv"}) {
        const Outcome outcome = folder.hitmap(arguments);
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        EXPECT_THAT(outcome.err, StartsWith("hitmap: cut.hmt: incomplete: ")) << arguments;
    }
    EXPECT_THAT(folder.read("cut.csv.json"), HasSubstr("\"incomplete\": true"));
    EXPECT_EQ(folder.hitmap("validate cut.hmt").status, 1);
    EXPECT_THAT(folder.hitmap("simulate t.hmt --json").out, HasSubstr("\"incomplete\": false"));

    const std::size_t block = whole.find("RQST");
    folder.write("none.hmt", whole.substr(0, block + 40));
    EXPECT_THAT(folder.hitmap("simulate none.hmt").err,
                StartsWith("hitmap: none.hmt: incomplete: no whole block of requests\n"));
}

TEST(CommandLine, NoDisplayIsSaid) {
    const TemporaryFolder folder;
    const Outcome outcome = folder.hitmap("view");
    EXPECT_EQ(outcome.status, 1);
    EXPECT_THAT(outcome.err, HasSubstr("`hitmap render` makes pictures without one"));
}

TEST_F(WithRecording, PicturesGoToStandardOutput) {
    ASSERT_EQ(folder.hitmap("render t.hmt -o p.png --size 320x200").status, 0);
    const Outcome outcome = folder.hitmap("render t.hmt -o - --size 320x200");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.out, folder.read("p.png"));
    EXPECT_FALSE(folder.has("-"));
}

TEST_F(WithRecording, PicturesThatCannotBeWrittenAreRefusedBeforeTheWork) {
    folder.write("broken.hmt", "not a recording: would be found first");
    const Outcome folderless = folder.hitmap("render broken.hmt -o no/x.png");
    EXPECT_EQ(folderless.status, 1);
    EXPECT_EQ(folderless.err, "hitmap: no/x.png: cannot be written: No such file or directory\n");
    for (const char* name : {"x.jpg", "x", "png", ".png.gif"}) {
        const Outcome outcome = folder.hitmap(std::string("render broken.hmt -o ") + name);
        EXPECT_EQ(outcome.status, 2) << name;
        EXPECT_THAT(outcome.err, HasSubstr("--output: expected a name that ends in .png")) << name;
    }
    EXPECT_EQ(folder.hitmap("trace t.obj -o t2.hmt --image x.bmp").status, 2);
    EXPECT_EQ(folder.hitmap("render t.hmt -o UPPER.PNG --size 320x200").status, 0);
}

TEST(CommandLine, SimulatingWhileTracingPrintsWhatSimulatingTheRecordingPrints) {
    const TemporaryFolder folder;
    const std::string tracer = "trace builtin:statue?triangles=1000 --resolution 48x40 --sms 3 ";
    ASSERT_EQ(folder.hitmap(tracer + "-o s.hmt").status, 0);
    for (const std::string report :
         {"--json", "--json --frames 7", "--json --by sm", "--json --by launch --frames 1",
          "--json --l1 4KiB:64:4 --l2 64KiB:32:full --frames 3 --threads 1"}) {
        const Outcome expected = folder.hitmap("simulate s.hmt " + report);
        const Outcome found = folder.hitmap(tracer + "--simulate " + report);
        ASSERT_EQ(found.status, 0) << found.err;
        EXPECT_EQ(found.out, expected.out) << report;
    }
    const Outcome both = folder.hitmap(tracer + "--simulate --frames 2 -o both.hmt");
    EXPECT_EQ(folder.read("both.hmt"), folder.read("s.hmt"));
    const std::string tables = folder.hitmap("simulate s.hmt --frames 2").out;
    EXPECT_EQ(both.out.substr(both.out.find(':', 8)), tables.substr(tables.find(':')));
}

TEST(CommandLine, ACapacityAloneKeepsTheRestOfThePreset) {
    const TemporaryFolder folder;
    ASSERT_EQ(folder.hitmap("trace builtin:teapot?triangles=500 --resolution 16x16 -o t.hmt").status, 0);
    const auto simulated = [&](const std::string& caches) {
        return folder.hitmap("simulate t.hmt --model hierarchy --json " + caches);
    };
    EXPECT_EQ(simulated("--l1 32KiB --l2 2MiB").out,
              simulated("--l1 32KiB:128/32:128 --l2 2MiB:128/32:16").out);
    EXPECT_EQ(simulated("--l1 32KiB --l2 2MiB").status, 0);
    EXPECT_EQ(simulated("--l1 32KiB:1024").status, 2);
    EXPECT_THAT(simulated("--l1 16389").err, HasSubstr("not a multiple of the line, 128 bytes"));
    EXPECT_THAT(simulated("--l1 full").err, HasSubstr("CAPACITY:LINE"));
    EXPECT_THAT(simulated("--l1 0").err, HasSubstr("not a multiple"));
}

TEST(CommandLine, WhatEndsATraceEndsTheSimulationBesideIt) {
    const TemporaryFolder folder;
    const Outcome outcome =
        folder.hitmap("trace builtin:statue?triangles=1000 --resolution 64x64 --simulate -o no/s.hmt");
    EXPECT_EQ(outcome.status, 1);
    EXPECT_THAT(outcome.err, StartsWith("hitmap: no/s.hmt: cannot be written: No such file or directory\n"));
    EXPECT_EQ(outcome.out, "");
}

TEST(CommandLine, TracingSaysHowMuchMemoryItWillTakeAndKeepsTheLimit) {
    const TemporaryFolder folder;
    const std::string tracer = "trace builtin:statue?triangles=1000 --resolution 8x8 --simulate ";
    EXPECT_THAT(folder.hitmap(tracer).err,
                StartsWith("builtin:statue?triangles=1000: about 1000 triangles, about "));
    const Outcome outcome = folder.hitmap(tracer + "--memory-limit 1MiB");
    EXPECT_EQ(outcome.status, 1);
    EXPECT_THAT(outcome.err, HasSubstr(" MiB of memory, more than the limit of 1 MiB\n"));
}

TEST(CommandLine, PresetsAreListedAndShownWithTheirSources) {
    const TemporaryFolder folder;
    EXPECT_THAT(folder.hitmap("presets").out,
                HasSubstr("\nturing-rtx2080ti    NVIDIA  GeForce RTX 2080 Ti (TU102)     2018"));
    EXPECT_THAT(folder.hitmap("presets fermi-gtx560ti").out,
                HasSubstr("4                       paper       Mei et al. 2014"));
    EXPECT_THAT(folder.hitmap("presets turing-t4 --json").out, HasSubstr("\"source\": \"Jia et al. 2019\""));
    EXPECT_THAT(folder.hitmap("presets none").err, HasSubstr("preset 'none' is not known; expected"));
    EXPECT_EQ(folder.hitmap("presets none").status, 2);
    folder.write("broken.json", "{}");
    const Outcome outcome = folder.hitmap("presets broken.json");
    EXPECT_EQ(outcome.status, 1);
    EXPECT_EQ(outcome.err, "hitmap: broken.json: /: expected the key 'name'\n");
}

TEST(CommandLine, ProbeInfersCachesFromLatencies) {
    const TemporaryFolder folder;
    const Outcome fermi = folder.hitmap("probe --preset fermi-gtx560ti --plots plots");
    EXPECT_EQ(fermi.status, 0) << fermi.err;
    EXPECT_THAT(fermi.out, HasSubstr("7  17+6x8  LRU"));
    EXPECT_THAT(fermi.out, HasSubstr("not LRU"));
    EXPECT_THAT(folder.read("plots/texture-sets.csv"), StartsWith("line,address,set\n0,0,0\n"));
    EXPECT_THAT(folder.read("plots/shared-memory.csv"), StartsWith("stride,ways,cycles,"));
    EXPECT_TRUE(folder.has("plots/l1-miss-rate-sequence.csv"));
    EXPECT_EQ(folder.hitmap("probe --l1 2KiB:64:4:fifo --runs runs.csv").status, 0);
    EXPECT_THAT(folder.hitmap("probe --csv runs.csv --json").out, HasSubstr("\"replacement\": \"FIFO\""));
    EXPECT_EQ(folder.hitmap("probe --runs runs.csv").status, 2);
}

TEST_F(WithRecording, CountersOfNsightComputeStandBesideTheModel) {
    folder.write("ncu.csv", "\"ID\",\"Kernel Name\",\"smsp__sass_inst_executed_op_global_ld.sum\"\n"
                            "\"\",\"\",\"inst\"\n\"0\",\"trace\",\"1,000\"\n");
    const Outcome outcome = folder.hitmap("simulate t.hmt --model hierarchy --measured ncu.csv --json");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("\"measured\": 1000"));
    EXPECT_THAT(folder.hitmap("simulate t.hmt --model hierarchy --measured ncu.csv").out,
                HasSubstr("smsp__sass_inst_executed_op_global_ld.sum"));
    EXPECT_EQ(folder.hitmap("simulate t.hmt --measured ncu.csv").status, 2);
}

TEST_F(WithRecording, TracedImageIsAPng) {
    ASSERT_EQ(folder.hitmap("trace triangle.obj -o i.hmt --resolution 16x8 --image i.png").status, 0);
    EXPECT_EQ(folder.read("i.png").substr(1, 3), "PNG");
}

} // namespace
} // namespace hitmap::test
