// Tests the commands on a trace of rtmemtracer, which has sums in the place of requests.

#include "tests/app/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <utility>

namespace hitmap::test {
namespace {

using Sums = nlohmann::json;
using testing::HasSubstr;

/// A folder with the worked example of two frames, a.trace, and the recording imported from it, a.hmt.
class RecordedSums : public testing::Test {
protected:
    void SetUp() override {
        std::filesystem::copy(HITMAP_TEST_DATA "/trace/data/rt_plain.trace", folder.path() / "a.trace");
        const Outcome outcome = folder.hitmap("import a.trace -o a.hmt");
        ASSERT_EQ(outcome.status, 0);
        EXPECT_EQ(outcome.err, "a.trace: rtmemtracer trace, 2 frames with 8 sums of hits and look-ups\n");
    }
    [[nodiscard]] Sums json_of(const std::string& arguments) const {
        const Outcome outcome = folder.hitmap(arguments + " --json");
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        return Sums::parse(outcome.out, nullptr, false);
    }
    TemporaryFolder folder;
};

TEST_F(RecordedSums, AreDescribed) {
    EXPECT_EQ(folder.hitmap("validate a.trace").out,
              "a.trace: valid, 2 frames with 8 sums of hits and look-ups\n");
    EXPECT_THAT(folder.hitmap("info a.hmt").out,
                HasSubstr("recorded sums    2 frames; 4 of boxes, 2 of faces, 2 of pixels"));
    const Sums info = json_of("info a.trace");
    EXPECT_EQ(info["axis"], "recorded frames");
    EXPECT_EQ(info["recorded_sums"]["frames"], 2);
    for (const auto& [kind, sums] : {std::pair{"box", 4}, std::pair{"face", 2}, std::pair{"pixel", 2}}) {
        EXPECT_EQ(info["recorded_sums"]["sums"][kind], sums);
        EXPECT_TRUE(info["element_accesses"].at(kind).is_null());
    }
    EXPECT_EQ(info["scene"], Sums::parse(R"({"vertices": 3, "faces": 1, "face_slots": 1, "boxes": 2,
        "framebuffer": [2, 2], "camera": {"position": [0, 0, 5], "forward": [0, 0, -1], "up": [0, 1, 0],
        "fov_y_degrees": 60}, "offset": [0, 0, 0], "instances": 0})"));
}

TEST_F(RecordedSums, ArePrintedBySimulateAsThoseOfTheRecording) {
    for (const std::string file : {"a.trace", "a.hmt"}) {
        const Outcome text = folder.hitmap("simulate " + file + " --frames 2");
        EXPECT_EQ(text.status, 0) << text.err;
        EXPECT_THAT(text.out, HasSubstr("These sums were recorded by rtmemtracer in 2 frames."));
        const Sums sums = json_of("simulate " + file + " --frames 2");
        EXPECT_EQ(sums["recorded"]["producer"], "rtmemtracer");
        const Sums& box = sums["elements"]["box"];
        EXPECT_EQ(box["accesses"], nullptr);
        EXPECT_EQ(box["l1_hit_rate"], 0.75);
        EXPECT_EQ(box["l2_hit_rate"], 4.0 / 6.0);
        EXPECT_EQ(sums["elements"]["face"]["l1_hits"], 6);
        EXPECT_EQ(sums["elements"]["face"]["l2_lookups"], 10);
        EXPECT_EQ(sums["elements"]["pixel"]["accesses"], nullptr);
        EXPECT_EQ(sums["frames"][1]["elements"]["face"]["l1_hit_rate"], 1.0);
        EXPECT_EQ(sums["frames"][1]["first"], 1);
        EXPECT_EQ(sums["allocations"][0]["l1_hits"], nullptr);
    }
}

/// Leaves out the columns behind the first ones of a table.
std::string first_columns(const std::string& table, std::size_t count) {
    std::string cut;
    std::istringstream lines(table);
    for (std::string line; std::getline(lines, line);) {
        std::size_t end = 0;
        for (std::size_t column = 0; column < count && end != std::string::npos; ++column)
            end = line.find(',', column == 0 ? 0 : end + 1);
        cut += line.substr(0, end) + '\n';
    }
    return cut;
}

TEST_F(RecordedSums, AreExportedByFrame) {
    EXPECT_EQ(
        first_columns(folder.hitmap("export a.trace --metrics - --frames 2").out, 15),
        "frame,kind,element,source,accesses,l1_hits,l1_lookups,l1_hit_rate,l2_hits,l2_lookups,l2_hit_rate,"
        "access_rate,access_order,sah_cost,end_point_overlap\n"
        "0,box,0,0,,0,1,0,0,1,0,,,1,0\n"
        "0,box,1,1,,1,1,1,1,2,0.5,,,0,0\n"
        "0,face,0,0,,2,4,0.5,2,5,0.4,,,,\n"
        "0,pixel,0,0,,0,0,,0,0,,,,,\n"
        "0,pixel,1,1,,0,0,,0,0,,,,,\n"
        "0,pixel,2,2,,0,0,,0,0,,,,,\n"
        "0,pixel,3,3,,0,0,,0,0,,,,,\n"
        "1,box,0,0,,1,1,1,1,1,1,,,1,0\n"
        "1,box,1,1,,1,1,1,2,2,1,,,0,0\n"
        "1,face,0,0,,4,4,1,5,5,1,,,,\n"
        "1,pixel,0,0,,0,0,,0,0,,,,,\n"
        "1,pixel,1,1,,0,0,,0,0,,,,,\n"
        "1,pixel,2,2,,0,0,,0,0,,,,,\n"
        "1,pixel,3,3,,0,0,,0,0,,,,,\n");
    ASSERT_EQ(folder.hitmap("export a.trace --metrics m.csv --frames 2 --frame 1").status, 0);
    EXPECT_EQ(Sums::parse(folder.read("m.csv.json"))["recorded_frames"], 2);
}

/// Compares the arrays of all frames with the table.
constexpr const char* compare_sums = R"(
import csv, math, numpy, sys
a = numpy.load("a.npz")
assert not [name for name in a.files if name.endswith("_accesses")], a.files
# Stored floats can be finer than the units of 2^-24 in which models count hits.
if sys.argv[1] == "b.trace":
    assert any((a[kind + "_l1_hits"] * 2.0**24 % 1 != 0).any() for kind in ("box", "face"))
    sys.exit()
seen = 0
for row in csv.DictReader(open("a.csv")):
    for level in ("l1", "l2"):
        hits = a[row["kind"] + "_" + level + "_hits"]
        found = hits[int(row["frame"])].reshape(-1)[int(row["element"])]
        assert math.isclose(float(row[level + "_hits"]), found, rel_tol=1e-8), (row, found)
        seen += 1
assert seen > 10
)";

TEST_F(RecordedSums, ArraysHaveTheStoredHitsAndNoAccesses) {
    std::filesystem::copy(HITMAP_TEST_DATA "/trace/data/rt_sample.trace", folder.path() / "b.trace");
    folder.write("compare.py", compare_sums);
    ASSERT_EQ(folder.hitmap("export a.trace --frames 2 --metrics a.csv").status, 0);
    for (const std::string file : {"a.trace", "b.trace"}) {
        ASSERT_EQ(folder.hitmap("export " + file + " --frames 2 --npz a.npz --arrays metrics").status, 0);
        const std::string command =
            "cd '" + folder.path().string() + "' && /usr/bin/python3 compare.py " + file;
        EXPECT_EQ(std::system(command.c_str()), 0) << file;
    }
}

TEST_F(RecordedSums, CachesAreSaidToBeAssumed) {
    EXPECT_THAT(folder.hitmap("simulate a.trace").out, HasSubstr(" (assumed)\n"));
    EXPECT_EQ(json_of("simulate a.trace")["recorded"]["caches"], "assumed");
    ASSERT_EQ(folder.hitmap("export a.trace --metrics m.csv").status, 0);
    EXPECT_EQ(Sums::parse(folder.read("m.csv.json"))["recording"]["origin"]["caches"], "assumed");
}

TEST_F(RecordedSums, AreWrittenAsTracesAgain) {
    ASSERT_EQ(folder.hitmap("export a.trace --rtmemtracer b.trace --variant gbla").status, 0);
    EXPECT_EQ(folder.read("b.trace").substr(0, 4), "GBLA");
    EXPECT_EQ(folder.hitmap("export b.trace --metrics - --frames 2").out,
              folder.hitmap("export a.trace --metrics - --frames 2").out);
    EXPECT_THAT(folder.hitmap("export a.trace --rtmemtracer c.trace --model hierarchy").err,
                HasSubstr("--rtmemtracer: holds the sums of the stack distance cache model"));
}

TEST_F(RecordedSums, AreComparedAndPainted) {
    const Sums same = json_of("compare a.trace a.hmt");
    EXPECT_EQ(same["elements"]["box"]["l1_misses"]["difference"], 0.0) << same.dump();
    EXPECT_EQ(folder.hitmap("render a.trace -o a.png --size 64x64 --frames 2 --frame 1").status, 0);
    EXPECT_EQ(folder.hitmap("render a.trace -o b.svg --panel curves --size 640x480").status, 0);
    EXPECT_THAT(folder.read("b.svg"), Not(HasSubstr("accesses per")));
}

TEST_F(RecordedSums, AnswerNothingElse) {
    struct Refused {
        const char* arguments;
        const char* message;
    };
    for (const Refused& c : {
             Refused{"simulate a.trace --l1 32KiB:128:64", "--l1: a.trace has sums of hits for each frame, "
                                                           "which rtmemtracer recorded, and no requests"},
             Refused{"simulate a.hmt --model hierarchy", "--model: a.hmt has sums of hits for each frame"},
             Refused{"simulate a.trace --frames 3", "--frames: a.trace has the sums of 2 frames, of which "
                                                    "whole ones are joined; expected 1, 2, found 3"},
             Refused{"simulate a.trace --by sm", "--by: a.trace has sums of frames"},
             Refused{"export a.trace --metrics - --frames 4", "expected 1, 2, found 4"},
             Refused{"export a.trace --accesses -",
                     "a.trace: expected requests, found sums of hits for each frame in their place"},
             Refused{"export a.trace --traffic - --model hierarchy", "--model: a.trace has sums"},
             Refused{"render a.trace -o a.png --metric access-order",
                     "--metric: a.trace has sums of hits and look-ups for each frame, from which the Access "
                     "order does not follow"},
             Refused{"render a.trace -o a.png --panel framebuffer", "--panel framebuffer: a.trace has sums"},
             Refused{"compare a.trace a.hmt --frames 3", "expected 1, 2, found 3"},
             Refused{"compare a.trace a.trace --l1-b 64KiB", "expected requests, found sums"},
         }) {
        const Outcome outcome = folder.hitmap(c.arguments);
        EXPECT_NE(outcome.status, 0) << c.arguments;
        EXPECT_THAT(outcome.err, HasSubstr(c.message)) << c.arguments;
    }
}

} // namespace
} // namespace hitmap::test
