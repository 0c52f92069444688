#include "core/base/error.h"
#include "core/jobs/thread_pool.h"
#include "core/trace/formats/all/recording_formats.h"
#include "core/trace/formats/memtracer/box_pairs.h"
#include "core/trace/hmt/file/hmt_writer.h"
#include "core/trace/io/byte_input.h"
#include "tests/trace/compressed.h"
#include "tests/trace/import/imported.h"
#include "tests/trace/import/rtmemtracer_bytes.h"
#include "tests/trace/memory_file.h"
#include "tests/trace/recording_text.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <fstream>
#include <limits>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace hitmap {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using Json = nlohmann::json;

std::string sample_bytes(const std::string& name) {
    std::ifstream file(std::string(HITMAP_TEST_DATA) + "/trace/data/" + name, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

HmtFile trace_recording(std::string_view bytes) {
    ImportFiles files;
    files.files.push_back(memory_file(bytes, "folder/a.trace"));
    const RecordingFormat* const format = format_of(*files.files.front());
    if (format == nullptr || format->name() != "rtmemtracer") throw Error("not recognised");
    std::vector<std::byte> recording;
    const auto sink = write_hmt(create_memory(recording), {.tables_grow = true});
    ThreadPool pool;
    import_recording(*format, files, *sink, pool, {});
    HmtFile file(open_memory(std::move(recording), "a.hmt"));
    file.validate(pool);
    return file;
}

std::string trace_text(std::string_view bytes) {
    return recording_text(trace_recording(bytes));
}

std::string trace_message(std::string_view bytes) {
    try {
        (void)trace_recording(bytes);
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

/// The warnings of an import, one a line.
std::string trace_warnings(std::string_view bytes) {
    std::string text;
    const HmtFile file = trace_recording(bytes);
    for (const auto& [name, value] : file.info().options)
        if (name == import_warning_option) text += value + "\n";
    return text;
}

constexpr std::string_view worked_recording = R"(producer 'rtmemtracer', source 'a.trace'
option 'format' = 'rtmemtracer'
option 'variant' = 'plain'
device 'not known', 0 SMs of 0 warps
origin of 'scene': recorded
origin of 'camera': recorded
origin of 'allocations': derived
origin of 'caches': assumed
origin of 'box tree': derived
launch 'not known' 1,1,1 x 1,1,1, 0 local, 0 shared, from request 0
allocation 'boxes': boxes, global, 0x0, 48 bytes, stride 24, elements of 24
allocation 'faces': faces, global, 0x80, 12 bytes, stride 12, elements of 12
allocation 'vertices': vertices, global, 0x100, 36 bytes, stride 12, elements of 12
allocation 'framebuffer': framebuffer, global, 0x180, 4 bytes, stride 1, elements of 1
allocation 'camera': other, global, 0x200, 60 bytes, stride 0, elements of 0
0 requests, 0 lane accesses, elements 0, 0, 0
2 frames of sums: 4, 2, 2
scene 2 x 2, 1 instances
camera at 0 0 5 to -0 -0 -1 up 0 1 0, 60 degrees
vertex 0 0 0
vertex 1 0 0
vertex 0 1 0
face 0 1 2
box 0 0 0 to 1 1 0
box 0 0 0 to 1 1 0
face sources 
box parents -1 -1
box levels 0 0
box sources 
frame 0 of launch 0
box 0: L1 0/1, L2 0/1
box 1: L1 1/1, L2 1/2
face 0: L1 2/4, L2 2/5
pixel 0: L1 0/0, L2 0/0
frame 1 of launch 0
box 0: L1 1/1, L2 1/1
box 1: L1 1/1, L2 2/2
face 0: L1 4/4, L2 5/5
pixel 1: L1 0/0, L2 0/0
)";

TEST(Rtmemtracer, ReadsTheWorkedExampleInBothVariants) {
    EXPECT_EQ(trace_text(sample_bytes("rt_plain.trace")), worked_recording);
    std::string gbla(worked_recording);
    gbla.replace(gbla.find("plain"), 5, "gbla");
    EXPECT_EQ(trace_text(sample_bytes("rt_gbla.trace")), gbla);
    EXPECT_EQ(trace_text(gzip(worked_example())), worked_recording);
    EXPECT_EQ(trace_text(gbla_of(worked_example())), gbla);
}

/// The sum of doubles in the order in which the expected values were made: frame by frame.
struct KindTotals {
    std::uint64_t records = 0;
    double l1_hits = 0.0;
    double l2_hits = 0.0;
    std::uint64_t l1_lookups = 0;
    std::uint64_t l2_lookups = 0;
    std::uint64_t most = 0;
    std::uint64_t indices = 0;

    void add(const RecordedSum& sum) {
        ++records;
        l1_hits += double{sum.l1_hits};
        l2_hits += double{sum.l2_hits};
        l1_lookups += sum.l1_lookups;
        l2_lookups += sum.l2_lookups;
        most = std::max<std::uint64_t>(most, sum.element);
        indices += sum.element;
    }
    void expect(const Json& expected) const {
        EXPECT_EQ(records, expected["records"]);
        EXPECT_NEAR(l1_hits, expected["sum_rdl"].get<double>(), 1e-14 * l1_hits);
        EXPECT_EQ(l2_hits, expected["sum_rdg"]);
        EXPECT_EQ(l1_lookups, expected["sum_denominator_l"]);
        EXPECT_EQ(l2_lookups, expected["sum_denominator_g"]);
        if (!expected.contains("max_off")) return;
        EXPECT_EQ(most, expected["max_off"]);
        EXPECT_EQ(indices, expected["sum_off"]);
    }
};

Json tuple_of(const RecordedSum& sum) {
    const std::map<ElementKindId, int> flags{{box_kind, 4}, {face_kind, 8}, {pixel_kind, 0}};
    return {sum.element, sum.l2_hits, sum.l1_hits, sum.l2_lookups, sum.l1_lookups, flags.at(sum.kind)};
}

Json json_of(const glm::vec3& v) {
    return {v.x, v.y, v.z};
}

Json json_of(const Aabb& box) {
    return {box.lower.x, box.lower.y, box.lower.z, box.upper.x, box.upper.y, box.upper.z};
}

/// Compares numbers as the floats that they were written from.
void expect_floats(const Json& found, const Json& expected) {
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i)
        EXPECT_EQ(found[i].get<float>(), expected[i].get<float>());
}

void expect_scene(const RecordedScene& scene, const Json& expected) {
    EXPECT_EQ(scene.vertices.size(), expected["num_vertices"]);
    EXPECT_EQ(scene.face_slots.size(), expected["num_faces"]);
    EXPECT_EQ(scene.boxes.size(), expected["num_aabbs"]);
    expect_floats(json_of(scene.vertices.front()), expected["first_vertex"]);
    expect_floats(json_of(scene.vertices.back()), expected["last_vertex"]);
    expect_floats(json_of(scene.boxes.front()), expected["first_aabb"]);
    expect_floats(json_of(scene.boxes.back()), expected["last_aabb"]);
    Aabb bounds;
    for (const glm::vec3& vertex : scene.vertices)
        bounds.include(vertex);
    expect_floats(json_of(bounds.lower), expected["vertex_bbox"][0]);
    expect_floats(json_of(bounds.upper), expected["vertex_bbox"][1]);
    std::uint64_t sum = 0;
    std::uint32_t most = 0;
    for (const glm::uvec3& face : scene.face_slots) {
        sum += std::uint64_t{face.x} + face.y + face.z;
        most = std::max({most, face.x, face.y, face.z});
    }
    EXPECT_EQ(sum, expected["face_index_sum"]);
    EXPECT_EQ(most, expected["face_index_max"]);
    const Json& camera = expected["camera"];
    EXPECT_EQ(scene.width, camera["w"]);
    EXPECT_EQ(scene.height, camera["h"]);
    expect_floats(json_of(scene.cameras.at(0).position), camera["pos"]);
    EXPECT_EQ(scene.cameras[0].fov_y_degrees, camera["fov"]);
    // The columns of the matrix are right, up and backward.
    const Json& m = camera["mat"];
    for (int axis = 0; axis < 3; ++axis) {
        EXPECT_NEAR(scene.cameras[0].up[axis], m[3 * axis + 1].get<float>(), 1e-6);
        EXPECT_NEAR(scene.cameras[0].forward[axis], -m[3 * axis + 2].get<float>(), 1e-6);
    }
}

TEST(Rtmemtracer, ASampleHasTheExpectedValues) {
    const Json expected = Json::parse(sample_bytes("rt_sample.expected.json"));
    const HmtFile file = trace_recording(sample_bytes("rt_sample.trace"));
    EXPECT_EQ(trace_warnings(sample_bytes("rt_sample.trace")), "");
    const auto scene = file.read_scene();
    expect_scene(*scene, expected);
    // Every pair of boxes has found its parent, which is its union; the tree is cut at level 13.
    EXPECT_EQ(*std::ranges::max_element(scene->box_level), 13);
    for (std::size_t box = 2; box < scene->boxes.size(); box += 2) {
        Aabb both = scene->boxes[box];
        both.include(scene->boxes[box + 1]);
        ASSERT_GE(scene->box_parent[box], 0);
        EXPECT_EQ(scene->boxes[static_cast<std::size_t>(scene->box_parent[box])], both);
    }

    EXPECT_EQ(file.info().sums.frames, expected["num_frames"]);
    std::vector<RecordedSum> sums;
    std::map<ElementKindId, KindTotals> totals;
    std::uint64_t records = 0;
    for (const Json& frame : expected["frames"]) {
        file.read_sums(frame["frame"].get<std::uint64_t>(), sums);
        ASSERT_EQ(sums.size(), frame["records"]);
        EXPECT_EQ(tuple_of(sums.front()), frame["first"]);
        EXPECT_EQ(tuple_of(sums.back()), frame["last"]);
        std::map<ElementKindId, KindTotals> of_frame;
        for (const RecordedSum& sum : sums) {
            of_frame[sum.kind].add(sum);
            totals[sum.kind].add(sum);
        }
        of_frame[box_kind].expect(frame["kinds"]["2"]);
        of_frame[face_kind].expect(frame["kinds"]["4"]);
        records += sums.size();
    }
    EXPECT_EQ(records, expected["total_records"]);
    totals[box_kind].expect(expected["totals_by_kind"]["2"]);
    totals[face_kind].expect(expected["totals_by_kind"]["4"]);
}

TEST(Rtmemtracer, TracesOfOneSceneAreLaunches) {
    const std::string example = worked_example();
    for (const std::string& file :
         {gzip(example) + gzip(example), gzip(example + example), gbla_of(example) + gbla_of(example)}) {
        const std::string text = trace_text(file);
        EXPECT_THAT(text, HasSubstr("4 frames of sums: 8, 4, 4"));
        EXPECT_THAT(text, HasSubstr("frame 3 of launch 1\nbox 0: L1 1/1"));
    }
}

TEST(Rtmemtracer, TracesOfOtherScenesAreLeftOut) {
    const std::string example = worked_example();
    const std::string moved = with_f32(example, 28, 1.0F); // position of the camera
    const std::string file = gzip(example) + gzip(moved) + gzip(example);
    EXPECT_THAT(trace_text(file), HasSubstr("4 frames of sums"));
    EXPECT_EQ(
        trace_warnings(file),
        "traces of another scene or camera, left out (number 2; hitmap import --trace N reads trace N and "
        "those behind it with the same scene): 1\n");
}

struct BrokenTrace {
    std::size_t offset;
    std::uint32_t value;
    const char* message;
};

TEST(Rtmemtracer, NamesWhatIsWrong) {
    const std::uint32_t many = 0xfffffffe;
    for (const BrokenTrace& c : {
             BrokenTrace{0, 59, "byte 0 of its data: expected 60 to 65536 bytes of the camera, found 59"},
             BrokenTrace{0, 61, "expected"},
             BrokenTrace{0, 65537, "expected 60 to 65536 bytes of the camera, found 65537"},
             BrokenTrace{4, many, "expected 4294967294 vertices of 12 bytes, found the end of the trace"},
             BrokenTrace{4, 4, "expected"},
             BrokenTrace{4, 0, "byte 24 of its data: expected vertices for 1 faces, found none"},
             BrokenTrace{8, 11, "byte 8 of its data: expected 12 to 65536 bytes of a vertex, found 11"},
             BrokenTrace{12, many, "expected 4294967294 faces of 12 bytes, found the end of the trace"},
             BrokenTrace{16, 13, "byte 16 of its data: expected 12 bytes of a face, found 13"},
             BrokenTrace{20, many, "expected 4294967294 boxes of 24 bytes, found the end of the trace"},
             BrokenTrace{24, 25, "byte 24 of its data: expected 24 bytes of a box, found 25"},
             BrokenTrace{28, 0x7fc00000, "byte 28 of its data: expected a finite position of the camera"},
             BrokenTrace{40, 0, "byte 40 of its data: expected a matrix with three directions"},
             BrokenTrace{76, 0,
                         "byte 76 of its data: expected an opening angle between 0 and 180 degrees, found 0"},
             BrokenTrace{80, 0, "byte 80 of its data: expected 1 to 65536 pixels a side, found 0"},
             BrokenTrace{84, 65537, "byte 84 of its data: expected 1 to 65536 pixels a side, found 65537"},
             BrokenTrace{88, 0x7f800000, "byte 88 of its data: expected vertex 0 to have finite numbers"},
             BrokenTrace{136, 0x40000000, "byte 136 of its data: expected box 0 to have finite corners"},
             BrokenTrace{184, 0, "byte 184 of its data: expected 1 to 65536 frames, found 0"},
             BrokenTrace{184, 1, "expected 8 records in all frames, as the header says, found 4"},
             BrokenTrace{184, 3, "byte 376 of its data: expected frame 2 of 3, found the end of the trace"},
             BrokenTrace{184, 65537, "expected 1 to 65536 frames, found 65537"},
             BrokenTrace{188, 9, "expected 9 records in all frames, as the header says, found 8"},
             BrokenTrace{192, 1, "byte 192 of its data: expected 0 (records are added), found 1"},
             BrokenTrace{196, 0, "byte 196 of its data: expected 1 (sums are divided by look-ups), found 0"},
             BrokenTrace{200, many, "expected 4294967294 records of frame 0, found the end of the trace"},
             BrokenTrace{200, 5, "expected"},
             BrokenTrace{204, 2, "byte 204 of its data: expected a box below 2, found 2"},
             BrokenTrace{221, 0x01000004U | 0x01U, "byte 224 of its data: expected the flags of a pixel"},
         }) {
        const std::string broken = with_u32(worked_example(), c.offset, c.value);
        EXPECT_THAT(trace_message(gzip(broken)), AllOf(HasSubstr("a.trace: trace 1, "), HasSubstr(c.message)))
            << c.offset;
    }
    EXPECT_THAT(trace_message(gzip(worked_example() + "x")),
                HasSubstr("trace 2, byte 1 of its data: expected"));
}

TEST(Rtmemtracer, NamesWhatIsWrongInAGblaFile) {
    const std::string file = gbla_of(worked_example());
    EXPECT_THAT(trace_message(with_u32(file, 8, 1)), HasSubstr("byte 8: expected version 0, found 1"));
    EXPECT_THAT(trace_message(with_u32(file, 4, 31)),
                HasSubstr("byte 4: expected a header of 32 to 1048576 bytes, found 31"));
    EXPECT_THAT(trace_message(with_u32(file, 4, 93)),
                HasSubstr("byte 4: expected a header of 92 bytes for a camera of 60, found 93"));
    EXPECT_THAT(trace_message(with_u32(file, 12, 61)),
                HasSubstr("byte 4: expected a header of 93 bytes for a camera of 61, found 92"));
    EXPECT_THAT(trace_message(with_u32(file, 100, 0)), HasSubstr("byte 100: expected gzip data"));
    EXPECT_THAT(trace_message(file + "GBL"), HasSubstr("expected the preamble of a GBLA trace"));
    EXPECT_THAT(trace_message(file + std::string(12, 'x')), HasSubstr("expected another trace"));
    EXPECT_THAT(trace_message(gbla_of(worked_example() + "x")),
                HasSubstr("byte 376 of its data: expected the end of the trace, found more bytes"));
}

TEST(Rtmemtracer, AGblaTraceInACompressedFileIsNamed) {
    EXPECT_THAT(trace_message(gzip(gbla_of(worked_example()))),
                HasSubstr("found one in a compressed file: decompress it first"));
}

TEST(Rtmemtracer, ATraceOfAnotherSceneCanBeChosen) {
    const std::string other = with_f32(worked_example(), 28, 5.0F); // the position of the camera
    const std::string file = gzip(worked_example() + other + other);
    const std::string text = imported({{"a.trace", file}}, {.trace = 2});
    EXPECT_THAT(text, HasSubstr("left out (number 1; hitmap import"));
    const std::string launch = "launch 'not known' 1,1,1 x 1,1,1, 0 local, 0 shared, from request 0\n";
    EXPECT_THAT(text, HasSubstr(launch + launch));
    EXPECT_EQ(imported({{"a.trace", file}}, {.trace = 4}), "a.trace: expected trace 4, found 3 traces");
}

TEST(Rtmemtracer, ASceneThatExceedsItsLimitIsRefused) {
    const std::string file = gzip(worked_example());
    EXPECT_EQ(
        imported({{"a.trace", file}}, {.scene_bytes = 40}),
        "a.trace: trace 1, byte 124 of its data: expected at most 40 bytes of vertices, faces and boxes in "
        "memory (hitmap import --scene-limit), found 1 faces");
    EXPECT_THAT(imported({{"a.trace", file}}, {.scene_bytes = 96}), HasSubstr("producer 'rtmemtracer'"));
}

TEST(Rtmemtracer, EveryTruncationIsAnError) {
    for (const std::string& file : {gzip(worked_example()), gbla_of(worked_example())})
        for (std::size_t bytes = 0; bytes < file.size(); ++bytes)
            EXPECT_NE(trace_message(std::string_view(file).substr(0, bytes)), "no error") << bytes;
    const std::string example = worked_example();
    for (std::size_t bytes = 28; bytes < example.size(); ++bytes)
        EXPECT_THAT(trace_message(gzip(std::string_view(example).substr(0, bytes))),
                    HasSubstr("found the end of the trace"))
            << bytes;
}

TEST(NoTsanRtmemtracer, EveryNumberMayBeAnything) {
    const std::string example = worked_example();
    for (std::size_t offset = 0; offset + 4 <= example.size(); ++offset)
        for (const std::uint32_t value : {0U, 0x7fc00000U, 0xffffffffU})
            (void)trace_message(gzip(with_u32(example, offset, value)));
}

TEST(Rtmemtracer, ToleratesAndCounts) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const TraceFrames frames{{{2, 0, 1.0F, nan, 1, 1},
                              {2, 1, 7.0F, 1.00005F, 2, 1},
                              {4, 0, -1.0F, 0.25F, 5, 4},
                              {4, 0, 1.5F, 0.5F, 5, 4},
                              {6, 9, 1.0F, 1.0F, 1, 1},
                              {0, 3, 0.0F, 0.0F, 1, 1}}};
    const std::string file = gzip(worked_example(frames));
    EXPECT_EQ(trace_warnings(file), "pixels with look-ups, which are left out: 1\n"
                                    "records of an element that the frame already has, added to them: 1\n"
                                    "sums of hits above their look-ups by rounding, reduced to these: 1\n"
                                    "sums of hits below 0 or above their look-ups, limited to these: 2\n"
                                    "sums of hits that are no numbers, read as 0: 1\n"
                                    "sums of spheres, left out: 1\n");
    EXPECT_THAT(trace_text(file), HasSubstr("frame 0 of launch 0\n"
                                            "box 0: L1 0/1, L2 1/1\n"
                                            "box 1: L1 1/1, L2 2/2\n"
                                            "face 0: L1 0.75/8, L2 1.5/10\n"
                                            "pixel 3: L1 0/0, L2 0/0\n"));
    // The tracer can number vertices from 1. The face keeps its number and is not drawn.
    const std::string beyond = gzip(with_u32(worked_example(), 0x7c + 8, 3));
    EXPECT_EQ(trace_warnings(beyond), "faces with a vertex that the file does not have, not drawn: 1\n");
    EXPECT_THAT(trace_text(beyond), HasSubstr("face 0 0 0\n"));
}

TEST(Rtmemtracer, OtherFilesAreNotRecognised) {
    EXPECT_EQ(trace_message(gzip("some text that is no trace at all")), "not recognised");
    EXPECT_EQ(trace_message(gzip(with_u32(with_u32(worked_example(), 16, 13), 24, 23))), "not recognised");
}

TEST(BoxPairs, BelongToTheNearestBoxThatIsTheirUnion) {
    const auto box = [](float lower, float upper) { return Aabb{{lower, 0.0F, 0.0F}, {upper, 1.0F, 1.0F}}; };
    // (0..4, 4..8), then the children of 0..4, then those of 2..4, then those of 4..8.
    const std::vector<Aabb> boxes{box(0, 4), box(4, 8), box(0, 2), box(2, 4),
                                  box(2, 3), box(3, 4), box(4, 7), box(5, 8)};
    const rtmemtracer::BoxLinks links = rtmemtracer::links_of_pairs(boxes, {});
    EXPECT_THAT(links.parent, testing::ElementsAre(-1, -1, 0, 0, 3, 3, 1, 1));
    EXPECT_THAT(links.level, testing::ElementsAre(0, 0, 1, 1, 2, 2, 1, 1));
    EXPECT_TRUE(rtmemtracer::links_of_pairs(std::vector{box(0, 1), box(1, 2), box(5, 6), box(6, 7)}, {})
                    .parent.empty());
    EXPECT_TRUE(rtmemtracer::links_of_pairs(std::vector{box(0, 1)}, {}).parent.empty());
}

} // namespace
} // namespace hitmap
