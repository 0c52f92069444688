#include "tests/app/traced_triangle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace hitmap::test {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST_F(TracedTriangle, RenderWritesAPngOfTheAskedSize) {
    const Outcome outcome = folder.hitmap("render t.hmt -o p.png --size 320x200 --frames 2 --frame 1");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const std::string png = folder.read("p.png");
    ASSERT_GT(png.size(), 24U);
    EXPECT_EQ(png.substr(1, 3), "PNG");
    EXPECT_EQ(png.substr(16, 8), std::string("\0\0\1\x40\0\0\0\xc8", 8)); // IHDR: 320 x 200
}

using ReleaseOnlyTracedTriangle = TracedTriangle;

TEST_F(ReleaseOnlyTracedTriangle, RenderReadsAViewAndOptionsGoBeforeIt) {
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

TEST_F(ReleaseOnlyTracedTriangle, RenderDrawsTheDifferenceOfTwoSides) {
    const auto picture = [&](const std::string& options) {
        const Outcome outcome = folder.hitmap("render t.hmt --size 320x200 -o p.png " + options);
        EXPECT_EQ(outcome.status, 0) << options << outcome.err;
        return folder.read("p.png");
    };
    const std::string on_a = picture("--compare t.hmt --l1-b 1KiB:128:1");
    EXPECT_EQ(on_a, picture("--compare t.hmt --l1-b 1KiB:128:1 --geometry a"));
    EXPECT_NE(on_a, picture("--compare t.hmt --l1-b 1KiB:128:1 --geometry b"));
    EXPECT_NE(on_a, picture("--compare t.hmt --l1 1KiB:128:1 --l1-b 32KiB:128:64")) << "the sign";
    EXPECT_NE(on_a, picture("--l1 1KiB:128:1"));
    EXPECT_EQ(picture("--compare t.hmt --frames 4 --frame 1"),
              picture("--compare t.hmt --frames 4 --frame 1 --frames-b 4 --frame-b 1 --frame-count-b 1"));
    const std::string hierarchy = "--model hierarchy --compare t.hmt ";
    EXPECT_NE(picture(hierarchy), picture(hierarchy + "--preset-b ampere-a100"))
        << "the caption names the GPU";
    EXPECT_EQ(picture("--compare t.hmt --l1-a 1KiB:128:1 --l1-b 2KiB:128:1"),
              picture("--compare t.hmt --l1 1KiB:128:1 --l1-b 2KiB:128:1"));
    EXPECT_EQ(picture("--compare t.hmt --model-a hierarchy --model-b hierarchy --metric l1-conflict-misses"),
              picture(hierarchy + "--metric l1-conflict-misses"));
    EXPECT_EQ(folder
                  .hitmap("render t.hmt --size 320x200 -o p.png --compare t.hmt --model-b hierarchy "
                          "--metric access-count")
                  .status,
              0)
        << "accesses are the same things in both models";
    const Outcome refused =
        folder.hitmap("render t.hmt --size 320x200 -o p.png --compare t.hmt --model-b hierarchy");
    EXPECT_EQ(refused.status, 1);
    EXPECT_THAT(refused.err, HasSubstr("no difference: B and A have different models"));
}

TEST_F(TracedTriangle, RenderDrawsPanelsAsPngAndSvg) {
    for (const char* panel : {"framebuffer", "curves"}) {
        const std::string draw = std::string("render t.hmt --size 400x300 --panel ") + panel + " -o ";
        EXPECT_EQ(folder.hitmap(draw + "p.svg").status, 0);
        EXPECT_THAT(folder.read("p.svg"), StartsWith("<svg "));
        EXPECT_EQ(folder.hitmap(draw + "p.png").status, 0);
        EXPECT_EQ(folder.read("p.png").substr(1, 3), "PNG");
    }
}

TEST_F(ReleaseOnlyTracedTriangle, RenderDrawsTheCellsThatAreAskedFor) {
    const std::string draw =
        "render t.hmt --size 400x300 --panel framebuffer --model hierarchy -o p.svg --cells ";
    EXPECT_EQ(folder.hitmap(draw + "access-order").status, 0);
    EXPECT_THAT(folder.read("p.svg"), HasSubstr(">Access order<"));
    const Outcome outcome = folder.hitmap(draw + "stack-sectors");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(folder.read("p.svg"), HasSubstr(">Stack sectors<"));
    EXPECT_THAT(folder.read("p.svg"), Not(HasSubstr(">Access order<")));
}

TEST_F(TracedTriangle, ARangeThatIsGivenGoesBeforeOneThatAViewHasForAnotherMetric) {
    folder.write("v.json", R"({"range_mode": "manual", "range_min": 3, "range_max": 4,
                               "range_metric": "l2-misses", "range_of_difference": true})");
    const std::string draw = "render t.hmt --size 160x120 -o p.png --metric access-count ";
    const auto picture = [&](const std::string& options) {
        const Outcome outcome = folder.hitmap(draw + options);
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        return folder.read("p.png");
    };
    EXPECT_EQ(picture("--view v.json --range 0:1000"), picture("--range 0:1000"));
    EXPECT_NE(picture("--view v.json --range 0:1000"), picture("--view v.json"));
}

TEST_F(TracedTriangle, CellsOfTheStackCountEverythingAndRefuseToBeOfAPart) {
    const std::string draw = "render t.hmt -o p.svg --panel framebuffer --model hierarchy --cells ";
    const Outcome outcome = folder.hitmap(draw + "stack-sectors --only-allocation boxes");
    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.err, HasSubstr("--cells stack-sectors: is of everything; found allocation boxes"));
    EXPECT_FALSE(folder.has("p.svg"));
    EXPECT_EQ(folder.hitmap(draw + "access-order --only-allocation boxes").status, 0);
}

TEST_F(TracedTriangle, PicturesGoToStandardOutput) {
    ASSERT_EQ(folder.hitmap("render t.hmt -o p.png --size 320x200").status, 0);
    const Outcome outcome = folder.hitmap("render t.hmt -o - --size 320x200");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.out, folder.read("p.png"));
    EXPECT_FALSE(folder.has("-"));
}

TEST_F(TracedTriangle, PicturesThatCannotBeWrittenAreRefusedBeforeTheWork) {
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

} // namespace
} // namespace hitmap::test
