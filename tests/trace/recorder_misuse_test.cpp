#include "core/trace/recorder/recorder.h"
#include "tests/trace/test_recorder.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {
namespace {

struct Misuse {
    std::string_view name;
    std::function<void(hmt_recorder*)> calls;
    std::string error;
};

/// Place 0 is one where rays are traced, place 1 one of committed hits.
void add_ray_places(hmt_recorder* r) {
    for (const hmt_ray_event event : {HMT_RAY_TRACED, HMT_RAY_COMMITTED}) {
        const hmt_ray_place place{event, "compute", "f", "f.comp", 1, 1};
        hmt_add_ray_place(r, &place);
    }
}
void add_ray(hmt_recorder* r, const hmt_ray_lanes& lanes) {
    const hmt_ray ray{};
    hmt_add_ray(r, &lanes, &ray);
}

const std::vector<Misuse>& misuses() {
    static const std::vector<Misuse> table{
        {"description too late", [](auto* r) { begin_launch(r), add_face_load(r); },
         "allocations: expected before the first launch"},
        {"request without a launch",
         [](auto* r) {
             add_face_load(r), add_request(r, {0, 0, 0, 0, 0, 1, {}});
         },
         "request 0: expected a launch below 0, found 0"},
        {"unknown instruction",
         [](auto* r) {
             begin_launch(r), add_request(r, {0, 0, 0, 0, 3, 1, {}});
         },
         "request 0: expected an instruction below 0, found 3"},
        {"no lane", [](auto* r) { add_face_load(r), begin_launch(r), add_request(r, {}); },
         "request 0: expected an active lane, found none"},
        {"SM that the device lacks",
         [](auto* r) {
             hmt_set_device(r, "d", 2, 4);
             add_face_load(r), begin_launch(r), add_request(r, {0, 2, 0, 0, 0, 1, {}});
         },
         "request 0: expected an SM below 2, found 2"},
        {"slot that the device lacks",
         [](auto* r) {
             hmt_set_device(r, "d", 2, 4);
             add_face_load(r), begin_launch(r), add_request(r, {0, 1, 0, 4, 0, 1, {}});
         },
         "request 0: expected a warp slot below 4, found 4"},
        {"no lanes", [](auto* r) { hmt_set_warp_size(r, 0); },
         "warp size: expected 1 to 32 or 64 lanes, found 0"},
        {"too many lanes", [](auto* r) { hmt_set_warp_size(r, 63); },
         "warp size: expected 1 to 32 or 64 lanes, found 63"},
        {"contents of nothing", [](auto* r) { hmt_add_contents(r, 0, "x"); },
         "contents: expected an allocation below 0, found 0"},
        {"space without a meaning",
         [](auto* r) {
             const hmt_instruction load{HMT_LOAD, static_cast<hmt_space>(3), 4, "f", "f.c", 1, 1};
             hmt_add_instruction(r, &load);
         },
         "expected a space from 0 to 2, found 3"},
        {"operation without a meaning",
         [](auto* r) {
             const hmt_instruction load{static_cast<hmt_operation>(3), HMT_GLOBAL, 4, "f", "f.c", 1, 1};
             hmt_add_instruction(r, &load);
         },
         "expected an operation from 0 to 2, found 3"},
        {"origin without a meaning", [](auto* r) { hmt_add_origin(r, "sm", static_cast<hmt_origin>(3)); },
         "expected an origin from 0 to 2, found 3"},
        {"contents twice",
         [](auto* r) {
             const hmt_allocation a{"a", HMT_OTHER, HMT_GLOBAL, 0, 1, 0, 0};
             hmt_add_allocation(r, &a);
             hmt_add_contents(r, 0, "x"), hmt_add_contents(r, 0, "y");
         },
         "contents: expected those of allocation 0 once, found others"},
        {"an array that is missing",
         [](auto* r) {
             hmt_scene scene{};
             scene.vertex_count = 1;
             hmt_set_scene(r, &scene), begin_launch(r);
         },
         "scene: expected the arrays that have a count, found a null pointer"},
        {"name that is too long",
         [](auto* r) { hmt_add_option(r, std::string((1U << 16) - 3, 'x').append("\xff").c_str(), ""); },
         "expected a text of at most 65536 bytes, found 65537: '" + std::string(40, 'x') + "...'"},
        {"contents too late", [](auto* r) { begin_launch(r), hmt_add_contents(r, 0, "x"); },
         "contents: expected before the first launch"},
        {"warp size too late", [](auto* r) { begin_launch(r), hmt_set_warp_size(r, 8); },
         "warp size: expected before the first launch"},
        {"lane that the warp lacks",
         [](auto* r) {
             hmt_set_warp_size(r, 8);
             add_face_load(r), begin_launch(r), add_request(r, {0, 0, 0, 0, 0, 0x100, {}});
         },
         "request 0: expected active lanes within 0xff, found 0x100"},
        {"tag of a lane that the warp lacks",
         [](auto* r) {
             const hmt_tag tag{};
             hmt_set_warp_size(r, 8);
             begin_launch(r), hmt_add_tags(r, 0, 0, 0x100, &tag);
         },
         "lane tags: expected lanes within 0xff, found 0x100"},
        {"two devices", [](auto* r) { hmt_set_device(r, "d", 2, 4), hmt_set_device(r, "d", 2, 4); },
         "device: expected at most 1, found another"},
        {"overlap", [](auto* r) { add_face_load(r), add_face_load(r), begin_launch(r); },
         "two allocations with elements overlap at address 0x100"},
        {"scene of another size",
         [](auto* r) {
             const std::array<std::uint32_t, 9> faces{};
             const std::array<float, 3> vertex{};
             hmt_scene scene{};
             scene.faces = faces.data();
             scene.face_count = 3;
             scene.vertices = vertex.data();
             scene.vertex_count = 1;
             add_face_load(r), hmt_set_scene(r, &scene), begin_launch(r);
         },
         "expected allocations of 3 faces, as many as the scene has, found 2"},
        {"vertex that the scene lacks",
         [](auto* r) {
             const std::array<std::uint32_t, 6> faces{0, 0, 0, 0, 7, 0};
             const std::array<float, 3> vertex{};
             hmt_scene scene{};
             scene.faces = faces.data();
             scene.face_count = 2;
             scene.vertices = vertex.data();
             scene.vertex_count = 1;
             add_face_load(r), hmt_set_scene(r, &scene), begin_launch(r);
         },
         "scene: expected face 1 to use vertices below 1, found 7"},
        {"too wide",
         [](auto* r) {
             const hmt_instruction load{HMT_LOAD, HMT_GLOBAL, 33, "f", "f.c", 1, 1};
             hmt_add_instruction(r, &load);
         },
         "instruction 0: expected at most 32 bytes per lane, found 33"},
        {"tag of no launch",
         [](auto* r) {
             const hmt_tag tag{};
             hmt_add_tags(r, 0, 0, 1, &tag);
         },
         "lane tags: expected a launch below 0 and an active lane, found launch 0"},
        {"place of rays too late", [](auto* r) { begin_launch(r), add_ray_places(r); },
         "places of rays: expected before the first launch"},
        {"kind of ray event without a meaning",
         [](auto* r) {
             const hmt_ray_place place{static_cast<hmt_ray_event>(5), "", "", "", 0, 0};
             hmt_add_ray_place(r, &place);
         },
         "expected the kind of a ray event from 0 to 4, found 5"},
        {"ray without a launch",
         [](auto* r) {
             add_ray_places(r), add_ray(r, {0, 0, 0, 0, 0, 1});
         },
         "ray event: expected a launch below 0, found 0"},
        {"ray at no place",
         [](auto* r) {
             add_ray_places(r), begin_launch(r), add_ray(r, {0, 0, 0, 0, 2, 1});
         },
         "ray event: expected a place below 2, found 2"},
        {"ray of no lane",
         [](auto* r) {
             add_ray_places(r), begin_launch(r), add_ray(r, {0, 0, 0, 0, 0, 0});
         },
         "ray event: expected an active lane, found none"},
        {"ray at a place of hits",
         [](auto* r) {
             add_ray_places(r), begin_launch(r), add_ray(r, {0, 0, 0, 0, 1, 1});
         },
         "ray event: expected a place where rays are traced, found one of hits or misses"},
        {"hit at a place of rays",
         [](auto* r) {
             const hmt_ray_lanes lanes{0, 0, 0, 0, 0, 1};
             const hmt_ray_hit hit{};
             add_ray_places(r), begin_launch(r), hmt_add_ray_hit(r, &lanes, &hit);
         },
         "ray event: expected a place of hits or misses, found one where rays are traced"},
        {"hit of another shape",
         [](auto* r) {
             const hmt_ray_lanes lanes{0, 0, 0, 0, 1, 1};
             const hmt_ray_hit hit{2, 0, 0, 0, 0};
             add_ray_places(r), begin_launch(r), hmt_add_ray_hit(r, &lanes, &hit);
         },
         "ray event: expected hits of triangles or boxes, found another shape"},
        {"no hits",
         [](auto* r) {
             const hmt_ray_lanes lanes{0, 0, 0, 0, 1, 1};
             add_ray_places(r), begin_launch(r), hmt_add_ray_hit(r, &lanes, nullptr);
         },
         "ray event: expected hits of triangles or boxes, found a null pointer"},
        {"closed twice", [](auto* r) { hmt_close(r), hmt_close(r); }, "expected one close, found another"},
    };
    return table;
}

TEST(Recorder, SaysWhatIsWrongAndLeavesNoFile) {
    const std::string path = temporary_recording("misuse.hmt");
    for (const Misuse& misuse : misuses()) {
        SCOPED_TRACE(misuse.name);
        {
            const Recorder recorder(hmt_open(path.c_str()));
            misuse.calls(recorder.get());
            EXPECT_TRUE(std::string_view(hmt_error(recorder.get())).ends_with(misuse.error))
                << hmt_error(recorder.get());
            EXPECT_EQ(hmt_close(recorder.get()), -1);
        }
        EXPECT_FALSE(std::filesystem::exists(path + ".part"));
        EXPECT_EQ(std::filesystem::exists(path), misuse.name == "closed twice");
        std::filesystem::remove(path);
    }
}

} // namespace
} // namespace hitmap
