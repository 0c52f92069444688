#include "core/analysis/rays/ray_table.h"
#include "core/base/error.h"
#include "core/trace/hmt/file/hmt_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <vector>

namespace hitmap {
namespace {

Ray ray_from(const glm::vec3& origin, const glm::vec3& direction) {
    Ray ray;
    ray.origin = origin;
    ray.direction = direction;
    ray.tmax = 1000.0F;
    return ray;
}

/// A warp of four lanes traces three rays: two are parallel and hit, one is at a right angle to them and
/// misses. Then one lane traces a ray without a direction, of which nobody asks how it ends.
HmtFile recording() {
    std::vector<std::byte> bytes;
    const auto sink = write_hmt(create_memory(bytes));
    RecordingInfo info;
    info.device = {"GPU", 1, 1, 4};
    info.instructions.emplace_back().bytes_per_lane = 4;
    info.ray_places = {{RayEventKind::traced, "compute", {"main", "a.comp", 7, 0}},
                       {RayEventKind::committed, "compute", {"main", "a.comp", 8, 0}},
                       {RayEventKind::missed, "compute", {"main", "a.comp", 8, 0}},
                       {RayEventKind::traced, "compute", {"main", "a.comp", 20, 0}}};
    RecordedScene scene;
    scene.vertices = {{0, 0, 0}, {3, 0, 0}, {0, 4, 0}};
    scene.face_slots = {{0, 1, 2}};
    sink->begin(info, &scene);
    sink->begin_launch({"trace", {1, 1, 1}, {4, 1, 1}, 0, 0, {}});
    for (std::uint8_t lane = 0; lane < 3; ++lane)
        sink->tag({RequestIndex(0), 0, 0, lane, {lane, 0, 0, 0, 0}});
    RayEvent event;
    event.mask = 0b0111;
    const std::vector<Ray> rays{ray_from({0, 0, 0}, {0, 0, 2}), ray_from({3, 0, 0}, {0, 0, 5}),
                                ray_from({0, 3, 0}, {7, 0, 0})};
    sink->trace_rays(event, {rays, {}});
    event.place = 1;
    event.kind = RayEventKind::committed;
    event.mask = 0b0011;
    const std::vector<RayHit> hits{{HitShape::triangle, 0, 0, 0, 1.5F}, {HitShape::triangle, 0, 0, 0, 1.0F}};
    sink->trace_rays(event, {{}, hits});
    event.place = 2;
    event.kind = RayEventKind::missed;
    event.mask = 0b0100;
    sink->trace_rays(event, {});
    sink->add({0, 0, 0, 0, 0, 1, {0x1000}});
    sink->tag({RequestIndex(1), 0, 0, 1, {1, 0, 1, 2, 0}});
    event.place = 3;
    event.kind = RayEventKind::traced;
    event.mask = 0b0010;
    const std::vector<Ray> none{ray_from({0, 0, 0}, {0, 0, 0})};
    event.request = RequestIndex(1);
    sink->trace_rays(event, {none, {}});
    sink->add({0, 0, 0, 0, 0, 1, {0x1000}});
    sink->finish();
    return HmtFile(open_memory(std::move(bytes), "rays.hmt"));
}

TEST(RayTable, CountsRaysAndHowTheyEnd) {
    ThreadPool pool(1);
    const RayTable table = count_rays(recording(), pool);
    EXPECT_EQ(table.all.rays, 4U);
    EXPECT_EQ(table.all.calls, 2U);
    EXPECT_EQ(table.all.hits, 2U);
    EXPECT_EQ(table.all.misses, 1U);
    EXPECT_DOUBLE_EQ(table.all.length, 1.5 * 2 + 1.0 * 5);
    EXPECT_EQ(table.all.with_length, 2U);
    EXPECT_DOUBLE_EQ(table.diagonal, 5.0);
}

TEST(RayTable, ComparesTheRaysOfACall) {
    ThreadPool pool(1);
    const RaySums sums = count_rays(recording(), pool).all;
    EXPECT_EQ(sums.compared, 3U) << "a single ray is not compared";
    EXPECT_DOUBLE_EQ(sums.resultant, std::sqrt(5.0)) << "2 z + x";
    // The centre of (0, 0), (3, 0) and (0, 3) is (1, 1).
    EXPECT_NEAR(sums.spread, std::sqrt(2.0) + 2 * std::sqrt(5.0), 1e-12);
}

TEST(RayTable, HasARowForEachPlaceAndKind) {
    ThreadPool pool(1);
    const RayTable table = count_rays(recording(), pool);
    ASSERT_EQ(table.by_place.size(), 2U);
    EXPECT_EQ(table.by_place[0].name, "a.comp:7");
    EXPECT_EQ(table.by_place[0].sums.rays, 3U);
    EXPECT_EQ(table.by_place[1].name, "a.comp:20");
    ASSERT_EQ(table.by_kind.size(), 2U);
    EXPECT_EQ(table.by_kind[0].name, "primary:0");
    EXPECT_EQ(table.by_kind[0].sums.rays, 3U);
    EXPECT_EQ(table.by_kind[1].name, "shadow:2");
    EXPECT_EQ(table.by_kind[1].sums.rays, 1U);
}

TEST(RayTable, ARecordingWithoutRaysIsAnError) {
    std::vector<std::byte> bytes;
    write_hmt(create_memory(bytes))->finish();
    ThreadPool pool(1);
    EXPECT_THROW((void)count_rays(HmtFile(open_memory(std::move(bytes), "none.hmt")), pool), Error);
}

} // namespace
} // namespace hitmap
