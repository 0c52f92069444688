#include "tests/geometry/surface_statistics.h"

#include <gtest/gtest.h>

#include <iostream>

namespace hitmap {
namespace {

using test::statistics_of;
using test::SurfaceStatistics;

SurfaceStatistics report(const std::string& name, const Scene& scene) {
    const SurfaceStatistics s = statistics_of(scene, 256);
    std::cout << name << ": " << scene.mesh.faces.size() << " triangles, log2 area spread "
              << s.log_area_spread << ", between neighbours " << s.neighbour_spread
              << ", surfaces along a ray " << s.depth_complexity << ", hidden faces " << s.hidden_share
              << '\n';
    return s;
}

TEST(ReleaseOnlySurfaceStatistics, KnowsASquareBehindASquare) {
    Scene scene;
    scene.mesh.positions = {{-9, -9, 0},  {9, -9, 0},  {9, 9, 0}, {-9, 9, 0},
                            {-9, -9, -1}, {9, -9, -1}, {9, 9, -1}};
    scene.mesh.faces = {{0, 1, 2}, {0, 2, 3}, {4, 5, 6}};
    const SurfaceStatistics s = statistics_of(scene, 16);
    EXPECT_NEAR(s.log_area_spread, 0.0, 1e-6);
    EXPECT_NEAR(s.depth_complexity, 1.5, 0.1);
    EXPECT_NEAR(s.hidden_share, 1.0 / 3.0, 1e-9);
}

// The bounds come from the figures of real meshes in docs/scenes.md: a scan (the Stanford bunny) and a model
// made by hand (Viva Balloon).
TEST(ReleaseOnlySurfaceStatistics, StatueIsLikeAScan) {
    const SurfaceStatistics s = report("statue", load_scene("builtin:statue"));
    EXPECT_LT(s.log_area_spread, 0.45) << "bunny 0.33, balloon 3.8";
    EXPECT_LT(s.neighbour_spread, 0.15) << "bunny 0.13, balloon 0.38";
    EXPECT_GT(s.depth_complexity, 2.1) << "bunny 2.04";
    EXPECT_GT(s.hidden_share, 0.6);
}

TEST(ReleaseOnlySurfaceStatistics, AtriumIsLikeAModelMadeByHand) {
    const SurfaceStatistics s = report("atrium", load_scene("builtin:atrium"));
    EXPECT_GT(s.log_area_spread, 3.0) << "bunny 0.33, balloon 3.8";
    EXPECT_GT(s.neighbour_spread, 0.4) << "bunny 0.13, balloon 0.38";
    EXPECT_GT(s.depth_complexity, 4.0);
    EXPECT_GT(s.hidden_share, 0.85);
}

} // namespace
} // namespace hitmap
