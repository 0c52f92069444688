#include "widgets/start/viewfinder_mesh.h"

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>

namespace hitmap {
namespace {

/// A flat square of side 1 with cells * cells * 2 faces.
Mesh square(std::uint32_t cells) {
    Mesh mesh;
    for (std::uint32_t z = 0; z <= cells; ++z)
        for (std::uint32_t x = 0; x <= cells; ++x)
            mesh.positions.emplace_back(static_cast<float>(x) / static_cast<float>(cells), 0.0F,
                                        static_cast<float>(z) / static_cast<float>(cells));
    for (std::uint32_t z = 0; z < cells; ++z)
        for (std::uint32_t x = 0; x < cells; ++x) {
            const std::uint32_t corner = z * (cells + 1) + x;
            mesh.faces.emplace_back(corner, corner + cells + 1, corner + 1);
            mesh.faces.emplace_back(corner + 1, corner + cells + 1, corner + cells + 2);
        }
    return mesh;
}

double area_of(const RecordedScene& scene) {
    double area = 0.0;
    for (const glm::uvec3& face : scene.face_slots) {
        const glm::vec3& a = scene.vertices[face.x];
        area += 0.5 * glm::length(glm::cross(scene.vertices[face.y] - a, scene.vertices[face.z] - a));
    }
    return area;
}

TEST(PreviewFaces, AreAllOfASmallMesh) {
    const RecordedScene scene = preview_faces(square(10), 100);
    EXPECT_EQ(scene.face_slots.size(), 200U);
    EXPECT_EQ(scene.vertices.size(), 121U);
}

TEST(PreviewFaces, OfALargeMeshAreASurfaceWithoutHoles) {
    const RecordedScene scene = preview_faces(square(120), 500);
    EXPECT_LE(scene.vertices.size(), 500U);
    EXPECT_GT(scene.vertices.size(), 200U);
    EXPECT_LE(scene.face_slots.size(), 1000U);
    EXPECT_GT(area_of(scene), 0.85) << "every n-th face would have a thirtieth of it";
    EXPECT_LT(area_of(scene), 1.01) << "no face twice";
}

TEST(PreviewFaces, OfSmallScatteredFacesAreSomeOfThem) {
    Mesh mesh;
    for (std::uint32_t i = 0; i < 1000; ++i) {
        const glm::vec3 at(static_cast<float>(i), 0.0F, 0.0F);
        mesh.faces.emplace_back(mesh.positions.size(), mesh.positions.size() + 1, mesh.positions.size() + 2);
        for (const glm::vec3& corner : {glm::vec3(0), glm::vec3(0.001F, 0, 0), glm::vec3(0, 0.001F, 0)})
            mesh.positions.push_back(at + corner);
    }
    const RecordedScene scene = preview_faces(mesh, 50);
    EXPECT_GT(scene.face_slots.size(), 50U);
    EXPECT_LE(scene.face_slots.size(), 100U);
}

} // namespace
} // namespace hitmap
