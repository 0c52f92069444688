#include "core/analysis/simt/pixel_rays.h"
#include "core/geometry/scene.h"
#include "core/raytracer/secondary_rays.h"
#include "core/raytracer/trace_scene.h"
#include "core/trace/hmt/file/hmt_writer.h"

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace hitmap {
namespace {

/// Passes a recording on as that of another program.
class OtherProducer final : public RecordingSink {
public:
    OtherProducer(RecordingSink& to, std::string producer) : to_(to), producer_(std::move(producer)) {}
    void begin(const RecordingInfo& info, const RecordedScene* scene) override {
        RecordingInfo other = info;
        if (!producer_.empty()) other.producer = producer_;
        to_.begin(other, scene);
    }
    void begin_launch(const Launch& launch) override { to_.begin_launch(launch); }
    void add(const Request& request) override { to_.add(request); }
    void tag(const LaneTagRun& run) override { to_.tag(run); }
    void finish() override { to_.finish(); }

private:
    RecordingSink& to_;
    std::string producer_;
};

/// A traced recording in memory, opened as a file.
struct OpenedTrace {
    TraceOptions options;
    std::unique_ptr<HmtFile> file;
    std::shared_ptr<const RecordedScene> scene;
    std::unique_ptr<LaneRuns> runs;

    explicit OpenedTrace(const char* rays, const std::string& producer = {}) {
        options.width = 12;
        options.height = 10;
        options.sm_count = 2;
        options.warps_per_sm = 2;
        options.seed = 7;
        trace_option("rays").set(options, rays);
        std::vector<std::byte> bytes;
        const auto sink = write_hmt(create_memory(bytes), {});
        OtherProducer named(*sink, producer);
        ThreadPool pool(1);
        trace_scene(load_scene("builtin:statue?triangles=1000"), options, named, pool);
        file = std::make_unique<HmtFile>(open_memory(std::move(bytes), "trace.hmt"));
        scene = file->read_scene();
        runs = std::make_unique<LaneRuns>(file->read_lane_tags(), file->launch_requests());
    }
    [[nodiscard]] std::uint32_t pixels() const { return options.width * options.height; }
    [[nodiscard]] PixelRays rays_of(std::uint32_t pixel) const {
        return pixel_rays(*file, *scene, *runs, pixel);
    }
    /// The reference: the nearest face of the whole scene.
    [[nodiscard]] Hit cast(const TracedRay& ray, float reach, std::uint32_t from) const {
        Hit best{.t = reach};
        for (std::uint32_t slot = 0; slot < scene->face_slots.size(); ++slot) {
            if (scene->is_padding(slot) || slot == from) continue;
            const auto [a, b, c] = corners(slot);
            const Hit hit = intersect_triangle(ray, a, b, c, slot);
            if (hit.t < best.t) best = hit;
        }
        return best;
    }
    [[nodiscard]] std::array<glm::vec3, 3> corners(std::uint32_t slot) const {
        const glm::uvec3& face = scene->face_slots[slot];
        return {scene->vertices[face.x], scene->vertices[face.y], scene->vertices[face.z]};
    }
};

void expect_near(const glm::vec3& a, const glm::vec3& b) {
    EXPECT_LT(glm::length(a - b), 1e-4F * (1.0F + glm::length(b)));
}

TEST(PixelRays, PrimaryRaysEndAtTheNearestFaceOfTheWholeScene) {
    const OpenedTrace trace("primary");
    int hits = 0;
    for (std::uint32_t pixel = 0; pixel < trace.pixels(); ++pixel) {
        const PixelRays rays = trace.rays_of(pixel);
        ASSERT_EQ(rays.rays.size(), 1U);
        EXPECT_EQ(rays.found, 1U);
        EXPECT_TRUE(rays.why_none.empty());
        const RaySegment& segment = rays.rays.front();
        const TracedRay ray =
            primary_ray(normalised(trace.scene->cameras.front()), pixel % 12, pixel / 12, 12, 10);
        expect_near(segment.from, ray.origin);
        EXPECT_EQ(segment.direction, RayDirection::pixel);
        const Hit hit = trace.cast(ray, std::numeric_limits<float>::infinity(), no_slot);
        EXPECT_EQ(segment.end, hit.slot == no_slot ? RayEnd::missed : RayEnd::hit);
        if (hit.slot == no_slot) continue;
        ++hits;
        expect_near(segment.to, ray.origin + hit.t * ray.direction);
    }
    EXPECT_GT(hits, 5);
    EXPECT_LT(hits, static_cast<int>(trace.pixels()));
}

/// Follows the rays of every pixel through the whole scene, with the functions of the ray tracer, as long as
/// the recording has more of them.
TEST(PixelRays, PathsAreThoseThatTheTracerFollowed) {
    const OpenedTrace trace("path:3");
    std::size_t longest = 0;
    for (std::uint32_t pixel = 0; pixel < trace.pixels(); ++pixel) {
        const PixelRays rays = trace.rays_of(pixel);
        ASSERT_EQ(rays.found, rays.rays.size());
        longest = std::max(longest, rays.rays.size());
        TracedRay ray = primary_ray(normalised(trace.scene->cameras.front()), pixel % 12, pixel / 12, 12, 10);
        std::uint32_t from = no_slot;
        for (std::uint32_t bounce = 0; bounce < rays.rays.size(); ++bounce) {
            const RaySegment& segment = rays.rays[bounce];
            EXPECT_EQ(segment.run.tag.bounce, bounce);
            expect_near(segment.from, ray.origin);
            const Hit hit = trace.cast(ray, std::numeric_limits<float>::infinity(), from);
            // A path goes on where it hits something, up to its length.
            EXPECT_EQ(hit.slot != no_slot && bounce < 3, bounce + 1 < rays.rays.size());
            ASSERT_EQ(segment.end, hit.slot == no_slot ? RayEnd::missed : RayEnd::hit);
            if (hit.slot == no_slot) continue;
            const auto [a, b, c] = trace.corners(hit.slot);
            const Surface surface = surface_at(ray, hit, a, b, c);
            ray = secondary_ray(RayKind::path, surface, {7, pixel, {0, bounce + 1}});
            from = surface.slot;
        }
    }
    EXPECT_EQ(longest, 4U);
}

TEST(PixelRays, OfAmbientOcclusionAllBeginAtThePrimaryHitAndHaveItsReach) {
    const OpenedTrace trace("ao:3");
    int missed = 0;
    for (std::uint32_t pixel = 0; pixel < trace.pixels(); ++pixel) {
        const PixelRays rays = trace.rays_of(pixel);
        ASSERT_TRUE(rays.rays.size() == 1 || rays.rays.size() == 4);
        for (std::size_t i = 1; i < rays.rays.size(); ++i) {
            const RaySegment& segment = rays.rays[i];
            EXPECT_EQ(segment.direction, RayDirection::computed);
            EXPECT_EQ(segment.run.tag.sample, i - 1);
            expect_near(segment.from, rays.rays.front().to);
            missed += segment.end == RayEnd::missed ? 1 : 0;
        }
    }
    EXPECT_GT(missed, 0);
}

TEST(PixelRays, OfAnotherProgramEndAtTheLastFaceAndSaySo) {
    const OpenedTrace trace("shadow", "another tracer 1.0");
    std::set<RayEnd> ends;
    for (std::uint32_t pixel = 0; pixel < trace.pixels(); ++pixel) {
        const PixelRays rays = trace.rays_of(pixel);
        for (const RaySegment& segment : rays.rays) {
            const bool primary = segment.run.tag.bounce == 0;
            EXPECT_EQ(segment.direction, primary ? RayDirection::pixel : RayDirection::unknown);
            if (primary) continue;
            ends.insert(segment.end);
            ASSERT_TRUE(segment.face);
            const auto [a, b, c] = trace.corners(*segment.face);
            expect_near(segment.to, (a + b + c) / 3.0F);
            expect_near(segment.from, rays.rays.front().to);
        }
    }
    EXPECT_EQ(ends, std::set{RayEnd::last_face});
}

TEST(PixelRays, SayWhyThereAreNone) {
    const OpenedTrace trace("primary");
    RecordedScene no_camera = *trace.scene;
    no_camera.cameras.clear();
    EXPECT_EQ(pixel_rays(*trace.file, no_camera, *trace.runs, 0).why_none, "the recording has no camera");
    const LaneRuns no_tags({}, trace.file->launch_requests());
    EXPECT_EQ(pixel_rays(*trace.file, *trace.scene, no_tags, 0).why_none,
              "the recording does not say which lane serves which pixel");
}

TEST(PixelRays, AreFoundByRequestAndLane) {
    const OpenedTrace trace("path:2");
    for (std::uint32_t pixel = 0; pixel < trace.pixels(); ++pixel) {
        const PixelRays rays = trace.rays_of(pixel);
        for (const RaySegment& segment : rays.rays) {
            const LaneRun& run = segment.run;
            EXPECT_EQ(ray_at(rays, run.first_request, run.launch, run.warp, run.lane), &segment);
            EXPECT_NE(ray_at(rays, run.last_request, run.launch, run.warp, run.lane), &segment);
            EXPECT_EQ(ray_at(rays, run.first_request, run.launch, run.warp + 1000, run.lane), nullptr);
        }
    }
}

} // namespace
} // namespace hitmap
