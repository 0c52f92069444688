#include "core/base/error.h"
#include "core/geometry/upright.h"
#include "core/jobs/thread_pool.h"
#include "core/layout/apply/apply_layout.h"
#include "core/layout/apply/mesh_match.h"
#include "core/layout/derive/derive_layout.h"
#include "core/profile/models/cache_model.h"
#include "core/raytracer/trace_scene.h"
#include "core/trace/stream/request_stream.h"
#include "tests/layout/role_confusion.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <unistd.h>

namespace hitmap::test {
namespace {

constexpr const char* teapot = "builtin:teapot?triangles=400";

/// A traced recording, and the same requests without what they mean.
struct TracedPair {
    HmtFile original;
    HmtFile stripped;
};

TracedPair traced(const TraceOptions& options, bool keep_allocations) {
    ThreadPool pool;
    std::vector<std::byte> bytes;
    std::vector<std::byte> stripped_bytes;
    const auto file = write_hmt(create_memory(bytes), {}, &pool);
    const auto stripped_file = write_hmt(create_memory(stripped_bytes), {}, &pool);
    StrippedRecording stripped(*stripped_file, keep_allocations);
    SplitRecording both({*file, stripped});
    trace_scene(load_upright_scene(teapot, {}), options, both, pool);
    return {HmtFile(open_memory(std::move(bytes), "original")),
            HmtFile(open_memory(std::move(stripped_bytes), "stripped"))};
}

TraceOptions small_options() {
    TraceOptions options;
    options.width = options.height = 24;
    options.sm_count = 2;
    options.warps_per_sm = 4;
    return options;
}

HmtFile applied(const HmtFile& file, const RecordingLayout& layout) {
    ThreadPool pool;
    std::vector<std::byte> bytes;
    apply_layout(file, layout, create_memory(bytes), pool, {});
    HmtFile result(open_memory(std::move(bytes), "applied"));
    result.validate(pool);
    return result;
}

/// Hits and look-ups of all elements, by kind and element.
std::string numbers(const HmtFile& file, const ModelConfig& model) {
    ThreadPool pool;
    const auto source = request_source(file, pool);
    const auto profile = make_profile(*source, model, {}, pool);
    std::string text;
    for (const KindSums& kind : profile->totals({0, profile->positions()}))
        text += fmt::format("{} accesses, L1 {} of {}, L2 {} of {}\n", kind.accesses, kind.l1.hits,
                            kind.l1.lookups, kind.l2.hits, kind.l2.lookups);
    return text;
}

/// A text file with the source face of each slot, as --mesh-faces takes it.
std::string slots_file(const HmtFile& original) {
    const std::string path = testing::TempDir() + "layout_slots_" + std::to_string(getpid()) + ".txt";
    std::ofstream out(path);
    const auto scene = original.read_scene();
    for (std::size_t slot = 0; slot < scene->face_slots.size(); ++slot)
        out << (scene->face_source.empty() ? static_cast<std::int32_t>(slot) : scene->face_source[slot])
            << "\n";
    return path;
}

TEST(ApplyLayout, NumbersAreThoseOfTheOriginalRecording) {
    for (const MemoryOrder order : {MemoryOrder::keep, MemoryOrder::random}) {
        TraceOptions options = small_options();
        options.vertex_order = order;
        const TracedPair pair = traced(options, true);
        RecordingLayout layout = layout_of(pair.original.info());
        layout.mesh = {teapot, slots_file(pair.original)};
        const HmtFile result = applied(pair.stripped, layout);
        EXPECT_EQ(result.info().element_accesses, pair.original.info().element_accesses);
        EXPECT_EQ(result.read_scene()->face_source, pair.original.read_scene()->face_source);
        EXPECT_EQ(result.info().scene.source_hash, pair.original.info().scene.source_hash);
        EXPECT_EQ(numbers(result, SdcmConfig{}), numbers(pair.original, SdcmConfig{}));
        EXPECT_EQ(numbers(result, HierarchyConfig{}), numbers(pair.original, HierarchyConfig{}));
    }
}

TEST(ApplyLayout, FacesAreFoundByTheVerticesThatRaysRead) {
    for (const bool listed : {true, false}) {
        const TracedPair pair = traced(small_options(), listed);
        ThreadPool pool;
        RecordingLayout layout = derive_layout(pair.stripped, pool);
        layout.mesh.file = teapot;
        const HmtFile result = applied(pair.stripped, layout);
        EXPECT_EQ(result.info().element_accesses, pair.original.info().element_accesses) << listed;
        EXPECT_EQ(numbers(result, SdcmConfig{}), numbers(pair.original, SdcmConfig{})) << listed;
        const auto scene = result.read_scene();
        const auto truth = pair.original.read_scene();
        EXPECT_EQ(scene->vertices, truth->vertices) << listed;
        std::size_t found = 0;
        for (std::size_t slot = 0; slot < scene->face_slots.size(); ++slot) {
            if (scene->face_source[slot] < 0) continue;
            ++found;
            if (listed) {
                EXPECT_EQ(scene->face_source[slot], truth->face_source[slot]) << slot;
            }
        }
        EXPECT_GT(found, 50);
    }
}

std::vector<std::uint8_t> bytes_of(const void* data, std::size_t size) {
    std::vector<std::uint8_t> bytes(size);
    std::memcpy(bytes.data(), data, size);
    return bytes;
}

/// Writes a recording whose allocations store their contents, without roles and scene.
class ContentsSink : public RecordingSink {
public:
    ContentsSink(RecordingSink& out, const RecordedScene& scene) : out_(out), scene_(scene) {}
    void begin(const RecordingInfo& info, const RecordedScene* /*scene*/) override {
        RecordingInfo bare = info;
        for (Allocation& a : bare.allocations) {
            if (a.role == Role::faces) a.contents = bytes_of(scene_.face_slots.data(), a.bytes);
            if (a.role == Role::vertices) a.contents = bytes_of(scene_.vertices.data(), a.bytes);
            if (a.role == Role::boxes) a.contents = bytes_of(scene_.boxes.data(), a.bytes);
            a.role = Role::other;
        }
        out_.begin(bare, nullptr);
    }
    void begin_launch(const Launch& launch) override { out_.begin_launch(launch); }
    void add(const Request& request) override { out_.add(request); }
    void tag(const LaneTagRun& run) override { out_.tag(run); }
    void finish() override { out_.finish(); }

private:
    RecordingSink& out_;
    const RecordedScene& scene_;
};

TEST(ApplyLayout, TheSceneIsDecodedFromStoredContents) {
    const TracedPair pair = traced(small_options(), true);
    const auto truth = pair.original.read_scene();
    std::vector<std::byte> bytes;
    ThreadPool pool;
    const auto file = write_hmt(create_memory(bytes), {}, &pool);
    ContentsSink sink(*file, *truth);
    trace_scene(load_upright_scene(teapot, {}), small_options(), sink, pool);
    const HmtFile stored(open_memory(std::move(bytes), "stored"));
    RecordingLayout layout = derive_layout(stored, pool);
    layout.width = layout.height = 24;
    const HmtFile result = applied(stored, layout);
    const auto scene = result.read_scene();
    EXPECT_EQ(scene->vertices, truth->vertices);
    EXPECT_EQ(scene->face_slots, truth->face_slots);
    EXPECT_EQ(scene->boxes, truth->boxes);
    EXPECT_EQ(numbers(result, SdcmConfig{}), numbers(pair.original, SdcmConfig{}));
}

TEST(ApplyLayout, WithoutAMeshFacesAreNotCounted) {
    const TracedPair pair = traced(small_options(), true);
    const HmtFile result = applied(pair.stripped, layout_of(pair.original.info()));
    EXPECT_EQ(result.info().scene.face_slots, 0);
    EXPECT_EQ(result.info().scene.width, 24) << "the framebuffer is shown";
    EXPECT_EQ(result.info().element_accesses[face_kind], 0);
    EXPECT_FALSE(knows_box_extents(result.info()));
    EXPECT_EQ(result.read_scene()->boxes.size(), pair.original.info().scene.boxes);
    EXPECT_EQ(result.info().element_accesses[box_kind], pair.original.info().element_accesses[box_kind]);
    EXPECT_EQ(result.info().element_accesses[pixel_kind], 24 * 24);
    const auto& options = result.info().options;
    EXPECT_TRUE(
        std::ranges::any_of(options, [](const auto& option) { return option.first == layout_note_option; }));
}

/// The pixels that each lane works on, in order.
using PixelsOfLanes =
    std::map<std::tuple<std::uint32_t, std::uint32_t, unsigned>, std::vector<std::uint32_t>>;
PixelsOfLanes pixels_of_lanes(const HmtFile& file) {
    PixelsOfLanes lanes;
    for (const LaneTagRun& run : file.read_lane_tags()) {
        auto& pixels = lanes[{run.launch, run.warp, run.lane}];
        if (pixels.empty() || pixels.back() != run.tag.work_item) pixels.push_back(run.tag.work_item);
    }
    return lanes;
}

TEST(ApplyLayout, LanesGetTheirPixelsFromWritesOrTheLaunch) {
    for (const Kernel kernel : {Kernel::while_while, Kernel::pixel}) {
        TraceOptions options = small_options();
        options.kernel = kernel;
        const TracedPair pair = traced(options, true);
        RecordingLayout layout = layout_of(pair.original.info());
        layout.pixels = PixelOrder::writes;
        EXPECT_EQ(pixels_of_lanes(applied(pair.stripped, layout)), pixels_of_lanes(pair.original));
        if (kernel != Kernel::pixel) continue;
        layout.pixels = PixelOrder::threads; // scanline: thread i has pixel i
        EXPECT_EQ(pixels_of_lanes(applied(pair.stripped, layout)), pixels_of_lanes(pair.original));
    }
}

TEST(ApplyLayout, ThreadsOfAGridArePixels) {
    std::vector<std::byte> bytes;
    const auto sink = write_hmt(create_memory(bytes));
    RecordingInfo info;
    info.instructions.resize(1);
    sink->begin(info, nullptr);
    Launch launch;
    launch.grid = {2, 2, 1};
    launch.block = {8, 8, 1};
    sink->begin_launch(launch);
    Request request;
    request.mask = 1;
    request.warp = 7; // block (1, 1), threads 32..63: rows 4..7 of the block
    sink->add(request);
    sink->finish();
    RecordingLayout layout;
    layout.width = layout.height = 15; // the last column and row of threads have no pixel
    layout.pixels = PixelOrder::grid;
    const PixelsOfLanes lanes =
        pixels_of_lanes(applied(HmtFile(open_memory(std::move(bytes), "grid")), layout));
    EXPECT_EQ(lanes.at({0, 7, 0}), std::vector{12U * 15 + 8});
    EXPECT_EQ(lanes.at({0, 7, 6}), std::vector{12U * 15 + 14});
    EXPECT_FALSE(lanes.contains({0, 7, 7}));
    EXPECT_FALSE(lanes.contains({0, 7, 24}));
    EXPECT_EQ(lanes.at({0, 7, 16}), std::vector{14U * 15 + 8});
}

TEST(MatchMesh, RefusesAnotherMesh) {
    const TracedPair pair = traced(small_options(), true);
    RecordingLayout layout = layout_of(pair.original.info());
    layout.mesh.file = "builtin:statue?triangles=1000";
    try {
        (void)applied(pair.stripped, layout);
        FAIL() << "was accepted";
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("the faces of the mesh are not found"), std::string::npos)
            << error.what();
    }
}

struct BrokenFaces {
    std::string text;
    std::string message;
};
class BrokenFaceFiles : public testing::TestWithParam<BrokenFaces> {};

TEST_P(BrokenFaceFiles, AreRefusedByLine) {
    // The cases run at once, in processes of their own.
    const std::string path = testing::TempDir() + "broken_slots_" + std::to_string(getpid()) + ".txt";
    std::ofstream(path) << GetParam().text;
    try {
        (void)read_face_sources(path, 3, 2);
        FAIL() << "was read";
    } catch (const FileError& error) {
        EXPECT_EQ(error.what(), path + GetParam().message);
    }
    std::filesystem::remove(path);
}

INSTANTIATE_TEST_SUITE_P(
    All, BrokenFaceFiles,
    testing::Values(
        BrokenFaces{"0\n1\n", ": expected 3 lines, one for each face slot, found 2"},
        BrokenFaces{"0\n2\n1\n", ": line 2: expected the number of a face from -1 to 1, found '2'"},
        BrokenFaces{"0\n\n1\n", ": line 2: expected the number of a face from -1 to 1, found ''"},
        BrokenFaces{"0\n1x\n", ": line 2: expected the number of a face from -1 to 1, found '1x'"},
        BrokenFaces{std::string(100, '0'), ": expected 3 lines of at most 16 bytes, found 100 bytes"}));

} // namespace
} // namespace hitmap::test
