#include "core/jobs/thread_pool.h"
#include "core/trace/io/byte_stream.h"
#include "core/trace/recorder/recorder.h"
#include "tests/trace/random_recording.h"
#include "tests/trace/recorder_demo.h"
#include "tests/trace/recording_text.h"
#include "tests/trace/test_recorder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace hitmap {
namespace {

const float* floats(const auto& items) {
    return items.empty() ? nullptr : &items.front()[0];
}
template <class Item>
const Item* data_or_null(const std::vector<Item>& items) {
    return items.empty() ? nullptr : items.data();
}

/// Fields that the recorder cannot write.
MemoryRecording plain(MemoryRecording recording) {
    for (Allocation& allocation : recording.info.allocations) {
        allocation.contents.clear();
        allocation.first_request = {};
        allocation.last_request.value = ~std::uint64_t{0};
    }
    for (Instruction& instruction : recording.info.instructions) {
        instruction.cache = CacheOperator::default_;
        instruction.inlined_at.clear();
    }
    recording.scene.source_hash = 0;
    recording.scene.instances.assign(1, {});
    return recording;
}

void describe(hmt_recorder* out, const RecordingInfo& info) {
    hmt_set_producer(out, info.producer.c_str(), info.source_name.c_str());
    hmt_set_device(out, info.device.name.c_str(), info.device.sm_count, info.device.warp_slots_per_sm);
    hmt_set_warp_size(out, info.device.warp_size);
    for (const auto& [name, value] : info.options)
        hmt_add_option(out, name.c_str(), value.c_str());
    for (const FieldOrigin& field : info.origins)
        hmt_add_origin(out, field.field.c_str(), static_cast<hmt_origin>(field.origin));
    for (const Allocation& a : info.allocations) {
        const hmt_allocation allocation{a.name.c_str(),
                                        static_cast<hmt_role>(a.role),
                                        static_cast<hmt_space>(a.space),
                                        a.address,
                                        a.bytes,
                                        a.stride,
                                        a.element_bytes};
        hmt_add_allocation(out, &allocation);
    }
    for (const Instruction& i : info.instructions) {
        const hmt_instruction instruction{static_cast<hmt_operation>(i.operation),
                                          static_cast<hmt_space>(i.space),
                                          i.bytes_per_lane,
                                          i.location.function.c_str(),
                                          i.location.file.c_str(),
                                          i.location.line,
                                          i.location.column};
        hmt_add_instruction(out, &instruction);
    }
    for (const BasicBlock& b : info.basic_blocks) {
        const hmt_block block{static_cast<hmt_entry>(b.entry), b.instructions,  b.location.function.c_str(),
                              b.location.file.c_str(),         b.location.line, b.location.column};
        hmt_add_block(out, &block);
    }
    for (const RayPlace& p : info.ray_places) {
        const hmt_ray_place place{static_cast<hmt_ray_event>(p.kind),
                                  p.stage.c_str(),
                                  p.location.function.c_str(),
                                  p.location.file.c_str(),
                                  p.location.line,
                                  p.location.column};
        hmt_add_ray_place(out, &place);
    }
    for (const SourceText& source : info.sources)
        hmt_add_source(out, source.file.c_str(), source.text.c_str());
}

struct SceneArrays {
    std::vector<hmt_camera> cameras;
    hmt_scene scene{};
};

SceneArrays arrays_of(const RecordedScene& from) {
    SceneArrays to;
    for (const Camera& c : from.cameras)
        to.cameras.push_back({{c.position.x, c.position.y, c.position.z},
                              {c.forward.x, c.forward.y, c.forward.z},
                              {c.up.x, c.up.y, c.up.z},
                              c.fov_y_degrees});
    hmt_scene& scene = to.scene;
    scene.width = from.width;
    scene.height = from.height;
    scene.cameras = to.cameras.data();
    scene.camera_count = to.cameras.size();
    scene.vertices = floats(from.vertices);
    scene.vertex_count = from.vertices.size();
    scene.faces = from.face_slots.empty() ? nullptr : &from.face_slots.front().x;
    scene.face_count = from.face_slots.size();
    scene.face_sources = data_or_null(from.face_source);
    scene.normals = floats(from.normals);
    scene.normal_count = from.normals.size();
    scene.normal_faces = from.normal_slots.empty() ? nullptr : &from.normal_slots.front().x;
    scene.boxes = from.boxes.empty() ? nullptr : &from.boxes.front().lower.x;
    scene.box_count = from.boxes.size();
    scene.box_parents = data_or_null(from.box_parent);
    scene.box_levels = data_or_null(from.box_level);
    scene.box_sources = data_or_null(from.box_source);
    return to;
}

/// Passes a recording to the recorder, and adds its requests, launches and tags in the order of `write`.
class PlayBack final : public RecordingSink {
public:
    explicit PlayBack(hmt_recorder* out) : out_(out) {}
    void begin(const RecordingInfo& info, const RecordedScene* scene) override {
        describe(out_, info);
        if (scene == nullptr) return;
        scene_ = arrays_of(*scene);
        hmt_set_scene(out_, &scene_.scene);
    }
    void begin_launch(const Launch& from) override {
        hmt_launch launch{from.kernel.c_str(), {}, {}, from.local_bytes, from.shared_bytes};
        std::copy(from.grid.begin(), from.grid.end(), launch.grid);
        std::copy(from.block.begin(), from.block.end(), launch.block);
        hmt_begin_launch(out_, &launch);
    }
    void add(const Request& from) override {
        hmt_request request{from.launch, from.sm, from.warp, from.slot, from.instruction, from.mask, {}};
        std::copy(from.address.begin(), from.address.end(), request.address);
        hmt_add_request(out_, &request);
    }
    void tag(const LaneTagRun& run) override {
        const hmt_tag tag{run.tag.work_item, run.tag.sample, run.tag.ray_kind, run.tag.bounce,
                          run.tag.instance};
        hmt_add_tags(out_, run.launch, run.warp, 1U << run.lane, &tag);
    }
    void execute(const BlockExecution& e) override {
        const hmt_execution execution{e.launch, e.sm, e.warp, e.slot, e.block, e.mask};
        hmt_add_execution(out_, &execution);
    }
    void trace_rays(const RayEvent& e, const RayLanes& lanes) override {
        const hmt_ray_lanes of{e.launch, e.sm, e.warp, e.slot, e.place, e.mask};
        std::vector<hmt_ray> rays;
        for (const Ray& r : lanes.rays)
            rays.push_back({{r.origin.x, r.origin.y, r.origin.z},
                            r.tmin,
                            {r.direction.x, r.direction.y, r.direction.z},
                            r.tmax,
                            r.flags,
                            r.mask,
                            r.structure});
        std::vector<hmt_ray_hit> hits;
        for (const RayHit& h : lanes.hits)
            hits.push_back({static_cast<std::uint32_t>(h.shape), h.instance, h.geometry, h.primitive, h.t});
        if (e.kind == RayEventKind::traced)
            hmt_add_ray(out_, &of, rays.data());
        else
            hmt_add_ray_hit(out_, &of, hits.empty() ? nullptr : hits.data());
    }
    void finish() override {
        hmt_close(out_);
        EXPECT_STREQ(hmt_error(out_), "");
    }

private:
    hmt_recorder* out_;
    SceneArrays scene_;
};

TEST(Recorder, WritesWhatOurWriterWrites) {
    ThreadPool pool(2);
    const std::string path = temporary_recording("random.hmt");
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        SCOPED_TRACE(seed);
        MemoryRecording recording =
            plain(seed % 4 == 0 ? grid_recording(6, 50 * seed) : random_recording(seed, seed * 11));
        if (recording.launches.empty()) continue;
        if (seed % 3 == 0) add_random_executions(recording, seed, seed * 20);
        if (seed % 4 < 2) add_random_rays(recording, seed, seed * 10);
        if (seed % 5 == 0) narrow_warps(recording, 1 + static_cast<std::uint32_t>(seed) % 32);
        const Recorder recorder(hmt_open(path.c_str()));
        PlayBack play_back(recorder.get());
        write(recording, play_back);
        const HmtFile file(open_file(path));
        file.validate(pool);
        const auto bytes = to_bytes(recording, {});
        EXPECT_EQ(recording_text(file), recording_text(HmtFile(open_memory(bytes, "memory"))));
    }
    std::filesystem::remove(path);
}

TEST(Recorder, FromC) {
    const std::string path = temporary_recording("demo.hmt");
    std::array<char, 512> error{};
    ASSERT_EQ(record_demo(path.c_str(), error.data()), 0) << error.data();
    ThreadPool pool(1);
    const HmtFile file(open_file(path));
    file.validate(pool);
    EXPECT_EQ(recording_text(file), R"(producer 'demo 1', source 'two triangles'
option 'depth' = '3'
device 'two cores', 2 SMs of 1 warps
origin of 'order': derived
launch 'trace' 2,1,1 x 32,1,1, 64 local, 0 shared, from request 0
allocation 'pixels': framebuffer, global, 0x1000, 16 bytes, stride 4, elements of 4
allocation 'tree': boxes, global, 0x2000, 32 bytes, stride 32, elements of 24
allocation 'mesh': faces, global, 0x3000, 36 bytes, stride 12, elements of 12
global load, 24 bytes, 'trace' 'demo.c' 7:3
global store, 4 bytes, 'trace' '' 0:0
place of rays: traced, 'compute', 'trace' 'demo.c' 9:5
place of rays: committed, '', '' '' 0:0
place of rays: missed, '', '' '' 0:0
source 'demo.c': 'int main;
'
2 requests, 6 lane accesses, elements 1, 2, 3
scene 2 x 2, 1 instances
camera at 0 0 5 to 0 0 -1 up 0 1 0, 45 degrees
vertex 0 0 0
vertex 1 0 0
vertex 0 1 0
vertex 1 1 0
face 0 1 2
face 2 1 3
face 0 0 0
box 0 0 0 to 1 1 0
face sources 1 0 -1
box parents 
box levels 
box sources 
request: launch 0, SM 0, warp 0 in 0, instruction 0, mask 80000001: 0x2000 0x3000
request: launch 0, SM 1, warp 1 in 0, instruction 1, mask 0000000f: 0x1000 0x1004 0x1008 0xffffffffffffffff
rays traced before 1: launch 0, SM 0, warp 0 in 0, place 0, mask 00000003
  ray from 00000000 00000000 40a00000, 00000000, to 00000000 00000000 bf800000, 7149f2ca, flags 1, mask ff, structure 7000
  ray from 00000000 00000000 40a00000, 00000000, to 3e800000 00000000 bf800000, 7149f2ca, flags 1, mask ff, structure 7000
rays committed before 1: launch 0, SM 0, warp 0 in 0, place 1, mask 00000002
  triangle 7 of geometry 1 of instance 2 at 40a00000
rays missed before 1: launch 0, SM 0, warp 0 in 0, place 2, mask 00000001
tag from 0: launch 0, warp 0, lane 0: item 0, sample 0, kind 0, bounce 0, instance 0
tag from 0: launch 0, warp 0, lane 31: item 3, sample 1, kind 1, bounce 2, instance 4
)");
    std::filesystem::remove(path);
}

TEST(Recorder, ManyWarpsAndRequestsTakeSeveralBlocks) {
    const std::string path = temporary_recording("blocks.hmt");
    const Recorder recorder(hmt_open(path.c_str()));
    const hmt_instruction load{HMT_LOAD, HMT_GLOBAL, 4, nullptr, nullptr, 0, 0};
    const hmt_launch launch{"k", {1, 1, 1}, {32, 1, 1}, 0, 0};
    hmt_add_instruction(recorder.get(), &load);
    hmt_begin_launch(recorder.get(), &launch);
    hmt_request request{};
    request.mask = 1;
    constexpr std::uint32_t warps = 40000;
    constexpr std::uint32_t requests = 200000;
    for (std::uint32_t i = 0; i < requests; ++i) {
        request.warp = i < warps ? i : i % 8;
        request.address[0] = std::uint64_t{i} * i * 4096;
        hmt_add_request(recorder.get(), &request);
    }
    ASSERT_EQ(hmt_close(recorder.get()), 0) << hmt_error(recorder.get());
    ThreadPool pool(2);
    const HmtFile file(open_file(path));
    file.validate(pool);
    EXPECT_EQ(file.info().requests, requests);
    EXPECT_GE(file.blocks().size(), 4U);
    RequestBlock block;
    for (std::size_t b = 0; b < file.blocks().size(); ++b) {
        file.read_block(b, block);
        for (std::size_t i = 0; i < block.entries.size(); ++i) {
            const std::uint64_t n = block.first_request.value + i;
            ASSERT_EQ(block.entries[i].warp, n < warps ? n : n % 8);
            ASSERT_EQ(block.addresses[i], n * n * 4096);
        }
    }
    std::filesystem::remove(path);
}

/// Returns the names in the same folder that start with the name of the path, without the path.
std::vector<std::string> parts_of(const std::string& path) {
    std::vector<std::string> parts;
    for (const auto& entry : std::filesystem::directory_iterator(testing::TempDir()))
        if (entry.path().string().starts_with(path + "."))
            parts.push_back(entry.path().string().substr(path.size()));
    std::sort(parts.begin(), parts.end());
    return parts;
}

/// A recording with only a number of instructions.
void close_with(hmt_recorder* recorder, int instructions) {
    const hmt_instruction load{HMT_LOAD, HMT_GLOBAL, 4, "f", "f.c", 1, 1};
    for (; instructions != 0; --instructions)
        hmt_add_instruction(recorder, &load);
    EXPECT_EQ(hmt_close(recorder), 0) << hmt_error(recorder);
}

TEST(Recorder, LifetimesAndContentsOfAllocations) {
    const std::string path = temporary_recording("contents.hmt");
    const std::vector<std::uint8_t> bytes{1, 2, 3, 4, 5, 6, 7, 8};
    const Recorder recorder(hmt_open(path.c_str()));
    hmt_recorder* const out = recorder.get();
    const hmt_allocation a{"a", HMT_OTHER, HMT_GLOBAL, 0x1000, 8, 4, 4};
    const hmt_allocation b{"b", HMT_OTHER, HMT_GLOBAL, 0x1000, 8, 0, 0};
    hmt_add_allocation_between(out, &a, 0, 3);
    hmt_add_allocation_between(out, &b, 3, 7);
    hmt_add_contents(out, 1, bytes.data());
    const hmt_launch launch{"k", {1, 1, 1}, {32, 1, 1}, 0, 0};
    hmt_begin_launch(out, &launch);
    EXPECT_EQ(hmt_close(out), 0) << hmt_error(out);
    const HmtFile file(open_file(path));
    std::filesystem::remove(path);
    ASSERT_EQ(file.info().allocations.size(), 2U);
    EXPECT_EQ(file.info().allocations[0].last_request.value, 3U);
    EXPECT_EQ(file.info().allocations[1].first_request.value, 3U);
    EXPECT_EQ(file.info().allocations[1].last_request.value, 7U);
    EXPECT_TRUE(file.read_contents(AllocationIndex(0)).empty());
    EXPECT_EQ(file.read_contents(AllocationIndex(1)), bytes);
    ThreadPool pool(1);
    EXPECT_NO_THROW(file.validate(pool));
}

TEST(Recorder, BytesThatAreNotUtf8AreEscaped) {
    const std::string path = temporary_recording("texts.hmt");
    const Recorder recorder(hmt_open(path.c_str()));
    hmt_recorder* const out = recorder.get();
    const std::vector<std::pair<const char*, std::string>> texts{
        {nullptr, ""},
        {"B\xc3\xbcste \xf0\x9f\x90\x87", "B\xc3\xbcste \xf0\x9f\x90\x87"},
        {"B\xfcste", "B\\xfcste"},
        {"cut \xe2\x82", "cut \\xe2\\x82"},
        {"\xc0\x80 \xed\xa0\x80 \xf4\x90\x80\x80", "\\xc0\\x80 \\xed\\xa0\\x80 \\xf4\\x90\\x80\\x80"},
    };
    hmt_set_producer(out, "B\xfcste", "s\xfc");
    hmt_set_device(out, "d\xfc", 0, 0);
    for (const auto& [text, expected] : texts) {
        const hmt_allocation allocation{text, HMT_OTHER, HMT_GLOBAL, 0, 8, 0, 0};
        const hmt_instruction load{HMT_LOAD, HMT_GLOBAL, 4, text, text, 1, 1};
        const hmt_block block{HMT_KERNEL, 1, text, text, 1, 1};
        hmt_add_option(out, text, text);
        hmt_add_origin(out, text, HMT_DERIVED);
        hmt_add_allocation(out, &allocation);
        hmt_add_instruction(out, &load);
        const hmt_ray_place place{HMT_RAY_TRACED, text, text, text, 1, 1};
        hmt_add_block(out, &block);
        hmt_add_ray_place(out, &place);
        hmt_add_source(out, text, text);
    }
    for (const auto& [text, expected] : texts) {
        const hmt_launch launch{text, {1, 1, 1}, {32, 1, 1}, 0, 0};
        hmt_begin_launch(out, &launch);
    }
    ASSERT_EQ(hmt_close(out), 0) << hmt_error(out);
    const HmtFile file(open_file(path));
    std::filesystem::remove(path);
    ThreadPool pool(1);
    file.validate(pool);
    const RecordingInfo& info = file.info();
    EXPECT_EQ(info.producer, "B\\xfcste");
    EXPECT_EQ(info.source_name, "s\\xfc");
    EXPECT_EQ(info.device.name, "d\\xfc");
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const std::string& expected = texts[i].second;
        EXPECT_EQ(info.options.at(i), std::pair(expected, expected));
        EXPECT_EQ(info.origins.at(i).field, expected);
        EXPECT_EQ(info.allocations.at(i).name, expected);
        EXPECT_EQ(info.instructions.at(i).location.function, expected);
        EXPECT_EQ(info.basic_blocks.at(i).location.file, expected);
        EXPECT_EQ(info.ray_places.at(i).stage, expected);
        EXPECT_EQ(info.sources.at(i).text, expected);
        EXPECT_EQ(info.launches.at(i).kernel, expected);
    }
}

TEST(Recorder, LaunchesThatRunAtTheSameTimeHaveTheirOwnRequests) {
    const std::string path = temporary_recording("turns.hmt");
    const Recorder recorder(hmt_open(path.c_str()));
    hmt_recorder* const out = recorder.get();
    add_face_load(out);
    for (int i = 0; i < 3; ++i)
        begin_launch(out);
    for (std::uint32_t i = 0; i < 100; ++i)
        add_request(out, {i % 2, 0, 0, 0, 0, 1, {}});
    ASSERT_EQ(hmt_close(out), 0) << hmt_error(out);
    const HmtFile file(open_file(path));
    std::filesystem::remove(path);
    EXPECT_EQ(file.launch_requests(), (std::vector<LaunchRequests>{{50, 0, 99}, {50, 1, 100}, {0, 0, 0}}));
    EXPECT_EQ(file.part({.launches = {0, 1}}).info().requests, 50U);
    ThreadPool pool(1);
    file.validate(pool);
}

TEST(Recorder, TwoOfOnePathDoNotDisturbOneAnother) {
    using Names = std::vector<std::string>;
    const std::string path = temporary_recording("shared.hmt");
    std::ofstream(path + ".part") << "left by one that was killed";
    const Recorder first(hmt_open(path.c_str()));
    const Recorder second(hmt_open(path.c_str()));
    EXPECT_EQ(parts_of(path), (Names{".2.part", ".part"}));
    close_with(first.get(), 1);
    EXPECT_EQ(HmtFile(open_file(path)).info().instructions.size(), 1U);
    EXPECT_EQ(parts_of(path), Names{".2.part"});
    Recorder third(hmt_open(path.c_str()));
    EXPECT_EQ(parts_of(path), (Names{".2.part", ".part"}));
    third.reset();
    EXPECT_EQ(parts_of(path), Names{".2.part"}) << "it removes its own";
    close_with(second.get(), 2);
    EXPECT_EQ(HmtFile(open_file(path)).info().instructions.size(), 2U);
    EXPECT_EQ(parts_of(path), Names{});
    std::filesystem::remove(path);
}

TEST(Recorder, LeavesWhatIsNoneOfItsFilesAlone) {
    const std::string path = temporary_recording("folder.hmt");
    std::filesystem::create_directory(path + ".part");
    Recorder recorder(hmt_open(path.c_str()));
    EXPECT_NE(std::string(hmt_error(recorder.get())).find("cannot be written: Is a directory"),
              std::string::npos);
    recorder.reset();
    EXPECT_TRUE(std::filesystem::remove(path + ".part"));
}

TEST(Recorder, SaysThatAFileCannotBeWritten) {
    const Recorder recorder(hmt_open("/nowhere/at/all.hmt"));
    EXPECT_EQ(hmt_set_device(recorder.get(), "d", 1, 1), -1);
    EXPECT_STREQ(hmt_error(recorder.get()),
                 "/nowhere/at/all.hmt.part: cannot be written: No such file or directory");
}

} // namespace
} // namespace hitmap
