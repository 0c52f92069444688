#include "core/base/error.h"
#include "core/geometry/camera.h"

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace hitmap {
namespace {

std::string message_of(const Camera& camera) {
    try {
        (void)normalised(camera);
    } catch (const UsageError& error) {
        return error.what();
    }
    return "accepted";
}

std::string json_message_of(std::string_view json) {
    try {
        (void)camera_from_json(json, "c.json");
    } catch (const FileError& error) {
        return error.what();
    }
    return "accepted";
}

TEST(Camera, NormalisingMakesAFrameAndIsIdempotent) {
    Camera camera;
    camera.forward = {3.0F, -0.2F, 1.0F};
    camera.up = {0.3F, 7.0F, 0.1F};
    const Camera once = normalised(camera);
    EXPECT_NEAR(glm::length(once.forward), 1.0F, 1e-6F);
    EXPECT_NEAR(glm::length(once.up), 1.0F, 1e-6F);
    EXPECT_NEAR(glm::dot(once.forward, once.up), 0.0F, 1e-6F);
    EXPECT_GT(glm::dot(once.up, camera.up), 0.0F);
    EXPECT_EQ(normalised(once), once);
}

TEST(Camera, NormalisingExplainsWhatIsImpossible) {
    Camera camera;
    camera.forward = {0, 0, 0};
    EXPECT_EQ(message_of(camera), "camera: forward has length 0");
    camera = {};
    camera.up = {0, 0, 0};
    EXPECT_EQ(message_of(camera), "camera: up has length 0");
    camera = {};
    camera.up = {0, 0, 2};
    EXPECT_EQ(message_of(camera), "camera: up is parallel to forward");
    camera = {};
    camera.position.x = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(message_of(camera), "camera: expected finite numbers");
    camera = {};
    camera.fov_y_degrees = 180.0F;
    EXPECT_EQ(message_of(camera), "camera: expected fov_y_degrees between 0 and 180, found 180");
}

TEST(Camera, RaysPassThroughPixelCentres) {
    Camera camera;
    camera.fov_y_degrees = 90.0F;
    EXPECT_EQ(ray_direction(camera, 1, 1, 3, 3), glm::vec3(0, 0, -1));
    const glm::vec3 corner = ray_direction(camera, 0, 0, 2, 2);
    EXPECT_NEAR(corner.x, -0.5F, 1e-6F) << "left";
    EXPECT_NEAR(corner.y, 0.5F, 1e-6F) << "row 0 is on top";
    EXPECT_EQ(corner.z, -1.0F);
    const glm::vec3 wide = ray_direction(camera, 3, 0, 4, 2);
    EXPECT_NEAR(wide.x, 1.5F, 1e-6F) << "pixels are square";
    EXPECT_NEAR(wide.y, 0.5F, 1e-6F);
}

TEST(Camera, FramingSeesEveryCornerFromOutside) {
    const Aabb boxes[] = {{{-1, -1, -1}, {1, 1, 1}},
                          {{100, 5, -3}, {100.1F, 50, -2}},
                          {{-1e6F, 0, -1e6F}, {1e6F, 0, 1e6F}},
                          {{2, 2, 2}, {2, 2, 2}},
                          {{-1e-6F, 0, 0}, {1e-6F, 1e-6F, 1e-6F}}};
    for (const Aabb& box : boxes) {
        const Camera camera = framing_camera(box);
        EXPECT_EQ(normalised(camera), camera);
        const double tangent = std::tan(camera.fov_y_degrees * 3.14159265358979 / 360.0);
        const glm::dvec3 f = camera.forward;
        const glm::dvec3 u = camera.up;
        for (int corner = 0; corner < 8; ++corner) {
            const glm::dvec3 p((corner & 1) != 0 ? box.upper.x : box.lower.x,
                               (corner & 2) != 0 ? box.upper.y : box.lower.y,
                               (corner & 4) != 0 ? box.upper.z : box.lower.z);
            const glm::dvec3 d = p - glm::dvec3(camera.position);
            const double depth = glm::dot(d, f);
            EXPECT_GT(depth, 0.0);
            EXPECT_LE(std::abs(glm::dot(d, u)), depth * tangent);
            EXPECT_LE(std::abs(glm::dot(d, glm::cross(f, u))), depth * tangent);
        }
    }
    EXPECT_EQ(normalised(framing_camera(Aabb())), framing_camera(Aabb()));
}

TEST(Camera, SurvivesJson) {
    const Camera camera = normalised({{0.1F, -2.5e-7F, 1e20F}, {1, 2, 3}, {0, 1, 0.1F}, 33.3F});
    EXPECT_EQ(camera_from_json(camera_to_json(camera), "c.json"), camera);
    EXPECT_EQ(camera_to_json(Camera()),
              R"({"position":[0,0,5],"forward":[0,0,-1],"up":[0,1,0],"fov_y_degrees":60})");
}

TEST(Camera, JsonMayLeaveOutUpAndNameATarget) {
    const Camera camera = camera_from_json(R"({"position":[1,1,1],"target":[1,1,-4]})", "c.json");
    EXPECT_EQ(camera.forward, glm::vec3(0, 0, -1));
    EXPECT_EQ(camera.up, glm::vec3(0, 1, 0));
    EXPECT_EQ(camera.fov_y_degrees, 60.0F);
}

TEST(Camera, ExplainsBrokenJson) {
    const std::pair<const char*, const char*> table[] = {
        {"", "c.json: line 1, column 1: expected '[', '{', or a literal, found end of input"},
        {R"({"position":[1e999,0,0]})", "c.json: expected numbers that a double can hold, found '1e999'"},
        {"[1,2]", "c.json: expected a JSON object with the keys of a camera"},
        {R"({"forward":[0,0,1]})", R"(c.json: /position: expected [x,y,z], found nothing)"},
        {R"({"position":[0,0,1]})", R"(c.json: /forward: expected [x,y,z], found nothing)"},
        {R"({"position":[0,0],"forward":[0,0,1]})", R"(c.json: /position: expected [x,y,z], found [0,0])"},
        {R"({"position":[0,"0",0],"forward":[0,0,1]})",
         R"(c.json: /position: expected [x,y,z], found [0,"0",0])"},
        {R"({"position":[0,0,0],"forward":[0,0,1],"target":[1,1,1]})",
         R"(c.json: /target: expected either forward or target, found both)"},
        {R"({"position":[0,0,0],"forward":[0,0,1],"fov":3})",
         R"(c.json: /fov: expected one of position, forward, target, up, fov_y_degrees)"},
        {R"({"position":[0,0,0],"forward":[0,0,1],"fov_y_degrees":"wide"})",
         R"(c.json: /fov_y_degrees: expected a number, found "wide")"},
        {R"({"position":[0,0,0],"forward":[0,1,0]})", "c.json: camera: up is parallel to forward"},
        {R"({"position":[1e60,0,0],"forward":[0,0,1]})", "c.json: camera: expected finite numbers"},
    };
    for (const auto& [json, message] : table)
        EXPECT_EQ(json_message_of(json), message) << json;
    EXPECT_EQ(json_message_of(R"({"position":)" + std::string(100'000, '[')),
              "c.json: expected values at most 64 deep, found more");
}

} // namespace
} // namespace hitmap
