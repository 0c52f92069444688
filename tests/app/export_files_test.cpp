#include "tests/app/fan_scene.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

namespace hitmap::test {
namespace {

using testing::HasSubstr;

class ExportFiles : public TracedFan {
protected:
    static void succeed(const std::string& arguments) {
        const Outcome outcome = folder->hitmap(arguments);
        EXPECT_EQ(outcome.status, 0) << arguments << ": " << outcome.err;
    }
};

/// Compares arrays with the tables of the same recording. Prints the first difference.
constexpr const char* compare_with_tables = R"(
import csv, math, numpy
a = numpy.load("a.npz")
def table(name):
    return list(csv.DictReader(open(name)))
def close(text, value):
    return math.isnan(value) if text == "" else math.isclose(float(text), value, rel_tol=2e-7, abs_tol=1e-12)
rows = table("accesses.csv")
kinds = ["box", "face", "pixel"]
for column in rows[0]:
    values = a["access_" + column]
    assert len(values) == len(rows), column
    for row, value in zip(rows, values):
        text = str(kinds.index(row[column])) if column == "kind" else row[column] or "-1"
        assert close(text, value), (column, row, value)
seen = 0
for row in table("metrics.csv"):
    f, e, kind = int(row["frame"]), int(row["element"]), row["kind"]
    for column in row:
        if column in ("frame", "kind", "element"): continue
        if kind != "box" and column in ("sah_cost", "end_point_overlap"):
            assert row[column] == "" and kind + "_" + column not in a
            continue
        values = a[kind + "_" + column]
        flat = values.reshape(-1) if column == "source" else values.reshape(values.shape[0], -1)[f]
        assert close(row[column], flat[e]), (column, row, flat[e])
        seen += 1
assert seen > 1000 and a["pixel_accesses"].shape == (3, 16, 24), a["pixel_accesses"].shape
assert a["frame_count"].sum() >= len(rows)
masks = a["request_mask"]
lanes = numpy.array([bin(int(m)).count("1") for m in masks])
assert lanes.sum() == len(a["address"]) and (numpy.cumsum(lanes)[:-1] == a["request_first_address"][1:]).all()
assert (a["access_warp"] == a["request_warp"][a["access_request"]]).all()
)";

TEST_F(ExportFiles, ArraysHaveTheNumbersOfTheTables) {
    folder->write("compare.py", compare_with_tables);
    for (const std::string model :
         {"", " --model hierarchy", " --only-allocation faces", " --requests 20:300"}) {
        SCOPED_TRACE(model);
        succeed("export fan.hmt --npz a.npz --arrays accesses,metrics,requests --frames 3" + model);
        succeed("export fan.hmt --accesses accesses.csv" + model);
        succeed("export fan.hmt --metrics metrics.csv --frames 3" + model);
        const std::string command = "cd '" + folder->path().string() + "' && /usr/bin/python3 compare.py";
        EXPECT_EQ(std::system(command.c_str()), 0);
    }
}

/// Looks up the rows of a pixel in the table of all accesses.
constexpr const char* compare_pixel_with_accesses = R"(
import csv
def table(name):
    return list(csv.DictReader(open(name)))
everything = {row["order"]: row for row in table("accesses.csv")}
rows = table("pixel.csv")
elements = [row for row in rows if row["kind"]]
assert elements and len(elements) < len(rows), (len(elements), len(rows))
for row in elements:
    for column, value in everything[row["order"]].items():
        assert row[column] == value, (column, row, value)
assert [row for row in elements if row["kind"] == "pixel"][-1]["element"] == str(7 * 24 + 11)
for row in rows:
    assert (row["order"] == "") == (row["kind"] == ""), row
    assert int(row["active"]) >= 1 and row["ray_kind"] == "primary", row
    assert row["served"] in ("L1", "L2", "DRAM"), row
requests = [int(row["request"]) for row in rows]
assert requests == sorted(requests)
)";

TEST_F(ExportFiles, APixelHasItsRowsOfTheAccessesAndMore) {
    folder->write("compare.py", compare_pixel_with_accesses);
    succeed("export fan.hmt --accesses accesses.csv --model hierarchy");
    succeed("export fan.hmt --accesses pixel.csv --pixel 11,7 --model hierarchy");
    const std::string command = "cd '" + folder->path().string() + "' && /usr/bin/python3 compare.py";
    EXPECT_EQ(std::system(command.c_str()), 0);
    EXPECT_THAT(folder->read("pixel.csv.json"), HasSubstr("\"pixel\": \"11,7\""));
}

TEST_F(ExportFiles, PixelsThatDoNotExistAreRefused) {
    const auto error = [](const std::string& arguments) { return folder->hitmap(arguments).err; };
    EXPECT_THAT(error("export fan.hmt --accesses a.csv --pixel 24,0"),
                HasSubstr("fan.hmt: --pixel: expected a pixel of the 24x16 of the recording, found 24,0"));
    EXPECT_THAT(error("export fan.hmt --accesses a.csv --pixel 3"),
                HasSubstr("--pixel: expected X,Y, as in 12,34, found '3'"));
    EXPECT_THAT(error("export fan.hmt --metrics a.csv --pixel 3,4"),
                HasSubstr("--pixel: expected with --accesses"));
}

TEST_F(ExportFiles, ArraysThatAreAskedForAreWritten) {
    succeed("export fan.hmt --npz a.npz --arrays requests");
    EXPECT_THAT(folder->read("a.npz"), HasSubstr("request_mask.npy"));
    EXPECT_THAT(folder->read("a.npz"), Not(HasSubstr("access_order.npy")));
    EXPECT_THAT(folder->read("a.npz.json"), HasSubstr("\"table\": \"npz\""));
}

TEST_F(ExportFiles, MeshesHaveTheMetricsThatAreAskedFor) {
    succeed("export fan.hmt --ply a.ply --metric l2-misses,access-count --frames 2");
    const std::string ply = folder->read("a.ply");
    EXPECT_THAT(ply, HasSubstr("property float quality\n"
                               "property float l2_misses_frame_0\n"
                               "property float l2_misses_frame_1\n"
                               "property float access_count_frame_0\n"
                               "property float access_count_frame_1\n"
                               "property int element\n"));
    EXPECT_THAT(ply.substr(0, 2000), HasSubstr("; colours: l2_misses_frame_0 from "));
    succeed("export fan.hmt --vtp a.vtp --kind box --frames 4 --frame 1");
    EXPECT_THAT(folder->read("a.vtp"), HasSubstr("<CellData Scalars=\"l1_hit_rate\">"));
    succeed("export fan.hmt --gltf a.glb --model hierarchy --why");
    EXPECT_THAT(folder->read("a.glb"), HasSubstr("\"_L1_CONFLICT_MISSES\":"));
}

TEST_F(ExportFiles, WrongOptionsAreRefused) {
    folder->write("a.csv", "sm,warp,lane,address,bytes,operation\n0,0,0,0,4,load\n");
    struct Row {
        const char* arguments;
        int status;
        const char* message;
    };
    const Row rows[] = {
        {"fan.hmt", 2, "export: expected one of --accesses, --metrics, "},
        {"fan.hmt --ply a --vtp b", 2, "export: expected one of --accesses, --metrics, "},
        {"fan.hmt --npz a --kind box", 2, "--kind: expected with --ply, --vtp or --gltf"},
        {"fan.hmt --metrics a --metric l1-misses", 2, "--metric: expected with --ply, --vtp or --gltf"},
        {"fan.hmt --ply a --metric speed", 2, "--metric: expected l1-hit-rate|"},
        {"fan.hmt --ply a --metric l1-conflict-misses", 2,
         "--metric l1-conflict-misses: expected a metric that the model determines"},
        {"fan.hmt --ply a --arrays accesses", 2, "--arrays: expected with --npz"},
        {"fan.hmt --npz a --arrays elements", 2, "--arrays"},
        {"fan.hmt --ply a --frames 2 --frame 2", 2, "--frame: expected 0 to 1, found 2"},
        {"fan.hmt --accesses a --frames 2", 2, "--frames: expected with --metrics, "},
        {"a.csv --vtp a", 1, "a.csv: scene: expected a scene, found none"},
    };
    for (const Row& row : rows) {
        const Outcome outcome = folder->hitmap(std::string("export ") + row.arguments);
        EXPECT_EQ(outcome.status, row.status) << row.arguments;
        EXPECT_THAT(outcome.err, HasSubstr(row.message)) << row.arguments;
    }
    EXPECT_FALSE(folder->has("a"));
}

} // namespace
} // namespace hitmap::test
