#include "tests/app/traced_triangle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace hitmap::test {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// A pyramid standing on the plane z = 0.
constexpr const char* z_up_pyramid = "v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nv 0 0 1\n"
                                     "f 4 3 2 1\nf 1 2 5\nf 2 3 5\nf 3 4 5\nf 4 1 5\n";

TEST(CommandLine, AMeshIsTracedUprightAndInfoSaysWhichAxisAndCamera) {
    const TemporaryFolder folder;
    folder.write("pyramid.obj", z_up_pyramid);
    folder.write("camera.json", R"({"position": [0, 1, 4], "forward": [0, 0, -1]})");
    struct Row {
        const char* options;
        const char* said; ///< message while tracing
        const char* up;   ///< up axis in the output of info
        const char* camera;
        const char* origin; ///< origin in the output of info --json
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

TEST_F(TracedTriangle, RecordingGoesToStandardOutput) {
    const Outcome outcome =
        folder.hitmap("trace triangle.obj -o - --resolution 16x8 --sms 2 --warps-per-sm 2");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.out, folder.read("t.hmt"));
}

TEST(ReleaseOnlyCommandLine, SimulatingWhileTracingPrintsWhatSimulatingTheRecordingPrints) {
    const TemporaryFolder folder;
    const std::string tracer = "trace builtin:statue?triangles=1000 --resolution 20x16 --sms 3 ";
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
                StartsWith("builtin:statue?triangles=1000: about 1,000 triangles, about "));
    const Outcome outcome = folder.hitmap(tracer + "--memory-limit 1MiB");
    EXPECT_EQ(outcome.status, 1);
    EXPECT_THAT(outcome.err, HasSubstr(" MiB of memory, more than the limit of 1 MiB\n"));
}

TEST_F(TracedTriangle, TracedImageIsAPng) {
    ASSERT_EQ(folder.hitmap("trace triangle.obj -o i.hmt --resolution 16x8 --image i.png").status, 0);
    EXPECT_EQ(folder.read("i.png").substr(1, 3), "PNG");
}

} // namespace
} // namespace hitmap::test
