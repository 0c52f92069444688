#pragma once

#include "core/geometry/mesh/coordinate_range.h"
#include "core/geometry/mesh/vector_join.h"
#include "core/geometry/mesh_stream.h"
#include "core/jobs/progress.h"
#include "core/mesh_reader/polygons/raw_mesh.h"

#include <string>
#include <vector>

namespace hitmap {

/// Joins meshes into one. An offset is taken off the positions (after their transforms, in double) if the
/// meshes are far from the origin (CoordinateRange). Then they become 32-bit floats, and vertices with
/// bitwise equal positions become one, numbered in the order of their first appearance in the file. Vertices
/// that no triangle uses are left out and counted.
class MeshJoiner final : public MeshSink {
public:
    /// add() and finish() throw FileError that names `file`. Both arguments must outlive the object.
    MeshJoiner(const std::string& file, const JobContext& job) : file_(file), job_(job) {}

    void add(const RawMesh& mesh, const Placement& placement) override;
    ImportReport& report() override { return report_; }
    /// Throws FileError if there are no triangles.
    [[nodiscard]] ReadMesh finish();

private:
    void number_positions(const RawMesh& mesh, const Placement& placement);
    void number_normals(const RawMesh& mesh, const Placement& placement);
    [[noreturn]] void refuse(const RawMesh& mesh, std::size_t vertex, const glm::vec3& moved) const;
    void round_positions(ReadMesh& result);
    void warn_of(const Mesh& mesh);
    void count_degenerate(const Mesh& mesh);
    void complete_report();

    const std::string& file_;
    const JobContext& job_;
    ImportReport report_;
    DoubleVectorJoin positions_;
    CoordinateRange range_; // of positions_
    VectorJoin normals_;
    std::vector<glm::uvec3> faces_;
    std::vector<glm::uvec3> normal_faces_;
    bool has_normals_ = false;
    std::uint64_t used_vertices_ = 0;
    // State for the mesh being added:
    std::vector<std::uint32_t> position_of_; // [positions of the mesh] new number, or no_number
    std::vector<std::uint32_t> normal_of_;   // [normals of the mesh] new number, or no_normal
};

} // namespace hitmap
