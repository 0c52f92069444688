#include "tests/capture/layer/recorded_task.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <sstream>

namespace hitmap::test {

namespace {

using testing::ElementsAreArray;
using testing::HasSubstr;

using Lines = std::vector<std::string>;

/// The lane accesses of a recording as sorted lines of text. Which pixels a subgroup has is the driver's
/// matter.
Lines lane_lines(const HmtFile& file) {
    Lines lanes;
    for (const std::string& line : request_lines(file)) {
        const std::string launch = line.substr(0, line.find(" warp"));
        const std::string what = line.substr(line.find("line"), line.find(", lanes") - line.find("line"));
        std::istringstream offsets(line.substr(line.rfind(':') + 1));
        for (std::string offset; offsets >> offset;)
            lanes.push_back(fmt::format("{} {} at {}", launch, what, offset));
    }
    std::sort(lanes.begin(), lanes.end());
    return lanes;
}

struct Rectangle {
    unsigned x, y, width, height;
};

/// What the pixels of a draw access.
class ExpectedLanes {
public:
    void add(unsigned launch, unsigned line, const std::string& what, unsigned offset) {
        lines_.push_back(fmt::format("launch {} line {} {} at {}", launch, line, what, offset));
    }
    /// draw.frag: loads values[first + y * row + x], where first is a parameter.
    void add_draw(unsigned launch, const Rectangle& pixels, const std::string& parameters, unsigned first,
                  unsigned dynamic_offset, unsigned row) {
        for (unsigned y = pixels.y; y < pixels.y + pixels.height; ++y)
            for (unsigned x = pixels.x; x < pixels.x + pixels.width; ++x) {
                add(launch, 18, "load of 4 bytes, " + parameters, 0);
                add(launch, 19, "load of 4 bytes, values", dynamic_offset + 4 * (first + y * row + x));
            }
    }
    [[nodiscard]] Lines sorted() const {
        Lines lines = lines_;
        std::sort(lines.begin(), lines.end());
        return lines;
    }

private:
    Lines lines_;
};

/// The first render pass of the task `draws`, and the dispatch after it.
void add_first_pass(ExpectedLanes& lanes, unsigned launch) {
    lanes.add_draw(launch, {0, 0, 8, 16}, "first parameters", 0, 0, 8);
    // The left half is behind the first draw: the depth test is early, as it is without the layer.
    lanes.add_draw(launch + 1, {8, 0, 8, 16}, "second parameters", 40, 1024, 16);
    for (unsigned y = 4; y < 8; ++y)
        for (unsigned x = 0; x < 16; ++x)
            if (x % 3 != 1) lanes.add(launch + 2, 18, "store of 4 bytes, stored", 4 * (256 + y * 16 + x));
    for (unsigned i = 0; i < 8; ++i) {
        lanes.add(launch + 3, 8, "load of 4 bytes, Out", 4 * i);
        lanes.add(launch + 3, 8, "load of 4 bytes, In", 4 * i);
        lanes.add(launch + 3, 8, "store of 4 bytes, Out", 4 * i);
    }
}

Lines kernels_of(const HmtFile& file) {
    Lines kernels;
    for (const Launch& launch : file.info().launches)
        kernels.push_back(launch.kernel);
    return kernels;
}

} // namespace

TEST(RecordedDraws, EachPixelHasTheAccessesOfItsDraw) {
    const RecordedTask task;
    const Outcome outcome = task.record("draws");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.out, task.plain("draws")) << "the pictures are equal";
    const HmtFile file = task.recording();
    ExpectedLanes lanes;
    add_first_pass(lanes, 0);
    lanes.add_draw(4, {0, 0, 16, 2}, "first parameters", 0, 0, 8);
    lanes.add_draw(5, {0, 2, 16, 2}, "second parameters", 40, 0, 8);
    add_first_pass(lanes, 6);
    EXPECT_THAT(lane_lines(file), ElementsAreArray(lanes.sorted()));
    EXPECT_EQ(kernels_of(file),
              (Lines{"draw.frag", "draw.frag", "draw_store.frag", "add.comp", "draw.frag", "draw.frag",
                     "draw.frag", "draw.frag", "draw_store.frag", "add.comp"}));
    ThreadPool pool(1);
    EXPECT_NO_THROW(file.validate(pool));
}

TEST(RecordedDraws, SubgroupsAreBlocksInTheOrderOfTheLog) {
    const RecordedTask task;
    ASSERT_EQ(task.record("draws").status, 0);
    const HmtFile file = task.recording();
    const Launch& draw = file.info().launches[0];
    EXPECT_EQ(draw.block, (std::array<std::uint32_t, 3>{8, 1, 1}));
    EXPECT_GE(draw.grid[0], 16U) << "128 pixels in subgroups of at most 8 lanes";
    EXPECT_EQ(draw.grid[1] * draw.grid[2], 1U);
    std::uint32_t last_warp = 0;
    RequestBlock block;
    file.read_block(0, block);
    for (const RequestBlock::Entry& entry : block.entries) {
        if (entry.launch != 0) continue;
        EXPECT_LT(entry.warp, draw.grid[0]);
        last_warp = std::max(last_warp, entry.warp);
    }
    EXPECT_GE(last_warp, 15U);
}

TEST(RecordedDraws, RenderPassesCountAsOneDispatch) {
    const RecordedTask task;
    ASSERT_EQ(task.record("draws", "--dispatches 2:3").status, 0);
    EXPECT_EQ(kernels_of(task.recording()), (Lines{"draw.frag", "draw.frag"})) << "of the second render pass";
    ASSERT_EQ(task.record("draws", "--kernels draw_store.frag").status, 0);
    EXPECT_EQ(kernels_of(task.recording()), (Lines{"draw_store.frag", "draw_store.frag"}));
}

TEST(RecordedDraws, StagesWithoutSubgroupOperationsAreNamed) {
    const RecordedTask task;
    EXPECT_THAT(task.record("draws").err, HasSubstr("does not have their stage in subgroupSupportedStages"));
    EXPECT_THAT(option_of(task.recording(), "capture-note"), HasSubstr("vertex shaders are not recorded"));
}

TEST(RecordedDraws, OptionsThatDoNotHoldForDrawsSaySo) {
    const RecordedTask task;
    EXPECT_THAT(task.record("draws", "--lossless").err, HasSubstr("--lossless does not split draws"));
    EXPECT_EQ(task.record("draws", "--contents on").out, task.plain("draws"));
    EXPECT_THAT(option_of(task.recording(), "capture-note"),
                HasSubstr("the contents of buffers that only draws use are not recorded"));
}

// Khronos's validation layer of Debian 12 crashes with pipelines made of libraries, also without our layer.
TEST(RecordedDraws, PipelinesMadeOfLibraries) {
    const RecordedTask task;
    const Outcome outcome = task.record("draw_libraries");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.out, task.plain("draw_libraries"));
    ExpectedLanes lanes;
    lanes.add_draw(0, {0, 0, 16, 16}, "second parameters", 40, 0, 8);
    lanes.add_draw(1, {0, 0, 16, 16}, "second parameters", 40, 512, 16);
    EXPECT_THAT(lane_lines(task.recording()), ElementsAreArray(lanes.sorted()));
}

} // namespace hitmap::test
