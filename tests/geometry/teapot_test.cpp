#include "core/geometry/scene.h"

#include <gtest/gtest.h>

namespace hitmap {
namespace {

TEST(Teapot, HasTheWantedSize) {
    const Scene scene = load_scene("builtin:teapot?triangles=1000");
    EXPECT_NEAR(static_cast<double>(scene.mesh.faces.size()), 1000.0, 50.0);
}

} // namespace
} // namespace hitmap
