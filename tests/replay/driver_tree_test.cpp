#include "core/base/error.h"
#include "core/replay/driver/driver_check.h"
#include "core/replay/driver/driver_judge.h"
#include "core/replay/driver/driver_tree.h"
#include "core/replay/driver/lavapipe_layout.h"
#include "core/replay/replay.h"
#include "core/trace/hmt/file/hmt_writer.h"
#include "core/trace/model/estimates.h"
#include "tests/replay/built_tree.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

/// The tree of a driver: structures of random triangles, which a search of all of them is compared with.
namespace hitmap::test {
namespace {

constexpr std::uint64_t top_address = 0x10000;
constexpr std::uint64_t mesh_address = 0x20000;
constexpr std::uint64_t boxes_address = 0x40000;
constexpr std::uint32_t triangles_each = 70;
constexpr std::uint32_t lanes = 8;
constexpr std::uint32_t warps = 30;

std::string message_of(const std::function<void()>& work) {
    try {
        work();
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

/// Two instances of a mesh, one moved, and between them one of boxes that no ray asks for.
class DriverTreeTest : public testing::Test {
protected:
    DriverTreeTest() {
        for (std::uint32_t i = 0; i < triangles_each; ++i) {
            const glm::vec3 centre = point();
            mesh_.push_back({{centre + 0.4F * point(), centre + 0.4F * point(), centre + 0.4F * point()},
                             i % 50,
                             i / 50,
                             true});
        }
        for (std::uint32_t i = 0; i < lanes * warps; ++i) {
            Ray ray;
            ray.origin = 3.0F * point();
            ray.direction = point() - ray.origin;
            ray.tmax = 5.0F;
            ray.mask = 0xff;
            ray.structure = top_address;
            rays_.push_back(ray);
        }
        instances_[1].object_to_world[3] = 1.5F;
        instances_[1].mask = 0x02;
        instances_[1].number = 2;
    }
    glm::vec3 point() { return {number(), number(), number()}; }
    float number() { return std::uniform_real_distribution<float>(-1.0F, 1.0F)(random_); }

    [[nodiscard]] std::vector<std::uint8_t> mesh_bytes() const { return built_triangles(mesh_); }
    [[nodiscard]] std::vector<std::uint8_t> box_bytes() const {
        return built_boxes({{Aabb{glm::vec3(8.0F), glm::vec3(9.0F)}, 0, 0}});
    }
    [[nodiscard]] std::vector<std::uint8_t> top_bytes() const {
        std::vector<BuiltInstance> all(instances_.begin(), instances_.end());
        for (BuiltInstance& instance : all) {
            instance.address = mesh_address;
            instance.bounds = bounds_of(mesh_bytes());
        }
        BuiltInstance boxes;
        boxes.address = boxes_address;
        boxes.bounds = bounds_of(box_bytes());
        boxes.number = 1;
        all.insert(all.begin() + 1, boxes);
        return built_instances(all);
    }
    /// The triangles of both instances in the world, as a recording has them.
    [[nodiscard]] RecordedScene scene() const {
        RecordedScene scene;
        for (const BuiltInstance& instance : instances_) {
            for (std::uint32_t geometry = 0; geometry < 2; ++geometry) {
                InstanceFaces part;
                part.instance = instance.number;
                part.geometry = geometry;
                part.first_face = static_cast<std::uint32_t>(scene.face_slots.size()) + geometry * 50;
                part.faces = geometry == 0 ? 50 : triangles_each - 50;
                part.mask = instance.mask;
                part.geometry_flags = 1;
                scene.instance_faces.push_back(part);
            }
            for (const BuiltTriangle& triangle : mesh_) {
                const auto first = static_cast<std::uint32_t>(scene.vertices.size());
                for (const glm::vec3& corner : triangle.corners)
                    scene.vertices.push_back(in_world(instance.object_to_world, corner));
                scene.face_slots.emplace_back(first, first + 1, first + 2);
            }
        }
        return scene;
    }
    /// The nearest of all triangles that the ray meets, with the driver's arithmetic and without its tree.
    [[nodiscard]] std::optional<RayHit> nearest(const Ray& ray) const {
        RayHit best;
        best.t = ray.tmax;
        bool found = false;
        for (const BuiltInstance& instance : instances_) {
            if ((instance.mask & ray.mask) == 0) continue;
            Transform inverse = instance.object_to_world;
            for (const std::size_t i : {3, 7, 11})
                inverse[i] = -inverse[i];
            const DriverRay here = in_space(inverse, DriverRay(ray.origin, ray.direction));
            for (const BuiltTriangle& triangle : mesh_) {
                const DriverMeeting met = meeting_of(here, triangle.corners);
                if (!(met.t < best.t && ray.tmin < met.t)) continue;
                best = {HitShape::triangle, instance.number, triangle.geometry, triangle.primitive, met.t};
                found = true;
            }
        }
        return found ? std::optional(best) : std::nullopt;
    }

    [[nodiscard]] RecordingInfo tables() const {
        RecordingInfo info;
        info.device = {"CPU", 2, warps, lanes};
        info.instructions.emplace_back().bytes_per_lane = 4;
        for (const RayEventKind kind : {RayEventKind::traced, RayEventKind::committed, RayEventKind::missed})
            info.ray_places.push_back({kind, "compute", {"main", "trace.comp", 7, 0}});
        const auto add = [&](const char* name, const char* level, std::uint64_t address,
                             std::vector<std::uint8_t> bytes) {
            Allocation allocation;
            allocation.name = std::string("acceleration structure ") + name;
            allocation.address = address;
            allocation.bytes = bytes.size();
            allocation.contents = std::move(bytes);
            info.allocations.push_back(std::move(allocation));
            info.options.emplace_back("acceleration-structure",
                                      fmt::format("lavapipe-25.0 {} {:#x}", level, address));
        };
        add("1", "bottom", mesh_address, mesh_bytes());
        add("2", "bottom", boxes_address, box_bytes());
        add("of instances", "top", top_address, top_bytes());
        return info;
    }
    [[nodiscard]] HmtFile recorded(const RecordedScene& scene, const RecordingInfo& info) const {
        std::vector<std::byte> bytes;
        const auto sink = write_hmt(create_memory(bytes));
        sink->begin(info, &scene);
        sink->begin_launch({"trace", {warps, 1, 1}, {lanes, 1, 1}, 0, 0, {}});
        for (std::uint32_t warp = 0; warp < warps; ++warp) {
            sink->add({0, warp % 2, warp, warp / 2, 0, 1, {0x1000}});
            add_events(warp, *sink);
        }
        sink->finish();
        return HmtFile(open_memory(std::move(bytes), "driver.hmt"));
    }
    [[nodiscard]] HmtFile recorded() const { return recorded(scene(), tables()); }
    void add_events(std::uint32_t warp, RecordingSink& sink) const {
        RayEvent event;
        event.sm = warp % 2;
        event.warp = warp;
        event.slot = warp / 2;
        event.mask = (1U << lanes) - 1;
        const std::span<const Ray> rays = std::span(rays_).subspan(std::size_t{warp} * lanes, lanes);
        std::vector<Ray> written(rays.begin(), rays.end());
        for (Ray& ray : written)
            ray.mask = recorded_mask_.value_or(ray.mask);
        sink.trace_rays(event, {written, {}});
        std::vector<RayHit> hits;
        std::uint32_t hit_lanes = 0;
        for (std::uint32_t lane = 0; lane < lanes; ++lane)
            if (const auto hit = nearest(rays[lane])) {
                hits.push_back(*hit);
                hit_lanes |= 1U << lane;
            }
        const std::uint32_t missed = event.mask & ~hit_lanes;
        event.kind = RayEventKind::committed;
        event.place = 1;
        event.mask = hit_lanes;
        if (hit_lanes != 0) sink.trace_rays(event, {{}, hits});
        event.kind = RayEventKind::missed;
        event.place = 2;
        event.mask = missed;
        if (missed != 0) sink.trace_rays(event, {});
    }

    struct Replayed {
        HmtFile file;
        ReplayCounts counts;
    };
    [[nodiscard]] static Replayed replay(const HmtFile& file, const char* options = "tree=driver") {
        std::vector<std::byte> bytes;
        ThreadPool pool(1);
        HmtWriteOptions writing;
        writing.tables_grow = true;
        const ReplayCounts counts =
            replay_recording(file, parse_replay(options), *write_hmt(create_memory(bytes), writing), pool);
        HmtFile replayed(open_memory(std::move(bytes), "replayed.hmt"));
        replayed.validate(pool);
        return {std::move(replayed), counts};
    }

    std::mt19937 random_{11}; // NOLINT(cert-msc32-c,cert-msc51-cpp): the same each time
    std::vector<BuiltTriangle> mesh_;
    std::array<BuiltInstance, 2> instances_;
    std::vector<Ray> rays_;
    std::optional<std::uint32_t> recorded_mask_; ///< in the place of that with which rays find their hits
};

TEST_F(DriverTreeTest, RaysHitWhatASearchOfAllTrianglesFinds) {
    for (std::size_t i = 0; i < rays_.size(); ++i)
        if (i % 3 == 0) rays_[i].mask = 1;
    const Replayed replayed = replay(recorded());
    EXPECT_EQ(replayed.counts.rays, rays_.size());
    EXPECT_TRUE(replayed.counts.agree());
    EXPECT_TRUE(replayed.counts.is_derived());
    EXPECT_EQ(origin_of(replayed.file.info(), traversal_field), Origin::derived);
    EXPECT_GT(std::ranges::count_if(rays_, [&](const Ray& ray) { return nearest(ray).has_value(); }),
              static_cast<std::ptrdiff_t>(rays_.size() / 4));
    EXPECT_EQ(text_of(replayed.counts),
              fmt::format("240 rays, {} requests; 240 of 240 rays end as in the program; 240 of 240 meet its "
                          "candidates in their order",
                          replayed.counts.requests));
}

TEST_F(DriverTreeTest, AHitThatTheReplayDoesNotFindMakesItAssumed) {
    recorded_mask_ = 0;
    const Replayed replayed = replay(recorded());
    EXPECT_LT(replayed.counts.agreeing, replayed.counts.rays);
    EXPECT_GT(replayed.counts.agreeing, 0U) << "rays that miss";
    EXPECT_FALSE(replayed.counts.is_derived());
    EXPECT_EQ(origin_of(replayed.file.info(), traversal_field), Origin::assumed);
}

TEST_F(DriverTreeTest, RaysAgainstAnotherStructureAreNotReplayed) {
    rays_[5].structure = 0x99000;
    rays_[6].structure = 0; // not known
    const Replayed replayed = replay(recorded());
    EXPECT_EQ(replayed.counts.not_replayed, 1U);
    EXPECT_EQ(replayed.counts.agreeing, replayed.counts.rays - 1);
    EXPECT_FALSE(replayed.counts.is_derived());
    EXPECT_THAT(
        text_of(replayed.counts),
        testing::HasSubstr("239 of 239 rays end as in the program; 239 of 240 meet its candidates in their "
                           "order; 1 are traced against another acceleration structure and were not "
                           "replayed"));
}

TEST_F(DriverTreeTest, NodesAndTrianglesAreWhereTheDriverPutThem) {
    const Replayed replayed = replay(recorded());
    const RecordingInfo& info = replayed.file.info();
    std::vector<std::string> buffers;
    for (const Allocation& a : info.allocations)
        buffers.push_back(fmt::format("{} {} at {:#x}, {} x {}", a.name, name_of(a.role), a.address,
                                      a.element_count(), a.stride));
    EXPECT_THAT(buffers, testing::ElementsAre("tree nodes of instances boxes at 0x10028, 2 x 56",
                                              "tree instances other at 0x10098, 3 x 120",
                                              "tree nodes 1 boxes at 0x20028, 69 x 56",
                                              "tree triangles 1 faces at 0x20f40, 70 x 48",
                                              "tree nodes 2 boxes at 0x40028, 1 x 56",
                                              "tree leaf boxes 2 other at 0x40060, 1 x 32",
                                              "acceleration structure 1 other at 0x20000, 0 x 0",
                                              "acceleration structure 2 other at 0x40000, 0 x 0",
                                              "acceleration structure of instances other at 0x10000, 0 x 0"));
    EXPECT_EQ(replayed.counts.nodes, 72U);
    const auto scene = replayed.file.read_scene();
    EXPECT_EQ(scene->face_slots.size(), triangles_each);
    EXPECT_EQ(scene->boxes.size(), 72U);
    EXPECT_EQ(scene->box_parent[0], -1);
    for (std::size_t box = 1; box < scene->boxes.size(); ++box)
        EXPECT_GE(scene->box_parent[box], 0) << box;
    // The driver loads each node as a whole: each fetch of one is one access to a box.
    EXPECT_GE(info.element_accesses[box_kind], rays_.size());
}

TEST_F(DriverTreeTest, FurtherInstancesOfAStructureHaveCopiesOfItsFaces) {
    const auto scene = replay(recorded()).file.read_scene();
    ASSERT_EQ(scene->face_copies.size(), triangles_each);
    for (std::uint32_t slot = 0; slot < triangles_each; ++slot) {
        const FaceCopy& copy = scene->face_copies[slot];
        EXPECT_EQ(copy.slot, slot);
        EXPECT_EQ(copy.source, scene->face_source[slot] + static_cast<std::int32_t>(triangles_each));
        for (int k = 0; k < 3; ++k)
            EXPECT_EQ(scene->vertices[copy.corners[k]],
                      scene->vertices[scene->face_slots[slot][k]] + glm::vec3(1.5F, 0.0F, 0.0F));
    }
}

TEST_F(DriverTreeTest, RaysThatFetchByThemselvesFetchTheSame) {
    const HmtFile file = recorded();
    const Replayed together = replay(file);
    const Replayed alone = replay(file, "tree=driver unit=independent");
    EXPECT_EQ(alone.file.info().element_accesses, together.file.info().element_accesses);
    EXPECT_EQ(alone.counts.requests + warps, together.file.info().lane_accesses);
}

TEST_F(DriverTreeTest, ATreeThatIsNotOfTheRecordedTrianglesIsRefused) {
    RecordedScene other = scene();
    other.vertices[3 * 60].y += 0.25F;
    EXPECT_THAT(
        message_of([&] { (void)replay(recorded(other, tables())); }),
        testing::MatchesRegex("driver.hmt: the acceleration structures of the driver are not those of the "
                              "recorded geometry: triangle 10 of geometry 1 of instance 0: expected "
                              "corner 0 at .*"));
    RecordingInfo info = tables();
    float wider = 0.0F;
    std::vector<std::uint8_t>& mesh = info.allocations[0].contents;
    std::memcpy(&wider, mesh.data() + 40 + 12, sizeof wider);
    wider += 1.0F;
    std::memcpy(mesh.data() + 40 + 12, &wider, sizeof wider);
    EXPECT_THAT(message_of([&] { (void)replay(recorded(scene(), info)); }),
                testing::HasSubstr("child 0 of node 0 of structure 1 has another box than what is below it"));
}

TEST_F(DriverTreeTest, BrokenStructuresAreRefused) {
    struct Broken {
        std::size_t structure;
        std::size_t offset;
        std::uint32_t value;
        const char* message;
    };
    // The root of the mesh is at byte 40, its children at 88 and 92; the leaves begin at 3904.
    const std::vector<Broken> cases{
        {0, 88, 41, "node 0: expected a tree, found that node 0 is below two nodes"},
        {0, 88, 89, "node 0: expected a child that is one of 69 nodes, found one at byte 88"},
        {0, 88, 0xffff'0001,
         "node 0: expected a child that is one of 69 nodes, found one at byte 4294901760"},
        {0, 88, 3908, "node 0: expected a leaf of 48 bytes from byte 3904 to 7264, found one at byte 3908"},
        {0, 88, 7264, "node 0: expected a leaf of 48 bytes from byte 3904 to 7264, found one at byte 7264"},
        {0, 32, 3903, "expected leaves behind nodes of 56 bytes and within 7264 bytes, found them at 3903"},
        {0, 32, 7280, "expected leaves behind nodes of 56 bytes and within 7264 bytes, found them at 7280"},
        {2, 152 + 120, 0x99, "expected instance 1 to place a recorded structure, found address 0x99"},
    };
    for (const Broken& broken : cases) {
        RecordingInfo info = tables();
        std::memcpy(info.allocations[broken.structure].contents.data() + broken.offset, &broken.value,
                    sizeof broken.value);
        EXPECT_THAT(message_of([&] { (void)replay(recorded(scene(), info)); }),
                    testing::HasSubstr(broken.message));
    }
    RecordingInfo info = tables();
    info.allocations[0].contents.resize(90);
    info.allocations[0].bytes = 90;
    EXPECT_THAT(message_of([&] { (void)replay(recorded(scene(), info)); }),
                testing::HasSubstr("expected at least 96 bytes of an acceleration structure, found 90"));
}

TEST_F(DriverTreeTest, OptionsThatNameNoTreeAreRefused) {
    const auto message = [&](const std::function<void(RecordingInfo&)>& change) {
        RecordingInfo info = tables();
        change(info);
        return message_of([&] { (void)driver_allocations(info); });
    };
    EXPECT_EQ(message([](RecordingInfo&) {}), "");
    EXPECT_EQ(message([](RecordingInfo& info) { info.options.clear(); }),
              "expected one acceleration structure of instances as the driver built it, found none");
    EXPECT_THAT(message([](RecordingInfo& info) { info.options[0].second = "lavapipe-25.0 top 0x20000"; }),
                testing::HasSubstr("found several"));
    EXPECT_EQ(message([](RecordingInfo& info) { info.options[2].second = "radv-25.0 top 0x10000"; }),
              "option acceleration-structure: expected the layout lavapipe-25.0, found radv-25.0");
    EXPECT_EQ(message([](RecordingInfo& info) { info.options[2].second = "lavapipe-25.0 top 0x30000"; }),
              "expected an allocation of the acceleration structure at 0x30000, found none");
    EXPECT_EQ(message([](RecordingInfo& info) { info.options[2].second = "lavapipe-25.0 middle 16"; }),
              "option acceleration-structure: expected a layout, top or bottom, and an address, found "
              "'lavapipe-25.0 middle 16'");
    EXPECT_FALSE(has_driver_tree(RecordingInfo()));
    EXPECT_TRUE(has_driver_tree(tables()));
    RecordingInfo without = tables();
    without.options.clear();
    EXPECT_EQ(
        message_of([&] { (void)replay(recorded(scene(), without)); }),
        "driver.hmt: cannot be replayed: expected the acceleration structures that the driver built, found "
        "none that are known");
}

TEST_F(DriverTreeTest, TooManyFetchesAreSaidBeforeTheyAreMade) {
    ThreadPool pool(1);
    const HmtFile file = recorded();
    EXPECT_THAT(
        message_of([&] {
            (void)replayed_file(file, parse_replay("tree=driver"), pool, {}, any_memory, nullptr, 1000);
        }),
        testing::MatchesRegex("expected at most 1000 fetches in the driver's tree, found about [0-9]+: a ray "
                              "fetches [0-9]+ times"));
    EXPECT_EQ(message_of([&] {
                  (void)replayed_file(file, parse_replay("tree=driver"), pool, {}, any_memory, nullptr,
                                      1 << 20);
              }),
              "");
}

TEST_F(DriverTreeTest, RaysOfNoDirectionTakeSomeWay) {
    rays_[0].direction = glm::vec3(std::nanf(""));
    rays_[1].direction = glm::vec3(0.0F);
    rays_[2].origin = glm::vec3(std::numeric_limits<float>::infinity());
    EXPECT_EQ(replay(recorded()).counts.not_replayed, 0U);
}

/// Triangles at z = 1, 2, 3, ..., each before the other, none of them opaque.
class DriverJudgeTest : public testing::Test {
protected:
    DriverJudgeTest() {
        std::vector<BuiltTriangle> mesh;
        for (std::uint32_t i = 0; i < 5; ++i) {
            const float z = static_cast<float>(i + 1);
            mesh.push_back({{glm::vec3(-1, -1, z), glm::vec3(3, -1, z), glm::vec3(-1, 3, z)}, i, 0, false});
        }
        const std::vector<std::uint8_t> bytes = built_triangles(mesh);
        BuiltInstance instance;
        instance.address = mesh_address;
        instance.bounds = bounds_of(bytes);
        tree_.structures.push_back(
            lavapipe::read_structure(built_instances({instance}), top_address, {"a", "b"}));
        tree_.structures.push_back(lavapipe::read_structure(bytes, mesh_address, {"a", "b"}));
        tree_.structures[0].instances[0].structure = 1;
        ray_.direction = {0, 0, 1};
        ray_.tmax = 10;
        ray_.mask = 0xff;
        log_.is_query = true;
    }
    static RayHit hit(std::uint32_t primitive) {
        return {HitShape::triangle, 0, 0, primitive, static_cast<float>(primitive + 1)};
    }
    void show(std::initializer_list<std::uint32_t> candidates) {
        for (const std::uint32_t primitive : candidates)
            log_.shown.push_back({RayEventKind::candidate, hit(primitive)});
    }
    bool walk() { return walk_as_logged(tree_, ray_, log_, walk_); }

    DriverTree tree_;
    Ray ray_;
    RayLog log_;
    DriverWalk walk_;
};

TEST_F(DriverJudgeTest, CandidatesBeforeTheHitWereNotAccepted) {
    show({0, 1, 2});
    log_.outcome = {RayOutcome::Kind::hit, hit(2)};
    EXPECT_TRUE(walk());
    EXPECT_EQ(walk_.hit, hit(2));
    EXPECT_THAT(walk_.candidates, testing::ElementsAre(hit(0), hit(1), hit(2)));
}

TEST_F(DriverJudgeTest, ARayThatMissedAcceptedNothing) {
    show({0, 1, 2, 3, 4});
    log_.outcome.kind = RayOutcome::Kind::missed;
    EXPECT_TRUE(walk());
    EXPECT_FALSE(walk_.hit);
    log_.shown.pop_back();
    EXPECT_FALSE(walk()) << "the program was not shown the last one";
}

TEST_F(DriverJudgeTest, AQueryEndsAtTheLastCandidateThatTheProgramAskedFor) {
    show({0, 1});
    EXPECT_TRUE(walk());
    EXPECT_THAT(walk_.candidates, testing::SizeIs(2));
    log_.shown.clear();
    EXPECT_TRUE(walk());
    EXPECT_THAT(walk_.visits, testing::IsEmpty()) << "it never asked";
}

TEST_F(DriverJudgeTest, AShaderCanEndTheTraversalWithAHit) {
    log_.is_query = false;
    show({0, 1});
    log_.outcome = {RayOutcome::Kind::hit, hit(1)};
    EXPECT_TRUE(walk());
    const std::size_t visits = walk_.visits.size();
    ray_.flags = ray_ends_at_first_hit;
    EXPECT_TRUE(walk());
    EXPECT_LE(walk_.visits.size(), visits);
}

TEST_F(DriverJudgeTest, WithoutAnAnyHitShaderTheFirstTriangleIsHit) {
    log_.is_query = false;
    log_.outcome = {RayOutcome::Kind::hit, hit(0)};
    EXPECT_TRUE(walk());
    EXPECT_EQ(walk_.hit, hit(0));
    EXPECT_THAT(walk_.candidates, testing::IsEmpty());
}

} // namespace
} // namespace hitmap::test
