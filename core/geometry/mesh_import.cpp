#include "core/geometry/mesh_import.h"

#include "core/base/error.h"
#include "core/geometry/assimp_file.h"
#include "core/geometry/finite.h"
#include "core/geometry/vector_join.h"

#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

namespace hitmap {

namespace {

constexpr std::uint32_t no_number = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t vertices_per_check = 1U << 16U;
// Faces are numbered by 31 bits wherever -1 stands for "none" (Bvh::slot_faces); corners by 32 bits.
constexpr std::uint64_t most_faces = std::numeric_limits<std::int32_t>::max();
constexpr std::uint64_t most_vertices = no_number - 1;

/// One mesh at one node of the tree.
struct Instance {
    const aiMesh* mesh;
    unsigned mesh_number;
    glm::dmat3 linear;
    glm::dvec3 shift;
};

struct Totals {
    std::uint64_t vertices = 0;
    std::uint64_t faces = 0;
};

/// Instances in depth-first order of the nodes. An explicit stack: the depth of the tree is the file's
/// choice.
std::vector<Instance> instances_of(const aiScene& scene) {
    struct Visit {
        const aiNode* node;
        aiMatrix4x4t<double> above;
    };
    std::vector<Instance> instances;
    std::vector<Visit> pending;
    if (scene.mRootNode != nullptr) pending.push_back({scene.mRootNode, {}});
    while (!pending.empty()) {
        const Visit visit = pending.back();
        pending.pop_back();
        const aiMatrix4x4t<double> m = visit.above * aiMatrix4x4t<double>(visit.node->mTransformation);
        for (unsigned i = 0; i < visit.node->mNumMeshes; ++i) {
            const unsigned number = visit.node->mMeshes[i];
            if (number >= scene.mNumMeshes) continue;
            // glm's matrices are columns of columns
            const glm::dmat3 linear(m.a1, m.b1, m.c1, m.a2, m.b2, m.c2, m.a3, m.b3, m.c3);
            instances.push_back({scene.mMeshes[number], number, linear, {m.a4, m.b4, m.c4}});
        }
        for (unsigned i = visit.node->mNumChildren; i > 0; --i)
            pending.push_back({visit.node->mChildren[i - 1], m});
    }
    return instances;
}

class Importer {
public:
    Importer(const std::string& file, const JobContext& job, const Totals& totals)
        : file_(file),
          job_(job),
          positions_(static_cast<std::size_t>(totals.faces / 2 + 16)),
          normals_(static_cast<std::size_t>(totals.faces / 2 + 16)) {
        faces_.reserve(static_cast<std::size_t>(totals.faces));
        normal_faces_.reserve(static_cast<std::size_t>(totals.faces));
    }

    void add(const Instance& instance) {
        corners_.clear();
        collect_triangles(instance);
        number_positions(instance);
        number_normals(instance);
        const bool mirrors = glm::determinant(instance.linear) < 0.0;
        for (std::size_t t = 0; t < corners_.size(); ++t) {
            if (t % vertices_per_check == 0) job_.check();
            glm::uvec3 corners = corners_[t];
            if (mirrors) std::swap(corners.y, corners.z);
            faces_.emplace_back(position_of_[corners.x], position_of_[corners.y], position_of_[corners.z]);
            normal_faces_.emplace_back(normal_of_[corners.x], normal_of_[corners.y], normal_of_[corners.z]);
        }
        ++report_.meshes;
        job_.add(instance.mesh->mNumFaces);
    }

    ImportedMesh finish() {
        if (faces_.empty())
            throw FileError(file_, "",
                            fmt::format("expected triangles, found none ({} lines, {} points)",
                                        report_.dropped_lines, report_.dropped_points));
        report_.joined_vertices = referenced_vertices_ - positions_.vectors().size();
        ImportedMesh result;
        result.mesh.positions = positions_.take();
        result.mesh.faces = std::move(faces_);
        result.mesh.normals = normals_.take();
        result.mesh.normal_faces = std::move(normal_faces_);
        count_degenerate(result.mesh);
        complete_normals(result.mesh);
        result.report = report_;
        return result;
    }

private:
    void collect_triangles(const Instance& instance) {
        const aiMesh& mesh = *instance.mesh;
        // A mesh of points may come without any faces (PLY).
        if (mesh.mNumFaces == 0 && mesh.mPrimitiveTypes == aiPrimitiveType_POINT)
            report_.dropped_points += mesh.mNumVertices;
        for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
            if (f % vertices_per_check == 0) job_.check();
            const aiFace& face = mesh.mFaces[f];
            for (unsigned c = 0; c < face.mNumIndices; ++c)
                if (face.mIndices[c] >= mesh.mNumVertices)
                    throw FileError(file_, fmt::format("mesh {}, face {}", instance.mesh_number, f),
                                    fmt::format("expected a vertex number below {}, found {}",
                                                mesh.mNumVertices, face.mIndices[c]));
            if (face.mNumIndices == 1) ++report_.dropped_points;
            if (face.mNumIndices == 2) ++report_.dropped_lines;
            // More than three corners are left only where no triangulation was found: a fan covers them.
            for (unsigned c = 2; c < face.mNumIndices; ++c)
                corners_.emplace_back(face.mIndices[0], face.mIndices[c - 1], face.mIndices[c]);
        }
    }

    void number_positions(const Instance& instance) {
        const aiMesh& mesh = *instance.mesh;
        position_of_.assign(mesh.mNumVertices, no_number);
        for (const glm::uvec3& corners : corners_)
            for (int c = 0; c < 3; ++c)
                position_of_[corners[c]] = 0;
        for (unsigned v = 0; v < mesh.mNumVertices; ++v) {
            if (v % vertices_per_check == 0) job_.check();
            const aiVector3D& p = mesh.mVertices[v];
            const glm::vec3 moved(instance.linear * glm::dvec3(p.x, p.y, p.z) + instance.shift);
            if (!finite(moved)) refuse(instance, v, moved);
            if (position_of_[v] == no_number) continue;
            position_of_[v] = positions_.number_of(moved);
            ++referenced_vertices_;
        }
    }

    [[noreturn]] void refuse(const Instance& instance, unsigned vertex, const glm::vec3& moved) const {
        const aiVector3D& p = instance.mesh->mVertices[vertex];
        const bool in_file = !finite({p.x, p.y, p.z});
        throw FileError(file_, fmt::format("mesh {}, vertex {}", instance.mesh_number, vertex),
                        fmt::format("expected finite coordinates, found ({}, {}, {}){}",
                                    in_file ? p.x : moved.x, in_file ? p.y : moved.y, in_file ? p.z : moved.z,
                                    in_file ? "" : " after the transforms of its nodes"));
    }

    /// Normals of the file, where it has usable ones; complete_normals() fills the gaps.
    void number_normals(const Instance& instance) {
        const aiMesh& mesh = *instance.mesh;
        normal_of_.assign(mesh.mNumVertices, no_number);
        const double determinant = glm::determinant(instance.linear);
        if (!mesh.HasNormals() || determinant == 0.0 || !std::isfinite(determinant)) return;
        const glm::dmat3 to_world = glm::transpose(glm::inverse(instance.linear));
        for (unsigned v = 0; v < mesh.mNumVertices; ++v) {
            if (v % vertices_per_check == 0) job_.check();
            const aiVector3D& n = mesh.mNormals[v];
            const glm::dvec3 moved = to_world * glm::dvec3(n.x, n.y, n.z);
            const double length = glm::length(moved);
            if (position_of_[v] == no_number || !(length > 0.0) || !std::isfinite(length)) continue;
            normal_of_[v] = normals_.number_of(glm::vec3(moved / length));
        }
    }

    void count_degenerate(const Mesh& mesh) {
        for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
            if (f % vertices_per_check == 0) job_.check();
            const glm::uvec3& face = mesh.faces[f];
            const glm::dvec3 p0 = mesh.positions[face.x];
            const glm::dvec3 cross =
                glm::cross(glm::dvec3(mesh.positions[face.y]) - p0, glm::dvec3(mesh.positions[face.z]) - p0);
            if (cross == glm::dvec3(0.0)) ++report_.degenerate_triangles;
        }
    }

    void complete_normals(Mesh& mesh) {
        const auto has_gap = [](const glm::uvec3& face) {
            return face.x == no_number || face.y == no_number || face.z == no_number;
        };
        if (std::none_of(mesh.normal_faces.begin(), mesh.normal_faces.end(), has_gap)) return;
        std::vector<glm::vec3> of_file = std::move(mesh.normals);
        std::vector<glm::uvec3> faces_of_file = std::move(mesh.normal_faces);
        add_vertex_normals(mesh, job_);
        if (of_file.empty()) return;
        const auto first_of_file = static_cast<std::uint32_t>(mesh.normals.size());
        for (std::size_t f = 0; f < faces_of_file.size(); ++f) {
            if (f % vertices_per_check == 0) job_.check();
            for (int c = 0; c < 3; ++c)
                if (faces_of_file[f][c] != no_number)
                    mesh.normal_faces[f][c] = first_of_file + faces_of_file[f][c];
        }
        mesh.normals.insert(mesh.normals.end(), of_file.begin(), of_file.end());
    }

    const std::string& file_;
    const JobContext& job_;
    ImportReport report_;
    VectorJoin positions_;
    VectorJoin normals_;
    std::vector<glm::uvec3> faces_;
    std::vector<glm::uvec3> normal_faces_;
    std::uint64_t referenced_vertices_ = 0;
    // Of the instance at hand:
    std::vector<glm::uvec3> corners_;
    std::vector<std::uint32_t> position_of_; // [vertices of the mesh] number, or no_number
    std::vector<std::uint32_t> normal_of_;   // [vertices of the mesh] number, or no_number
};

void check_is_file(const std::string& file) {
    std::error_code error;
    const auto status = std::filesystem::status(file, error);
    if (!std::filesystem::exists(status)) throw FileError(file, "", "expected a mesh file, found nothing");
    if (std::filesystem::is_directory(status))
        throw FileError(file, "", "expected a mesh file, found a folder");
    const auto bytes = std::filesystem::file_size(file, error);
    if (!error && bytes == 0) throw FileError(file, "byte 0", "expected a mesh, found an empty file");
}

Totals totals_of(const std::vector<Instance>& instances, const std::string& file) {
    Totals totals;
    for (const Instance& instance : instances) {
        totals.vertices += instance.mesh->mNumVertices;
        for (unsigned f = 0; f < instance.mesh->mNumFaces; ++f) {
            const unsigned corners = instance.mesh->mFaces[f].mNumIndices;
            totals.faces += corners > 2 ? corners - 2 : 0;
        }
        if (totals.faces > most_faces || totals.vertices > most_vertices)
            throw FileError(file, "",
                            fmt::format("expected at most {} triangles and {} vertices, found more",
                                        most_faces, most_vertices));
    }
    return totals;
}

} // namespace

ImportedMesh import_mesh(const std::string& file, const JobContext& job) {
    check_is_file(file);
    AssimpFile assimp(file, job);
    const std::vector<Instance> instances = instances_of(assimp.scene());
    const Totals totals = totals_of(instances, file);
    job.begin("joining vertices", totals.faces, "triangles");
    Importer importer(file, job, totals);
    for (const Instance& instance : instances)
        importer.add(instance);
    return importer.finish();
}

} // namespace hitmap
