#include "core/base/error.h"
#include "core/export/element_files.h"

#include <assimp/Importer.hpp>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstring>
#include <limits>
#include <string>

namespace hitmap {
namespace {

constexpr float undefined = std::numeric_limits<float>::quiet_NaN();

/// Two faces with padding between them, and one box.
struct Example {
    RecordedScene scene;
    AttributedElements faces{scene, face_kind, {}, {}, "a description -- with hyphens"};
    AttributedElements boxes{scene, box_kind, {}, {}, "boxes"};

    Example() {
        scene.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 2}};
        scene.face_slots = {{0, 1, 2}, {0, 0, 0}, {1, 3, 2}};
        scene.face_source = {7, -1, 4};
        scene.boxes = {{{0, 0, 0}, {1, 2, 3}}};
        faces.attributes = {{"l1_hit_rate", {0.5F, undefined, undefined}}, {"access_count", {3, 0, 0}}};
        faces.colours = {{255, 0, 0}, {0, 0, 0}, {180, 180, 180}};
        boxes.attributes = {{"l1_hit_rate", {0.25F}}};
        boxes.colours = {{1, 2, 3}};
    }
};

using Writer = void (*)(const AttributedElements&, ByteSink&, const JobContext&);

std::string written(Writer write, const AttributedElements& elements) {
    std::vector<std::byte> bytes;
    const auto sink = create_memory(bytes);
    write(elements, *sink, {});
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

template <class T>
std::vector<T> numbers(const std::string& bytes, std::size_t offset, std::size_t count) {
    std::vector<T> values(count);
    EXPECT_LE(offset + count * sizeof(T), bytes.size());
    std::memcpy(values.data(), bytes.data() + offset, count * sizeof(T));
    return values;
}

TEST(Ply, TheHeaderIsAscii) {
    Example example;
    example.faces.description = "1\xE2\x80\x89"
                                "000 of caf\xC3\xA9";
    EXPECT_NE(written(write_ply, example.faces).find("comment 1 000 of caf?\n"), std::string::npos);
}

TEST(Ply, ALongDescriptionHasSeveralLines) {
    Example example;
    example.faces.description = std::string(99, 'a') + " bb " + std::string(150, 'c') + " d";
    EXPECT_NE(written(write_ply, example.faces)
                  .find("\ncomment " + std::string(99, 'a') + "\ncomment bb\ncomment " +
                        std::string(100, 'c') + "\ncomment " + std::string(50, 'c') + " d\nelement"),
              std::string::npos);
}

TEST(Ply, FacesHaveProperties) {
    const Example example;
    const std::string file = written(write_ply, example.faces);
    const std::string header = "ply\n"
                               "format binary_little_endian 1.0\n"
                               "comment a description -- with hyphens\n"
                               "element vertex 4\n"
                               "property float x\n"
                               "property float y\n"
                               "property float z\n"
                               "element face 2\n"
                               "property list uchar int vertex_indices\n"
                               "property uchar red\n"
                               "property uchar green\n"
                               "property uchar blue\n"
                               "property float quality\n"
                               "property float l1_hit_rate\n"
                               "property float access_count\n"
                               "property int element\n"
                               "property int source\n"
                               "end_header\n";
    ASSERT_EQ(file.substr(0, header.size()), header);
    constexpr std::size_t row = 1 + 12 + 3 + 12 + 8;
    const std::size_t faces = header.size() + 4 * 12;
    ASSERT_EQ(file.size(), faces + 2 * row);
    EXPECT_EQ(numbers<std::uint32_t>(file, faces + row + 1, 3), (std::vector<std::uint32_t>{1, 3, 2}));
    EXPECT_EQ(numbers<float>(file, faces + 16, 3), (std::vector<float>{0.5F, 0.5F, 3.0F}));
    EXPECT_TRUE(std::isnan(numbers<float>(file, faces + row + 16, 1).front()));
    EXPECT_EQ(numbers<std::int32_t>(file, faces + row + 28, 2), (std::vector<std::int32_t>{2, 4}));
}

TEST(Ply, BoxesAreEdges) {
    const Example example;
    const std::string file = written(write_ply, example.boxes);
    EXPECT_NE(file.find("element vertex 8\n"), std::string::npos);
    EXPECT_NE(file.find("element edge 12\nproperty int vertex1\nproperty int vertex2\nproperty uchar red\n"),
              std::string::npos);
}

TEST(Vtp, HeaderNamesTheArraysThatFollow) {
    const Example example;
    const std::string file = written(write_vtp, example.faces);
    const std::string header = R"(<?xml version="1.0"?>
<!-- a description - - with hyphens -->
<VTKFile type="PolyData" version="1.0" byte_order="LittleEndian" header_type="UInt64">
  <PolyData>
    <Piece NumberOfPoints="4" NumberOfVerts="0" NumberOfLines="0" NumberOfStrips="0" NumberOfPolys="2">
      <Points>
        <DataArray type="Float32" Name="Points" NumberOfComponents="3" format="appended" offset="0"/>
      </Points>
      <Polys>
        <DataArray type="Int64" Name="connectivity" format="appended" offset="56"/>
        <DataArray type="Int64" Name="offsets" format="appended" offset="112"/>
      </Polys>
      <CellData Scalars="l1_hit_rate">
        <DataArray type="Float32" Name="l1_hit_rate" format="appended" offset="136"/>
        <DataArray type="Float32" Name="access_count" format="appended" offset="152"/>
        <DataArray type="UInt32" Name="element" format="appended" offset="168"/>
        <DataArray type="UInt32" Name="source" format="appended" offset="184"/>
      </CellData>
    </Piece>
  </PolyData>
  <AppendedData encoding="raw">
_)";
    ASSERT_EQ(file.substr(0, header.size()), header);
    const std::string end = "\n  </AppendedData>\n</VTKFile>\n";
    EXPECT_EQ(file.substr(file.size() - end.size()), end);
    const std::size_t data = header.size();
    EXPECT_EQ(file.size(), data + 200 + end.size());
    EXPECT_EQ(numbers<std::int64_t>(file, data + 56, 7), (std::vector<std::int64_t>{48, 0, 1, 2, 1, 3, 2}));
    EXPECT_EQ(numbers<std::int64_t>(file, data + 112, 3), (std::vector<std::int64_t>{16, 3, 6}));
    EXPECT_EQ(numbers<float>(file, data + 144, 1), (std::vector<float>{0.5F}));
    EXPECT_TRUE(std::isnan(numbers<float>(file, data + 148, 1).front()));
    EXPECT_EQ(numbers<std::uint32_t>(file, data + 192, 2), (std::vector<std::uint32_t>{7, 4}));
}

TEST(Vtp, BoxesAreLines) {
    const Example example;
    const std::string file = written(write_vtp, example.boxes);
    EXPECT_NE(file.find("NumberOfLines=\"12\" NumberOfStrips=\"0\" NumberOfPolys=\"0\""), std::string::npos);
}

/// The JSON of a .glb file, and its buffer.
struct Glb {
    nlohmann::json json;
    std::string buffer;

    explicit Glb(const std::string& file) {
        const auto head = numbers<std::uint32_t>(file, 0, 5);
        EXPECT_EQ(file.substr(0, 4), "glTF");
        EXPECT_EQ(head[1], 2U);
        EXPECT_EQ(head[2], file.size());
        json = nlohmann::json::parse(file.substr(20, head[3]));
        buffer = file.substr(20 + head[3] + 8);
    }
    [[nodiscard]] std::vector<float> floats(const nlohmann::json& accessor, std::size_t components) const {
        const auto& described = json["accessors"][accessor.get<std::size_t>()];
        const auto& view = json["bufferViews"][described["bufferView"].get<std::size_t>()];
        return numbers<float>(buffer, view["byteOffset"], described["count"].get<std::size_t>() * components);
    }
};

TEST(Gltf, VerticesOfEachFaceHaveItsValues) {
    const Example example;
    const Glb glb(written(write_gltf, example.faces));
    const nlohmann::json primitive = glb.json["meshes"][0]["primitives"][0];
    const nlohmann::json& attributes = primitive["attributes"];
    EXPECT_EQ(glb.floats(attributes["_L1_HIT_RATE"], 1), (std::vector<float>{0.5F, 0.5F, 0.5F, -1, -1, -1}));
    EXPECT_EQ(glb.floats(attributes["_SOURCE"], 1), (std::vector<float>{7, 7, 7, 4, 4, 4}));
    EXPECT_EQ(glb.floats(attributes["POSITION"], 3),
              (std::vector<float>{0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0, 1, 1, 2, 0, 1, 0}));
    EXPECT_EQ(primitive["extras"]["undefined"], -1);
    EXPECT_EQ(glb.json["accessors"][0]["max"], nlohmann::json::array({1.0, 1.0, 2.0}));
}

TEST(Gltf, BoxesAreLinesBetweenEightVertices) {
    const Example example;
    const Glb glb(written(write_gltf, example.boxes));
    const nlohmann::json primitive = glb.json["meshes"][0]["primitives"][0];
    EXPECT_EQ(primitive["mode"], 1);
    EXPECT_EQ(glb.floats(primitive["attributes"]["_L1_HIT_RATE"], 1), std::vector<float>(8, 0.25F));
    EXPECT_EQ(glb.json["accessors"][primitive["indices"].get<std::size_t>()]["count"], 24);
}

/// Assimp, an independent reader, finds the same triangles.
TEST(ElementFiles, AssimpReadsThem) {
    const Example example;
    for (const auto& [format, write] :
         {std::pair<const char*, Writer>{"ply", write_ply}, {"glb", write_gltf}}) {
        SCOPED_TRACE(format);
        const std::string file = written(write, example.faces);
        Assimp::Importer importer;
        const aiScene* const scene = importer.ReadFileFromMemory(file.data(), file.size(), 0, format);
        ASSERT_NE(scene, nullptr) << importer.GetErrorString();
        ASSERT_EQ(scene->mNumMeshes, 1U);
        const aiMesh& mesh = *scene->mMeshes[0];
        ASSERT_EQ(mesh.mNumFaces, 2U);
        const aiVector3D& last = mesh.mVertices[mesh.mFaces[1].mIndices[1]];
        EXPECT_EQ(last, aiVector3D(1, 1, 2));
        if (std::string_view(format) != "glb") continue;
        ASSERT_TRUE(mesh.HasVertexColors(0));
        EXPECT_EQ(mesh.mColors[0][0].r, 1.0F);
        EXPECT_NEAR(mesh.mColors[0][3].g, 0.4564F, 0.0001F); // sRGB 180, linear
    }
}

TEST(ElementFiles, EveryElementNeedsAValue) {
    Example example;
    example.faces.attributes[1].values.pop_back();
    for (const Writer write : {write_ply, write_vtp, write_gltf})
        EXPECT_THROW(written(write, example.faces), Error);
}

} // namespace
} // namespace hitmap
