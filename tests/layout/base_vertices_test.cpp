// Several meshes in one buffer of indices: base vertices, derived, read, written and held against the
// requests.
#include "core/base/error.h"
#include "core/jobs/thread_pool.h"
#include "core/layout/apply/apply_layout.h"
#include "core/layout/derive/base_vertex_ranges.h"
#include "core/layout/derive/derive_layout.h"
#include "core/layout/model/layout_json.h"
#include "tests/layout/mesh_scene.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace hitmap::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::uint32_t> slots(std::uint32_t first, std::uint32_t end) {
    std::vector<std::uint32_t> all;
    for (std::uint32_t slot = first; slot < end; ++slot)
        all.push_back(slot);
    return all;
}

std::vector<std::uint32_t> joined(std::vector<std::uint32_t> a, const std::vector<std::uint32_t>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

RecordingLayout layout_from(const HmtFile& file) {
    ThreadPool pool(2);
    return derive_layout(file, pool);
}

HmtFile laid_out(const HmtFile& file, const RecordingLayout& layout) {
    ThreadPool pool(2);
    std::vector<std::byte> bytes;
    apply_layout(file, layout, create_memory(bytes), pool, {});
    return HmtFile(open_memory(std::move(bytes), "applied"));
}

std::vector<std::string> warnings(const HmtFile& file, std::string_view option = import_warning_option) {
    std::vector<std::string> found;
    for (const auto& [key, value] : file.info().options)
        if (key == option) found.push_back(value);
    return found;
}

std::string ranges_of(const RecordingLayout& layout) {
    const BufferLayout* faces = find_buffer(layout, Role::faces);
    return faces == nullptr ? "no faces" : base_vertices_text(faces->base_vertices);
}

/// Two strips: faces 0 to 7 of vertices 0 to 9, faces 8 to 13 of vertices 10 to 17.
MeshScene two_strips() {
    return scene_of({strip(10, 0), strip(8, 10)});
}

TEST(BaseVertices, AreDerivedFromTheVerticesThatLanesRead) {
    const MeshScene scene = two_strips();
    for (const std::string loads : {"i0 i1 i2 v0 v1 v2", "i0 v0 i1 v1 i2 v2", "i0 i1 v1 v0 i2 v2"}) {
        const HmtFile file = scene_recording(scene, {.loads = loads}, slots(0, 14));
        const RecordingLayout layout = layout_from(file);
        EXPECT_EQ(ranges_of(layout), "0: 0, 8: 10") << loads;
        const HmtFile result = laid_out(file, layout);
        EXPECT_EQ(result.read_scene()->face_slots, scene.faces) << loads;
        EXPECT_THAT(warnings(result), IsEmpty()) << loads;
    }
}

TEST(BaseVertices, FacesThatNoLaneHasReadHaveThemWhereTheyAreCertain) {
    struct Row {
        std::vector<std::uint32_t> read;
        const char* ranges;
    };
    const Row rows[] = {
        // All but the middle of each mesh.
        {joined({0, 1, 6, 7}, {8, 9, 12, 13}), "0: 0, 8: 10"},
        // The border is somewhere between faces 5 and 11; the last face leaves no vertex.
        {joined(slots(0, 6), slots(11, 14)), "0: 0, 6: ?, 11: 10"},
        // Nobody has read the second mesh, whose vertices have no face then.
        {slots(0, 6), "0: 0, 6: ?"},
        {slots(9, 14), "0: ?, 9: 10"},
        // One mesh, all of whose vertices have faces.
        {slots(0, 14), "0: 0, 8: 10"},
    };
    for (const auto& [read, ranges] : rows) {
        // Each face is read by two lanes, so that strides are not found by chance.
        const HmtFile file = scene_recording(two_strips(), {}, joined(read, read));
        EXPECT_EQ(ranges_of(layout_from(file)), ranges) << fmt::format("{}", fmt::join(read, " "));
    }
    const HmtFile one = scene_recording(scene_of({strip(10, 0)}), {}, slots(2, 5));
    EXPECT_EQ(ranges_of(layout_from(one)), "") << "a mesh alone needs none, read or not";
}

TEST(BaseVertices, FacesWithoutOneAreNotShownAndAreSaid) {
    const MeshScene scene = two_strips();
    const HmtFile file = scene_recording(scene, {}, joined(slots(0, 6), slots(11, 14)));
    const HmtFile result = laid_out(file, layout_from(file));
    for (std::uint32_t slot = 0; slot < 14; ++slot) {
        const bool is_known = slot < 6 || slot >= 11;
        EXPECT_EQ(result.read_scene()->is_padding(slot), !is_known) << slot;
        EXPECT_EQ(result.read_scene()->face_slots[slot], is_known ? scene.faces[slot] : glm::uvec3(0))
            << slot;
    }
    EXPECT_THAT(warnings(result, layout_note_option),
                testing::Contains("5 faces that no lane has read are not shown, because their base vertex is "
                                  "not known"));
}

TEST(BaseVertices, ALayoutThatContradictsTheVerticesReadIsSaid) {
    const MeshScene scene = two_strips();
    const HmtFile file = scene_recording(scene, {}, slots(0, 14));
    RecordingLayout layout = layout_from(file);
    find_buffer(layout, Role::faces)->base_vertices.clear(); // as a layout without them says
    const HmtFile result = laid_out(file, layout);
    EXPECT_EQ(result.read_scene()->face_slots, scene.faces) << "the vertices that were read are right";
    EXPECT_THAT(warnings(result),
                ElementsAre("the layout and the requests contradict each other: the vertices that lanes read "
                            "with 6 of 14 faces are not those of their indices (face 8 has the indices 0, 1 "
                            "and 2 and the base vertex 0, but the vertices 10, 11 and 12 were read); these "
                            "faces have the vertices that were read"));
}

TEST(BaseVertices, IndicesThatAreNotTrustedGiveUnreadFacesNoVertices) {
    MeshScene scene = scene_of({strip(12, 0)});
    for (std::uint32_t slot = 0; slot < 4; ++slot)
        scene.indices[slot] = {7, 3, 5}; // the buffer was written again after the lanes had read it
    const HmtFile file = scene_recording(scene, {}, slots(0, 6));
    const HmtFile result = laid_out(file, layout_from(file));
    EXPECT_THAT(warnings(result),
                ElementsAre(testing::AllOf(HasSubstr("4 of 6 faces"),
                                           HasSubstr("4 faces that no lane has read are not "
                                                     "shown"))));
    EXPECT_EQ(result.read_scene()->face_slots[3], scene.faces[3]);
    EXPECT_TRUE(result.read_scene()->is_padding(8));
}

TEST(BaseVertices, AFaceWithSeveralBaseVerticesIsSaid) {
    // Two meshes share their indices: draws differ in the base vertex alone.
    MeshScene scene = scene_of({strip(6, 0), strip(6, 5)});
    scene.indices.resize(4);
    MeshScene other = scene;
    std::rotate(other.faces.begin(), other.faces.begin() + 4, other.faces.end());
    std::vector<std::byte> bytes = scene_recording_bytes(scene, {}, slots(0, 4));
    const glm::uvec3 second = scene.faces[4];
    FaceReads reads;
    reads.doubtful = {0};
    reads.faces = {{1, scene.faces[1]}};
    EXPECT_EQ(base_vertex_of(scene.indices[0], second), 6);
    EXPECT_THAT(find_base_vertices(scene.indices, scene.vertices, reads),
                ElementsAre(BaseVertex{0, std::nullopt}, BaseVertex{1, 0}, BaseVertex{2, std::nullopt}));
}

TEST(BaseVertices, AreWrittenAndRead) {
    RecordingLayout layout = layout_from(scene_recording(two_strips(), {}, slots(0, 14)));
    find_buffer(layout, Role::faces)->base_vertices = {{0, 5}, {3, std::nullopt}, {8, -2}};
    EXPECT_EQ(layout_from_json(layout_to_json(layout), "a.json"), layout);
}

struct TextOfRanges {
    const char* text;
    const char* message;
};
class BrokenBaseVertices : public testing::TestWithParam<TextOfRanges> {};

TEST_P(BrokenBaseVertices, AreRefused) {
    try {
        check_base_vertices(parse_base_vertices(GetParam().text), 12);
        FAIL() << "was accepted";
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(), GetParam().message);
    }
}

INSTANTIATE_TEST_SUITE_P(
    All, BrokenBaseVertices,
    testing::Values(
        TextOfRanges{"12", "base vertices: expected FIRST_FACE: BASE_VERTEX, found '12'"},
        TextOfRanges{"0: 0,", "base vertices: expected FIRST_FACE: BASE_VERTEX, found ''"},
        TextOfRanges{"-1: 0", "base vertices: expected the number of a face, found '-1'"},
        TextOfRanges{"0: x", "base vertices: expected a whole number or ?, found 'x'"},
        TextOfRanges{"0: 99999999999999999999", "base vertices: expected a whole number or ?, found "
                                                "'99999999999999999999'"},
        TextOfRanges{"0: 0, 0: 1", "expected base vertices by rising first face, found face 0 after 0"},
        TextOfRanges{"0: 0, 12: 1", "expected base vertices of the 12 faces, found first face 12"},
        TextOfRanges{"0: 4294967297", "expected a base vertex from -2^32 to 2^32, found 4294967297"}));

TEST(BaseVertices, TheTextIsReadAsItWasWritten) {
    const BaseVertices ranges{{0, 0}, {288, 169}, {300, std::nullopt}, {312, -4}};
    EXPECT_EQ(base_vertices_text(ranges), "0: 0, 288: 169, 300: ?, 312: -4");
    EXPECT_EQ(parse_base_vertices(" 0:0 ,288:169, 300: ? ,312: -4 "), ranges);
    EXPECT_THAT(parse_base_vertices("  "), IsEmpty());
}

/// A mesh of which each vertex has a face.
SmallMesh random_mesh(std::mt19937& random) {
    const auto number = [&](std::uint32_t least, std::uint32_t most) {
        return std::uniform_int_distribution<std::uint32_t>(least, most)(random);
    };
    std::uniform_real_distribution<float> coordinate(1.0F, 2.0F);
    SmallMesh mesh;
    const std::uint32_t vertices = number(3, 12);
    for (std::uint32_t v = 0; v < vertices; ++v)
        mesh.vertices.emplace_back(coordinate(random), coordinate(random), coordinate(random));
    for (std::uint32_t v = 0; v < vertices; ++v)
        mesh.faces.emplace_back(v, (v + 1) % vertices, (v + 2) % vertices);
    for (std::uint32_t more = number(0, 6); more != 0; --more) {
        const std::uint32_t v = number(0, vertices - 1);
        mesh.faces.emplace_back((v + 2) % vertices, v, (v + 1) % vertices);
    }
    std::shuffle(mesh.faces.begin(), mesh.faces.end(), random);
    return mesh;
}

/// Indices and vertices in any order in which each vertex is read after its index.
std::string random_loads(std::mt19937& random) {
    std::vector<std::string> loads{"i0", "i1", "i2", "v0", "v1", "v2"};
    std::shuffle(loads.begin(), loads.end(), random);
    for (const char corner : {'0', '1', '2'}) {
        const auto at = [&](char kind) { return std::ranges::find(loads, std::string{kind, corner}); };
        if (at('v') < at('i')) std::iter_swap(at('v'), at('i'));
    }
    return fmt::format("{}", fmt::join(loads, " "));
}

using Corners = std::multiset<std::tuple<float, float, float>>;

Corners corners_of(const glm::uvec3& face, const std::vector<glm::vec3>& vertices) {
    Corners corners;
    for (int corner = 0; corner < 3; ++corner) {
        const glm::vec3& v = vertices.at(face[corner]);
        corners.emplace(v.x, v.y, v.z);
    }
    return corners;
}

/// Random scenes, read in random orders and parts: a face that is shown is the true one, and a face that was
/// read is shown.
TEST(BaseVertices, DerivedFacesAreTheTrueOnesOrAreNotShown) {
    std::mt19937 random(7); // NOLINT: the same scenes each time
    int with_faces = 0;
    constexpr int scenes = 400;
    for (int trial = 0; trial < scenes; ++trial) {
        std::vector<SmallMesh> meshes;
        for (std::uint32_t count = 1 + random() % 4; count != 0; --count)
            meshes.push_back(random_mesh(random));
        const MeshScene scene = scene_of(meshes);
        std::vector<std::uint32_t> read;
        const std::uint32_t share = 1 + random() % 4;
        for (std::uint32_t i = 0; i < 2 * scene.faces.size(); ++i)
            if (random() % 4 < share)
                read.push_back(static_cast<std::uint32_t>(random() % scene.faces.size()));
        const FaceProgram program{.loads = random_loads(random),
                                  .one_instruction = random() % 2 == 0,
                                  .by_floats = random() % 2 == 0,
                                  .has_table = random() % 2 == 0};
        const std::string text =
            fmt::format("scene {}, {}, {} meshes, one instruction {}, by floats {}", trial, program.loads,
                        meshes.size(), program.one_instruction, program.by_floats);
        const HmtFile file = scene_recording(scene, program, read);
        const RecordingLayout layout = layout_from(file);
        const BufferLayout* faces = find_buffer(layout, Role::faces);
        if (faces == nullptr || find_buffer(layout, Role::vertices) == nullptr) continue;
        ++with_faces;
        ASSERT_EQ(faces->name, "indices") << text;
        const auto shown = laid_out(file, layout).read_scene();
        const std::set<std::uint32_t> was_read(read.begin(), read.end());
        for (std::uint32_t slot = 0; slot < shown->face_slots.size(); ++slot) {
            // By chance, the faces that were read may lie at a multiple of the true distance.
            const std::uint32_t true_slot = slot * faces->stride / 12;
            if (shown->is_padding(slot)) {
                EXPECT_FALSE(was_read.contains(true_slot)) << text << ": face " << true_slot;
                continue;
            }
            ASSERT_EQ(corners_of(shown->face_slots[slot], shown->vertices),
                      corners_of(scene.faces[true_slot], scene.vertices))
                << text << ": face " << true_slot << ", ranges " << ranges_of(layout);
        }
    }
    EXPECT_GT(with_faces, scenes * 9 / 10);
}

} // namespace
} // namespace hitmap::test
