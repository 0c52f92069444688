#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>
#include <vulkan/vulkan_core.h>

#include "capture/spool/built_structures.h"

namespace hitmap::capture {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Corners = std::array<std::uint32_t, 3>;

template <class T>
std::vector<std::uint8_t> bytes_of(const std::vector<T>& values) {
    std::vector<std::uint8_t> bytes(values.size() * sizeof(T));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
}

/// Two triangles over four vertices, (0,0,0), (1,0,0), (0,1,0) and (0,0,1).
SpoolGeometry two_triangles() {
    SpoolGeometry geometry;
    geometry.primitives = 2;
    geometry.vertex_format = VK_FORMAT_R32G32B32_SFLOAT;
    geometry.stride = 12;
    geometry.vertices = bytes_of<float>({0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1});
    geometry.index_type = VK_INDEX_TYPE_UINT32;
    geometry.indices = bytes_of<std::uint32_t>({0, 1, 2, 1, 2, 3});
    return geometry;
}

struct Read {
    BuiltGeometry geometry;
    std::set<std::string> left_out;
};
Read read(SpoolGeometry geometry) {
    Read result;
    SpoolBuild build;
    build.geometries.push_back(std::move(geometry));
    result.geometry = built_structure(build, result.left_out).geometries.at(0);
    return result;
}

/// "0 0 0 | 1 0 0": the corners of a triangle.
std::string corners_text(const BuiltGeometry& geometry, std::size_t triangle) {
    std::string text;
    for (const std::uint32_t corner : geometry.triangles.at(triangle)) {
        text += text.empty() ? "" : " | ";
        for (const float x : geometry.vertices.at(corner))
            text += (text.empty() || text.ends_with("| ") ? "" : " ") + std::to_string(std::lround(100 * x));
    }
    return text;
}

TEST(BuiltStructures, TrianglesWithIndicesOfEachType) {
    SpoolGeometry geometry = two_triangles();
    const std::string second = "100 0 0 | 0 100 0 | 0 0 100";
    EXPECT_EQ(corners_text(read(geometry).geometry, 1), second);
    geometry.index_type = VK_INDEX_TYPE_UINT16;
    geometry.indices = bytes_of<std::uint16_t>({0, 1, 2, 1, 2, 3});
    EXPECT_EQ(corners_text(read(geometry).geometry, 1), second);
    geometry.index_type = VK_INDEX_TYPE_UINT8_EXT;
    geometry.indices = {0, 1, 2, 1, 2, 3};
    EXPECT_EQ(corners_text(read(geometry).geometry, 1), second);
    geometry.index_type = VK_INDEX_TYPE_NONE_KHR;
    geometry.indices.clear();
    geometry.vertices = bytes_of<float>({0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1});
    EXPECT_EQ(corners_text(read(geometry).geometry, 1), second);
}

TEST(BuiltStructures, TheFirstVertexIsAddedToEachIndex) {
    SpoolGeometry geometry = two_triangles();
    geometry.primitives = 1;
    geometry.first_vertex = 1;
    EXPECT_EQ(corners_text(read(geometry).geometry, 0), "100 0 0 | 0 100 0 | 0 0 100");
}

TEST(BuiltStructures, VerticesOfEachFormat) {
    struct Format {
        VkFormat format;
        std::uint64_t stride;
        std::vector<std::uint8_t> vertices; // (1, 0.5, -1) or (1, 0.5, 0), three times the same
        std::string corner;
    };
    const auto thrice = [](auto values) {
        const auto once = values;
        for (int i = 0; i < 2; ++i)
            values.insert(values.end(), once.begin(), once.end());
        return bytes_of(values);
    };
    const std::vector<Format> formats{
        {VK_FORMAT_R32G32B32_SFLOAT, 12, thrice(std::vector<float>{1, 0.5F, -1}), "100 50 -100"},
        {VK_FORMAT_R32G32B32A32_SFLOAT, 16, thrice(std::vector<float>{1, 0.5F, -1, 9}), "100 50 -100"},
        {VK_FORMAT_R32G32_SFLOAT, 8, thrice(std::vector<float>{1, 0.5F}), "100 50 0"},
        {VK_FORMAT_R64G64B64_SFLOAT, 24, thrice(std::vector<double>{1, 0.5, -1}), "100 50 -100"},
        {VK_FORMAT_R16G16B16A16_SFLOAT, 8, thrice(std::vector<std::uint16_t>{0x3c00, 0x3800, 0xbc00, 0}),
         "100 50 -100"},
        {VK_FORMAT_R16G16_SFLOAT, 4, thrice(std::vector<std::uint16_t>{0x3c00, 0x3800}), "100 50 0"},
        {VK_FORMAT_R16G16B16A16_SNORM, 8, thrice(std::vector<std::int16_t>{32767, 16384, -32768, 0}),
         "100 50 -100"},
        {VK_FORMAT_R8G8B8A8_SNORM, 4, thrice(std::vector<std::int8_t>{127, 64, -128, 0}), "100 50 -100"},
    };
    for (const Format& format : formats) {
        SpoolGeometry geometry = two_triangles();
        geometry.primitives = 1;
        geometry.vertex_format = format.format;
        geometry.stride = format.stride;
        geometry.vertices = format.vertices;
        const Read found = read(geometry);
        EXPECT_EQ(corners_text(found.geometry, 0),
                  format.corner + " | " + format.corner + " | " + format.corner)
            << format.format;
        EXPECT_THAT(found.left_out, IsEmpty());
    }
    SpoolGeometry unknown = two_triangles();
    unknown.vertex_format = VK_FORMAT_R8G8B8A8_UNORM;
    EXPECT_THAT(read(unknown).left_out, ElementsAre("triangles whose vertices have the format 37 of Vulkan"));
}

TEST(BuiltStructures, TheTransformOfAGeometryIsThatOfItsVertices) {
    SpoolGeometry geometry = two_triangles();
    geometry.transform = bytes_of<float>({2, 0, 0, 0.5F, 0, 2, 0, 0, 0, 0, 2, 0});
    EXPECT_EQ(corners_text(read(geometry).geometry, 0), "50 0 0 | 250 0 0 | 50 200 0");
}

TEST(BuiltStructures, TrianglesThatNoRayCanHitKeepTheirNumbers) {
    SpoolGeometry geometry = two_triangles();
    geometry.vertices = bytes_of<float>({std::nanf(""), 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1});
    const Read found = read(geometry);
    EXPECT_THAT(found.geometry.triangles, testing::SizeIs(2));
    EXPECT_EQ(found.geometry.triangles[0], Corners{});
    EXPECT_NE(found.geometry.triangles[1], Corners{});
}

TEST(BuiltStructures, NothingThatTheBytesSayIsBelieved) {
    SpoolGeometry beyond = two_triangles();
    beyond.indices = bytes_of<std::uint32_t>({0, 1, 2, 1, 2, 4});
    EXPECT_THAT(read(beyond).geometry.triangles, ElementsAre(Corners{0, 1, 2}, Corners{}));
    beyond.first_vertex = 0xffffffff;
    EXPECT_THAT(read(beyond).geometry.triangles, ElementsAre(Corners{}, Corners{}));
    SpoolGeometry many = two_triangles();
    many.primitives = 0xffffffff;
    const Read found = read(many);
    EXPECT_THAT(found.geometry.triangles, IsEmpty());
    EXPECT_THAT(found.left_out, ElementsAre("triangles whose indices could not be copied"));
    SpoolGeometry strides = two_triangles();
    strides.stride = std::numeric_limits<std::uint64_t>::max();
    EXPECT_THAT(read(strides).geometry.triangles, ElementsAre(Corners{}, Corners{}));
    strides.stride = 0;
    strides.indices = bytes_of<std::uint32_t>({0, 0, 0, 0, 0, 1});
    EXPECT_THAT(read(strides).geometry.triangles, ElementsAre(Corners{}, Corners{}));
    SpoolGeometry empty = two_triangles();
    empty.vertices.clear();
    EXPECT_THAT(read(empty).geometry.triangles, ElementsAre(Corners{}, Corners{}));
}

TEST(BuiltStructures, Instances) {
    std::vector<std::uint8_t> bytes = bytes_of<float>({1, 0, 0, 5, 0, 1, 0, 6, 0, 0, 1, 7});
    const auto add = [&](auto value) {
        const auto more = bytes_of(std::vector{value});
        bytes.insert(bytes.end(), more.begin(), more.end());
    };
    add(std::uint32_t{0x7f000123}); // mask and custom index
    add(std::uint32_t{0x03000456}); // flags and offset in the table
    add(std::uint64_t{0x1234567890});
    SpoolBuild build;
    SpoolGeometry geometry;
    geometry.shape = BuiltShape::instances;
    geometry.primitives = 2;
    geometry.elements = bytes;
    build.geometries.push_back(geometry);
    std::set<std::string> left_out;
    const BuiltStructure built = built_structure(build, left_out);
    ASSERT_EQ(built.instances.size(), 1U);
    EXPECT_EQ(built.instances[0].custom_index, 0x123U);
    EXPECT_EQ(built.instances[0].mask, 0x7fU);
    EXPECT_EQ(built.instances[0].flags, 3U);
    EXPECT_EQ(built.instances[0].structure, 0x1234567890U);
    EXPECT_EQ(transformed(built.instances[0].transform, {1, 1, 1}), (Float3{6, 7, 8}));
    EXPECT_THAT(left_out, ElementsAre("instances that could not be copied"));
}

} // namespace
} // namespace hitmap::capture
