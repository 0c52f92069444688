// All properties of the memory layout that the options change, which must not change the picture.
#include "core/bvh/quality.h"
#include "core/bvh/wide_tree.h"
#include "core/profile/models/scene_match.h"
#include "core/raytracer/trace_scene.h"
#include "tests/raytracer/plain_tracer.h"
#include "tests/raytracer/recording_in_memory.h"
#include "tests/raytracer/test_scenes.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace hitmap {
namespace {

TraceOptions small_options() {
    TraceOptions options;
    options.width = 40;
    options.height = 24;
    options.sm_count = 3;
    options.warps_per_sm = 4;
    return options;
}

/// The options as text: "node-order=bfs node-width=4".
TraceOptions options_of(const std::vector<std::pair<std::string, std::string>>& values) {
    TraceOptions options = small_options();
    for (const auto& [name, value] : values)
        trace_option(name).set(options, value);
    return options;
}

struct Traced {
    RecordingInMemory recording;
    TraceResult result;
    Traced(const Scene& scene, const TraceOptions& options) {
        ThreadPool pool(2);
        result = trace_scene(scene, options, recording, pool);
    }
};

const char* const trees[] = {"sah", "median", "lbvh"};
const char* const node_orders[] = {"dfs", "bfs", "veb"};
const char* const node_widths[] = {"2", "4", "8"};
const char* const memory_orders[] = {"keep", "random", "bfs", "morton"};

TEST(ReleaseOnlyMemoryLayout, DoesNotChangeThePicture) {
    const Scene scenes[] = {
        triangle_soup(300, 6),      exact_grid(8),       room_with_planes_through_the_camera(),
        coplanar_triangles(150, 2), triangle_soup(1, 3), scene_of({}, straight_camera({0, 0, 0}))};
    for (const Scene& scene : scenes) {
        const Picture expected = plain_trace(scene, 40, 24);
        const auto expect_it = [&](const TraceOptions& options, const std::string& name) {
            EXPECT_EQ(Traced(scene, options).result.picture.pixels, expected.pixels) << name;
        };
        for (const char* tree : trees)
            for (const char* order : node_orders)
                for (const char* width : node_widths)
                    for (const char* leaf_size : {"1", "5"})
                        expect_it(options_of({{"bvh", tree},
                                              {"node-order", order},
                                              {"node-width", width},
                                              {"leaf-size", leaf_size}}),
                                  fmt::format("{} {} {} {}", tree, order, width, leaf_size));
        for (const char* vertices : memory_orders)
            for (const char* faces : memory_orders)
                for (const char* layout : {"aos", "soa"})
                    expect_it(options_of({{"vertex-order", vertices},
                                          {"face-order", faces},
                                          {"node-order", *layout == 'a' ? "dfs" : "veb"},
                                          {"layout", layout}}),
                              fmt::format("{} {} {}", vertices, faces, layout));
    }
}

/// Positions and normals of the corners of each source face, looked up in the recorded scene.
std::vector<std::vector<glm::vec3>> corners_by_source(const RecordedScene& scene, std::size_t faces) {
    std::vector<std::vector<glm::vec3>> corners(faces);
    for (std::size_t slot = 0; slot < scene.face_slots.size(); ++slot) {
        if (scene.is_padding(slot)) continue;
        auto& of_face = corners.at(static_cast<std::size_t>(scene.face_source[slot]));
        for (int corner = 0; corner < 3; ++corner) {
            of_face.push_back(scene.vertices.at(scene.face_slots[slot][corner]));
            of_face.push_back(scene.normals.at(scene.normal_slots[slot][corner]));
        }
    }
    return corners;
}

TEST(ReleaseOnlyMemoryLayout, OrdersAreRecordedAndFacesStayTheSame) {
    const Scene scene = load_scene("builtin:teapot?triangles=600");
    const Traced kept(scene, small_options());
    const auto expected = corners_by_source(kept.recording.scene, scene.mesh.faces.size());
    for (const char* order : {"random", "bfs", "morton"}) {
        SCOPED_TRACE(order);
        const Traced other(scene, options_of({{"vertex-order", order}, {"face-order", order}}));
        const RecordedScene& recorded = other.recording.scene;
        EXPECT_NE(recorded.vertices, kept.recording.scene.vertices);
        EXPECT_NE(recorded.normals, kept.recording.scene.normals);
        EXPECT_EQ(corners_by_source(recorded, scene.mesh.faces.size()), expected);
        EXPECT_EQ(recorded.source_hash, source_hash(scene.mesh));
        EXPECT_EQ(recorded.boxes, kept.recording.scene.boxes) << "the tree is the same";
    }
}

TEST(ReleaseOnlyMemoryLayout, RecordingsOfOneMeshCanBeCompared) {
    const Scene scene = load_scene("builtin:teapot?triangles=600");
    const auto recorded = [&](const TraceOptions& options) {
        return std::make_shared<const RecordedScene>(Traced(scene, options).recording.scene);
    };
    const auto a = recorded(small_options());
    for (const auto& options :
         {options_of({{"vertex-order", "random"}, {"face-order", "morton"}}),
          options_of({{"node-order", "veb"}, {"node-width", "8"}, {"face-order", "random"}}),
          options_of({{"bvh", "lbvh"}, {"leaf-size", "1"}})}) {
        const auto b = recorded(options);
        const SceneMatch match(a, b);
        ASSERT_TRUE(match.matches(face_kind)) << match.refusal(face_kind);
        EXPECT_TRUE(match.matches(pixel_kind));
        for (std::size_t slot = 0; slot < b->face_slots.size(); ++slot) {
            const auto of_a = match.element_of(Side::baseline, face_kind, slot);
            if (b->is_padding(slot)) continue;
            ASSERT_TRUE(of_a.has_value());
            EXPECT_EQ(a->face_source[*of_a], b->face_source[slot]);
        }
    }
}

TEST(ReleaseOnlyMemoryLayout, SeedsAreReproducible) {
    const Scene scene = triangle_soup(200, 4);
    const auto scene_with = [&](const char* seed) {
        return Traced(scene,
                      options_of({{"vertex-order", "random"}, {"face-order", "random"}, {"seed", seed}}))
            .recording.scene;
    };
    EXPECT_EQ(scene_with("1").vertices, scene_with("1").vertices);
    EXPECT_EQ(scene_with("1").face_source, scene_with("1").face_source);
    EXPECT_NE(scene_with("1").vertices, scene_with("2").vertices);
    EXPECT_NE(scene_with("1").face_source, scene_with("2").face_source);
}

TEST(ReleaseOnlyMemoryLayout, RecordedBoxesKeepParentsAndLevels) {
    const Scene scene = triangle_soup(300, 5);
    const Traced binary(scene, small_options());
    for (const char* order : node_orders)
        for (const char* width : node_widths) {
            SCOPED_TRACE(fmt::format("{} {}", order, width));
            const Traced traced(scene, options_of({{"node-order", order}, {"node-width", width}}));
            const RecordedScene& recorded = traced.recording.scene;
            ASSERT_EQ(recorded.box_parent.size(), recorded.boxes.size());
            ASSERT_EQ(recorded.box_level.size(), recorded.boxes.size());
            std::uint32_t deepest = 0;
            for (std::size_t box = 0; box < recorded.boxes.size(); ++box) {
                const std::int32_t parent = recorded.box_parent[box];
                const std::size_t source =
                    recorded.box_source.empty() ? box : static_cast<std::size_t>(recorded.box_source[box]);
                EXPECT_EQ(recorded.boxes[box], binary.recording.scene.boxes.at(source));
                deepest = std::max(deepest, recorded.box_level[box] + 1U);
                if (parent < 0) {
                    EXPECT_EQ(recorded.box_level[box], 0);
                    continue;
                }
                ASSERT_LT(static_cast<std::size_t>(parent), box);
                EXPECT_EQ(recorded.box_level[box], recorded.box_level[static_cast<std::size_t>(parent)] + 1);
                Aabb both = recorded.boxes[static_cast<std::size_t>(parent)];
                both.include(recorded.boxes[box]);
                EXPECT_EQ(both, recorded.boxes[static_cast<std::size_t>(parent)]);
            }
            EXPECT_EQ(deepest, traced.result.depth);
        }
}

TEST(ReleaseOnlyMemoryLayout, QualityOfTheTreeIsReported) {
    const Scene scene = triangle_soup(300, 5);
    ThreadPool pool(1);
    for (const char* width : node_widths) {
        const Traced traced(scene, options_of({{"node-width", width}, {"leaf-size", "2"}}));
        const Bvh bvh = build_bvh(scene.mesh, {BvhMethod::sah, 2}, pool);
        const WideTree tree(bvh, static_cast<std::uint32_t>(*width - '0'));
        EXPECT_EQ(traced.result.sah_cost, sah_cost(tree));
        EXPECT_EQ(traced.result.end_point_overlap, end_point_overlap(tree, scene.mesh, pool));
    }
}

/// The offsets in the allocation that lanes load from, request by request.
std::vector<std::vector<std::uint64_t>> loads_of(const RecordingInMemory& recording, std::string_view name) {
    const auto& all = recording.info.allocations;
    const Allocation& a =
        *std::find_if(all.begin(), all.end(), [&](const Allocation& b) { return b.name == name; });
    std::vector<std::vector<std::uint64_t>> loads;
    for (const Request& request : recording.requests) {
        std::vector<std::uint64_t> offsets;
        if (recording.info.instructions.at(request.instruction).space == Space::global)
            for (unsigned lane = 0; lane < warp_size; ++lane)
                if ((request.mask >> lane & 1U) != 0 && request.address[lane] - a.address < a.bytes)
                    offsets.push_back(request.address[lane] - a.address);
        if (!offsets.empty()) loads.push_back(std::move(offsets));
    }
    return loads;
}

TEST(ReleaseOnlyMemoryLayout, StructureOfArraysLoadsCoordinatesFromPlanes) {
    const Scene scene = triangle_soup(100, 7);
    const Traced together(scene, small_options());
    const Traced apart(scene, options_of({{"layout", "soa"}}));
    EXPECT_EQ(apart.recording.requests.size(), together.recording.requests.size());
    const std::uint64_t plane = 4 * scene.mesh.positions.size();
    for (const char* name : {"vertices", "normals"}) {
        auto expected = loads_of(together.recording, name);
        for (auto& request : expected) // coordinate c of vertex v moves from 12 v + 4 c to 4 v + c planes
            for (std::uint64_t& offset : request)
                offset = offset / 12 * 4 + offset % 12 / 4 * plane;
        EXPECT_EQ(loads_of(apart.recording, name), expected) << name;
    }
    EXPECT_NO_THROW(check_tables(apart.recording.info));
    EXPECT_EQ(apart.recording.scene.vertices, together.recording.scene.vertices);
}

TEST(ReleaseOnlyMemoryLayout, LocalMemoryHoldsTheDeepestStack) {
    const Scene scene = triangle_soup(300, 5);
    for (const char* width : node_widths) {
        const Traced traced(scene, options_of({{"node-width", width}, {"node-order", "bfs"}}));
        EXPECT_LE(traced.recording.info.launches.at(0).local_bytes,
                  16 * (static_cast<std::uint32_t>(*width - '0') - 1) * traced.result.depth);
    }
}

/// What a request does, as text. Offsets in the stack are those of one slot for each entry.
std::string text_of(const RecordingInfo& info, const Request& request, std::uint32_t slots) {
    const Instruction& instruction = info.instructions.at(request.instruction);
    std::string text = fmt::format("{} {} {}:", name_of(instruction.operation), name_of(instruction.space),
                                   instruction.location.line);
    for (unsigned lane = 0; lane < warp_size; ++lane) {
        if ((request.mask >> lane & 1U) == 0) continue;
        const bool is_stack = instruction.space == Space::local;
        text += fmt::format(" {}:{:x}", lane, request.address[lane] / (is_stack ? slots : 1));
    }
    return text;
}

TEST(ReleaseOnlyMemoryLayout, TwoSlotsOfAStackEntryDoubleItsRequestsAndChangeNothingElse) {
    const Scene scene = triangle_soup(300, 5);
    for (const char* width : {"2", "8"}) {
        TraceOptions options = options_of({{"node-width", width}});
        options.sm_count = options.warps_per_sm = 1; // no other warp runs between the two requests
        const Traced once(scene, options);
        trace_option("stack-slots").set(options, "2");
        const Traced twice(scene, options);
        EXPECT_EQ(twice.result.picture.pixels, once.result.picture.pixels);
        EXPECT_EQ(twice.recording.info.launches.at(0).local_bytes,
                  2 * once.recording.info.launches.at(0).local_bytes);
        std::vector<std::string> expected;
        for (const Request& request : once.recording.requests)
            expected.push_back(text_of(once.recording.info, request, 1));
        std::vector<std::string> found;
        std::ptrdiff_t second_slots = 0;
        for (const Request& request : twice.recording.requests) {
            const auto lane = static_cast<unsigned>(std::countr_zero(request.mask));
            const bool is_stack =
                twice.recording.info.instructions.at(request.instruction).space == Space::local;
            if (is_stack && request.address[lane] % 32 != 0)
                ++second_slots;
            else
                found.push_back(text_of(twice.recording.info, request, 2));
        }
        EXPECT_EQ(found, expected);
        EXPECT_EQ(second_slots, std::ranges::count_if(expected, [](const std::string& request) {
                      return request.find(" local ") != std::string::npos;
                  }));
        EXPECT_GT(second_slots, 0);
        EXPECT_NO_THROW(check_tables(twice.recording.info));
    }
}

} // namespace
} // namespace hitmap
