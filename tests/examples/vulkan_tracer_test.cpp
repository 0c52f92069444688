#include "core/base/error.h"
#include "core/raytracer/trace_scene.h"
#include "tests/examples/pixel_accesses.h"
#include "tests/raytracer/recording_in_memory.h"
#include "tests/raytracer/test_scenes.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "examples/vulkan_tracer/tracer_kernel.h"
#include "examples/vulkan_tracer/vulkan_trace.h"

/// Runs on lavapipe, the software device of Mesa, on every machine.
namespace hitmap::vulkan {
namespace {

struct Traced {
    Picture picture;
    std::vector<PixelAccesses> pixels;
};

Traced trace_simulated(const Scene& scene, const TraceOptions& options, ThreadPool& pool) {
    RecordingInMemory recording;
    const TraceResult result = trace_scene(scene, options, recording, pool);
    AccessesByPixel accesses(recording.info, tracer_buffers(), result.picture.pixels.size());
    RequestBlock requests;
    for (const Request& request : recording.requests)
        requests.append(request);
    accesses.add(requests);
    return {result.picture, accesses.pixels()};
}

Traced trace_device(const VulkanDevice& device, const Scene& scene, const TraceOptions& options,
                    ThreadPool& pool, std::size_t most_accesses) {
    const auto room = static_cast<std::uint32_t>(most_accesses + 1);
    const VulkanTrace trace = trace_with_vulkan(device, scene, options, pool, {}, room);
    Traced traced{trace.picture, {}};
    for (std::size_t first = 0; first < trace.notes.size(); first += room) {
        const auto begin = trace.notes.begin() + static_cast<std::ptrdiff_t>(first);
        EXPECT_LT(*begin, room) << "more accesses than any pixel of the simulated device";
        traced.pixels.emplace_back(begin + 1, begin + 1 + std::min(*begin, room - 1));
    }
    return traced;
}

std::string describe(const TraceOptions& options) {
    std::string text;
    for (const auto& [name, value] : option_texts(options))
        text += fmt::format("--{} {} ", name, value);
    return text;
}

class VulkanTracerTest : public testing::Test {
protected:
    static void SetUpTestSuite() { device = new VulkanDevice("llvmpipe", tracer_needs()); }
    static void TearDownTestSuite() {
        delete device;
        device = nullptr;
    }

    /// Traces on both devices and compares the pictures, and the loads and stores of every pixel.
    void expect_same(const Scene& scene, const TraceOptions& options) {
        SCOPED_TRACE(scene.name + ": " + describe(options));
        const Traced expected = trace_simulated(scene, options, pool);
        std::size_t most = 0;
        for (const PixelAccesses& accesses : expected.pixels)
            most = std::max(most, accesses.size());
        Traced found;
        ASSERT_NO_THROW(found = trace_device(*device, scene, options, pool, most));
        ASSERT_EQ(found.pixels.size(), expected.pixels.size());
        for (std::size_t pixel = 0; pixel < expected.pixels.size(); ++pixel) {
            ASSERT_EQ(text_of(found.pixels[pixel]), text_of(expected.pixels[pixel])) << "pixel " << pixel;
            ASSERT_EQ(found.picture.pixels[pixel], expected.picture.pixels[pixel]) << "pixel " << pixel;
        }
    }

    ThreadPool pool{2};
    static inline VulkanDevice* device = nullptr; // one for all tests, since starting it takes a while
};

TraceOptions small_picture() {
    TraceOptions options;
    options.width = 24;
    options.height = 16;
    // A thread for each pixel: exact arithmetic, which rays through corners and edges need, takes many
    // iterations of loops, and lavapipe limits their number.
    options.sm_count = 6;
    options.warps_per_sm = 8;
    return options;
}

/// A mesh, one whose corners and edges rays meet exactly, and one with planes through the camera.
std::vector<Scene> three_scenes() {
    return {load_scene("builtin:statue?triangles=1000"), exact_grid(8),
            room_with_planes_through_the_camera()};
}

void set(TraceOptions& options, const char* name, const std::string& value) {
    trace_option(name).set(options, value);
}

using ReleaseOnlyVulkanTracerTest = VulkanTracerTest;

TEST_F(ReleaseOnlyVulkanTracerTest, EveryKernelAndKindOfRays) {
    for (const Scene& scene : three_scenes())
        for (const char* kernel : {"while-while", "if-if", "pixel"})
            for (const char* rays : {"primary", "shadow", "ao:3", "path:3"}) {
                TraceOptions options = small_picture();
                set(options, "kernel", kernel);
                set(options, "rays", rays);
                expect_same(scene, options);
            }
}

/// Every order of nodes with every width on the mesh, and each of both once on each of the other scenes: the
/// device compiles a kernel for each combination, which takes longer than the rays.
TEST_F(ReleaseOnlyVulkanTracerTest, EveryTreeAndLayout) {
    const std::vector<Scene> scenes = three_scenes();
    const std::array orders{"dfs", "bfs", "veb"};
    const std::array widths{"2", "4", "8"};
    for (std::size_t s = 0; s < scenes.size(); ++s)
        for (std::size_t o = 0; o < orders.size(); ++o)
            for (std::size_t w = 0; w < widths.size(); ++w) {
                if (s != 0 && (o + w) % widths.size() != s) continue;
                const char* order = orders[o];
                const char* width = widths[w];
                TraceOptions options = small_picture();
                set(options, "node-order", order);
                set(options, "node-width", width);
                set(options, "bvh", width[0] == '2' ? "median" : width[0] == '4' ? "lbvh" : "sah");
                set(options, "layout", order[0] == 'b' ? "soa" : "aos");
                set(options, "vertex-order", order[0] == 'd' ? "random" : "bfs");
                set(options, "face-order", width[0] == '8' ? "morton" : "keep");
                set(options, "leaf-size", width[0] == '4' ? "1" : "3");
                set(options, "rays", "path:2");
                expect_same(scenes[s], options);
            }
}

TEST_F(VulkanTracerTest, EveryScheduleAndFetch) {
    for (const char* schedule : {"scanline", "sm-scanline", "tiles", "morton"})
        for (const char* fetch : {"lane", "warp"}) {
            TraceOptions options = small_picture();
            options.width = 21; // neither a multiple of tiles nor a power of two
            options.height = 13;
            options.sm_count = 2; // 64 threads, so that each takes several pixels
            options.warps_per_sm = 4;
            set(options, "schedule", schedule);
            set(options, "fetch", fetch);
            set(options, "rays", "ao:2");
            expect_same(triangle_soup(100, 5), options);
        }
    for (const char* schedule : {"tiles", "morton"}) {
        TraceOptions options = small_picture();
        set(options, "kernel", "pixel");
        set(options, "schedule", schedule);
        expect_same(triangle_soup(100, 5), options);
    }
}

TEST_F(VulkanTracerTest, SliversCopiesAndFacesInOnePlane) {
    for (const char* rays : {"shadow", "path:4"}) {
        TraceOptions options = small_picture();
        set(options, "rays", rays);
        options.seed = 0x1234'5678'9abc'def0U;
        expect_same(triangle_soup(300, 2), options);
        expect_same(coplanar_triangles(60, 3), options);
    }
}

// Lavapipe of Mesa 22 leaves long loops before they end; that of Mesa 25 does not.
TEST_F(VulkanTracerTest, ALongLoopRunsToItsEndOrIsAnError) {
    TraceOptions options = small_picture();
    options.width = options.height = 256;
    options.sm_count = options.warps_per_sm = 1;
    const Scene scene = exact_grid(64);
    VulkanTrace traced;
    try {
        traced = trace_with_vulkan(*device, scene, options, pool);
    } catch (const Error& error) {
        EXPECT_THAT(
            error.what(),
            testing::MatchesRegex("llvmpipe .*: expected a colour for each pixel, found [0-9]+ pixels "
                                  "without one: the device left the kernel early; choose more --sms, .*"));
        return;
    }
    EXPECT_EQ(traced.picture.pixels, trace_simulated(scene, options, pool).picture.pixels);
}

/// Without this decoration a driver may contract, reorder or simplify arithmetic, which would change colours.
TEST(VulkanKernels, AllArithmeticOfFloatsIsPrecise) {
    constexpr std::uint32_t first_word = 5; // behind the header
    constexpr std::uint32_t op_decorate = 71;
    constexpr std::uint32_t no_contraction = 42;
    // OpFAdd, OpFSub, OpFMul, OpFDiv, OpVectorTimesScalar
    const std::set<std::uint32_t> arithmetic{129, 131, 133, 136, 142};
    for (const Kernel kernel : {Kernel::while_while, Kernel::if_if, Kernel::pixel}) {
        const auto code = kernel_code(kernel, false);
        std::set<std::uint32_t> precise;
        std::set<std::uint32_t> results;
        for (std::size_t at = first_word; at < code.size(); at += code[at] >> 16) {
            const std::uint32_t operation = code[at] & 0xffffU;
            if (operation == op_decorate && code[at + 2] == no_contraction) precise.insert(code[at + 1]);
            if (arithmetic.contains(operation)) results.insert(code[at + 2]);
        }
        EXPECT_GT(results.size(), 100U);
        EXPECT_TRUE(std::ranges::includes(precise, results));
    }
}

TEST_F(VulkanTracerTest, AMeshWithoutFaces) {
    TraceOptions options = small_picture();
    set(options, "rays", "shadow");
    expect_same(scene_of({}, straight_camera({0.0F, 0.0F, 1.0F})), options);
}

} // namespace
} // namespace hitmap::vulkan
