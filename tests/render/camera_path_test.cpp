#include "core/base/error.h"
#include "render/view/camera_path.h"

#include <glm/geometric.hpp>
#include <gmock/gmock.h>

#include <cmath>
#include <string>

namespace hitmap {
namespace {

constexpr float close = 1e-5F;

void expect_near(const glm::vec3& a, const glm::vec3& b) {
    EXPECT_LT(glm::distance(a, b), close) << a.x << ' ' << a.y << ' ' << a.z;
}

TEST(CameraPath, TurnsAtConstantSpeedBetweenItsCameras) {
    const Camera first = normalised({{0, 0, 0}, {0, 0, -1}, {0, 1, 0}, 40});
    const Camera second = normalised({{4, 0, 0}, {-1, 0, 0}, {0, 1, 0}, 60});
    const CameraPath path({first, second, first});
    EXPECT_EQ(path.at(0.0), first);
    EXPECT_EQ(path.at(0.5), second);
    EXPECT_EQ(path.at(7.0), first);
    const Camera third = path.at(1.0 / 6.0); // a third of the first part
    expect_near(third.position, {4.0F / 3.0F, 0, 0});
    expect_near(third.forward, {-0.5F, 0, -std::sqrt(0.75F)}); // 30 of 90 degrees
    expect_near(third.up, {0, 1, 0});
    EXPECT_NEAR(third.fov_y_degrees, 40.0F + 20.0F / 3.0F, close);
}

TEST(CameraPath, TurntableKeepsTheDistanceAndLooksAtTheSamePoint) {
    const Camera camera = normalised({{3, 2, 5}, {-1, -0.5F, -1}, {0, 1, 0}, 50});
    const glm::vec3 centre{1, 0, 2};
    const Camera turned = turned_about(camera, centre, 90.0);
    // From above, x is to the right and z downwards, so that counterclockwise is from z to x.
    expect_near(turned.position, {1 + 3, 2, 2 - 2});
    expect_near(turned_about(turned, centre, 270.0).position, camera.position);
    EXPECT_NEAR(glm::dot(turned.forward, centre - turned.position),
                glm::dot(camera.forward, centre - camera.position), close);
    EXPECT_NEAR(turned.up.y, camera.up.y, close);
}

TEST(CameraPath, HostileListsAreRefused) {
    const std::string good = R"({"position": [0, 0, 1], "forward": [0, 0, -1]})";
    EXPECT_EQ(path_from_json("[" + good + R"(, {"camera": )" + good + "}]", "p").size(), 2U);
    std::string long_list = "[" + good;
    for (std::size_t i = 0; i < most_path_cameras; ++i)
        long_list += "," + good;
    for (const std::string& list : {std::string("{"), std::string("{}"), std::string("[]"), "[" + good + "]",
                                    "[" + good + ", 7]", "[" + good + R"(, {"camera": 1}])", long_list + "]"})
        EXPECT_THROW((void)path_from_json(list, "p"), FileError) << list.substr(0, 80);
}

} // namespace
} // namespace hitmap
