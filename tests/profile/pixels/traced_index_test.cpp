// Tests indices of pixels of traced recordings: their memory, and their numbers for each kind of rays.

#include "core/geometry/scene.h"
#include "core/profile/models/pixel_tables.h"
#include "core/raytracer/trace_scene.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "core/trace/hmt/file/hmt_writer.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace hitmap {
namespace {

HmtFile traced_pixels(const char* rays, const char* kernel) {
    TraceOptions options;
    options.width = 64;
    options.height = 32;
    options.sm_count = 2;
    options.warps_per_sm = 4;
    trace_option("rays").set(options, rays);
    trace_option("kernel").set(options, kernel);
    std::vector<std::byte> bytes;
    ThreadPool pool(2);
    trace_scene(load_scene("builtin:statue?triangles=1000"), options, *write_hmt(create_memory(bytes)), pool);
    return HmtFile(open_memory(std::move(bytes), "traced"));
}

TEST(ReleaseOnlyTracedPixelIndex, TakesAtMostEightBytesAnElementAccess) {
    const HmtFile recording = traced_pixels("primary", "while-while");
    ThreadPool pool(2);
    const auto source = request_source(recording, pool);
    const std::uint64_t positions = recording.info().positions();
    const std::uint64_t segment = recording.info().requests / 32;
    HierarchyConfig explained;
    explained.explain_misses = true;
    for (const ModelConfig& config :
         {ModelConfig(SdcmConfig{}), ModelConfig(HierarchyConfig{}), ModelConfig(explained)}) {
        const auto index = make_pixel_index(*source, config, {}, {8 * positions, segment}, pool);
        EXPECT_LE(index->memory_bytes(), 8 * positions);
        EXPECT_GT(index->intervals(), 1U);
        EXPECT_GE(index->segments(), 32U);
    }
    EXPECT_LE(pixel_index_sizes(recording.info()).limit, 8 * positions + (1U << 20));
    EXPECT_LE(pixel_index_sizes(recording.info()).limit, estimate_pixel_index_bytes(recording.info()));
}

TEST(ReleaseOnlyTracedPixelIndex, EqualsTablesForEachKindOfRays) {
    ThreadPool pool(2);
    for (const char* rays : {"primary", "shadow", "path:2"})
        for (const char* kernel : {"while-while", "if-if"}) {
            const HmtFile recording = traced_pixels(rays, kernel);
            const auto source = request_source(recording, pool);
            const std::uint64_t positions = recording.info().positions();
            for (const ModelConfig& config : {ModelConfig(SdcmConfig{}), ModelConfig(HierarchyConfig{})}) {
                const auto index =
                    make_pixel_index(*source, config, {}, {std::uint64_t{1} << 40, 1000}, pool);
                for (const TimeWindow window :
                     {TimeWindow{0, positions}, TimeWindow{positions / 3, positions / 2 + 7},
                      TimeWindow{11, 50}, TimeWindow{positions / 2, positions / 2 + 1000}}) {
                    SCOPED_TRACE(std::string(rays) + " " + kernel + " from " + std::to_string(window.first));
                    const PixelTable table = make_pixel_table(*source, config, {}, window, pool);
                    EXPECT_TRUE(index->table(window, pool).sums == table.sums);
                    EXPECT_TRUE(index->counts(window, 1000).sums == table.sums[1000]);
                }
            }
        }
}

} // namespace
} // namespace hitmap
