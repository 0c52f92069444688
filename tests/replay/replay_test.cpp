#include "core/analysis/comparison/tree_ranking.h"
#include "core/base/error.h"
#include "core/raytracer/replay_kernel.h"
#include "core/replay/replay.h"
#include "core/trace/hmt/file/hmt_writer.h"
#include "core/trace/model/element_kind.h"

#include <glm/geometric.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

/// Replays rays over random triangles, whose hits a search of all triangles finds.
namespace hitmap {
namespace {

constexpr std::uint32_t lanes = 8;
constexpr std::uint32_t warps = 40;
constexpr std::uint32_t faces_each = 60; // of an instance
constexpr std::uint8_t opaque = 1;       // flag of a geometry

struct Element {
    std::uint32_t instance = 0;
    std::uint32_t primitive = 0;
    float t = std::numeric_limits<float>::infinity();
    [[nodiscard]] bool is_hit() const { return t < std::numeric_limits<float>::infinity(); }
};

class ReplayTest : public testing::Test {
protected:
    ReplayTest() {
        const auto point = [&] { return glm::vec3(number(), number(), number()); };
        for (std::uint32_t i = 0; i < 2 * faces_each; ++i) {
            const glm::vec3 centre = point();
            for (std::uint32_t k = 0; k < 3; ++k)
                scene_.vertices.push_back(centre + 0.3F * point());
            scene_.face_slots.emplace_back(3 * i, 3 * i + 1, 3 * i + 2);
        }
        for (std::uint32_t i = 0; i < 2; ++i) {
            InstanceFaces instance;
            instance.instance = 2 * i; // the one between is of boxes
            instance.first_face = i * faces_each;
            instance.faces = faces_each;
            instance.mask = static_cast<std::uint8_t>(1U << i);
            instance.geometry_flags = opaque;
            scene_.instance_faces.push_back(instance);
        }
        for (std::uint32_t i = 0; i < lanes * warps; ++i) {
            Ray ray;
            ray.origin = 2.0F * point();
            ray.direction = point() - ray.origin;
            ray.tmin = 0.2F;
            ray.tmax = 1.5F;
            ray.mask = 0xff;
            rays_.push_back(ray);
        }
    }
    float number() { return std::uniform_real_distribution<float>(-1.0F, 1.0F)(random_); }

    /// What a ray hits, by a search of all triangles. @param accepts  of a face
    template <class Accepts>
    [[nodiscard]] Element nearest(const Ray& ray, const Accepts& accepts) const {
        TracedRay traced;
        traced.origin = ray.origin;
        traced.direction = ray.direction;
        traced.inverse_direction = 1.0F / ray.direction;
        Element best;
        for (std::uint32_t face = 0; face < 2 * faces_each; ++face) {
            const glm::uvec3& corners = scene_.face_slots[face];
            const float t = intersect_triangle(traced, scene_.vertices[corners.x], scene_.vertices[corners.y],
                                               scene_.vertices[corners.z], face)
                                .t;
            if (t > ray.tmin && t < std::min(ray.tmax, best.t) && accepts(face))
                best = {2 * (face / faces_each), face % faces_each, t};
        }
        return best;
    }
    void find_hits(const std::function<bool(const Ray&, std::uint32_t face)>& accepts) {
        hits_.clear();
        for (const Ray& ray : rays_)
            hits_.push_back(nearest(ray, [&](std::uint32_t face) { return accepts(ray, face); }));
    }
    void find_hits() {
        find_hits([](const Ray&, std::uint32_t) { return true; });
    }

    /// A recording in which each warp loads something, traces its rays, sees what they hit, and loads again.
    [[nodiscard]] HmtFile recorded() const {
        std::vector<std::byte> bytes;
        const auto sink = write_hmt(create_memory(bytes));
        RecordingInfo info;
        info.device = {"GPU", 2, warps, lanes};
        info.instructions.emplace_back().bytes_per_lane = 4;
        for (const RayEventKind kind : {RayEventKind::traced, RayEventKind::committed, RayEventKind::missed})
            info.ray_places.push_back({kind, "compute", {"main", "trace.comp", 7, 0}});
        sink->begin(info, scene_.face_slots.empty() ? nullptr : &scene_);
        sink->begin_launch({"trace", {warps, 1, 1}, {lanes, 1, 1}, 0, 0, {}});
        for (std::uint32_t warp = 0; warp < warps; ++warp) {
            const Request load{0, warp % 2, warp, warp / 2, 0, 1, {0x1000}};
            sink->add(load);
            add_events(warp, *sink);
            sink->add(load);
        }
        sink->finish();
        return HmtFile(open_memory(std::move(bytes), "rays.hmt"));
    }
    void add_events(std::uint32_t warp, RecordingSink& sink) const {
        RayEvent event;
        event.sm = warp % 2;
        event.warp = warp;
        event.slot = warp / 2;
        event.mask = (1U << lanes) - 1;
        sink.trace_rays(event, {std::span(rays_).subspan(std::size_t{warp} * lanes, lanes), {}});
        std::vector<RayHit> hits;
        std::uint32_t mask = 0;
        for (std::uint32_t lane = 0; lane < lanes; ++lane) {
            const Element& hit = hits_[std::size_t{warp} * lanes + lane];
            if (!hit.is_hit()) continue;
            hits.push_back({HitShape::triangle, hit.instance, 0, hit.primitive, hit.t});
            mask |= 1U << lane;
        }
        const std::uint32_t missed = event.mask & ~mask;
        event.place = 1;
        event.kind = RayEventKind::committed;
        event.mask = mask;
        if (mask != 0) sink.trace_rays(event, {{}, hits});
        event.place = 2;
        event.kind = RayEventKind::missed;
        event.mask = missed;
        if (missed != 0) sink.trace_rays(event, {});
    }

    struct Replayed {
        HmtFile file;
        ReplayCounts counts;
    };
    [[nodiscard]] static Replayed replay(const HmtFile& file, const ReplayOptions& options = {}) {
        std::vector<std::byte> bytes;
        ThreadPool pool(1);
        HmtWriteOptions writing;
        writing.tables_grow = true;
        const ReplayCounts counts =
            replay_recording(file, options, *write_hmt(create_memory(bytes), writing), pool);
        HmtFile replayed(open_memory(std::move(bytes), "replayed.hmt"));
        replayed.validate(pool);
        return {std::move(replayed), counts};
    }
    void expect_agreement(const ReplayOptions& options = {}) const {
        const ReplayCounts counts = replay(recorded(), options).counts;
        EXPECT_EQ(counts.rays, lanes * warps);
        EXPECT_EQ(counts.asked, counts.rays);
        EXPECT_EQ(counts.agreeing, counts.rays);
        EXPECT_TRUE(counts.agree());
    }
    [[nodiscard]] std::size_t hit_count() const {
        return static_cast<std::size_t>(std::ranges::count_if(hits_, &Element::is_hit));
    }

    std::mt19937 random_{7}; // NOLINT(cert-msc32-c,cert-msc51-cpp): the same each time
    RecordedScene scene_;
    std::vector<Ray> rays_;
    std::vector<Element> hits_;
};

TEST_F(ReplayTest, EveryTreeFindsWhatASearchOfAllTrianglesFinds) {
    find_hits();
    EXPECT_GT(hit_count(), rays_.size() / 4);
    EXPECT_LT(hit_count(), rays_.size());
    for (const char* builder : {"sah", "median"})
        for (const char* width : {"2", "4", "8"}) {
            SCOPED_TRACE(std::string(builder) + ", nodes of " + width);
            expect_agreement(parse_replay(std::string("bvh=") + builder + " node-width=" + width));
        }
}

TEST_F(ReplayTest, EveryFormatOfHardwareFindsThemToo) {
    find_hits();
    for (const NodeFormat& format : node_formats())
        for (const char* how : {"bvh=sah", "bvh=median", "node-order=bfs", "node-order=veb", "order=midpoint",
                                "order=longest", "order=memory", "unit=independent"}) {
            SCOPED_TRACE(std::string(format.name) + ", " + how);
            expect_agreement(parse_replay("node-format=" + std::string(format.name) + " " + how));
        }
}

TEST_F(ReplayTest, RaysThatFetchByThemselvesFetchTheSame) {
    find_hits();
    const auto lanes_of = [&](const char* unit) {
        const Replayed replayed = replay(recorded(), parse_replay(std::string("node-format=rdna2") + unit));
        return std::pair(replayed.file.info().lane_accesses, replayed.file.info().element_accesses);
    };
    EXPECT_EQ(lanes_of(""), lanes_of(" unit=independent"));
    const std::uint64_t alone =
        replay(recorded(), parse_replay("node-format=rdna2 unit=independent")).counts.requests;
    EXPECT_EQ(alone + 2 * std::uint64_t{warps}, lanes_of("").first); // each fetch is a request
}

TEST_F(ReplayTest, AUnitWithoutACacheFetchesFromL2) {
    find_hits();
    ThreadPool pool(1);
    HierarchyConfig caches;
    caches.l1.capacity = 32768;
    caches.l2.capacity = 65536;
    const auto sectors = [&](const char* options) {
        const Replayed replayed = replay(recorded(), parse_replay(options));
        return simulated_levels(*request_source(replayed.file, pool), caches, pool);
    };
    const auto with = sectors("node-format=rdna2");
    const auto without = sectors("node-format=rdna2 unit-cache=none");
    EXPECT_LT(without[0].lookups, with[0].lookups / 10) << "what is left are the program's own";
    EXPECT_GT(without[1].lookups, with[1].lookups);
}

TEST_F(ReplayTest, NodesOfHardwareAreBoxesOfTheirBytes) {
    find_hits();
    const Replayed replayed = replay(recorded(), parse_replay("node-format=cwbvh"));
    const RecordingInfo& info = replayed.file.info();
    ASSERT_EQ(info.allocations.size(), 2U);
    EXPECT_EQ(info.allocations[0].role, Role::boxes);
    EXPECT_EQ(info.allocations[0].stride, 80U);
    EXPECT_EQ(info.allocations[1].role, Role::faces);
    EXPECT_EQ(info.allocations[1].element_count(), 2 * faces_each);
    EXPECT_EQ(replayed.counts.nodes, info.scene.boxes);
    EXPECT_EQ(replayed.counts.bytes, info.allocations[0].bytes + info.allocations[1].bytes);
    ASSERT_EQ(info.instructions.size(), 3U);
    EXPECT_EQ(info.instructions[1].bytes_per_lane, 80U);
    EXPECT_EQ(info.instructions[2].bytes_per_lane, 48U);
    // Every fetch of a node is an access to one box, and every fetch of a triangle one to a face.
    EXPECT_EQ(info.element_accesses[box_kind] + info.element_accesses[face_kind] + 2 * std::uint64_t{warps},
              info.lane_accesses);
    EXPECT_GE(info.element_accesses[box_kind], rays_.size());
    const auto scene = replayed.file.read_scene();
    EXPECT_EQ(scene->box_parent[0], -1);
    for (std::size_t box = 1; box < scene->boxes.size(); ++box) {
        const auto above = static_cast<std::size_t>(scene->box_parent[box]);
        Aabb both = scene->boxes[above];
        both.include(scene->boxes[box]);
        EXPECT_EQ(both, scene->boxes[above]) << box;
    }
}

TEST_F(ReplayTest, TreesAreRankedByWhatTheirRecordingsMiss) {
    find_hits();
    const HmtFile file = recorded();
    ThreadPool pool(1);
    HierarchyConfig caches;
    caches.l1.capacity = 32768;
    caches.l2.capacity = 65536;
    const ModelConfig config = caches;
    const LayoutTrial trial{file, nullptr, config, &file};
    std::vector<TriedLayout> tried;
    try_trees(
        trial, [&](TriedLayout tree) { tried.push_back(std::move(tree)); }, pool);
    ASSERT_EQ(tried.size(), 1 + trees_to_try(file.info(), {}).size());
    EXPECT_TRUE(tried.front().is_recorded());
    std::set<std::string> titles;
    for (const TriedLayout& tree : tried) {
        titles.insert(title_of(tree));
        EXPECT_EQ(tree.problem, "");
        EXPECT_THAT(tree.estimates,
                    testing::Contains(
                        "by rays over another tree than the driver's: 320 of 320 end as in the program"));
        const HmtFile replayed = replayed_file(file, parse_replay(tree.tree), pool, {});
        EXPECT_EQ(tree.levels, simulated_levels(*request_source(replayed, pool), config, pool)) << tree.tree;
    }
    EXPECT_EQ(titles.size(), tried.size());
    EXPECT_TRUE(titles.contains("tree with node-format cwbvh"));
    EXPECT_TRUE(titles.contains("tree with bvh median"));
    EXPECT_FALSE(titles.contains("tree with bvh sah")) << "the default";
}

TEST(ReplayedTrees, OthersThanThatOfTheRecordingAreTried) {
    const auto trees = trees_to_try(RecordingInfo(), "node-format=xe");
    EXPECT_THAT(trees, testing::Not(testing::Contains("node-format=xe")));
    EXPECT_THAT(trees, testing::Contains("bvh=sah")); // the defaults
    EXPECT_THAT(trees, testing::Not(testing::Contains("node-format=hitmap"))) << "the same";
}

TEST_F(ReplayTest, AMissThatWasAHitIsCounted) {
    find_hits();
    const auto hit = std::ranges::find_if(hits_, &Element::is_hit);
    ASSERT_NE(hit, hits_.end());
    *hit = {};
    const ReplayCounts counts = replay(recorded()).counts;
    EXPECT_EQ(counts.agreeing + 1, counts.asked);
    EXPECT_FALSE(counts.agree());
}

TEST_F(ReplayTest, RaysPassInstancesThatTheirMaskLeavesOut) {
    for (Ray& ray : rays_)
        ray.mask = 2;
    find_hits([](const Ray&, std::uint32_t face) { return face >= faces_each; });
    EXPECT_GT(hit_count(), 0U);
    expect_agreement();
}

TEST_F(ReplayTest, RaysThatEndAtTheirFirstHitMayHitAnything) {
    find_hits();
    const std::size_t hits = hit_count();
    const std::uint64_t requests = replay(recorded()).counts.requests;
    for (Ray& ray : rays_)
        ray.flags = ray_ends_at_first_hit;
    const ReplayCounts counts = replay(recorded()).counts;
    EXPECT_LT(counts.requests, requests);
    EXPECT_GE(counts.agreeing, counts.rays - hits);
}

TEST_F(ReplayTest, TrianglesThatAShaderJudgesAreHitWhereTheProgramHitThem) {
    for (InstanceFaces& instance : scene_.instance_faces)
        instance.geometry_flags = 0;
    find_hits([](const Ray&, std::uint32_t face) { return face % 3 != 0; });
    EXPECT_GT(hit_count(), 0U);
    expect_agreement();
}

TEST_F(ReplayTest, RaysThatCullASideHitTheOther) {
    const auto meets_front = [this](const Ray& ray, std::uint32_t face) {
        const glm::uvec3& c = scene_.face_slots[face];
        const glm::vec3 a = scene_.vertices[c.x];
        return glm::dot(glm::cross(scene_.vertices[c.y] - a, scene_.vertices[c.z] - a), ray.direction) < 0.0F;
    };
    for (const bool front : {true, false}) {
        for (Ray& ray : rays_)
            ray.flags = front ? ray_culls_back : ray_culls_front;
        find_hits([&](const Ray& ray, std::uint32_t face) { return meets_front(ray, face) == front; });
        EXPECT_GT(hit_count(), 0U);
        expect_agreement();
    }
}

TEST_F(ReplayTest, RaysWithoutADirectionAreNotReplayed) {
    find_hits();
    for (std::size_t i = 0; i < rays_.size(); ++i)
        if (i % 2 == 0) rays_[i].direction = i % 4 == 0 ? glm::vec3(0.0F) : glm::vec3(std::nanf(""));
    const ReplayCounts counts = replay(recorded()).counts;
    EXPECT_EQ(counts.not_replayed, rays_.size() / 2);
    EXPECT_FALSE(counts.agree());
}

TEST_F(ReplayTest, TheRecordingKeepsWhatItHadAndGetsTheTraversal) {
    find_hits();
    const Replayed replayed = replay(recorded());
    const RecordingInfo& info = replayed.file.info();
    EXPECT_EQ(info.requests, 2 * warps + replayed.counts.requests);
    std::vector<std::string> buffers;
    for (const Allocation& allocation : info.allocations)
        buffers.push_back(allocation.name);
    EXPECT_THAT(buffers, testing::ElementsAre("tree nodes", "tree boxes", "tree faces", "tree vertices",
                                              "tree stack"));
    EXPECT_EQ(info.scene.faces, 2 * faces_each);
    EXPECT_GT(info.scene.boxes, 0U);
    EXPECT_GT(info.element_accesses[face_kind], hit_count());
    EXPECT_EQ(info.rays.of(RayEventKind::traced), rays_.size());
    EXPECT_EQ(replayed.file.read_scene()->instance_faces, scene_.instance_faces);
    EXPECT_EQ(info.options.back(), std::pair(std::string(replay_option), text_of(replayed.counts)));
    // The traversal of a warp is between its two loads.
    RequestBlock block;
    replayed.file.read_block(0, block);
    EXPECT_EQ(block.entries.front().instruction, 0U);
    EXPECT_EQ(block.entries.back().instruction, 0U);
    EXPECT_NE(block.entries[1].instruction, 0U);
}

TEST_F(ReplayTest, WhatCannotBeReplayedIsSaid) {
    find_hits();
    const auto message = [&](const HmtFile& file) -> std::string {
        try {
            (void)replay(file);
        } catch (const Error& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_EQ(message(replay(recorded()).file),
              "replayed.hmt: cannot be replayed: expected no buffers of a tree, found tree nodes");
    scene_ = {};
    EXPECT_EQ(message(recorded()), "rays.hmt: cannot be replayed: expected the triangles that its rays are "
                                   "traced against, found none");
    std::vector<std::byte> bytes;
    const auto sink = write_hmt(create_memory(bytes));
    sink->begin({}, nullptr);
    sink->finish();
    EXPECT_EQ(message(HmtFile(open_memory(std::move(bytes), "none.hmt"))),
              "none.hmt: cannot be replayed: expected the rays of a program, found none");
}

} // namespace
} // namespace hitmap
