// What a recording says of itself after a layout was applied, and layouts that must be refused.
#include "core/base/error.h"
#include "core/jobs/thread_pool.h"
#include "core/layout/apply/apply_layout.h"
#include "core/layout/apply/open_laid_out.h"
#include "core/layout/derive/derive_layout.h"
#include "core/layout/model/layout_json.h"
#include "core/profile/index/profile_builder.h"
#include "core/profile/models/cache_model.h"
#include "core/trace/formats/all/recording_formats.h"
#include "core/trace/hmt/file/hmt_writer.h"
#include "tests/layout/ray_csv.h"
#include "tests/layout/small_recording.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

namespace hitmap::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

HmtFile with_layout(const HmtFile& file, const RecordingLayout& layout) {
    ThreadPool pool;
    std::vector<std::byte> bytes;
    apply_layout(file, layout, create_memory(bytes), pool, {});
    HmtFile result(open_memory(std::move(bytes), "applied"));
    result.validate(pool);
    return result;
}

HmtFile with_layout(const HmtFile& file, const std::string& json) {
    return with_layout(file, layout_from_json(json, "a.json"));
}

std::vector<std::string> values_of(const RecordingInfo& info, std::string_view option) {
    std::vector<std::string> values;
    for (const auto& [key, value] : info.options)
        if (key == option) values.push_back(value);
    return values;
}

std::string replaced(std::string text, const std::string& part, const std::string& by) {
    EXPECT_NE(text.find(part), std::string::npos) << part;
    return text.replace(text.find(part), part.size(), by);
}

TEST(NoTsanHostileLayout, ChangedNumbersAndWordsAreRefusedOrApplied) {
    const HmtFile files[] = {small_recording(), small_recording(0)};
    const std::vector<std::string> values{
        "0", "1", "2", "3", "4", "11", "13", "24", "4294967284", "4294967295", "9007199254740992"};
    for (const std::string pixels : {"writes", "grid", "threads"}) {
        std::string text = small_layout(pixels);
        for (const char* const more :
             {R"("offset": 0, )", R"("element_bytes": 12, )", R"("layout": "planar", )"})
            text = replaced(text, R"("role": "vertices", )", R"("role": "vertices", )" + std::string(more));
        for (std::size_t at = text.find("allocations"); at < text.size(); ++at) {
            if (!std::isdigit(static_cast<unsigned char>(text[at]))) continue;
            const std::size_t end = text.find_first_not_of("0123456789", at);
            for (const std::string& value : values)
                for (const HmtFile& file : files) {
                    std::string changed = text.substr(0, at) + value + text.substr(end);
                    (void)error_of_layout(changed, file);
                    (void)error_of_layout(replaced(changed, "planar", "linear"), file);
                }
            at = end;
        }
    }
}

TEST(NoTsanHostileLayout, AnOffsetBeyondTheVertexIsRefused) {
    const std::string vertices = R"("stride": 72, "element_bytes": 12, "offset": 4294967284})";
    EXPECT_EQ(error_of_layout(replaced(small_layout(), "\"stride\": 12}", vertices), small_recording()),
              "a.json: allocation 'v': expected an offset of a position within a vertex, found 4294967284");
}

TEST(NoTsanHostileLayout, ALaunchWithoutBlocksHasNoPixels) {
    const HmtFile file = with_layout(small_recording(0), small_layout("grid"));
    EXPECT_TRUE(file.read_lane_tags().empty());
}

/// A recording of another program with the text of a table of accesses.
HmtFile recording_of(const std::string& csv) {
    const std::filesystem::path path = std::filesystem::path(testing::TempDir()) / "laid_out.csv";
    std::ofstream(path) << csv;
    return HmtFile(open_any_recording(path, {}));
}

/// Faces as numbers of vertices, each read by one lane; vertices have three coordinates at once or in planes.
HmtFile tested_faces(const std::vector<std::pair<int, std::vector<int>>>& tests, int plane_distance = 0) {
    std::string csv = "sm,warp,lane,address,bytes,operation,line\n";
    int warp = 0;
    const auto access = [&](int address, int bytes, const char* line) {
        csv += fmt::format("0,{},0,{:#x},{},load,{}\n", warp, address, bytes, line);
    };
    for (const auto& [slot, vertices] : tests) {
        access(0x10000 + slot * 12, 12, "f:1");
        for (const int vertex : vertices) {
            if (plane_distance == 0) access(0x20000 + vertex * 12, 12, "v:1");
            for (int c = 0; c < 3 && plane_distance != 0; ++c)
                access(0x20000 + c * plane_distance + vertex * 4, 4, c == 0 ? "x:1" : c == 1 ? "y:1" : "z:1");
        }
        ++warp;
    }
    return recording_of(csv);
}

/// Separate triangles: face i has the vertices 3 i to 3 i + 2.
std::string obj_of_triangles(int faces) {
    std::string text;
    for (int v = 0; v < 3 * faces; ++v)
        text += fmt::format("v {} {} {}\n", v % 3, v / 3, v % 7);
    for (int f = 0; f < faces; ++f)
        text += fmt::format("f {} {} {}\n", 3 * f + 1, 3 * f + 2, 3 * f + 3);
    return text;
}

RecordingLayout layout_of_faces(int slots, int vertices, const std::string& obj) {
    RecordingLayout layout;
    BufferLayout faces;
    faces.name = "faces";
    faces.role = Role::faces;
    faces.address = 0x10000;
    faces.stride = faces.element_bytes = 12;
    faces.bytes = static_cast<std::uint64_t>(slots) * 12;
    faces.origin = Origin::derived;
    BufferLayout of_vertices = faces;
    of_vertices.name = "vertices";
    of_vertices.role = Role::vertices;
    of_vertices.address = 0x20000;
    of_vertices.bytes = static_cast<std::uint64_t>(vertices) * 12;
    layout.buffers = {faces, of_vertices};
    layout.mesh.file = testing::TempDir() + "laid_out.obj";
    std::ofstream(layout.mesh.file) << obj;
    return layout;
}

std::vector<std::pair<int, std::vector<int>>> all_triangles(int faces) {
    std::vector<std::pair<int, std::vector<int>>> tests;
    for (int f = 0; f < faces; ++f)
        tests.push_back({f, {3 * f, 3 * f + 1, 3 * f + 2}});
    return tests;
}

/// The accesses of all faces that have a source.
std::uint64_t accesses_of_faces(const HmtFile& file) {
    ThreadPool pool;
    const auto source = request_source(file, pool);
    const auto profile = make_profile(*source, SdcmConfig{}, {}, pool);
    WindowSums sums;
    profile->window({0, profile->positions()}, sums, {});
    const auto scene = file.read_scene();
    std::uint64_t accesses = 0;
    for (std::size_t slot = 0; slot < scene->face_slots.size(); ++slot)
        if (!scene->is_padding(slot)) accesses += sums.elements[face_kind][slot].accesses;
    return accesses;
}

TEST(LaidOut, SeveralSlotsOfOneFaceHaveItAsTheirSource) {
    auto tests = all_triangles(20);
    for (int i = 0; i < 4; ++i)
        tests.push_back({20, {15, 16, 17}});
    const HmtFile file = with_layout(tested_faces(tests), layout_of_faces(21, 60, obj_of_triangles(20)));
    EXPECT_EQ(file.read_scene()->face_source[20], 5);
    EXPECT_EQ(accesses_of_faces(file), 24);
    EXPECT_THAT(values_of(file.info(), layout_note_option),
                testing::Contains(HasSubstr("21 of 21 face slots")));
}

TEST(LaidOut, ASlotWithoutAFaceKeepsTheVerticesThatWereRead) {
    auto tests = all_triangles(20);
    for (int i = 0; i < 4; ++i)
        tests.push_back({20, {0, 30, 59}});
    const HmtFile file = with_layout(tested_faces(tests), layout_of_faces(21, 60, obj_of_triangles(20)));
    EXPECT_EQ(file.read_scene()->face_source[20], -1);
    EXPECT_EQ(file.read_scene()->face_slots[20], glm::uvec3(0, 30, 59));
    EXPECT_EQ(accesses_of_faces(file), 20);
    EXPECT_THAT(values_of(file.info(), layout_note_option),
                ElementsAre(HasSubstr("up axis"), HasSubstr("20 of 21 face slots"),
                            HasSubstr("4 accesses are of face slots that have no face of the mesh")));
}

TEST(LaidOut, PlanesKeepTheirDistanceWithAMesh) {
    const HmtFile recording = tested_faces(all_triangles(20), 256);
    RecordingLayout layout = layout_of_faces(20, 64, obj_of_triangles(20));
    layout.buffers[1].layout = ElementLayout::planar;
    layout.buffers[1].stride = 4;
    const HmtFile file = with_layout(recording, layout);
    EXPECT_EQ(file.info().allocations[1].bytes, 3 * 256);
    layout.buffers[1].bytes = 3 * 128; // planes of 32 vertices cannot hold 60
    ThreadPool pool;
    EXPECT_THROW((void)make_laid_out(recording, layout, pool, {}), Error);
}

TEST(LaidOut, DerivedBuffersThatContradictThemselvesHaveNoRole) {
    const std::pair<int, int> sizes[] = {{4, 12}, {12, 8}}; // bytes of a face and of a vertex
    for (const auto& [face_bytes, vertex_bytes] : sizes) {
        std::string csv = "sm,warp,lane,address,bytes,operation,line\n";
        for (int i = 0; i < 60; ++i) {
            csv += fmt::format("0,{},0,{:#x},{},load,f:1\n", i, 0x10000000 + i * face_bytes, face_bytes);
            for (int v = 3 * i; v < 3 * i + 3; ++v)
                csv +=
                    fmt::format("0,{},0,{:#x},{},load,v:1\n", i, 0x20000000 + v * vertex_bytes, vertex_bytes);
        }
        ThreadPool pool;
        const HmtFile file = recording_of(csv);
        const RecordingLayout layout = derive_layout(file, pool);
        EXPECT_NO_THROW(check_layout(layout)) << face_bytes;
        EXPECT_NO_THROW((void)with_layout(file, layout_to_json(layout))) << face_bytes;
    }
}

TEST(LaidOut, OriginsSayWhereValuesComeFrom) {
    struct Row {
        const char* part;
        const char* by;
        const char* field;
        Origin origin;
    };
    const Row rows[] = {
        {"\"stride\": 4}", R"("stride": 4})", "allocations", Origin::given},
        {"\"stride\": 4}", R"("stride": 4, "origin": "derived"})", "allocations", Origin::derived},
        {"\"height\": 4", R"("height": 4)", "image", Origin::given},
        {"\"height\": 4", R"("height": 4, "origin": "assumed")", "image", Origin::assumed},
        {"\"pixels\"", R"("camera": {"position": [0, 0, 5], "forward": [0, 0, -1], "up": [0, 1, 0],
            "fov_y_degrees": 60}, "pixels")",
         "camera", Origin::given},
        {"\"pixels\"", R"("pixels")", "camera", Origin::assumed},
        {"\"pixels\"", R"("pixels")", "scene", Origin::derived},
    };
    for (const auto& [part, by, field, origin] : rows) {
        const HmtFile file = with_layout(small_recording(), replaced(small_layout(), part, by));
        EXPECT_EQ(origin_of(file.info(), field), origin) << field << " with " << by;
    }
    // The weakest origin of several allocations is that of the table.
    std::string text = replaced(small_layout(), "\"stride\": 24}", R"("stride": 24, "origin": "assumed"})");
    text = replaced(text, "\"stride\": 4}", R"("stride": 4, "origin": "derived"})");
    EXPECT_EQ(origin_of(with_layout(small_recording(), text).info(), "allocations"), Origin::assumed);
}

TEST(LaidOut, TheSceneOfTheRecordingKeepsItsCamerasAndOrigins) {
    const HmtFile first = with_layout(small_recording(), small_layout());
    std::vector<std::byte> bytes;
    {
        RecordingInfo info = first.info();
        info.origins = {{"scene", Origin::recorded}, {"camera", Origin::recorded}};
        RecordedScene scene = *first.read_scene();
        scene.normals = {{0, 0, 1}};
        scene.normal_slots.assign(scene.face_slots.size(), glm::uvec3(0));
        scene.cameras = {Camera{}, Camera{{0, 0, 9}, {0, 0, -1}, {0, 1, 0}, 45}};
        const auto sink = write_hmt(create_memory(bytes));
        sink->begin(info, &scene);
        sink->finish();
    }
    const HmtFile recorded(open_memory(std::move(bytes), "recorded"));
    RecordingLayout layout = layout_from_json(layout_to_json(layout_of(recorded.info())), "a.json");
    const HmtFile again = with_layout(recorded, layout);
    EXPECT_EQ(again.info().scene.cameras, recorded.info().scene.cameras);
    EXPECT_EQ(again.read_scene()->normals.size(), 1);
    EXPECT_EQ(origin_of(again.info(), "scene"), Origin::recorded);
    EXPECT_EQ(origin_of(again.info(), "camera"), Origin::recorded);
    layout.camera->fov_y_degrees = 30;
    const HmtFile changed = with_layout(recorded, layout);
    EXPECT_EQ(changed.info().scene.cameras, std::vector{*layout.camera});
    EXPECT_EQ(origin_of(changed.info(), "camera"), Origin::given);
}

TEST(LaidOut, NotesAreThoseOfTheLastLayoutAndUnusedRolesAreAWarning) {
    const HmtFile once = with_layout(small_recording(), small_layout());
    const auto notes = values_of(once.info(), layout_note_option);
    EXPECT_FALSE(notes.empty());
    EXPECT_THAT(values_of(once.info(), import_warning_option), ElementsAre());
    EXPECT_LE(values_of(with_layout(once, small_layout()).info(), layout_note_option).size(), notes.size());
    const std::string elsewhere = R"({"format": "hitmap layout", "version": 1, "allocations": [
        {"name": "b", "role": "boxes", "address": "0x90000", "bytes": 24, "stride": 24}]})";
    EXPECT_THAT(values_of(with_layout(small_recording(), elsewhere).info(), import_warning_option),
                ElementsAre(std::string(unused_layout_warning)));
}

TEST(LaidOut, EqualAllocationsHaveTheContentsOnce) {
    std::string entries;
    for (int i = 0; i < 8; ++i)
        entries += R"({"role": "other", "address": 12288, "bytes": 24},)";
    entries.pop_back();
    const HmtFile file = with_layout(
        small_recording(), R"({"format": "hitmap layout", "version": 1, "allocations": [)" + entries + "]}");
    EXPECT_EQ(file.read_contents(AllocationIndex(0)).size(), 24);
    for (std::uint32_t i = 1; i < 8; ++i)
        EXPECT_EQ(file.read_contents(AllocationIndex(i)).size(), 0) << i;
}

/// A folder with a recording and a layout beside it.
class LayoutBeside : public testing::Test {
protected:
    LayoutBeside() {
        std::filesystem::create_directories(folder_);
        std::ofstream(recording_) << csv_of_rays();
        std::ofstream(folder_.parent_path() / "strip.obj") << obj_of_strip();
        std::ofstream(folder_ / "strip.obj") << obj_of_strip();
    }
    ~LayoutBeside() override { std::filesystem::remove_all(folder_); }
    void write(const std::string& text) const { std::ofstream(layout_path(recording_)) << text; }
    /// Derives a layout, attaches the mesh and writes it beside the recording.
    void write_with_mesh(const std::string& mesh) const {
        ThreadPool pool;
        RecordingLayout layout = derive_layout(HmtFile(open_any_recording(recording_, {})), pool);
        layout.mesh.file = mesh;
        write(layout_to_json(layout));
    }
    [[nodiscard]] std::string error(const std::filesystem::path& layout = {}) const {
        try {
            (void)open_laid_out(recording_, layout, {});
            return {};
        } catch (const FileError& error) {
            return error.what();
        }
    }
    const std::filesystem::path folder_ =
        std::filesystem::path(testing::TempDir()) / ("layout_beside_" + std::to_string(getpid()));
    const std::filesystem::path recording_ = folder_ / "run.csv";
};

TEST_F(LayoutBeside, NamesFilesOfItsFolderOnly) {
    write_with_mesh("strip.obj");
    EXPECT_EQ(error(), "");
    for (const std::string outside : {"../strip.obj", "/etc/passwd"}) {
        write_with_mesh(outside);
        EXPECT_THAT(error(), HasSubstr("expected names of files in the folder of the recording")) << outside;
    }
    write_with_mesh("../strip.obj");
    EXPECT_EQ(error(layout_path(recording_)), "") << "the user named the layout";
}

TEST_F(LayoutBeside, ErrorsNameItAndTheRecording) {
    write(R"({"format": "hitmap layout", "version": 1, "allocations": [
        {"name": "a", "role": "boxes", "address": 4096, "bytes": 48, "stride": 24},
        {"name": "b", "role": "boxes", "address": 4096, "bytes": 48, "stride": 24}]})");
    EXPECT_THAT(error(),
                testing::StartsWith(layout_path(recording_).string() + ": applied to " + recording_.string() +
                                    ": two allocations with elements overlap"));
}

TEST_F(LayoutBeside, APartIsTakenBeforeTheLayoutIsApplied) {
    write_with_mesh("strip.obj");
    RecordingPart part;
    part.requests = {30, 90};
    const LaidOutRecording opened = open_laid_out(recording_, {}, {}, part);
    ASSERT_TRUE(opened.is_part);
    const HmtFile whole(open_laid_out(recording_, {}, {}).bytes);
    LaidOutRecording again = open_laid_out(recording_, {}, {}, part);
    const HmtFile first(std::move(again.bytes));
    EXPECT_EQ(first.info().requests, 60);
    EXPECT_EQ(first.info().element_accesses, whole.part(part).info().element_accesses);
    EXPECT_EQ(part_text(first.info()), part_text(whole.part(part).info()));
    part.positions.last = 4;
    EXPECT_FALSE(open_laid_out(recording_, {}, {}, part).is_part) << "positions need the layout";
}

} // namespace
} // namespace hitmap::test
