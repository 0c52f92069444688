#include "core/geometry/mesh/memory_order.h"
#include "core/geometry/mesh/morton.h"
#include "core/geometry/scene.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace hitmap {
namespace {

constexpr MemoryOrder all_orders[] = {MemoryOrder::keep, MemoryOrder::random, MemoryOrder::bfs,
                                      MemoryOrder::morton};

/// Two components and vertices without faces:
///
///   6---2---0   3---8   1   5
///    \ / \ /     \ /
///     4---7       9
Mesh two_pieces() {
    Mesh mesh;
    for (int v = 0; v < 10; ++v)
        mesh.positions.emplace_back(static_cast<float>(v), 0.0F, 0.0F);
    mesh.faces = {{3, 9, 8}, {6, 4, 2}, {7, 2, 4}, {0, 2, 7}};
    mesh.normals = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {-1, 0, 0}};
    mesh.normal_faces = {{3, 3, 3}, {2, 2, 2}, {2, 0, 2}, {0, 0, 0}};
    return mesh;
}

void expect_permutation(const Places& places, std::size_t count) {
    ASSERT_EQ(places.size(), count);
    std::vector<std::uint32_t> sorted = places;
    std::sort(sorted.begin(), sorted.end());
    std::vector<std::uint32_t> expected(count);
    std::iota(expected.begin(), expected.end(), 0U);
    EXPECT_EQ(sorted, expected);
}

TEST(MemoryOrder, KeepsNeedNoPlaces) {
    EXPECT_TRUE(vertex_places(two_pieces(), MemoryOrder::keep, 1).empty());
    EXPECT_TRUE(face_places(two_pieces(), MemoryOrder::keep, 1).empty());
    EXPECT_TRUE(normal_places(two_pieces(), {}).empty());
    EXPECT_EQ(reordered(std::vector<int>{3, 1, 2}, {}), (std::vector<int>{3, 1, 2}));
    EXPECT_EQ(reordered(std::vector<int>{3, 1, 2}, {1, 2, 0}), (std::vector<int>{2, 3, 1}));
}

TEST(MemoryOrder, BreadthFirstVisitsComponentAfterComponent) {
    // Faces 3, 2 and 1 around vertex 0; then 1 alone, 3 with 9 and 8, and 5 alone.
    const std::vector<std::uint32_t> visited{0, 2, 7, 6, 4, 1, 3, 9, 8, 5};
    Places expected(visited.size());
    for (std::uint32_t i = 0; i < visited.size(); ++i)
        expected[visited[i]] = i;
    EXPECT_EQ(vertex_places(two_pieces(), MemoryOrder::bfs, 1), expected);
    EXPECT_EQ(face_places(two_pieces(), MemoryOrder::bfs, 1), (Places{3, 1, 2, 0}));
}

TEST(MemoryOrder, NormalsFollowTheirVertices) {
    // Normal 0 belongs to vertices 2, 0, 7; normal 2 to 6, 4, 2, 7; normal 3 to 3, 9, 8; normal 1 to none.
    Places backwards(10);
    for (std::uint32_t v = 0; v < 10; ++v)
        backwards[v] = 9 - v;
    EXPECT_EQ(normal_places(two_pieces(), backwards), (Places{1, 3, 2, 0}));
}

TEST(MemoryOrder, NormalsIndexedLikePositionsMoveWithThem) {
    Mesh mesh = load_scene("builtin:teapot?triangles=2000").mesh;
    add_vertex_normals(mesh);
    const Places places = vertex_places(mesh, MemoryOrder::random, 5);
    EXPECT_EQ(normal_places(mesh, places), places);
}

TEST(MemoryOrder, IsAPermutationOfEveryMesh) {
    Mesh degenerate;
    degenerate.positions.assign(3, {1, 1, 1});
    degenerate.faces = {{0, 0, 0}, {2, 2, 1}};
    degenerate.normals = {{0, 1, 0}};
    degenerate.normal_faces = {{0, 0, 0}, {0, 0, 0}};
    for (const Mesh& mesh : {Mesh(), degenerate, two_pieces(), load_scene("builtin:atrium").mesh})
        for (const MemoryOrder order : all_orders) {
            if (order == MemoryOrder::keep) continue;
            SCOPED_TRACE(std::string(name_of(order)) + " " + std::to_string(mesh.faces.size()));
            const Places vertices = vertex_places(mesh, order, 1);
            expect_permutation(vertices, mesh.positions.size());
            expect_permutation(face_places(mesh, order, 1), mesh.faces.size());
            if (!vertices.empty()) expect_permutation(normal_places(mesh, vertices), mesh.normals.size());
        }
}

TEST(MemoryOrder, RandomDependsOnTheSeedAlone) {
    const Mesh mesh = two_pieces();
    EXPECT_EQ(vertex_places(mesh, MemoryOrder::random, 1), (Places{8, 6, 5, 3, 7, 4, 0, 1, 9, 2}));
    EXPECT_NE(vertex_places(mesh, MemoryOrder::random, 1), vertex_places(mesh, MemoryOrder::random, 2));
    EXPECT_NE(vertex_places(mesh, MemoryOrder::random, 1),
              vertex_places(mesh, MemoryOrder::random, std::uint64_t{1} << 40U | 1U));
}

TEST(MemoryOrder, MortonGoesAlongTheCurve) {
    Mesh mesh;
    mesh.positions = {{1, 1, 1}, {0, 0, 1}, {1, 0, 0}, {0, 0, 0}, {0, 1, 0}, {1, 1, 1}};
    EXPECT_EQ(vertex_places(mesh, MemoryOrder::morton, 1), (Places{4, 1, 3, 0, 2, 5}));
}

TEST(Morton, InterleavesTheBitsOfTheCells) {
    const MortonFrame frame({{0, 0, 0}, {1 << 21, 1 << 20, 1 << 20}}); // cells of size 1
    const auto reference = [](std::uint32_t x, std::uint32_t y, std::uint32_t z) {
        std::uint64_t code = 0;
        for (unsigned bit = 0; bit < 21; ++bit)
            code |= (std::uint64_t{x >> bit & 1U} << 2U | std::uint64_t{y >> bit & 1U} << 1U |
                     std::uint64_t{z >> bit & 1U})
                    << 3U * bit;
        return code;
    };
    std::mt19937 random(1);
    for (int i = 0; i < 1000; ++i) {
        const auto bits = [&random](unsigned count) {
            return static_cast<std::uint32_t>(random()) >> (32U - count);
        };
        const std::uint32_t c[3] = {bits(21), bits(20), bits(20)};
        EXPECT_EQ(frame.code(glm::vec3(c[0], c[1], c[2])), reference(c[0], c[1], c[2]));
    }
    EXPECT_EQ(frame.code({-1, -1, -1}), 0U);
    EXPECT_EQ(frame.code({1e30F, 1e30F, 1e30F}), (std::uint64_t{1} << MortonFrame::bits) - 1);
}

TEST(Morton, BoxesWithoutLengthHaveOneCode) {
    EXPECT_EQ(MortonFrame().code({5, 5, 5}), 0U);
    EXPECT_EQ(MortonFrame(Aabb()).code({5, 5, 5}), 0U);
    EXPECT_EQ(MortonFrame(Aabb{{5, 5, 5}, {5, 5, 5}}).code({5, 5, 5}), 0U);
    constexpr float largest = std::numeric_limits<float>::max();
    const MortonFrame whole({{-largest, -largest, -largest}, {largest, largest, largest}});
    EXPECT_LT(whole.code({-largest, 0, 0}), whole.code({largest, 0, 0}));
}

} // namespace
} // namespace hitmap
