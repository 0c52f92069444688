#include "tests/app/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace hitmap::test {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// A traced recording of a small scene.
const char* const trace = "trace builtin:teapot?triangles=400 -o t.hmt --resolution 24x24 --sms 2 --warps-per-sm 4";

TEST(LayoutCommand, ADerivedLayoutGivesTheNumbersOfTheRecordedOne) {
    const TemporaryFolder folder;
    ASSERT_EQ(folder.hitmap(trace).status, 0);
    const Outcome before = folder.hitmap("simulate t.hmt --json");
    ASSERT_EQ(before.status, 0) << before.err;
    const Outcome derived = folder.hitmap("layout t.hmt -o t.hmt.layout.json");
    ASSERT_EQ(derived.status, 0) << derived.err;
    EXPECT_THAT(derived.out, StartsWith("image      24 x 24 pixels, assumed\npixels     writes\n\nallocation"));
    EXPECT_THAT(derived.out, HasSubstr("\nfaces               faces "));
    const Outcome after = folder.hitmap("simulate t.hmt --json");
    EXPECT_EQ(after.err, "t.hmt: with the layout of t.hmt.layout.json\n");
    EXPECT_EQ(after.out, before.out);
    EXPECT_THAT(folder.hitmap("info t.hmt").out, HasSubstr("allocations: derived"));
    // A layout that is written into the recording is applied without its file.
    EXPECT_EQ(folder.hitmap("import t.hmt --layout t.hmt.layout.json -o u.hmt").status, 0);
    EXPECT_EQ(folder.hitmap("simulate u.hmt --json").out, before.out);
}

TEST(LayoutCommand, WritesJsonAndRefusesToOverwriteTheRecording) {
    const TemporaryFolder folder;
    ASSERT_EQ(folder.hitmap(trace).status, 0);
    EXPECT_THAT(folder.hitmap("layout t.hmt --json").out, StartsWith("{\n  \"format\": \"hitmap layout\","));
    EXPECT_EQ(folder.hitmap("layout t.hmt -o -").out, folder.hitmap("layout t.hmt --json").out);
    EXPECT_EQ(folder.hitmap("layout t.hmt -o t.hmt").status, 2);
    folder.write("t.hmt.layout.json", "{}");
    const Outcome broken = folder.hitmap("info t.hmt");
    EXPECT_EQ(broken.status, 1);
    EXPECT_THAT(broken.err, HasSubstr("t.hmt.layout.json: /: expected the key 'format', found none"));
}

/// Four rays in a strip of faces: a node, a pair of boxes, faces with three vertices each, and a pixel.
std::string csv_of_rays() {
    std::string text = "sm,warp,lane,address,bytes,operation,line\n";
    const auto access = [&](int warp, int address, int bytes, const char* operation, int line) {
        text += "0," + std::to_string(warp) + ",0," + std::to_string(address) + "," + std::to_string(bytes) + "," +
                operation + "," + std::to_string(line) + "\n";
    };
    for (int ray = 0; ray < 4; ++ray) {
        access(ray, 0x10000 + ray * 4, 4, "load", 1);
        for (int part = 0; part < 6; ++part)
            access(ray, 0x20000 + ray * 48 + part * 8, 8, "load", 2 + part);
        access(ray, 0x10000 + ray * 4 + 4, 4, "load", 1);
        for (int face = ray; face < ray + 2; ++face) {
            for (int corner = 0; corner < 3; ++corner)
                access(ray, 0x30000 + face * 12 + corner * 4, 4, "load", 10 + corner);
            for (int corner = 0; corner < 3; ++corner)
                for (int part = 0; part < 3; ++part)
                    access(ray, 0x40000 + (face + corner) * 12 + part * 4, 4, "load", 20 + 3 * corner + part);
        }
        access(ray, 0x50000 + ray * 4, 4, "store", 40);
    }
    return text;
}

TEST(LayoutCommand, AMeshFileGivesAForeignRecordingItsFaces) {
    const TemporaryFolder folder;
    folder.write("run.csv", csv_of_rays());
    folder.write("strip.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nv 0 2 0\nv 1 2 0\nv 0 3 0\n"
                              "f 1 2 3\nf 2 3 4\nf 3 4 5\nf 4 5 6\nf 5 6 7\n");
    EXPECT_THAT(folder.hitmap("info run.csv").out, HasSubstr("time counts requests"));
    const Outcome derived = folder.hitmap("layout run.csv --mesh strip.obj -o run.csv.layout.json");
    ASSERT_EQ(derived.status, 0) << derived.err;
    EXPECT_THAT(derived.err, HasSubstr("5 of 5 face slots were read and found in the mesh by their vertices"));
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

} // namespace
} // namespace hitmap::test
