#include "widgets/mesh/navigation.h"
#include "widgets/mesh/paint_budget.h"

#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace hitmap {
namespace {

constexpr float quarter = std::numbers::pi_v<float> / 2.0F;
const Aabb scene_box{glm::vec3(-1.0F), glm::vec3(1.0F)};

void expect_near(const glm::vec3& actual, const glm::vec3& expected, const char* what) {
    EXPECT_LT(glm::distance(actual, expected), 1e-4F)
        << what << ": " << actual.x << ' ' << actual.y << ' ' << actual.z;
}

Navigation from_front() {
    return {Camera{{0, 0, 5}, {0, 0, -1}, {0, 1, 0}, 60.0F}, 5.0F, scene_box};
}

/// Returns the position of a point relative to the centre of the view, in heights of the view.
glm::vec2 seen_at(const Camera& camera, const glm::vec3& point) {
    const glm::vec3 to = point - camera.position;
    const float height =
        2.0F * glm::dot(to, camera.forward) * std::tan(glm::radians(camera.fov_y_degrees) * 0.5F);
    return {glm::dot(to, glm::cross(camera.forward, camera.up)) / height, -glm::dot(to, camera.up) / height};
}

struct OrbitCase {
    const char* what;
    float right;
    float up;
    glm::vec3 position;
};

TEST(Navigation, OrbitsAboutThePivot) {
    const OrbitCase cases[] = {
        {"not at all", 0.0F, 0.0F, {0, 0, 5}},
        {"a quarter to the right", quarter, 0.0F, {5, 0, 0}},
        {"a quarter to the left", -quarter, 0.0F, {-5, 0, 0}},
        {"half way up", 0.0F, quarter / 2.0F, {0, 5.0F / std::sqrt(2.0F), 5.0F / std::sqrt(2.0F)}},
        {"half way down", 0.0F, -quarter / 2.0F, {0, -5.0F / std::sqrt(2.0F), 5.0F / std::sqrt(2.0F)}},
    };
    for (const OrbitCase& c : cases) {
        Navigation navigation = from_front();
        navigation.orbit(c.right, c.up);
        expect_near(navigation.camera().position, c.position, c.what);
        expect_near(navigation.camera().forward, glm::normalize(-c.position), c.what);
        EXPECT_NEAR(glm::dot(navigation.camera().forward, navigation.camera().up), 0.0F, 1e-5F) << c.what;
    }
}

TEST(Navigation, StopsBeforeThePoles) {
    Navigation navigation = from_front();
    for (int i = 0; i < 100; ++i)
        navigation.orbit(0.1F, 0.3F);
    EXPECT_GT(navigation.camera().position.y, 4.9F);
    EXPECT_GT(navigation.camera().up.y, 0.0F) << "the picture turned over";
    for (int i = 0; i < 100; ++i)
        navigation.orbit(0.1F, -0.3F);
    EXPECT_LT(navigation.camera().position.y, -4.9F);
    EXPECT_GT(navigation.camera().up.y, 0.0F);
}

TEST(Navigation, PanningFollowsThePointerInThePivotsPlane) {
    Navigation navigation = from_front();
    const glm::vec3 point{0.5F, 0.25F, 0.0F};
    const glm::vec2 before = seen_at(navigation.camera(), point);
    navigation.pan({0.1F, -0.2F});
    const glm::vec2 after = seen_at(navigation.camera(), point);
    EXPECT_NEAR(after.x - before.x, 0.1F, 1e-5F);
    EXPECT_NEAR(after.y - before.y, -0.2F, 1e-5F);
}

TEST(Navigation, ZoomingKeepsWhatIsUnderThePointer) {
    const glm::vec2 pointers[] = {{0.0F, 0.0F}, {0.3F, 0.2F}, {-0.5F, 0.4F}};
    for (const glm::vec2& pointer : pointers) {
        for (const float factor : {0.5F, 0.9F, 1.5F}) {
            Navigation navigation = from_front();
            const float height = 2.0F * 5.0F * std::tan(glm::radians(30.0F));
            const glm::vec3 point{pointer.x * height, -pointer.y * height, 0.0F};
            navigation.zoom(factor, pointer);
            EXPECT_NEAR(navigation.distance(), 5.0F * factor, 1e-4F);
            EXPECT_LT(glm::distance(seen_at(navigation.camera(), point), pointer), 1e-4F);
        }
    }
}

TEST(Navigation, ZoomingNeverSticksOrLeaves) {
    Navigation navigation = from_front();
    for (int i = 0; i < 10'000; ++i)
        navigation.zoom(0.5F, {0.4F, -0.3F});
    EXPECT_TRUE(std::isfinite(navigation.camera().position.z));
    EXPECT_LT(navigation.camera().position.z, 0.0F) << "stuck at the pivot";
    for (int i = 0; i < 10'000; ++i)
        navigation.zoom(2.0F, {0.1F, 0.1F});
    EXPECT_TRUE(std::isfinite(navigation.camera().position.z));
    EXPECT_LT(glm::length(navigation.camera().position), 1000.0F);
}

TEST(Navigation, ANewPivotLeavesThePictureAlone) {
    Navigation navigation = from_front();
    const Camera before = navigation.camera();
    navigation.set_pivot({1, 1, 0});
    EXPECT_EQ(navigation.camera(), before);
    navigation.orbit(0.2F, 0.1F);
    const glm::vec2 seen = seen_at(navigation.camera(), {1, 1, 0});
    EXPECT_LT(glm::distance(seen, seen_at(before, {1, 1, 0})), 1e-4F) << "the pivot moved in the picture";
}

TEST(Navigation, FocusFillsTheView) {
    Navigation navigation = from_front();
    navigation.focus({1, 0, 0}, 0.5F);
    expect_near(navigation.pivot(), {1, 0, 0}, "pivot");
    expect_near(navigation.camera().position, {1, 0, 1}, "0.5 / sin(30 degrees) away");
}

TEST(Navigation, AnUnusableDistanceIsReplaced) {
    for (const float distance : {0.0F, -1.0F, INFINITY, NAN}) {
        const Navigation navigation(from_front().camera(), distance, scene_box);
        EXPECT_GT(navigation.distance(), 0.0F);
        EXPECT_TRUE(std::isfinite(navigation.distance()));
    }
}

TEST(PaintBudget, LearnsFromWhatPaintsTook) {
    constexpr double wanted_ms = 40.0;
    PaintBudget budget(wanted_ms, 1000, 100);
    budget.learn(1000, wanted_ms);
    EXPECT_EQ(budget.amount(), 1000U);
    budget.learn(1000, 2.0 * wanted_ms);
    EXPECT_EQ(budget.amount(), 500U);
    budget.learn(1000, 100.0 * wanted_ms);
    EXPECT_EQ(budget.amount(), 250U) << "one slow paint must not stop everything";
    budget.learn(10, 1.0);
    EXPECT_EQ(budget.amount(), 250U) << "a paint that did little says nothing";
    for (int i = 0; i < 100; ++i)
        budget.learn(1000, 0.0);
    EXPECT_EQ(budget.amount(), PaintBudget::most);
    budget.learn(0, 1e6);
    EXPECT_EQ(budget.amount(), PaintBudget::most) << "nor does a paint that only uploaded";
    for (int i = 0; i < 100; ++i)
        budget.learn(1, 1e6);
    EXPECT_EQ(budget.amount(), 100U);
}

TEST(Navigation, FramesABoxFromThePresentDirection) {
    const Aabb box{{10, -2, 3}, {30, 2, 4}};
    for (const glm::vec2& sides : {glm::vec2(1.0F, 1.0F), glm::vec2(2.0F, 1.0F), glm::vec2(1.0F, 3.0F)}) {
        Navigation navigation = from_front();
        navigation.orbit(0.6F, 0.3F);
        const glm::vec3 forward = navigation.camera().forward;
        navigation.frame(box, sides);
        EXPECT_EQ(navigation.camera().forward, forward);
        EXPECT_EQ(navigation.pivot(), box.center());
        float most = 0.0F; // in half sizes of the view
        for (int corner = 0; corner < 8; ++corner) {
            const glm::vec3 point((corner & 1) != 0 ? 10 : 30, (corner & 2) != 0 ? -2 : 2,
                                  (corner & 4) != 0 ? 3 : 4);
            EXPECT_GT(glm::dot(point - navigation.camera().position, forward), 0.0F);
            const glm::vec2 seen = glm::abs(seen_at(navigation.camera(), point)) / (0.5F * sides);
            most = std::max({most, seen.x, seen.y});
        }
        EXPECT_LE(most, 1.0F) << "all of it is in view";
        EXPECT_GT(most, 0.85F) << "and fills the view";
    }
    Navigation navigation = from_front();
    navigation.frame({}, {1.0F, 1.0F});
    EXPECT_EQ(navigation.camera(), from_front().camera()) << "nothing to look at";
}

} // namespace
} // namespace hitmap
