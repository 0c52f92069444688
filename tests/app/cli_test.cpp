#include "tests/app/csv_table.h"
#include "tests/app/traced_triangle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <sstream>
#include <string>
#include <utility>

namespace hitmap::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::StartsWith;

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
                HasSubstr("hitmap: one triangle.obj: this is not a recording, .hmt or of another program; "
                          "docs/import.md lists the formats that Hitmap reads; "
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
        {"nonsense", "hitmap: expected one of the commands view, trace, "},
        {"simulate", "hitmap: FILE is required"},
        {"view --requests 0:5", "--requests: expected with recordings"},
        {"view --layout l.json", "--layout: expected with recordings"},
        {"view session.hitmap --first 5", "--first: expected with recordings"},
        {"view t.hmt --launches 5:5", "--launches: expected a first number below the second"},
        {"view t.hmt --first 5 --last 5", "--last: expected a number above that of --first, 5, found 5"},
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
        {"export t.hmt", "export: expected one of --accesses, --metrics, "},
        {"export t.hmt --traffic t.csv --traceg t",
         "export: expected one of --traceg and a table, found both"},
        {"export t.hmt --traffic t.csv --xz", "--xz: expected with --traceg"},
        {"export t.hmt --traffic t.csv --model hierarchy --only-line a.cu:1",
         "--traffic: is of everything; found line a.cu:1"},
        {"export t.hmt --stack t.csv --model hierarchy --only-allocation faces",
         "--stack: is of all of the stack or of some rays; found allocation faces"},
        {"export t.hmt --traffic t.csv --model hierarchy --frame 0", "--frame: expected with --metrics, "},
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
         "--range: expected percentiles, frame-percentiles, full, data, all-frames or MIN:MAX"},
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

TEST(CommandLine, ASweepListsItsRunsAndDoesNone) {
    const TemporaryFolder folder;
    folder.write("e.json", R"({"scenes": {"pot": "builtin:teapot?triangles=300"},
                               "configurations": {"sah": {}, "median": {"bvh": "median"}}})");
    const Outcome listed = folder.hitmap("sweep e.json -o results --list");
    EXPECT_EQ(listed.status, 0) << listed.err;
    EXPECT_EQ(listed.out, "pot_sah_default\npot_median_default\n");
    EXPECT_FALSE(folder.has("results"));
}

TEST(CommandLine, HelpOfEveryCommandExplainsItself) {
    const TemporaryFolder folder;
    for (const char* command :
         {"", "view", "trace", "info", "validate", "simulate", "compare", "export", "render"}) {
        const Outcome outcome = folder.hitmap(std::string(command) + " --help");
        EXPECT_EQ(outcome.status, 0) << command;
        EXPECT_THAT(outcome.out, HasSubstr("--help")) << command;
        std::istringstream lines(outcome.out);
        for (std::string line; std::getline(lines, line);)
            EXPECT_LE(line.size(), 100U) << command << ": " << line;
        EXPECT_THAT(outcome.err, IsEmpty()) << command;
    }
    EXPECT_THAT(folder.hitmap("--version").out,
                MatchesRegex("hitmap [0-9]+[.][0-9]+[.][0-9]+( [(]commit [0-9a-f]{12,}[)])?\n"));
}

TEST_F(TracedTriangle, NoProgressBarInAPipe) {
    EXPECT_THAT(folder.hitmap("simulate t.hmt").err, IsEmpty());
}

TEST_F(TracedTriangle, TimingGoesToStandardError) {
    const Outcome outcome = folder.hitmap("simulate t.hmt --timing");
    EXPECT_THAT(outcome.err, HasSubstr(" s\n"));
    EXPECT_EQ(outcome.out, folder.hitmap("simulate t.hmt").out);
}

TEST_F(TracedTriangle, ValidateSaysValid) {
    const Outcome outcome = folder.hitmap("validate t.hmt");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("t.hmt: valid"));
}

TEST_F(TracedTriangle, ExportWritesTheWorstRegions) {
    ASSERT_EQ(folder.hitmap("export t.hmt --regions r.csv").status, 0);
    // One triangle of area 1 and its padding: it has all misses of faces.
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

TEST_F(TracedTriangle, ExportWritesTheTree) {
    // One leaf, so that the root is the only node, which has no box in memory.
    EXPECT_EQ(folder.hitmap("export t.hmt --tree tree.csv").status, 1);
    ASSERT_EQ(folder.hitmap("trace builtin:teapot --resolution 8x8 -o pot.hmt").status, 0);
    ASSERT_EQ(folder.hitmap("export pot.hmt --tree tree.csv --frames 2 --frame 1").status, 0);
    const std::string table = folder.read("tree.csv");
    EXPECT_THAT(table,
                StartsWith("box,source,parent,level,children,subtree_boxes,subtree_faces,sah_cost,"
                           "subtree_sah_share,end_point_overlap,subtree_overlap_share,accesses,l1_hits,"));
    EXPECT_THAT(table, HasSubstr("\n0,0,,0,2,"));
    EXPECT_THAT(folder.read("tree.csv.json"), HasSubstr("\"table\": \"tree\""));
}

TEST_F(TracedTriangle, TermsOfBoxesAreThoseOfTheTree) {
    const auto rows_of = [this](const std::string& file) { return parse_csv(folder.read(file)); };
    ASSERT_EQ(folder.hitmap("trace builtin:teapot?triangles=400 --resolution 8x8 -o pot.hmt").status, 0);
    ASSERT_EQ(folder.hitmap("export pot.hmt --tree tree.csv").status, 0);
    ASSERT_EQ(folder.hitmap("export pot.hmt --metrics metrics.csv --frames 2 --frame 1").status, 0);
    std::map<std::string, std::map<std::string, std::string>> tree;
    for (const auto& row : rows_of("tree.csv"))
        tree[row.at("box")] = row;
    std::size_t boxes = 0;
    std::size_t overlapped = 0;
    for (const auto& row : rows_of("metrics.csv")) {
        const bool is_box = row.at("kind") == "box";
        boxes += is_box ? 1 : 0;
        for (const std::string term : {"sah_cost", "end_point_overlap"})
            EXPECT_EQ(row.at(term), is_box ? tree.at(row.at("element")).at(term) : "") << row.at("element");
        overlapped += row.at("end_point_overlap") > "0" ? 1 : 0;
    }
    EXPECT_EQ(boxes, tree.size());
    EXPECT_GT(overlapped, 10);
    const std::string draw = "render pot.hmt --size 160x120 -o ";
    EXPECT_EQ(folder.hitmap(draw + "p.png --metric sah-cost --range all-frames --frames 2").status, 0);
    EXPECT_EQ(folder.hitmap(draw + "q.png --metric end-point-overlap").status, 0);
    EXPECT_NE(folder.read("p.png"), folder.read("q.png"));
    const Outcome refused = folder.hitmap("render t.hmt -o p.png --metric sah-cost");
    EXPECT_EQ(refused.status, 1) << "its only node is the root, which has no box";
    EXPECT_THAT(refused.err, HasSubstr("t.hmt: boxes: expected boxes with extents and parents, found no"));
    EXPECT_EQ(folder.hitmap("export pot.hmt --ply - --metric sah-cost").status, 2) << "faces have none";
    EXPECT_EQ(folder.hitmap("export pot.hmt --ply p.ply --kind box --metric sah-cost").status, 0);
    EXPECT_EQ(folder.hitmap("export t.hmt --ply - --kind box --metric sah-cost").status, 1);
    const Outcome curve = folder.hitmap("render pot.hmt --panel curves --curve box:0=sah-cost -o c.svg");
    EXPECT_THAT(curve.err, HasSubstr("SAH cost does not change with time"));
}

TEST_F(TracedTriangle, SubtreesAreDrawnAloneOrHidden) {
    ASSERT_EQ(folder.hitmap("trace builtin:teapot?triangles=400 --resolution 8x8 -o pot.hmt").status, 0);
    const auto picture = [&](const std::string& options) {
        const Outcome outcome = folder.hitmap("render pot.hmt --size 160x120 -o p.png " + options);
        EXPECT_EQ(outcome.status, 0) << options << outcome.err;
        return folder.read("p.png");
    };
    const std::string alone = picture("--only-subtree 1");
    EXPECT_NE(alone, picture(""));
    EXPECT_NE(alone, picture("--without-subtree 1"));
    folder.write("v.json", R"({"only_subtree": 1})");
    EXPECT_EQ(alone, picture("--view v.json"));
    EXPECT_EQ(picture("--view v.json --without-subtree 1"), picture("--without-subtree 1"));
    const std::pair<const char*, const char*> refused[] = {
        {"pot.hmt --only-subtree 1000000", "the subtree of box 1000000: expected a box from 0 to "},
        {"t.hmt --only-subtree 0", "the recording does not say which box is below which"},
        {"pot.hmt --only-subtree 1 --without-subtree 2", "excludes"},
        {"pot.hmt --only-subtree 1 --panel image", "--only-subtree: expected with --panel mesh"}};
    for (const auto& [options, message] : refused) {
        const Outcome outcome = folder.hitmap(std::string("render -o r.png ") + options);
        EXPECT_EQ(outcome.status, 2) << options;
        EXPECT_THAT(outcome.err, HasSubstr(message));
    }
    EXPECT_FALSE(folder.has("r.png"));
}

TEST_F(TracedTriangle, FacesAreColouredByTheirRegions) {
    ASSERT_EQ(folder.hitmap("trace builtin:teapot?triangles=400 --resolution 32x32 -o pot.hmt").status, 0);
    const auto picture = [&](const std::string& options) {
        const Outcome outcome = folder.hitmap("render pot.hmt --size 160x120 -o p.png " + options);
        EXPECT_EQ(outcome.status, 0) << options << outcome.err;
        return folder.read("p.png");
    };
    const std::string faces = picture("");
    EXPECT_EQ(faces, picture("--colour-by automatic")) << "the mesh is small";
    EXPECT_EQ(faces, picture("--colour-by face"));
    const std::string patches = picture("--colour-by patch");
    EXPECT_NE(patches, faces);
    EXPECT_NE(picture("--colour-by box"), patches);
    folder.write("v.json", R"({"colour_by": "patch"})");
    EXPECT_EQ(patches, picture("--view v.json"));
    EXPECT_EQ(faces, picture("--view v.json --colour-by face"));
    const std::string difference = "--compare pot.hmt --l1-b 1KiB:128:1 --colour-by ";
    EXPECT_NE(picture(difference + "face"), picture(difference + "place"));
    EXPECT_EQ(
        folder.hitmap("render pot.hmt --size 160x120 -o f.png --sequence frames --frames 2 --colour-by patch")
            .status,
        0);
    const std::pair<const char*, const char*> refused[] = {
        {"pot.hmt --colour-by pixel", "--colour-by"},
        {"t.hmt --colour-by box", "expected a recording that says which box is below which"},
        {"pot.hmt --colour-by patch --panel image", "--colour-by: expected with --panel mesh, found image"}};
    for (const auto& [options, message] : refused) {
        const Outcome outcome = folder.hitmap(std::string("render -o r.png ") + options);
        EXPECT_EQ(outcome.status, 2) << options;
        EXPECT_THAT(outcome.err, HasSubstr(message));
    }
}

TEST_F(TracedTriangle, OnlyElementsOfARangeAreDrawn) {
    ASSERT_EQ(folder.hitmap("trace builtin:teapot?triangles=400 --resolution 8x8 -o pot.hmt").status, 0);
    const auto picture = [&](const std::string& options) {
        const Outcome outcome = folder.hitmap("render pot.hmt --size 160x120 -o p.png " + options);
        EXPECT_EQ(outcome.status, 0) << options << outcome.err;
        return folder.read("p.png");
    };
    const std::string steep = picture("--only-range face-slant=45:90");
    EXPECT_NE(steep, picture(""));
    EXPECT_NE(steep, picture("--only-range face-slant=0:45"));
    folder.write("v.json", R"({"only_ranges": {"face-slant": [45, 90]}})");
    EXPECT_EQ(steep, picture("--view v.json"));
    EXPECT_NE(steep, picture("--view v.json --only-range face-area=0:0.01"));
    folder.write("n.json",
                 R"({"named_ranges": [{"name": "steep", "only_ranges": {"face-slant": [45, 90]}}]})");
    EXPECT_EQ(steep, picture("--view n.json --only-named steep"));
    EXPECT_EQ(picture("--view n.json"), picture(""));
    (void)picture("--only-range box-level=2:3"); // its caption differs in any case
    (void)picture("--only-range face-access-count=1:3");
    const std::pair<const char*, const char*> refused[] = {
        {"--only-range slant=1:2", "expected QUANTITY=FROM:TO"},
        {"--only-range face-slant=2:1", "FROM <= TO"},
        {"--only-range face-slant=1:2 --only-range face-slant=3:4", "expected one range of face-slant"},
        {"--only-named steep", "the view has no ranges named 'steep'"},
        {"--only-range face-slant=1:2 --panel curves", "--only-range: expected with --panel mesh or image"}};
    for (const auto& [options, message] : refused) {
        const Outcome outcome = folder.hitmap(std::string("render pot.hmt -o r.png ") + options);
        EXPECT_EQ(outcome.status, 2) << options;
        EXPECT_THAT(outcome.err, HasSubstr(message));
    }
}

TEST_F(TracedTriangle, APlaneAndABoxCutThePicture) {
    const auto picture = [&](const std::string& options) {
        const Outcome outcome = folder.hitmap("render t.hmt --size 160x120 -o p.png " + options);
        EXPECT_EQ(outcome.status, 0) << options << outcome.err;
        return folder.read("p.png");
    };
    const std::string plane = picture("--cut-plane 1,0,0,0.25");
    EXPECT_NE(plane, picture(""));
    folder.write("v.json", R"({"cut_plane": {"normal": [1, 0, 0], "offset": 0.25}})");
    EXPECT_EQ(plane, picture("--view v.json"));
    EXPECT_NE(picture("--cut-box -2,-2,-2,0.5,2,2"), picture("--cut-box -2,-2,-2,0.25,2,2"));
    for (const char* options : {"--cut-plane 0,0,0,1", "--cut-plane 1,0,0", "--cut-box 0,0,0,1,1,0",
                                "--cut-plane 1,0,0,nan", "--panel curves --cut-plane 1,0,0,0"})
        EXPECT_EQ(folder.hitmap(std::string("render t.hmt -o r.png ") + options).status, 2) << options;
}

TEST_F(TracedTriangle, InputsAreNotOverwritten) {
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

TEST_F(TracedTriangle, FullStandardOutputFails) {
    for (const char* arguments :
         {"simulate t.hmt", "simulate t.hmt --json", "info t.hmt", "info t.hmt --json", "validate t.hmt",
          "export t.hmt --metrics -", "render t.hmt -o -", "trace triangle.obj -o - --resolution 8x8"}) {
        const Outcome outcome = folder.hitmap_into(arguments, "/dev/full");
        EXPECT_EQ(outcome.status, 1) << arguments;
        EXPECT_THAT(outcome.err, HasSubstr("No space left on device")) << arguments;
    }
}

TEST_F(TracedTriangle, CutOffRecordingsAreSaidToBe) {
    const std::string whole = folder.read("t.hmt");
    folder.write("cut.hmt", whole.substr(0, whole.size() - 1)); // all blocks are complete
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

} // namespace
} // namespace hitmap::test
