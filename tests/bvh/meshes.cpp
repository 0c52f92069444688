#include "tests/bvh/meshes.h"

#include <cmath>
#include <random>

namespace hitmap::test {

namespace {

void add_triangle(Mesh& mesh, const glm::vec3& a, const glm::vec3& b, const glm::vec3& c) {
    const auto first = static_cast<std::uint32_t>(mesh.positions.size());
    mesh.positions.insert(mesh.positions.end(), {a, b, c});
    mesh.faces.emplace_back(first, first + 1, first + 2);
}

} // namespace

Mesh soup(std::uint32_t triangles, std::uint32_t seed) {
    std::mt19937 random(seed);
    const auto number = [&random] { return static_cast<float>(random() >> 8) * 0x1p-24F; };
    const auto point = [&number] {
        const float x = number();
        const float y = number();
        return glm::vec3(x, y, number());
    };
    Mesh mesh;
    for (std::uint32_t i = 0; i < triangles; ++i) {
        const glm::vec3 centre = point();
        const float size = std::exp2(-10.0F * number());
        const glm::vec3 a = centre + size * (point() - 0.5F);
        const glm::vec3 b = centre + size * (point() - 0.5F);
        add_triangle(mesh, a, b, centre + size * (point() - 0.5F));
    }
    return mesh;
}

Mesh waves(std::uint32_t n) {
    Mesh mesh;
    const float step = 1.0F / static_cast<float>(n);
    for (std::uint32_t y = 0; y <= n; ++y)
        for (std::uint32_t x = 0; x <= n; ++x) {
            const float u = static_cast<float>(x) * step;
            const float v = static_cast<float>(y) * step;
            mesh.positions.emplace_back(u, 0.1F * std::sin(9.0F * u) * std::cos(7.0F * v), v);
        }
    for (std::uint32_t y = 0; y < n; ++y)
        for (std::uint32_t x = 0; x < n; ++x) {
            const std::uint32_t corner = y * (n + 1) + x;
            mesh.faces.emplace_back(corner, corner + 1, corner + n + 1);
            mesh.faces.emplace_back(corner + 1, corner + n + 2, corner + n + 1);
        }
    return mesh;
}

Mesh copies(std::uint32_t triangles) {
    Mesh mesh;
    mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 1}};
    mesh.faces.assign(triangles, {0, 1, 2});
    return mesh;
}

Mesh nested(std::uint32_t triangles) {
    Mesh mesh;
    for (std::uint32_t i = 0; i < triangles; ++i) {
        const float size = std::exp2(static_cast<float>(i % 200) - 100.0F);
        add_triangle(mesh, {-size, -size, -size}, {size, -size, size}, {-size, size, size});
    }
    return mesh;
}

} // namespace hitmap::test
