#include "core/raytracer/trace_scene.h"
#include "core/trace/model/element_access.h"
#include "tests/raytracer/recording_in_memory.h"
#include "tests/raytracer/test_scenes.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace hitmap {
namespace {

struct WarpTrace {
    RecordingInMemory recording;
    TraceResult result;
};

WarpTrace trace_warps(const Scene& scene, TraceOptions options, std::uint32_t lanes) {
    options.warp_lanes = lanes;
    WarpTrace traced;
    ThreadPool pool(1);
    traced.result = trace_scene(scene, options, traced.recording, pool);
    return traced;
}

TraceOptions path_options(Kernel kernel) {
    TraceOptions options;
    options.width = 37;
    options.height = 21;
    options.sm_count = 3;
    options.warps_per_sm = 6;
    options.kernel = kernel;
    options.rays = {RayKind::path, 2};
    return options;
}

/// The element accesses of each pixel, in order, as pairs of a kind and an element.
using PixelAccesses = std::vector<std::pair<std::uint32_t, std::uint64_t>>;
std::map<std::uint32_t, PixelAccesses> accesses_of_pixels(const RecordingInMemory& recording) {
    const ElementAccessFinder finder(recording.info);
    std::map<std::uint32_t, PixelAccesses> pixels;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> pixel_of_lane; // by warp, lane
    std::size_t tag = 0;
    std::vector<ElementAccess> accesses;
    for (std::size_t i = 0; i < recording.requests.size(); ++i) {
        for (; tag < recording.tags.size() && recording.tags[tag].first_request.value <= i; ++tag)
            pixel_of_lane[{recording.tags[tag].warp, recording.tags[tag].lane}] =
                recording.tags[tag].tag.work_item;
        const Request& request = recording.requests[i];
        RequestBlock block;
        block.append(request);
        accesses.clear();
        finder.find(request.instruction, request.mask, block.addresses.data(), 0, accesses);
        for (const ElementAccess& access : accesses)
            pixels[pixel_of_lane.at({request.warp, access.lane})].emplace_back(access.kind, access.element);
    }
    return pixels;
}

class WarpSizeTest : public testing::TestWithParam<Kernel> {};
INSTANTIATE_TEST_SUITE_P(Kernels, WarpSizeTest,
                         testing::Values(Kernel::while_while, Kernel::if_if, Kernel::pixel));

TEST_P(WarpSizeTest, ChangesNothingForAPixel) {
    const Scene scene = triangle_soup(200, 3);
    const TraceOptions options = path_options(GetParam());
    const WarpTrace wide = trace_warps(scene, options, 32);
    const auto expected = accesses_of_pixels(wide.recording);
    EXPECT_EQ(expected.size(), 37U * 21U);
    for (const std::uint32_t lanes : {8U, 16U}) {
        SCOPED_TRACE(lanes);
        const WarpTrace narrow = trace_warps(scene, options, lanes);
        EXPECT_EQ(narrow.result.picture.pixels, wide.result.picture.pixels);
        EXPECT_TRUE(accesses_of_pixels(narrow.recording) == expected);
    }
}

TEST_P(WarpSizeTest, IsThatOfTheRecording) {
    const Scene scene = triangle_soup(50, 1);
    for (const std::uint32_t lanes : {8U, 16U, 32U}) {
        SCOPED_TRACE(lanes);
        const RecordingInMemory recording = trace_warps(scene, path_options(GetParam()), lanes).recording;
        EXPECT_EQ(recording.info.device.warp_size, lanes);
        EXPECT_EQ(recording.info.launches.at(0).block[0], 3 * lanes) << "three warps";
        std::uint32_t used = 0;
        for (const Request& request : recording.requests)
            used |= request.mask;
        EXPECT_EQ(used, all_lanes(lanes));
        std::string stated = "32";
        for (const auto& [name, value] : recording.info.options)
            if (name == "warp-size") stated = value;
        EXPECT_EQ(stated, fmt::format("{}", lanes));
    }
}

} // namespace
} // namespace hitmap
