#pragma once

#include "core/geometry/mesh/mesh.h"
#include "core/geometry/mesh/vector_join.h"
#include "core/jobs/progress.h"

#include <glm/ext/matrix_double4x4.hpp>
#include <glm/vec3.hpp>

#include <functional>
#include <utility>
#include <vector>

namespace hitmap {

/// Collects surfaces made of grids of points into one mesh. Points with bitwise equal coordinates become one
/// vertex. Normals are smooth inside a grid but not across grids.
class MeshBuilder {
public:
    /// Returns the point of the surface for (column, row).
    using PointAt = std::function<glm::dvec3(unsigned column, unsigned row)>;

    /// Every grid adds its triangles to the job's progress. Grids throw Cancelled once a stop was requested.
    explicit MeshBuilder(JobContext job = {}) : job_(std::move(job)) {}

    /// Sets the transform of the following grids; identity at first. It must not mirror.
    void place(const glm::dmat4& transform) { transform_ = transform; }
    [[nodiscard]] const glm::dmat4& placement() const { return transform_; }

    /// Adds a grid of columns x rows quadrilaterals of two triangles each. Seen from outside, columns go to
    /// the right and rows upwards. There are (columns + 1) x (rows + 1) points. With `closed`, the last
    /// column is the first one again (`point` is called for column < columns only). Triangles with coinciding
    /// corners are left out.
    void grid(unsigned columns, unsigned rows, const PointAt& point, bool closed = false);
    /// Adds a flat quadrilateral, corners counter-clockwise.
    void quad(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c, const glm::dvec3& d);
    /// Adds a box with its six sides.
    void box(const glm::dvec3& lower, const glm::dvec3& upper);
    /// Adds a mesh, with smooth normals of its own.
    void add(const Mesh& mesh);

    [[nodiscard]] std::size_t triangles() const { return faces_.size(); }
    /// Returns the mesh and leaves the builder empty.
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
