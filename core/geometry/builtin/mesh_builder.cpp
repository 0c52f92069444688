#include "core/geometry/builtin/mesh_builder.h"

#include <glm/geometric.hpp>
#include <glm/vec4.hpp>

#include <utility>

namespace hitmap {

namespace {

glm::dvec3 unit_or_up(const glm::dvec3& v) {
    const double length = glm::length(v);
    return length > 0.0 ? v / length : glm::dvec3(0.0, 1.0, 0.0);
}

} // namespace

glm::vec3 MeshBuilder::placed(const glm::dvec3& p) const {
    return glm::vec3(glm::dvec3(transform_ * glm::dvec4(p, 1.0)));
}

void MeshBuilder::add_face(const glm::uvec3& positions, const glm::uvec3& normals) {
    if (positions.x == positions.y || positions.y == positions.z || positions.z == positions.x) return;
    faces_.push_back(positions);
    normal_faces_.push_back(normals);
}

void MeshBuilder::grid(unsigned columns, unsigned rows, const PointAt& point, bool closed) {
    job_.check();
    job_.add(2ULL * columns * rows);
    const unsigned width = closed ? columns : columns + 1;
    std::vector<std::uint32_t> numbers;
    numbers.reserve(static_cast<std::size_t>(width) * (rows + 1));
    for (unsigned row = 0; row <= rows; ++row)
        for (unsigned column = 0; column < width; ++column)
            numbers.push_back(positions_.number_of(placed(point(column, row))));

    const auto index = [&](unsigned column, unsigned row) {
        return static_cast<std::size_t>(row) * width + column % width;
    };
    const auto position = [&](std::size_t i) { return glm::dvec3(positions_.vectors()[numbers[i]]); };
    std::vector<glm::dvec3> sums(numbers.size(), glm::dvec3(0.0));
    for (unsigned row = 0; row < rows; ++row)
        for (unsigned column = 0; column < columns; ++column) {
            const std::size_t corners[4] = {index(column, row), index(column + 1, row),
                                            index(column + 1, row + 1), index(column, row + 1)};
            // The cross product of the diagonals is the area-weighted normal of the quadrilateral.
            const glm::dvec3 normal = glm::cross(position(corners[2]) - position(corners[0]),
                                                 position(corners[3]) - position(corners[1]));
            for (const std::size_t corner : corners)
                sums[corner] += normal;
        }
    std::vector<std::uint32_t> normals;
    normals.reserve(sums.size());
    for (const glm::dvec3& sum : sums)
        normals.push_back(normals_.number_of(glm::vec3(unit_or_up(sum))));

    for (unsigned row = 0; row < rows; ++row)
        for (unsigned column = 0; column < columns; ++column) {
            const std::size_t a = index(column, row);
            const std::size_t b = index(column + 1, row);
            const std::size_t c = index(column + 1, row + 1);
            const std::size_t d = index(column, row + 1);
            add_face({numbers[a], numbers[b], numbers[c]}, {normals[a], normals[b], normals[c]});
            add_face({numbers[a], numbers[c], numbers[d]}, {normals[a], normals[c], normals[d]});
        }
}

void MeshBuilder::quad(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c, const glm::dvec3& d) {
    const glm::dvec3 corners[4] = {a, b, d, c};
    grid(1, 1, [&](unsigned column, unsigned row) { return corners[row * 2 + column]; });
}

void MeshBuilder::box(const glm::dvec3& lower, const glm::dvec3& upper) {
    const auto corner = [&](int x, int y, int z) {
        return glm::dvec3(x != 0 ? upper.x : lower.x, y != 0 ? upper.y : lower.y, z != 0 ? upper.z : lower.z);
    };
    quad(corner(0, 0, 1), corner(1, 0, 1), corner(1, 1, 1), corner(0, 1, 1));
    quad(corner(1, 0, 0), corner(0, 0, 0), corner(0, 1, 0), corner(1, 1, 0));
    quad(corner(1, 0, 1), corner(1, 0, 0), corner(1, 1, 0), corner(1, 1, 1));
    quad(corner(0, 0, 0), corner(0, 0, 1), corner(0, 1, 1), corner(0, 1, 0));
    quad(corner(0, 1, 1), corner(1, 1, 1), corner(1, 1, 0), corner(0, 1, 0));
    quad(corner(0, 0, 0), corner(1, 0, 0), corner(1, 0, 1), corner(0, 0, 1));
}

void MeshBuilder::add(const Mesh& mesh) {
    std::vector<std::uint32_t> positions;
    std::vector<std::uint32_t> normals;
    for (const glm::vec3& p : mesh.positions)
        positions.push_back(positions_.number_of(placed(p)));
    for (const glm::vec3& n : mesh.normals) {
        const glm::dvec3 turned(transform_ * glm::dvec4(n, 0.0));
        normals.push_back(normals_.number_of(glm::vec3(unit_or_up(turned))));
    }
    for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
        const glm::uvec3& p = mesh.faces[f];
        const glm::uvec3& n = mesh.normal_faces[f];
        add_face({positions[p.x], positions[p.y], positions[p.z]},
                 {normals[n.x], normals[n.y], normals[n.z]});
    }
}

Mesh MeshBuilder::finish() {
    Mesh mesh;
    mesh.positions = std::exchange(positions_, VectorJoin()).take();
    mesh.faces = std::exchange(faces_, {});
    mesh.normals = std::exchange(normals_, VectorJoin()).take();
    mesh.normal_faces = std::exchange(normal_faces_, {});
    return mesh;
}

} // namespace hitmap
