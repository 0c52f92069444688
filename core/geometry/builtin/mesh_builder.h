#pragma once

#include "core/geometry/mesh.h"
#include "core/geometry/vector_join.h"
#include "core/jobs/progress.h"

#include <glm/ext/matrix_double4x4.hpp>
#include <glm/vec3.hpp>

#include <functional>
#include <utility>
#include <vector>

namespace hitmap {

/// Collects surfaces made of grids of points into one mesh. Points that coincide bitwise become one vertex;
/// normals are smooth inside a grid and not across grids.
class MeshBuilder {
public:
    /// Surface point for (column, row).
    using PointAt = std::function<glm::dvec3(unsigned column, unsigned row)>;

    /// Every grid counts its triangles as progress and ends with Cancelled if a stop was requested.
    explicit MeshBuilder(JobContext job = {}) : job_(std::move(job)) {}

    /// Where the grids that follow are placed; identity at first. Must not mirror.
    void place(const glm::dmat4& transform) { transform_ = transform; }
    [[nodiscard]] const glm::dmat4& placement() const { return transform_; }

    /// A grid of columns x rows quadrilaterals, two triangles each, seen from where columns run to the right
    /// and rows upwards. Points: (columns + 1) x (rows + 1). With `closed` the last column is the first again
    /// (PointAt is asked for column < columns). Triangles with coinciding corners are left out.
    void grid(unsigned columns, unsigned rows, const PointAt& point, bool closed = false);
    /// A flat quadrilateral, corners counter-clockwise.
    void quad(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c, const glm::dvec3& d);
    /// A box with its six sides.
    void box(const glm::dvec3& lower, const glm::dvec3& upper);
    /// A mesh, with its own smooth normals.
    void add(const Mesh& mesh);

    [[nodiscard]] std::size_t triangles() const { return faces_.size(); }
    /// The mesh; the builder is empty afterwards.
    [[nodiscard]] Mesh finish();

private:
    glm::vec3 placed(const glm::dvec3& p) const;
    void add_face(const glm::uvec3& positions, const glm::uvec3& normals);

    JobContext job_;
    glm::dmat4 transform_{1.0};
    VectorJoin positions_;
    VectorJoin normals_;
    std::vector<glm::uvec3> faces_;
    std::vector<glm::uvec3> normal_faces_;
};

} // namespace hitmap
