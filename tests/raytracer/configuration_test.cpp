// Every configuration must produce the picture of a simple loop over all triangles, with correct tags for
// every ray.

#include "core/base/error.h"
#include "tests/raytracer/plain_tracer.h"
#include "tests/raytracer/recording_in_memory.h"
#include "tests/raytracer/test_scenes.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <map>
#include <string>
#include <vector>

namespace hitmap {
namespace {

constexpr std::uint32_t small_width = 37;
constexpr std::uint32_t small_height = 21;

std::string describe(const TraceOptions& options) {
    std::string text;
    for (const TraceOption& option : trace_option_table())
        text += option.name + "=" + option.get(options) + " ";
    return text;
}

TraceOptions small_device() {
    TraceOptions options;
    options.width = small_width;
    options.height = small_height;
    options.sm_count = 3;
    options.warps_per_sm = 4;
    return options;
}

/// All combinations of kernel, schedule and fetch.
std::vector<TraceOptions> configurations() {
    std::vector<TraceOptions> all;
    for (const TraceOption::Value& kernel : trace_option("kernel").values)
        for (const TraceOption::Value& schedule : trace_option("schedule").values)
            for (const TraceOption::Value& fetch : trace_option("fetch").values) {
                TraceOptions options = small_device();
                trace_option("kernel").set(options, kernel.name);
                trace_option("schedule").set(options, schedule.name);
                trace_option("fetch").set(options, fetch.name);
                try {
                    check_trace_options(options);
                } catch (const UsageError&) {
                    continue;
                }
                all.push_back(options);
            }
    return all;
}

class RayKinds : public testing::TestWithParam<const char*> {
protected:
    [[nodiscard]] static RayPlan rays() {
        TraceOptions options;
        trace_option("rays").set(options, GetParam());
        return options.rays;
    }
};

TEST_P(RayKinds, PictureEqualsThatOfAPlainLoopInEveryConfiguration) {
    ThreadPool pool(1);
    const std::vector<TraceOptions> all = configurations();
    EXPECT_EQ(all.size(), 2U * 4 * 2 + 3);
    for (const Scene& scene : {triangle_soup(200, 6), coplanar_triangles(60, 2)}) {
        const Picture expected = plain_trace(scene, small_width, small_height, rays());
        for (TraceOptions options : all) {
            options.rays = rays();
            NullSink sink;
            EXPECT_EQ(trace_scene(scene, options, sink, pool).picture.pixels, expected.pixels)
                << describe(options);
        }
    }
}

TEST_P(RayKinds, PictureEqualsThatOfAPlainLoopInOtherScenes) {
    ThreadPool pool(1);
    const Scene scenes[] = {exact_grid(8), room_with_planes_through_the_camera(),
                            scene_of({}, straight_camera({})), load_scene("builtin:teapot?triangles=1000"),
                            load_scene("builtin:statue?triangles=1000")};
    for (const Scene& scene : scenes) {
        TraceOptions options = small_device();
        options.rays = rays();
        options.seed = 9;
        NullSink sink;
        EXPECT_EQ(trace_scene(scene, options, sink, pool).picture.pixels,
                  plain_trace(scene, small_width, small_height, rays(), 9).pixels)
            << scene.name;
    }
}

TEST_P(RayKinds, PictureDoesNotDependOnTheDeviceOrTheTree) {
    ThreadPool pool(2);
    const Scene scene = triangle_soup(200, 6);
    const Picture expected = plain_trace(scene, small_width, small_height, rays());
    for (const std::uint32_t sms : {1U, 7U, 500U})
        for (const std::uint32_t warps : {1U, 3U, 32U})
            for (const std::uint32_t leaf_size : {1U, 9U})
                for (const Kernel kernel : {Kernel::if_if, Kernel::pixel}) {
                    TraceOptions options = small_device();
                    options.rays = rays();
                    options.kernel = kernel;
                    options.sm_count = sms;
                    options.warps_per_sm = warps;
                    options.bvh = {BvhMethod::median, leaf_size};
                    if (leaf_size == 9) options.scheduler = simt::Scheduler::greedy;
                    NullSink sink;
                    EXPECT_EQ(trace_scene(scene, options, sink, pool).picture.pixels, expected.pixels)
                        << describe(options);
                }
}

/// The tags of the rays of each pixel, in order.
std::map<std::uint32_t, std::vector<LaneTag>> tags_of_pixels(const Scene& scene,
                                                             const TraceOptions& options) {
    RecordingInMemory recording;
    ThreadPool pool(1);
    trace_scene(scene, options, recording, pool);
    std::map<std::uint32_t, std::vector<LaneTag>> tags;
    for (const LaneTagRun& run : recording.tags)
        tags[run.tag.work_item].push_back(run.tag);
    return tags;
}

TEST_P(RayKinds, TagsNameTheRaysOfEveryPixelInOrder) {
    const Scene scene = triangle_soup(300, 6);
    for (TraceOptions options : configurations()) {
        options.rays = rays();
        SCOPED_TRACE(describe(options));
        const auto tags = tags_of_pixels(scene, options);
        ASSERT_EQ(tags.size(), small_width * small_height);
        std::size_t more = 0;
        for (const auto& [pixel, of_pixel] : tags) {
            ASSERT_EQ(of_pixel.at(0), (LaneTag{pixel, 0, 0, 0, 0}));
            for (std::uint32_t i = 1; i < of_pixel.size(); ++i) {
                const bool path = rays().kind == RayKind::path;
                const std::uint32_t sample = path ? 0 : i - 1;
                const auto bounce = static_cast<std::uint8_t>(path ? i : 1);
                ASSERT_EQ(of_pixel[i],
                          (LaneTag{pixel, sample, static_cast<std::uint8_t>(rays().kind), bounce, 0}));
            }
            ASSERT_LE(of_pixel.size(), 1U + rays().count);
            const bool all_or_none = rays().kind == RayKind::ambient_occlusion;
            ASSERT_TRUE(!all_or_none || of_pixel.size() == 1 || of_pixel.size() == 1U + rays().count);
            more += of_pixel.size() - 1;
        }
        EXPECT_EQ(more > 0, rays().kind != RayKind::primary);
    }
}

INSTANTIATE_TEST_SUITE_P(ReleaseOnly, RayKinds, testing::Values("primary", "shadow", "ao:3", "path:4"),
                         [](const auto& param) {
                             std::string name = param.param;
                             std::replace(name.begin(), name.end(), ':', '_');
                             return name;
                         });

TEST(Paths, DoNotLeaveAClosedRoom) {
    // Corners that floats cannot represent exactly, and walls at small and large distances.
    std::vector<glm::vec3> p;
    for (unsigned i = 0; i < 8; ++i)
        p.emplace_back((i & 1U) != 0 ? 1.137F : -0.713F, (i & 2U) != 0 ? 0.319F : -0.871F,
                       (i & 4U) != 0 ? 0.1F : -2.3F);
    std::vector<glm::vec3> corners;
    for (const auto& [a, b, c, d] : std::initializer_list<std::array<unsigned, 4>>{
             {0, 1, 3, 2}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 3, 7, 5}})
        for (const unsigned corner : {a, b, c, a, c, d})
            corners.push_back(p[corner]);
    TraceOptions options = small_device();
    options.rays = {RayKind::path, 12};
    for (const auto& [pixel, tags] : tags_of_pixels(scene_of(corners, straight_camera({0, 0, 0})), options))
        EXPECT_EQ(tags.size(), 13U) << "pixel " << pixel;
}

TEST(SmScanline, EverySmStoresItsBandAlone) {
    TraceOptions options = small_device();
    options.schedule = Schedule::sm_scanline;
    RecordingInMemory recording;
    ThreadPool pool(1);
    trace_scene(triangle_soup(100, 6), options, recording, pool);
    const auto& allocations = recording.info.allocations;
    const auto framebuffer = std::find_if(allocations.begin(), allocations.end(),
                                          [](const Allocation& a) { return a.role == Role::framebuffer; });
    for (const Request& request : recording.requests) {
        const Instruction& instruction = recording.info.instructions[request.instruction];
        if (instruction.operation != Operation::store || instruction.space != Space::global) continue;
        for (unsigned lane = 0; lane < warp_size; ++lane)
            if ((request.mask >> lane & 1U) != 0) {
                const std::uint64_t pixel = (request.address[lane] - framebuffer->address) / 4;
                EXPECT_EQ(pixel / (small_width * small_height / 3), request.sm);
            }
    }
}

TEST(OneThreadAPixel, LaunchesAThreadForEachPixel) {
    TraceOptions options = small_device();
    options.kernel = Kernel::pixel;
    RecordingInMemory recording;
    ThreadPool pool(1);
    trace_scene(triangle_soup(100, 6), options, recording, pool);
    const Launch& launch = recording.info.launches.at(0);
    EXPECT_EQ(launch.kernel, "one_thread_a_pixel");
    EXPECT_EQ(launch.block[0], 128U);
    EXPECT_EQ(launch.grid[0], (small_width * small_height + 127) / 128);
    for (const LaneTagRun& run : recording.tags)
        EXPECT_EQ(run.tag.work_item, run.warp * warp_size + run.lane);
}

} // namespace
} // namespace hitmap
