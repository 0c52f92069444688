#include "tests/raytracer/test_scenes.h"

#include <glm/geometric.hpp>

#include <random>

namespace hitmap {

namespace {

/// Uniform in [low, high); the distributions of the standard library are not portable.
class Uniform {
public:
    explicit Uniform(std::uint64_t seed) : engine_(seed) {}
    float operator()(float low, float high) {
        return low + (high - low) * static_cast<float>(engine_() >> 40) * 0x1p-24F;
    }
    glm::vec3 point(float size) {
        const float x = (*this)(-size, size);
        const float y = (*this)(-size, size);
        return {x, y, (*this)(-size, size)};
    }
    std::size_t below(std::size_t end) { return engine_() % end; }

private:
    std::mt19937_64 engine_;
};

void add_square(std::vector<glm::vec3>& corners, const glm::vec3& corner, const glm::vec3& u,
                const glm::vec3& v) {
    for (const glm::vec3& p : {corner, corner + u, corner + v, corner + v, corner + u, corner + u + v})
        corners.push_back(p);
}

} // namespace

Camera straight_camera(const glm::vec3& position) {
    Camera camera;
    camera.position = position;
    camera.fov_y_degrees = 90.0F;
    return camera;
}

Scene scene_of(const std::vector<glm::vec3>& corners, const Camera& camera) {
    Scene scene;
    scene.name = "test";
    scene.camera = normalised(camera);
    scene.mesh.positions = corners;
    Uniform uniform(7);
    for (std::uint32_t i = 0; i < corners.size(); i += 3) {
        scene.mesh.faces.emplace_back(i, i + 1, i + 2);
        // The indices differ from those of positions, so that a confusion of the two is detected.
        scene.mesh.normal_faces.emplace_back(i + 2, i, i + 1);
        for (int corner = 0; corner < 3; ++corner)
            scene.mesh.normals.push_back(glm::normalize(uniform.point(1.0F) + glm::vec3(0.0F, 0.0F, 1.5F)));
    }
    return scene;
}

Scene triangle_soup(std::uint32_t count, std::uint64_t seed) {
    Uniform uniform(seed);
    std::vector<glm::vec3> corners;
    while (corners.size() < 3 * std::size_t{count}) {
        const glm::vec3 a = uniform.point(2.0F);
        const glm::vec3 b = a + uniform.point(0.5F);
        const glm::vec3 c = a + uniform.point(0.5F);
        const auto kind = uniform.below(10);
        if (kind == 0) {
            corners.insert(corners.end(), {a, b, a + (b - a) * 0.5F}); // area 0 or nearly 0
        } else if (kind == 1) {
            corners.insert(corners.end(), {a, a, b}); // area 0
        } else if (kind == 2) {
            corners.insert(corners.end(), {a, b, b + 1e-4F * (c - a)}); // a sliver
        } else if (kind == 3 && !corners.empty()) {
            const std::size_t other = 3 * uniform.below(corners.size() / 3);
            const glm::vec3 p[3] = {corners[other], corners[other + 1], corners[other + 2]};
            corners.insert(corners.end(), {p[1], p[0], p[2]});
        } else {
            corners.insert(corners.end(), {a, b, c});
        }
    }
    return scene_of(corners, straight_camera({0.0F, 0.0F, 3.0F}));
}

Scene exact_grid(std::uint32_t cells) {
    std::vector<glm::vec3> corners;
    const float size = 2.0F / static_cast<float>(cells);
    // Pixel centres of a picture of `cells` pixels are at odd multiples of 1 / cells, as are these corners.
    for (std::uint32_t y = 0; y < cells; ++y)
        for (std::uint32_t x = 0; x < cells; ++x)
            add_square(corners,
                       {-1.0F + (static_cast<float>(x) + 0.5F) * size,
                        -1.0F + (static_cast<float>(y) + 0.5F) * size, -1.0F},
                       {size, 0.0F, 0.0F}, {0.0F, size, 0.0F});
    return scene_of(corners, straight_camera({0.0F, 0.0F, 0.0F}));
}

Scene coplanar_triangles(std::uint32_t count, std::uint64_t seed) {
    Uniform uniform(seed);
    std::vector<glm::vec3> corners;
    for (std::uint32_t i = 0; i < count; ++i) {
        const glm::vec3 centre = uniform.point(1.0F);
        const float radius = uniform(0.1F, 1.0F);
        for (int corner = 0; corner < 3; ++corner) {
            const glm::vec3 p = centre + uniform.point(radius);
            corners.emplace_back(p.x, p.y, 0.207491F);
        }
    }
    Camera camera;
    camera.position = {0.313F, 0.177F, 3.719F};
    camera.forward = {-0.11F, -0.07F, -1.0F};
    camera.fov_y_degrees = 50.0F;
    return scene_of(corners, camera);
}

Scene room_with_planes_through_the_camera() {
    std::vector<glm::vec3> corners;
    const float far = -4.0F;
    for (const float side : {-2.0F, 0.0F, 2.0F}) { // walls and floors; those in the middle contain the camera
        add_square(corners, {side, -2.0F, far}, {0.0F, 4.0F, 0.0F}, {0.0F, 0.0F, 6.0F});
        add_square(corners, {-2.0F, side, far}, {4.0F, 0.0F, 0.0F}, {0.0F, 0.0F, 6.0F});
    }
    for (const float depth : {far, 0.0F, 2.0F})
        add_square(corners, {-2.0F, -2.0F, depth}, {4.0F, 0.0F, 0.0F}, {0.0F, 4.0F, 0.0F});
    return scene_of(corners, straight_camera({0.0F, 0.0F, 0.0F}));
}

} // namespace hitmap
