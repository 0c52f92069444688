#include "core/bvh/bvh.h"
#include "core/raytracer/trace_scene.h"
#include "core/trace/model/element_access.h"
#include "tests/raytracer/recording_in_memory.h"
#include "tests/raytracer/test_scenes.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace hitmap {
namespace {

class RecordingTest : public testing::TestWithParam<Fetch> {
protected:
    RecordingTest() : scene(triangle_soup(400, 9)) {
        options.width = 60;
        options.height = 40;
        options.sm_count = 3;
        options.warps_per_sm = 6;
        options.fetch = GetParam();
        result = trace_scene(scene, options, recording, pool);
    }
    [[nodiscard]] const Allocation& allocation(std::string_view name) const {
        const auto& all = recording.info.allocations;
        return *std::find_if(all.begin(), all.end(), [&](const Allocation& a) { return a.name == name; });
    }
    [[nodiscard]] static bool contains(const Allocation& allocation, std::uint64_t address) {
        return address >= allocation.address && address < allocation.address + allocation.bytes;
    }
    template <class F>
    void for_each_lane_of(const Request& request, F f) const {
        for (unsigned lane = 0; lane < warp_size; ++lane)
            if ((request.mask >> lane & 1U) != 0) f(lane, request.address[lane]);
    }

    Scene scene;
    TraceOptions options;
    ThreadPool pool{1};
    RecordingInMemory recording;
    TraceResult result;
};

TEST_P(RecordingTest, EveryPixelIsStoredOnceByTheLaneThatTookIt) {
    const Allocation& framebuffer = allocation("framebuffer");
    std::vector<int> stored(2400);
    std::vector<int> taken(2400);
    std::map<std::pair<std::uint32_t, unsigned>, std::uint32_t> pixel_of_lane;
    auto tag = recording.tags.begin();
    for (std::uint64_t i = 0; i < recording.requests.size(); ++i) {
        const Request& request = recording.requests[i];
        for (; tag != recording.tags.end() && tag->first_request.value == i; ++tag) {
            EXPECT_EQ(tag->warp, request.warp) << "a tag comes before a request of its warp";
            pixel_of_lane[{tag->warp, tag->lane}] = tag->tag.work_item;
            ++taken.at(tag->tag.work_item);
        }
        for_each_lane_of(request, [&](unsigned lane, std::uint64_t address) {
            const Instruction& instruction = recording.info.instructions.at(request.instruction);
            if (instruction.operation == Operation::atomic) return;
            const auto pixel = pixel_of_lane.find({request.warp, lane});
            ASSERT_NE(pixel, pixel_of_lane.end()) << "a lane without a pixel is active";
            if (instruction.space != Space::global || !contains(framebuffer, address)) return;
            EXPECT_EQ(instruction.operation, Operation::store);
            EXPECT_EQ(instruction.bytes_per_lane, 4);
            EXPECT_EQ((address - framebuffer.address) / 4, pixel->second);
            ++stored.at((address - framebuffer.address) / 4);
        });
    }
    EXPECT_EQ(tag, recording.tags.end());
    EXPECT_EQ(stored, std::vector<int>(2400, 1));
    EXPECT_EQ(taken, std::vector<int>(2400, 1));
}

TEST_P(RecordingTest, RequestsStayWithinAlignedAllocationsOfTheirSpace) {
    const auto& allocations = recording.info.allocations;
    for (const Allocation& a : allocations) {
        EXPECT_EQ(a.address % 256, 0U) << a.name;
        EXPECT_LE(a.element_bytes, a.stride) << a.name;
        for (const Allocation& b : allocations)
            EXPECT_FALSE(&a != &b && a.space == b.space && contains(a, b.address)) << a.name << " " << b.name;
    }
    for (const Request& request : recording.requests) {
        const Instruction& instruction = recording.info.instructions.at(request.instruction);
        ASSERT_NE(request.mask, 0U);
        ASSERT_LT(request.sm, 3U);
        ASSERT_LT(request.slot, 6U);
        ASSERT_LT(request.warp, 18U);
        for_each_lane_of(request, [&](unsigned, std::uint64_t address) {
            ASSERT_EQ(address % instruction.bytes_per_lane, 0U);
            const auto owner = std::find_if(allocations.begin(), allocations.end(), [&](const Allocation& a) {
                return a.space == instruction.space && contains(a, address) &&
                       contains(a, address + instruction.bytes_per_lane - 1);
            });
            ASSERT_NE(owner, allocations.end());
        });
    }
}

TEST_P(RecordingTest, HasTheWidthsOfTheHardware) {
    std::map<std::string, std::vector<int>> widths;
    for (const Request& request : recording.requests) {
        const Instruction& instruction = recording.info.instructions.at(request.instruction);
        const std::uint64_t address =
            request.address[static_cast<std::size_t>(std::countr_zero(request.mask))];
        for (const Allocation& a : recording.info.allocations) {
            if (a.space != instruction.space || !contains(a, address)) continue;
            auto& seen = widths[a.name];
            if (std::find(seen.begin(), seen.end(), instruction.bytes_per_lane) == seen.end())
                seen.push_back(instruction.bytes_per_lane);
        }
    }
    const std::vector<int> four{4};
    EXPECT_EQ(widths["boxes"], std::vector<int>{8});
    EXPECT_EQ(widths["stack"], std::vector<int>{16});
    for (const auto* name :
         {"framebuffer", "nodes", "faces", "vertices", "normal indices", "normals", "work counter"})
        EXPECT_EQ(widths[name], four) << name;
    EXPECT_EQ(allocation("stack").stride, 16U);
    EXPECT_EQ(allocation("boxes").stride, 24U);
    EXPECT_EQ(allocation("faces").stride, 12U);
}

TEST_P(RecordingTest, NamesEveryInstructionsLineInAnEmbeddedSource) {
    ASSERT_FALSE(recording.info.instructions.empty());
    for (const Instruction& instruction : recording.info.instructions) {
        const auto& sources = recording.info.sources;
        const auto source = std::find_if(sources.begin(), sources.end(), [&](const SourceText& s) {
            return s.file == instruction.location.file;
        });
        ASSERT_NE(source, sources.end()) << instruction.location.file;
        std::istringstream text(source->text);
        std::string line;
        for (std::uint32_t i = 0; i < instruction.location.line; ++i)
            ASSERT_TRUE(std::getline(text, line));
        EXPECT_NE(line.find("co_await"), std::string::npos) << line;
        EXPECT_FALSE(instruction.location.function.empty());
    }
}

TEST_P(RecordingTest, DescribesTheSceneInMemoryOrder) {
    const RecordedScene& recorded = recording.scene;
    const Bvh bvh = build_bvh(scene.mesh, options.bvh, pool);
    EXPECT_EQ(recorded.vertices, scene.mesh.positions);
    EXPECT_EQ(recorded.normals, scene.mesh.normals);
    EXPECT_EQ(recorded.face_source, bvh.slot_faces);
    EXPECT_EQ(recorded.boxes, bvh.boxes);
    EXPECT_EQ(recorded.box_parent, box_links(bvh).parent);
    EXPECT_EQ(recorded.box_level, box_links(bvh).level);
    ASSERT_EQ(recorded.face_slots.size(), bvh.slot_faces.size());
    for (std::size_t slot = 0; slot < bvh.slot_faces.size(); ++slot) {
        const std::int32_t face = bvh.slot_faces[slot];
        EXPECT_EQ(recorded.face_slots[slot], face < 0 ? glm::uvec3(0) : scene.mesh.faces[face]);
        EXPECT_EQ(recorded.normal_slots[slot], face < 0 ? glm::uvec3(0) : scene.mesh.normal_faces[face]);
    }
    EXPECT_EQ(recorded.cameras, std::vector<Camera>{scene.camera});
    EXPECT_EQ(recorded.source_hash, source_hash(scene.mesh));
    EXPECT_EQ(recording.info.scene.faces, 400U);
    EXPECT_EQ(recording.info.scene.width, 60U);
    EXPECT_EQ(allocation("faces").element_count(), bvh.slot_faces.size());
    EXPECT_EQ(allocation("boxes").element_count(), bvh.boxes.size());
    EXPECT_EQ(allocation("framebuffer").element_count(), 2400U);
    EXPECT_EQ(allocation("stack").bytes, recording.info.launches.at(0).local_bytes);
}

TEST_P(RecordingTest, DescribesTheDeviceTheLaunchAndTheOptions) {
    EXPECT_EQ(recording.info.producer.substr(0, 7), "hitmap ");
    EXPECT_EQ(recording.info.device.name, "simulated, 3 SMs");
    EXPECT_EQ(recording.info.device.sm_count, 3U);
    EXPECT_EQ(recording.info.device.warp_slots_per_sm, 6U);
    ASSERT_EQ(recording.info.launches.size(), 1U);
    EXPECT_EQ(recording.info.launches[0].kernel, "while_while");
    EXPECT_EQ(recording.info.launches[0].grid[0], 6U) << "two blocks of three warps on each SM";
    EXPECT_EQ(recording.info.launches[0].block[0], 96U);
    std::string text;
    for (const auto& [name, value] : recording.info.options)
        text += name + "=" + value + " ";
    EXPECT_EQ(text, fmt::format(
                        "resolution=60x40 bvh=sah leaf-size=4 node-order=dfs node-width=2 "
                        "vertex-order=keep face-order=keep layout=aos kernel=while-while "
                        "schedule=scanline fetch={} rays=primary "
                        "sms=3 warps-per-sm=6 scheduler=round-robin seed=1 bvh-depth={} sah-cost={} epo={} ",
                        GetParam() == Fetch::lane ? "lane" : "warp", result.depth, result.sah_cost,
                        result.end_point_overlap));
}

TEST_P(RecordingTest, CountsWhatItRecorded) {
    std::uint64_t lane_accesses = 0;
    for (const Request& request : recording.requests)
        lane_accesses += static_cast<std::uint64_t>(std::popcount(request.mask));
    EXPECT_EQ(result.requests, recording.requests.size());
    EXPECT_EQ(result.lane_accesses, lane_accesses);
}

TEST_P(RecordingTest, YieldsOneAccessForEachElementALaneReads) {
    const ElementAccessFinder finder(recording.info);
    PerKind<std::uint64_t> found;
    PerKind<std::uint64_t> expected;
    std::vector<ElementAccess> accesses;
    std::vector<std::uint64_t> addresses;
    for (const Request& request : recording.requests) {
        addresses.clear();
        for_each_lane_of(request, [&](unsigned, std::uint64_t address) { addresses.push_back(address); });
        finder.find(request.instruction, request.mask, addresses.data(), 0, accesses);
        const char* names[3] = {"boxes", "faces", "framebuffer"};
        if (recording.info.instructions[request.instruction].space != Space::global) continue;
        for (int kind = 0; kind < 3; ++kind) {
            const Allocation& a = allocation(names[kind]);
            if (contains(a, addresses[0]) && (addresses[0] - a.address) % a.stride == 0)
                expected[kind] += addresses.size();
        }
    }
    for (const ElementAccess& access : accesses)
        ++found.at(access.kind);
    EXPECT_EQ(found, expected);
    EXPECT_EQ(found[pixel_kind], 2400U);
}

TEST_P(RecordingTest, IsTheSameEveryTime) {
    RecordingInMemory again;
    ThreadPool three(3);
    trace_scene(scene, options, again, three);
    ASSERT_EQ(again.requests.size(), recording.requests.size());
    for (std::size_t i = 0; i < again.requests.size(); ++i) {
        const Request& a = again.requests[i];
        const Request& b = recording.requests[i];
        ASSERT_EQ(std::tie(a.sm, a.warp, a.slot, a.instruction, a.mask),
                  std::tie(b.sm, b.warp, b.slot, b.instruction, b.mask));
        for_each_lane_of(a,
                         [&](unsigned lane, std::uint64_t address) { ASSERT_EQ(address, b.address[lane]); });
    }
}

INSTANTIATE_TEST_SUITE_P(Fetch, RecordingTest, testing::Values(Fetch::lane, Fetch::warp),
                         [](const auto& fetch) { return fetch.param == Fetch::lane ? "lane" : "warp"; });

TEST(SceneTaker, GetsTheRecordedSceneWithoutNormalsBeforeRaysAreTraced) {
    const Scene scene = triangle_soup(400, 9);
    ThreadPool pool(1);
    for (const MemoryOrder order : {MemoryOrder::keep, MemoryOrder::random}) {
        TraceOptions options;
        options.width = 60;
        options.height = 40;
        options.vertex_order = order;
        RecordingInMemory plain;
        const TraceResult expected = trace_scene(scene, options, plain, pool);
        RecordingInMemory recording;
        std::vector<std::shared_ptr<const RecordedScene>> taken;
        const auto take = [&](const RecordingInfo& info, const std::shared_ptr<const RecordedScene>& known) {
            EXPECT_EQ(info.scene.face_slots, known->face_slots.size());
            EXPECT_EQ(info.allocations.size(), recording.info.allocations.size()) << "the sink knows it, too";
            EXPECT_TRUE(recording.info.launches.empty());
            taken.push_back(known);
        };
        const TraceResult result = trace_scene(scene, options, recording, pool, {}, {}, take);
        ASSERT_EQ(taken.size(), 1U);
        const RecordedScene& kept = *taken.front();
        EXPECT_TRUE(kept.normals.empty());
        EXPECT_TRUE(kept.normal_slots.empty());
        EXPECT_FALSE(recording.scene.normals.empty()) << "the recording has them";
        EXPECT_EQ(kept.vertices, recording.scene.vertices);
        EXPECT_EQ(kept.face_slots, recording.scene.face_slots);
        EXPECT_EQ(kept.face_source, recording.scene.face_source);
        EXPECT_EQ(kept.boxes, recording.scene.boxes);
        EXPECT_EQ(kept.box_parent, recording.scene.box_parent);
        EXPECT_EQ(kept.box_level, recording.scene.box_level);
        EXPECT_EQ(kept.box_source, recording.scene.box_source);
        EXPECT_EQ(kept.cameras, recording.scene.cameras);
        EXPECT_EQ(result.picture.pixels, expected.picture.pixels) << "shading has its normals";
        EXPECT_EQ(result.lane_accesses, expected.lane_accesses);
    }
}

TEST(Fetch, WarpWaitsForItsLastLaneAndLaneDoesNot) {
    const Scene scene = triangle_soup(400, 9);
    TraceOptions options;
    options.width = 64;
    options.height = 64;
    options.sm_count = 1;
    options.warps_per_sm = 2;
    const auto atomics_and_requests = [&](Fetch fetch) {
        options.fetch = fetch;
        RecordingInMemory recording;
        ThreadPool pool(1);
        trace_scene(scene, options, recording, pool);
        const auto atomics =
            std::count_if(recording.requests.begin(), recording.requests.end(), [&](const Request& r) {
                return recording.info.instructions[r.instruction].operation == Operation::atomic;
            });
        return std::pair(atomics, recording.requests.size());
    };
    const auto [warp_atomics, warp_requests] = atomics_and_requests(Fetch::warp);
    const auto [lane_atomics, lane_requests] = atomics_and_requests(Fetch::lane);
    EXPECT_EQ(warp_atomics, 64 * 64 / 32 + 2)
        << "32 pixels at a time, and each warp learns once that it is over";
    EXPECT_GT(lane_atomics, warp_atomics);
    EXPECT_NE(lane_requests, warp_requests);
}

TEST(RecordingOfAMesh, KeepsWhatImportWarnedOfAlsoWhereTheFileDeclaresNothing) {
    Scene scene = triangle_soup(4, 9);
    scene.report.warnings = {"2 curves are left out"};
    TraceOptions options;
    options.width = options.height = 8;
    ThreadPool pool(1);
    RecordingInMemory recording;
    trace_scene(scene, options, recording, pool);
    std::map<std::string, std::string> found(recording.info.options.begin(), recording.info.options.end());
    EXPECT_EQ(found[std::string(mesh_warning_option)], "2 curves are left out");
    EXPECT_FALSE(found.contains("mesh-declares"));
}

} // namespace
} // namespace hitmap
