#include "render/scene/guides.h"

#include <gmock/gmock.h>

namespace hitmap {
namespace {

TEST(Guides, GridHasRoundStepsAndCoversTheScene) {
    for (const float size : {1e-4F, 0.037F, 1.0F, 99.0F, 12345.0F}) {
        const Aabb bounds{{0.2F * size, 0.0F, -0.5F * size}, {size, size, 0.5F * size}};
        const std::vector<GuideLine> lines = grid_lines(bounds);
        EXPECT_GE(lines.size(), 14U) << size;
        EXPECT_LE(lines.size(), 56U) << size;
        Aabb covered;
        for (const GuideLine& line : lines) {
            EXPECT_EQ(line.start.y, 0.0F);
            covered.include(line.start);
            covered.include(line.end);
        }
        EXPECT_LE(covered.lower.x, 0.0F); // includes the origin
        EXPECT_GE(covered.upper.x, bounds.upper.x * 0.999F);
        EXPECT_LE(covered.lower.z, bounds.lower.z * 0.999F);
        EXPECT_GE(covered.upper.z, bounds.upper.z * 0.999F);
    }
    EXPECT_TRUE(grid_lines({{0, 0, 0}, {0, 5, 0}}).empty());
}

TEST(Guides, AxesStartAtTheOrigin) {
    const std::vector<GuideLine> axes = axis_lines({{5, 5, 5}, {7, 7, 7}});
    ASSERT_EQ(axes.size(), 3U);
    for (int axis = 0; axis < 3; ++axis) {
        const GuideLine& line = axes[static_cast<std::size_t>(axis)];
        EXPECT_EQ(line.start, glm::vec3(0.0F));
        EXPECT_EQ(line.end[axis], 3.5F);
        EXPECT_EQ(line.end[(axis + 1) % 3], 0.0F);
    }
}

TEST(Guides, FrustumIsAPyramid) {
    Camera camera;
    camera.position = {1.0F, 2.0F, 3.0F};
    camera.fov_y_degrees = 90.0F;
    const std::vector<GuideLine> lines = frustum_lines(camera, 2.0F, 10.0F);
    ASSERT_EQ(lines.size(), 8U);
    Aabb far;
    for (std::size_t i = 0; i < lines.size(); i += 2) {
        EXPECT_EQ(lines[i].start, camera.position);
        EXPECT_EQ(lines[i].end, lines[i + 1].start);
        far.include(lines[i].end);
    }
    EXPECT_FLOAT_EQ(far.lower.x, 1.0F - 20.0F);
    EXPECT_FLOAT_EQ(far.upper.y, 2.0F + 10.0F);
    EXPECT_FLOAT_EQ(far.lower.z, 3.0F - 10.0F);
    EXPECT_FLOAT_EQ(far.upper.z, 3.0F - 10.0F);
}

} // namespace
} // namespace hitmap
