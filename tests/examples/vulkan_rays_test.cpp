#include "core/jobs/thread_pool.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "tests/app/program.h"
#include "tests/examples/pixel_accesses.h"

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

/// Records the example vulkan_rays on a lavapipe that traces rays, which scripts/fetch-mesa fetches, and
/// compares it with `hitmap trace`. Without that driver, the tests are skipped.
namespace hitmap::test {
namespace {

constexpr std::uint32_t width = 24;
constexpr std::uint32_t height = 16;

std::vector<PixelAccesses> accesses_of(const std::filesystem::path& path,
                                       const std::vector<std::string_view>& buffers) {
    ThreadPool pool(1);
    const HmtFile file(open_file(path));
    file.validate(pool);
    AccessesByPixel accesses(file.info(), buffers, std::size_t{width} * height);
    const auto source = request_source(file, pool);
    for (RequestBlock block; source->next(block, {});)
        accesses.add(block);
    return accesses.pixels();
}

class ReleaseOnlyVulkanRaysTest : public testing::Test {
protected:
    void SetUp() override {
        if (!std::filesystem::exists(HITMAP_MESA "/lavapipe.json"))
            GTEST_SKIP() << "there is no lavapipe with ray tracing: scripts/fetch-mesa " HITMAP_MESA;
    }
    /// `hitmap ARGUMENTS` with that driver.
    [[nodiscard]] Outcome hitmap(const std::string& arguments) const {
        return folder_.hitmap(arguments, "export VK_DRIVER_FILES=" HITMAP_MESA "/lavapipe.json "
                                         "VK_ICD_FILENAMES=" HITMAP_MESA
                                         "/lavapipe.json LD_LIBRARY_PATH=" HITMAP_MESA "/lib");
    }
    /// Records the example into WAY.hmt, with the picture WAY.png. @return what the command says
    std::string record(const std::string& way, const std::string& options, const std::string& how = {}) {
        const Outcome recorded =
            hitmap(fmt::format("record {3} -o {0}.hmt -- {1} --device llvmpipe --way {0} --image {0}.png {2}",
                               way, HITMAP_VULKAN_RAYS, options, how));
        check(way, recorded);
        return recorded.err;
    }
    void check(const std::string& way, const Outcome& recorded) {
        ASSERT_EQ(recorded.status, 0) << recorded.err;
        EXPECT_THAT(recorded.err, testing::HasSubstr("1 launch traces rays"));
        EXPECT_TRUE(folder_.read(way + ".png") == folder_.read("simulated.png")) << way;
    }
    void trace(const std::string& options) {
        const Outcome traced = hitmap("trace -o simulated.hmt --image simulated.png " + options);
        ASSERT_EQ(traced.status, 0) << traced.err;
    }
    [[nodiscard]] static std::string options_for(const std::string& rays) {
        return fmt::format("'builtin:statue?triangles=1000' --rays {} --resolution {}x{}", rays, width,
                           height);
    }
    TemporaryFolder folder_;
};

TEST_F(ReleaseOnlyVulkanRaysTest, PixelsOfTheKernelReadWhatTheirRaysHit) {
    const std::string options = options_for("primary");
    trace(options);
    record("query", options);
    // The reference tracer reads the normals of what it hits; the example reads its corners first.
    const std::vector<std::string_view> shading{"framebuffer", "normal indices", "normals"};
    const auto expected = accesses_of(folder_.path() / "simulated.hmt", shading);
    const auto found = accesses_of(folder_.path() / "query.hmt", shading);
    const auto faces = accesses_of(folder_.path() / "query.hmt", {"framebuffer", "faces"});
    std::size_t hits = 0;
    for (std::size_t pixel = 0; pixel < expected.size(); ++pixel) {
        ASSERT_EQ(text_of(found[pixel]), text_of(expected[pixel])) << "pixel " << pixel;
        if (expected[pixel].size() == 1) {
            ASSERT_EQ(text_of(faces[pixel]), text_of(expected[pixel])) << "pixel " << pixel << " has no hit";
            continue;
        }
        ++hits;
        const std::uint32_t slot = expected[pixel].front() & 0x0fff'ffffU;
        ASSERT_EQ(text_of(faces[pixel]), fmt::format("3:{} 0:{} ", slot, pixel));
    }
    EXPECT_GT(hits, expected.size() / 8);
}

TEST_F(ReleaseOnlyVulkanRaysTest, APipelineIsRecordedAsItsKernelIs) {
    for (const char* rays : {"shadow", "ao:2", "path:2"}) {
        SCOPED_TRACE(rays);
        const std::string options = options_for(rays);
        trace(options);
        for (const char* way : {"query", "pipeline"})
            record(way, options);
        const HmtFile query(open_file(folder_.path() / "query.hmt"));
        const HmtFile pipeline(open_file(folder_.path() / "pipeline.hmt"));
        ThreadPool pool(1);
        pipeline.validate(pool);
        EXPECT_GT(pipeline.info().lane_accesses, std::uint64_t{width} * height);
        EXPECT_EQ(pipeline.info().lane_accesses, query.info().lane_accesses);
        EXPECT_EQ(pipeline.info().element_accesses, query.info().element_accesses);
    }
}

TEST_F(ReleaseOnlyVulkanRaysTest, AReplayMakesTheAccessesOfTheReferenceTracer) {
    for (const char* rays : {"primary", "shadow", "ao:2"}) {
        SCOPED_TRACE(rays);
        const std::string options = options_for(rays);
        trace(options);
        EXPECT_THAT(
            record("query", options, "--replay"),
            testing::ContainsRegex("replayed: ([0-9]+) rays, [0-9]+ requests; [0-9]+ of [0-9]+ rays end "
                                   "as in the program\n"));
        const auto expected =
            accesses_of(folder_.path() / "simulated.hmt", {"framebuffer", "nodes", "boxes"});
        const auto found =
            accesses_of(folder_.path() / "query.hmt", {"framebuffer", "tree nodes", "tree boxes"});
        std::size_t visits = 0;
        for (std::size_t pixel = 0; pixel < expected.size(); ++pixel) {
            ASSERT_EQ(text_of(found[pixel]), text_of(expected[pixel])) << "pixel " << pixel;
            visits += expected[pixel].size();
        }
        EXPECT_GT(visits, 10 * expected.size());
    }
}

TEST_F(ReleaseOnlyVulkanRaysTest, TheTreeOfTheDriverGivesEveryHitOfTheDriver) {
    const std::string options = options_for("ao:2");
    trace(options);
    for (const char* way : {"query", "pipeline"}) {
        SCOPED_TRACE(way);
        record(way, options);
        const Outcome replayed =
            hitmap(fmt::format("replay {0}.hmt -o {0}-driver.hmt --tree driver --json", way));
        ASSERT_EQ(replayed.status, 0) << replayed.err;
        EXPECT_THAT(replayed.out, testing::HasSubstr("\"origin\": \"derived\""));
        EXPECT_THAT(
            replayed.err,
            testing::ContainsRegex("^[^:]*: ([0-9]+) rays, [0-9]+ requests; [0-9]+ of [0-9]+ rays end as in "
                                   "the program; [0-9]+ of [0-9]+ meet its candidates in their order(; of "
                                   "[0-9]+ the program did not ask what they "
                                   "hit)?\n"));
        const HmtFile file(open_file(folder_.path() / (std::string(way) + "-driver.hmt")));
        EXPECT_GT(file.info().element_accesses[box_kind], file.info().rays.of(RayEventKind::traced));
    }
}

TEST_F(ReleaseOnlyVulkanRaysTest, RecordingsHaveTheRaysAndTheTrianglesOfTheProgram) {
    const std::string options = options_for("ao:2");
    trace(options);
    for (const char* way : {"query", "pipeline"}) {
        SCOPED_TRACE(way);
        record(way, options);
        const HmtFile file(open_file(folder_.path() / (std::string(way) + ".hmt")));
        const RecordingInfo& info = file.info();
        const HmtFile traced(open_file(folder_.path() / "simulated.hmt"));
        EXPECT_EQ(info.scene.faces, traced.info().scene.faces);
        // The kernel has its pixels in one row, which says nothing of a picture.
        const bool has_rows = std::string_view(way) == "pipeline";
        EXPECT_EQ(info.scene.width, has_rows ? width : 0);
        EXPECT_EQ(info.scene.height, has_rows ? height : 0);
        // A ray of each pixel, and two from each hit.
        const std::uint64_t rays = info.rays.of(RayEventKind::traced);
        EXPECT_GT(rays, std::uint64_t{width} * height);
        EXPECT_EQ((rays - std::uint64_t{width} * height) % 2, 0U);
        ASSERT_EQ(info.scene.cameras.size(), 1U);
        const Camera& guessed = info.scene.cameras.front();
        const Camera& camera = traced.info().scene.cameras.front();
        EXPECT_EQ(guessed.position, camera.position);
        EXPECT_GT(glm::dot(guessed.forward, camera.forward), 0.999F);
        EXPECT_GT(glm::dot(guessed.up, camera.up), 0.999F);
        EXPECT_NEAR(guessed.fov_y_degrees, camera.fov_y_degrees, camera.fov_y_degrees / 12);
    }
}

} // namespace
} // namespace hitmap::test
