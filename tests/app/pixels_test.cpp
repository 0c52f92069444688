#include "tests/app/csv_table.h"
#include "tests/app/fan_scene.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

namespace hitmap::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

/// A recording with rays of two kinds, of a framebuffer of 24x16 pixels.
class Pixels : public TracedFan {
protected:
    static void SetUpTestSuite() {
        TracedFan::SetUpTestSuite();
        trace_fan(*folder, "ao.hmt", "--rays ao:2");
    }
    using Row = std::map<std::string, std::string>;
    static std::vector<Row> pixels(const std::string& options = "") {
        const Outcome outcome = folder->hitmap("export ao.hmt --pixels p.csv " + options);
        EXPECT_EQ(outcome.status, 0) << options << outcome.err;
        return parse_csv(folder->read("p.csv"));
    }
    static double number(const Row& row, const std::string& column) { return std::stod(row.at(column)); }
    static double sum(const std::vector<Row>& rows, const std::string& column) {
        double all = 0.0;
        for (const Row& row : rows)
            all += number(row, column);
        return all;
    }
};

TEST_F(Pixels, HaveTheColumnsInTheirOrder) {
    const auto rows = pixels("--model hierarchy");
    EXPECT_THAT(
        folder->read("p.csv"),
        StartsWith("pixel,x,y,accesses,boxes,faces,requests,active_lanes,branching_rate,sectors,l1_hits,"
                   "l1_lookups,l1_hit_rate,l2_hits,l2_lookups,l2_hit_rate,framebuffer,nodes,"));
    ASSERT_EQ(rows.size(), 24U * 16U);
    EXPECT_EQ(rows[25].at("pixel"), "25");
    EXPECT_EQ(rows[25].at("x"), "1");
    EXPECT_EQ(rows[25].at("y"), "1");
    EXPECT_EQ(rows[25].at("l1_cold_misses"), "") << "the causes of misses are not known";
    EXPECT_NE(rows[25].at("sectors"), "");
    EXPECT_EQ(pixels()[25].at("sectors"), "") << "the stack distance cache model counts none";
    EXPECT_NE(pixels("--model hierarchy --why")[25].at("l1_cold_misses"), "");
    EXPECT_THAT(folder->read("p.csv.json"), HasSubstr("\"table\": \"pixels\""));
}

TEST_F(Pixels, AddUpToTheAccessesOfTheRecording) {
    const auto elements = json("simulate ao.hmt")["elements"];
    const auto rows = pixels();
    EXPECT_EQ(sum(rows, "boxes"), elements["box"]["accesses"].get<double>());
    EXPECT_EQ(sum(rows, "faces"), elements["face"]["accesses"].get<double>());
    EXPECT_EQ(sum(rows, "framebuffer"), elements["pixel"]["accesses"].get<double>());
    const auto sums = json("simulate ao.hmt")["l1"];
    EXPECT_EQ(sum(rows, "l1_lookups"), sums["lookups"].get<double>());
    EXPECT_NEAR(sum(rows, "l1_hits"), sums["hits"].get<double>(), 1e-5 * sums["hits"].get<double>());
}

TEST_F(Pixels, OfElementsWithinRangesCountTheirAccessesAlone) {
    ASSERT_EQ(folder->hitmap("export ao.hmt --metrics m.csv --only-range face-access-count=5:20").status, 0);
    double chosen = 0.0;
    double boxes = 0.0;
    for (const Row& row : parse_csv(folder->read("m.csv"))) {
        if (row.at("kind") == "face") {
            EXPECT_GE(number(row, "accesses"), 5.0);
            EXPECT_LE(number(row, "accesses"), 20.0);
            chosen += number(row, "accesses");
        }
        boxes += row.at("kind") == "box" ? 1.0 : 0.0;
    }
    EXPECT_GT(chosen, 0.0);
    EXPECT_GT(boxes, 0.0) << "boxes have no range";
    for (const char* model : {"", "--model hierarchy"}) {
        const auto rows = pixels(std::string("--only-range face-access-count=5:20 ") + model);
        EXPECT_EQ(sum(rows, "faces"), chosen);
        EXPECT_EQ(sum(rows, "boxes"), 0.0);
        EXPECT_EQ(sum(rows, "framebuffer"), 0.0);
        const auto all = pixels(model);
        EXPECT_LT(sum(rows, "requests"), sum(all, "requests"));
        EXPECT_GT(sum(rows, "requests"), 0.0);
    }
    const std::string image = "render ao.hmt --panel image -o i.npy --metric faces ";
    const auto values = [&](const std::string& range) {
        EXPECT_EQ(folder->hitmap(image + "--only-range face-access-count=" + range).status, 0);
        return folder->read("i.npy");
    };
    const std::string all = values("1:1000000");
    EXPECT_TRUE(values("1:2000000") == all);
    EXPECT_FALSE(values("5:20") == all);
    EXPECT_EQ(folder->hitmap("export ao.hmt --tree t.csv --only-range face-slant=0:1").status, 2);
}

TEST_F(Pixels, OfRaysAndOfFramesAddUp) {
    const std::string model = "--model hierarchy ";
    const auto whole = pixels(model);
    const auto expect_sum = [&](const std::vector<Row>& a, const std::vector<Row>& b) {
        for (std::size_t i = 0; i < whole.size(); ++i)
            for (const char* column : {"accesses", "requests", "active_lanes", "sectors", "l1_hits",
                                       "l2_lookups", "nodes", "dram_bytes"})
                EXPECT_EQ(number(a[i], column) + number(b[i], column), number(whole[i], column))
                    << column << i;
    };
    expect_sum(pixels(model + "--ray-kind primary"), pixels(model + "--ray-kind ao"));
    expect_sum(pixels(model + "--frames 2 --frame 0"), pixels(model + "--frames 2 --frame 1"));
    EXPECT_LT(sum(pixels(model + "--only-allocation nodes"), "requests"), sum(whole, "requests"));
}

TEST_F(Pixels, AreArraysWithTheNumbersOfTheTable) {
    folder->write("compare.py", R"(
import csv, math, numpy
a = numpy.load("p.npz")
rows = list(csv.DictReader(open("p.csv")))
columns = [name for name in rows[0] if "image_" + name in a]
assert len(columns) > 15 and "image_l1_cold_misses" not in a, columns
for column in columns:
    assert a["image_" + column].shape == (16, 24) and a["image_" + column].dtype == numpy.float64
    for row in rows:
        value, text = a["image_" + column][int(row["y"]), int(row["x"])], row[column]
        assert math.isnan(value) if text == "" else math.isclose(float(text), value, rel_tol=1e-8), column
)");
    (void)pixels("--model hierarchy --frames 3 --frame 1");
    const Outcome outcome =
        folder->hitmap("export ao.hmt --npz p.npz --arrays pixels --model hierarchy --frames 3 --frame 1");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const std::string command = "cd '" + folder->path().string() + "' && /usr/bin/python3 compare.py";
    EXPECT_EQ(std::system(command.c_str()), 0);
}

TEST_F(Pixels, AreDrawnAsAnImage) {
    const std::string draw =
        "render ao.hmt --size 400x300 --panel image --model hierarchy -o p.svg --metric ";
    for (const auto& [metric, text] :
         {std::pair("branching-rate", ">Branching rate<"), std::pair("dram-bytes", ">DRAM bytes read<"),
          std::pair("l2-conflict-misses", ">L2 conflict misses<"),
          std::pair("l1-hit-rate", ">no L1 look-ups<")}) {
        const Outcome outcome = folder->hitmap(draw + metric);
        ASSERT_EQ(outcome.status, 0) << outcome.err;
        EXPECT_THAT(folder->read("p.svg"), HasSubstr(text));
    }
    EXPECT_EQ(folder->hitmap("render ao.hmt --size 400x300 --panel image -o p.png --metric boxes").status, 0);
    EXPECT_EQ(folder->read("p.png").substr(1, 3), "PNG");
}

TEST_F(Pixels, OfTwoSidesAreDrawnAsTheirDifference) {
    ASSERT_EQ(
        folder->hitmap("render ao.hmt --compare ao.hmt --l1-b 1KiB:128:1 --panel image -o d.svg").status, 0);
    const std::string drawn = folder->read("d.svg");
    for (const char* text : {"B \u2212 A: L1 hit rate of pixels, B compared with A", "L1 in B only",
                             "A: L1 hit rate of pixels; ", "B: L1 hit rate of pixels; "})
        EXPECT_THAT(drawn, HasSubstr(text));
    const auto other =
        folder->hitmap("render ao.hmt --compare ao.hmt --model-b hierarchy --panel image -o x.svg");
    EXPECT_EQ(other.status, 1);
    EXPECT_THAT(other.err, HasSubstr("no difference: "));
    EXPECT_EQ(folder->hitmap("render ao.hmt --compare ao.hmt --panel image --geometry b -o x.svg").status, 2);
}

TEST_F(Pixels, AreWrittenAsValues) {
    ASSERT_EQ(folder->hitmap("render ao.hmt --panel image --metric requests -o values.exr").status, 0);
    EXPECT_THAT(folder->read("values.exr"), StartsWith("\x76\x2f\x31\x01"));
    EXPECT_EQ(folder->hitmap("render ao.hmt --panel framebuffer -o x.exr").status, 2);
    EXPECT_EQ(folder->hitmap("render ao.hmt --panel framebuffer -o x.npy").status, 2);
}

TEST_F(Pixels, AreWrittenAsOneArray) {
    folder->write("compare.py", R"(
import numpy
all = numpy.load("p.npz")
for key in ("requests", "l1_hit_rate"):
    one = numpy.load(key + ".npy")
    assert one.shape == (16, 24) and one.dtype == numpy.float64
    expected = numpy.where(all["image_requests"] == 0, numpy.nan, all["image_" + key])
    assert numpy.array_equal(one, expected, equal_nan=True), key
same = numpy.load("same.npy")
assert numpy.array_equal(same, numpy.where(numpy.isnan(numpy.load("l1_hit_rate.npy")), numpy.nan, 0.0), equal_nan=True)
)");
    for (const char* command :
         {"export ao.hmt --npz p.npz --arrays pixels",
          "render ao.hmt --panel image --metric requests -o requests.npy",
          "render ao.hmt --panel image --metric l1-hit-rate -o l1_hit_rate.npy",
          "render ao.hmt --compare ao.hmt --panel image --metric l1-hit-rate -o same.npy"}) {
        const Outcome outcome = folder->hitmap(command);
        ASSERT_EQ(outcome.status, 0) << outcome.err;
    }
    const std::string command = "cd '" + folder->path().string() + "' && /usr/bin/python3 compare.py";
    EXPECT_EQ(std::system(command.c_str()), 0);
}

TEST_F(Pixels, AreDrawnAsAViewFileSays) {
    folder->write("view.json", R"({"shows": "image", "pixel_metric": "boxes", "colour_map": "grey"})");
    ASSERT_EQ(folder->hitmap("render ao.hmt --view view.json -o view.svg").status, 0);
    EXPECT_THAT(folder->read("view.svg"), HasSubstr(">Box accesses<"));
    ASSERT_EQ(folder->hitmap("render ao.hmt --view view.json --metric faces -o faces.svg").status, 0);
    EXPECT_THAT(folder->read("faces.svg"), HasSubstr(">Face accesses<"));
}

TEST_F(Pixels, RefuseWhatIsNotKnown) {
    struct Case {
        const char* arguments;
        int status;
        const char* message;
    };
    const std::vector<Case> cases{
        {"render ao.hmt -o x.png --panel image --metric access-order", 2,
         "--metric: expected one of accesses, boxes"},
        {"render ao.hmt -o x.png --metric branching-rate", 2,
         "--metric branching-rate: expected with --panel image"},
        {"render ao.hmt -o x.png --panel image --metric sectors", 2, "expected with --model hierarchy"},
        {"render ao.hmt -o x.png --panel image --metric l1-cold-misses", 2,
         "expected with --model hierarchy"},
        {"render ao.hmt -o x.png --panel image --range all-frames", 2,
         "--range all-frames: expected with --panel mesh"},
        {"export ao.hmt --pixels x.csv --frames 4", 2,
         "--frames: --pixels is of one of them; expected with --frame"},
        {"export ao.hmt --pixels x.csv --ray-kind path", 1, "expected rays of kind path, found primary"},
        {"export ao.hmt --pixels x.csv --only-allocation kitchen", 1, "expected one named 'kitchen', found"},
        {"export ao.hmt --pixels x.csv --memory-limit 1MiB", 1, "memory"},
    };
    for (const Case& each : cases) {
        const Outcome outcome = folder->hitmap(each.arguments);
        EXPECT_EQ(outcome.status, each.status) << each.arguments;
        EXPECT_THAT(outcome.err, HasSubstr(each.message)) << each.arguments;
        EXPECT_FALSE(folder->has("x.csv") || folder->has("x.png")) << each.arguments;
    }
}

TEST_F(Pixels, ArraysNeedTheMemoryOfTheirLargestGroup) {
    const Outcome traced =
        folder->hitmap("trace fan.obj --resolution 256x128 --sms 3 --warps-per-sm 2 -o large.hmt");
    ASSERT_EQ(traced.status, 0) << traced.err;
    const auto refusal = [](const std::string& table) {
        const Outcome outcome = folder->hitmap("export large.hmt --memory-limit 1MiB " + table);
        EXPECT_EQ(outcome.status, 1) << table;
        EXPECT_THAT(outcome.err, HasSubstr("more than the limit of 1 MiB")) << table;
        return outcome.err;
    };
    const std::string of_pixels = refusal("--pixels x.csv");
    const std::string of_elements = refusal("--metrics x.csv");
    EXPECT_NE(of_pixels, of_elements);
    EXPECT_EQ(refusal("--npz x.npz --arrays pixels"), of_pixels);
    EXPECT_EQ(refusal("--npz x.npz --arrays metrics,pixels"), of_pixels);
    EXPECT_EQ(refusal("--npz x.npz"), of_elements);
}

TEST_F(Pixels, SmsByTimeAddUpToTheRecording) {
    const Outcome outcome = folder->hitmap("export ao.hmt --sms sms.csv --model hierarchy");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(
        folder->read("sms.csv"),
        StartsWith("interval,first,last,sm,requests,share_of_mean,l1_hit_rate,l1_lookups,l1_misses,"));
    const auto rows = parse_csv(folder->read("sms.csv"));
    EXPECT_EQ(sum(rows, "requests"), json("info ao.hmt")["requests"].get<double>());
    EXPECT_EQ(sum(rows, "l1_lookups"),
              json("simulate ao.hmt --model hierarchy")["l1"]["lookups"].get<double>());
    for (std::size_t i = 1; i < rows.size(); ++i)
        if (rows[i].at("interval") != rows[i - 1].at("interval")) {
            EXPECT_EQ(rows[i].at("first"), rows[i - 1].at("last"));
        }
    EXPECT_THAT(folder->read("sms.csv.json"), HasSubstr("\"table\": \"sms\""));
}

} // namespace
} // namespace hitmap::test
