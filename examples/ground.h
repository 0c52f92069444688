// The scene of the example: a bumpy ground and a tree of boxes over it.
#pragma once

#include <glm/common.hpp>
#include <glm/vec3.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

using glm::vec3;

struct Box {
    vec3 lower{1e9F}, upper{-1e9F};
};
using Face = std::array<std::uint32_t, 3>;
struct Node { // a leaf has `count` faces; an inner node has count 0 and the index of the first of its two
              // children
    std::uint32_t first, count;
};

struct Scene {
    std::vector<vec3> vertices;
    std::vector<Face> faces;
    std::vector<Box> boxes;
    std::vector<Node> nodes; // [boxes]
    std::vector<std::int32_t> parents;
    std::vector<std::uint16_t> levels;
    std::vector<float> pixels;
};

inline void make_ground(Scene& scene, std::uint32_t side) {
    for (std::uint32_t z = 0; z <= side; ++z)
        for (std::uint32_t x = 0; x <= side; ++x) {
            const vec3 p{8.0F * x / side - 4, 0, 8.0F * z / side - 4};
            scene.vertices.push_back(p + vec3(0, 0.6F * std::sin(2 * p.x) * std::cos(3 * p.z), 0));
            const std::uint32_t a = z * (side + 1) + x, b = a + side + 1;
            if (x < side && z < side)
                scene.faces.insert(scene.faces.end(), {{a, b, a + 1}, {a + 1, b, b + 1}});
        }
}

// Splits the faces in half along the longest side. Box `b` already exists.
inline void build(Scene& scene, std::uint32_t b, std::uint32_t first, std::uint32_t last) {
    for (std::uint32_t f = first; f < last; ++f)
        for (const std::uint32_t v : scene.faces[f]) {
            scene.boxes[b].lower = min(scene.boxes[b].lower, scene.vertices[v]);
            scene.boxes[b].upper = max(scene.boxes[b].upper, scene.vertices[v]);
        }
    const auto child = static_cast<std::uint32_t>(scene.boxes.size());
    scene.nodes[b] = last - first <= 4 ? Node{first, last - first} : Node{child, 0};
    if (last - first <= 4) return;
    const vec3 size = scene.boxes[b].upper - scene.boxes[b].lower;
    const int axis = size.x > size.y && size.x > size.z ? 0 : size.y > size.z ? 1 : 2;
    const auto centre = [&](const Face& f) {
        return scene.vertices[f[0]][axis] + scene.vertices[f[1]][axis] + scene.vertices[f[2]][axis];
    };
    const std::uint32_t middle = (first + last) / 2;
    std::nth_element(scene.faces.begin() + first, scene.faces.begin() + middle, scene.faces.begin() + last,
                     [&](const Face& f, const Face& g) { return centre(f) < centre(g); });
    scene.boxes.resize(child + 2), scene.nodes.resize(child + 2);
    scene.parents.resize(child + 2, static_cast<std::int32_t>(b));
    scene.levels.resize(child + 2, scene.levels[b] + 1);
    build(scene, child, first, middle);
    build(scene, child + 1, middle, last);
}
