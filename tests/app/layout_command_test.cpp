#include "app/cli/export/tree_export.h"
#include "tests/app/program.h"
#include "tests/layout/mesh_scene.h"
#include "tests/layout/ray_csv.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace hitmap::test {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// A traced recording of a small scene.
const char* const traced_teapot =
    "trace builtin:teapot?triangles=400 -o t.hmt --resolution 24x24 --sms 2 --warps-per-sm 4";

TEST(LayoutCommand, ADerivedLayoutGivesTheNumbersOfTheRecordedOne) {
    const TemporaryFolder folder;
    ASSERT_EQ(folder.hitmap(traced_teapot).status, 0);
    const Outcome before = folder.hitmap("simulate t.hmt --json");
    ASSERT_EQ(before.status, 0) << before.err;
    const Outcome derived = folder.hitmap("layout t.hmt -o t.hmt.layout.json");
    ASSERT_EQ(derived.status, 0) << derived.err;
    EXPECT_THAT(derived.out,
                StartsWith("image      24 x 24 pixels, assumed\npixels     writes\n\nallocation"));
    EXPECT_THAT(derived.out, HasSubstr("\nfaces               faces "));
    // The numbers are the same; that they are an estimate is said.
    const auto without_estimates = [](const std::string& out) {
        nlohmann::ordered_json json = nlohmann::ordered_json::parse(out);
        EXPECT_EQ(json.erase("estimates"), 1U) << "of a derived layout";
        return json.dump(2) + "\n";
    };
    const Outcome after = folder.hitmap("simulate t.hmt --json");
    EXPECT_THAT(after.err, StartsWith("t.hmt: with the layout of t.hmt.layout.json\n"));
    EXPECT_EQ(without_estimates(after.out), before.out);
    EXPECT_THAT(folder.hitmap("info t.hmt").out, HasSubstr("allocations: derived"));
    EXPECT_EQ(without_estimates(folder.hitmap("simulate t.hmt --layout t.hmt.layout.json --json").out),
              before.out);
    // A layout that is written into the recording is applied without its file.
    EXPECT_EQ(folder.hitmap("import t.hmt --layout t.hmt.layout.json -o u.hmt").status, 0);
    EXPECT_EQ(without_estimates(folder.hitmap("simulate u.hmt --json").out), before.out);
}

TEST(LayoutCommand, WritesJsonAndRefusesToOverwriteTheRecording) {
    const TemporaryFolder folder;
    ASSERT_EQ(folder.hitmap(traced_teapot).status, 0);
    EXPECT_THAT(folder.hitmap("layout t.hmt --json").out, StartsWith("{\n  \"format\": \"hitmap layout\","));
    EXPECT_EQ(folder.hitmap("layout t.hmt -o -").out, folder.hitmap("layout t.hmt --json").out);
    EXPECT_EQ(folder.hitmap("layout t.hmt -o t.hmt").status, 2);
    folder.write("t.hmt.layout.json", "{}");
    const Outcome broken = folder.hitmap("info t.hmt");
    EXPECT_EQ(broken.status, 1);
    EXPECT_THAT(broken.err, HasSubstr("t.hmt.layout.json: /: expected the key 'format', found none"));
}

TEST(LayoutCommand, AMeshFileGivesAForeignRecordingItsFaces) {
    const TemporaryFolder folder;
    folder.write("run.csv", csv_of_rays());
    folder.write("strip.obj", obj_of_strip());
    EXPECT_THAT(folder.hitmap("info run.csv").out, HasSubstr("time counts requests"));
    const Outcome derived = folder.hitmap("layout run.csv --mesh strip.obj -o run.csv.layout.json");
    ASSERT_EQ(derived.status, 0) << derived.err;
    EXPECT_THAT(derived.err,
                HasSubstr("5 of 5 face slots were read and found in the mesh by their vertices"));
    EXPECT_THAT(folder.read("run.csv.layout.json"), HasSubstr("\"file\": \"strip.obj\""));
    const Outcome info = folder.hitmap("info run.csv");
    EXPECT_THAT(info.out, HasSubstr("element accesses 8 of boxes, 8 of faces, 4 of pixels"));
    EXPECT_THAT(info.out, HasSubstr("scene            7 vertices, 5 faces in 5 slots, 8 boxes"));
    EXPECT_EQ(folder.hitmap("simulate run.csv").status, 0);
    // A corrected layout: what was taken for faces is something else.
    std::string json = folder.read("run.csv.layout.json");
    json.replace(json.find("\"role\": \"faces\""), 15, "\"role\": \"other\"");
    folder.write("run.csv.layout.json", json);
    EXPECT_THAT(folder.hitmap("info run.csv").out, Not(HasSubstr("8 of faces")));
}

/// A folder with a recording that has a layout with boxes of unknown extents.
class LaidOutRun : public testing::Test {
protected:
    LaidOutRun() {
        folder.write("run.csv", csv_of_rays());
        folder.write("strip.obj", obj_of_strip());
        EXPECT_EQ(folder.hitmap("layout run.csv --mesh strip.obj -o run.csv.layout.json").status, 0);
    }
    TemporaryFolder folder;
};

TEST_F(LaidOutRun, ExportsSayWhichLayoutAndWhatIsNotRecorded) {
    for (const std::string arguments : {"--metrics m.csv", "--metrics m.csv --layout run.csv.layout.json"}) {
        ASSERT_EQ(folder.hitmap("export run.csv " + arguments).status, 0);
        const auto recording = nlohmann::json::parse(folder.read("m.csv.json"))["recording"];
        EXPECT_EQ(recording["layout"], "run.csv.layout.json");
        EXPECT_EQ(recording["origin"]["allocations"], "derived");
        EXPECT_EQ(recording["origin"]["scene"], "derived");
        EXPECT_GE(recording["options"]["layout-note"].size(), 2) << "all notes, not only the last one";
    }
    const auto info = nlohmann::json::parse(folder.hitmap("info run.csv --json").out);
    EXPECT_TRUE(info["options"]["layout-note"].is_array());
    EXPECT_EQ(info["origin"]["box extents"], "assumed");
    EXPECT_EQ(info["origin"]["up axis"], "assumed") << "the layout does not say how the mesh is turned";
}

TEST_F(LaidOutRun, BoxesWithoutExtentsAreNotExported) {
    const Outcome boxes = folder.hitmap("export run.csv --ply b.ply --kind box");
    EXPECT_EQ(boxes.status, 1);
    EXPECT_THAT(boxes.err, HasSubstr("expected boxes with extents, found that only their number is known"));
    EXPECT_EQ(folder.hitmap("export run.csv --rtmemtracer b.trace").status, 1);
    EXPECT_EQ(folder.hitmap("export run.csv --ply f.ply").status, 0);
    const Outcome regions = folder.hitmap("export run.csv --regions -");
    EXPECT_THAT(regions.err, HasSubstr("warning: boxes are left out"));
    EXPECT_THAT(regions.out, Not(HasSubstr("subtree")));
}

TEST_F(LaidOutRun, EveryCommandWarnsOfALayoutThatFitsNoLonger) {
    const std::string warning =
        "hitmap: run.csv: warning: no request accesses an allocation that has a role in "
        "the layout, which may be that of another recording\n";
    const std::vector<std::string> commands{"info run.csv",
                                            "validate run.csv",
                                            "simulate run.csv --model hierarchy",
                                            "simt run.csv",
                                            "export run.csv --traffic t.csv --model hierarchy",
                                            "compare run.csv run.csv --model hierarchy",
                                            "cut run.csv -o cut.hmt --requests 0:1"};
    for (const std::string& command : commands)
        EXPECT_THAT(folder.hitmap(command).err, Not(HasSubstr("another recording"))) << command;
    // The program ran again, and its buffers have other addresses.
    folder.write("run.csv", "sm,warp,lane,address,bytes,operation\n0,0,0,0x7f0000000000,4,load\n");
    for (const std::string& command : commands)
        EXPECT_THAT(folder.hitmap(command).err, HasSubstr(warning)) << command;
}

TEST_F(LaidOutRun, TheTreeSaysWhatItLacks) {
    const Outcome extents = folder.hitmap("export run.csv --tree tree.csv");
    EXPECT_EQ(extents.status, 1);
    EXPECT_THAT(extents.err,
                HasSubstr("run.csv: boxes: expected boxes with extents and parents, found boxes "
                          "without extents and without parents, of which only the number is known; "
                          "a layout file takes extents from the contents of the buffer"));
    folder.write("none.json", R"({"format": "hitmap layout", "version": 1, "allocations": []})");
    const Outcome boxes = folder.hitmap("export run.csv --tree tree.csv --layout none.json");
    EXPECT_EQ(boxes.status, 1);
    EXPECT_THAT(boxes.err, HasSubstr("found no boxes; if a buffer holds them, a layout file says which one "
                                     "(docs/layout.md)"));
    EXPECT_FALSE(folder.has("tree.csv"));
}

TEST(TreeExport, NamesExtentsAndParents) {
    RecordingInfo info;
    RecordedScene scene;
    EXPECT_THAT(lacks_of_tree(info, nullptr), StartsWith("no boxes; "));
    EXPECT_THAT(lacks_of_tree(info, &scene), StartsWith("no boxes; "));
    scene.boxes.resize(2);
    EXPECT_THAT(lacks_of_tree(info, &scene), StartsWith("boxes without parents, "));
    info.origins.push_back({std::string(box_extents_field), Origin::assumed});
    EXPECT_THAT(lacks_of_tree(info, &scene), StartsWith("boxes without extents and without parents, "));
    scene.box_parent = {-1, 0};
    EXPECT_THAT(lacks_of_tree(info, &scene), StartsWith("boxes without extents, "));
    info.origins.clear();
    EXPECT_EQ(lacks_of_tree(info, &scene), "");
}

TEST_F(LaidOutRun, TheUpAxisOfTheMeshCanBeGiven) {
    std::string json = folder.read("run.csv.layout.json");
    const std::string mesh = "\"file\": \"strip.obj\"";
    json.replace(json.find(mesh), mesh.size(), mesh + ", \"up\": \"z\"");
    folder.write("run.csv.layout.json", json);
    EXPECT_THAT(folder.hitmap("info run.csv").out, HasSubstr("up axis: given"));
    EXPECT_THAT(folder.hitmap("info run.csv").out, HasSubstr("the up axis of the mesh is z"));
}

TEST_F(LaidOutRun, SidesOfAComparisonHaveLayoutsOfTheirOwn) {
    folder.write("none.json", R"({"format": "hitmap layout", "version": 1, "allocations": []})");
    const Outcome both =
        folder.hitmap("compare run.csv run.csv --layout-b none.json --model hierarchy --json");
    ASSERT_EQ(both.status, 0) << both.err;
    const auto sides = nlohmann::json::parse(both.out);
    EXPECT_EQ(sides["a"]["count"], 20);
    EXPECT_NE(sides["b"]["count"], 20) << "without elements, requests are counted";
}

TEST_F(LaidOutRun, AMeshElsewhereIsWarnedOf) {
    const TemporaryFolder other;
    other.write("strip.obj", obj_of_strip());
    const std::string mesh = (other.path() / "strip.obj").string();
    const Outcome derived = folder.hitmap("layout run.csv --mesh " + mesh + " -o run.csv.layout.json");
    EXPECT_EQ(derived.status, 0);
    EXPECT_THAT(derived.err, HasSubstr("warning: names a mesh in another folder"));
    EXPECT_THAT(folder.hitmap("info run.csv").err,
                HasSubstr("expected names of files in the folder of the recording"));
    EXPECT_EQ(folder.hitmap("info run.csv --layout run.csv.layout.json").status, 0);
}

/// A scene of two meshes in one buffer of indices, all of whose faces a lane has read.
class TwoMeshes : public testing::Test {
protected:
    void record(const SceneAddresses& addresses, std::uint32_t vertices = 8) const {
        const MeshScene scene = scene_of({strip(10, 0), strip(vertices, 10)});
        std::vector<std::uint32_t> read;
        for (std::uint32_t slot = 0; slot < scene.faces.size(); ++slot)
            read.push_back(slot);
        const auto bytes = scene_recording_bytes(scene, {.loads = "i0 v0 i1 v1 i2 v2"}, read, addresses);
        folder.write("run.hmt", std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
    }
    const SceneAddresses elsewhere{0x710000, 0x720000, 0x740000, 0x760000, 0x780000};
    TemporaryFolder folder;
};

TEST_F(TwoMeshes, TheirBaseVerticesAreDerivedSaidAndDrawn) {
    record({});
    const Outcome derived = folder.hitmap("layout run.hmt -o run.hmt.layout.json");
    EXPECT_EQ(derived.status, 0) << derived.err;
    EXPECT_THAT(derived.out,
                HasSubstr("\nindices: base vertices by first face (?: not known): 0: 0, 8: 10\n"));
    EXPECT_EQ(folder.hitmap("export run.hmt --ply f.ply --model hierarchy").status, 0);
    // A layout without them contradicts what lanes read.
    std::string json = folder.read("run.hmt.layout.json");
    const std::size_t first = json.find("\"base_vertices\"");
    json.erase(first, json.find("\"origin\"", first) - first);
    folder.write("run.hmt.layout.json", json);
    const Outcome said = folder.hitmap("simulate run.hmt");
    EXPECT_THAT(said.err,
                HasSubstr("run.hmt: warning: the layout and the requests contradict each other: the "
                          "vertices that lanes read with 6 of 14 faces are not those of their indices"));
    EXPECT_THAT(folder.hitmap("info run.hmt").out, HasSubstr("import warning   the layout and the requests"));
}

TEST_F(TwoMeshes, RecordedAgainTheyKeepTheirLayoutOrLoseItAudibly) {
    record({});
    ASSERT_EQ(folder.hitmap("layout run.hmt -o run.hmt.layout.json").status, 0);
    const std::string before = folder.hitmap("simulate run.hmt --json").out;
    record(elsewhere);
    const Outcome moved = folder.hitmap("simulate run.hmt --json");
    EXPECT_THAT(nlohmann::json::parse(moved.out)["elements"], nlohmann::json::parse(before)["elements"]);
    EXPECT_EQ(
        moved.err,
        "run.hmt: with the layout of run.hmt.layout.json\nrun.hmt: the layout is of a recording with other "
        "addresses: 4 of its 4 allocations were moved to those of the same names and sizes\n");
    EXPECT_THAT(folder.hitmap("info run.hmt").out, HasSubstr("4 of its 4 allocations were moved to those"));
    record(elsewhere, 20);
    const Outcome refused = folder.hitmap("info run.hmt");
    EXPECT_THAT(refused.err, StartsWith("hitmap: run.hmt: warning: the layout beside the recording is not "
                                        "applied: it has "));
    EXPECT_THAT(refused.out, HasSubstr("\nindices             other "));
    EXPECT_EQ(folder.hitmap("export run.hmt --traffic t.csv --model hierarchy").status, 0);
    EXPECT_FALSE(nlohmann::json::parse(folder.read("t.csv.json"))["recording"].contains("layout"));
}

TEST_F(TwoMeshes, RequestsAreExportedWithoutRoles) {
    record({});
    const Outcome exported = folder.hitmap("export run.hmt --model hierarchy --npz f.npz --arrays requests");
    EXPECT_EQ(exported.status, 0);
    EXPECT_EQ(exported.err, "") << "requests need no elements";
    EXPECT_THAT(folder.read("f.npz"), HasSubstr("request_mask.npy"));
    EXPECT_EQ(folder.hitmap("export run.hmt --npz f.npz --arrays requests").err, "");
}

} // namespace
} // namespace hitmap::test
