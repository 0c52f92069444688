#include "core/base/error.h"
#include "core/geometry/mesh/coincident.h"

#include <gtest/gtest.h>

namespace hitmap {
namespace {

/// Two triangles of a square. The first occurs `times` more often, with its corners in all orders.
Mesh repeated(unsigned times) {
    Mesh mesh;
    mesh.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    mesh.faces = {{0, 2, 3}, {0, 1, 2}};
    const glm::uvec3 orders[] = {{0, 1, 2}, {1, 2, 0}, {2, 1, 0}};
    for (unsigned i = 0; i < times; ++i)
        mesh.faces.push_back(orders[i % 3]);
    return mesh;
}

TEST(CoincidentFaces, AreCountedInAnyOrderOfTheirCorners) {
    const CoincidentFaces found = coincident_faces(repeated(9), 10);
    EXPECT_EQ(found.count, 10U);
    EXPECT_EQ(found.first, 1U);
    EXPECT_EQ(coincident_faces(repeated(8), 10).count, 0U) << "too few";
    EXPECT_EQ(coincident_faces({}, 1).count, 0U);
}

TEST(CoincidentFaces, AFanAroundAVertexIsNone) {
    Mesh fan;
    fan.positions = {{0, 0, 0}};
    for (unsigned i = 0; i < 100; ++i)
        fan.positions.emplace_back(i, i * i, 1);
    for (unsigned i = 1; i < 100; ++i)
        fan.faces.emplace_back(0, i, i + 1);
    EXPECT_EQ(coincident_faces(fan, 2).count, 0U);
}

TEST(CoincidentFaces, StopsWhenAsked) {
    std::stop_source stop;
    stop.request_stop();
    EXPECT_THROW((void)coincident_faces(repeated(3), 2, {stop.get_token(), nullptr}), Cancelled);
}

} // namespace
} // namespace hitmap
