#include "core/mesh_reader/polygons/mesh_joiner.h"

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/geometry/finite.h"

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

constexpr std::uint32_t unused = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint32_t used = unused - 1; // marks a vertex that is used but not numbered yet
constexpr std::size_t values_per_step = std::size_t{1} << 16U;
constexpr std::uint64_t most_faces = std::numeric_limits<std::int32_t>::max();

template <class Vector>
void make_room(const BasicVectorJoin<Vector>& join, std::size_t more, const std::string& file) {
    if (join.vectors().size() + more > used - 1)
        throw FileError(file, "", "expected vertices that 32 bits can number, found more");
}

} // namespace

void MeshJoiner::add(const RawMesh& mesh, const Placement& placement) {
    if (faces_.size() + mesh.triangles.size() > most_faces)
        throw FileError(file_, mesh.name,
                        fmt::format("expected at most {} triangles, found more", most_faces));
    job_.begin("joining vertices", mesh.triangles.size(), "triangles");
    number_positions(mesh, placement);
    number_normals(mesh, placement);
    const bool mirrors = glm::determinant(placement.linear) < 0.0;
    faces_.reserve(faces_.size() + mesh.triangles.size());
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        if (t % values_per_step == 0) job_.check();
        glm::uvec3 corners = mesh.triangles[t];
        if (mirrors) std::swap(corners.y, corners.z);
        faces_.emplace_back(position_of_[corners.x], position_of_[corners.y], position_of_[corners.z]);
    }
    const bool with_normals = !mesh.normal_triangles.empty();
    if (with_normals && !has_normals_)
        normal_faces_.assign(faces_.size() - mesh.triangles.size(), glm::uvec3(no_normal));
    has_normals_ = has_normals_ || with_normals;
    for (std::size_t t = 0; has_normals_ && t < mesh.triangles.size(); ++t) {
        if (t % values_per_step == 0) job_.check();
        glm::uvec3 corners(no_normal);
        for (int c = 0; with_normals && c < 3; ++c) {
            const std::uint32_t normal = mesh.normal_triangles[t][c];
            corners[c] = normal == no_normal ? no_normal : normal_of_[normal];
        }
        if (mirrors) std::swap(corners.y, corners.z);
        normal_faces_.push_back(corners);
    }
    ++report_.meshes;
    job_.add(mesh.triangles.size());
}

void MeshJoiner::number_positions(const RawMesh& mesh, const Placement& placement) {
    make_room(positions_, mesh.positions.size(), file_);
    position_of_.assign(mesh.positions.size(), unused);
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        if (t % values_per_step == 0) job_.check();
        for (int c = 0; c < 3; ++c)
            position_of_[mesh.triangles[t][c]] = used;
    }
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
        if (v % values_per_step == 0) job_.check();
        const glm::dvec3 moved = placement.linear * mesh.positions[v] + placement.shift;
        if (!finite(glm::vec3(moved))) refuse(mesh, v, glm::vec3(moved));
        if (position_of_[v] == unused) {
            ++report_.unused_vertices;
            continue;
        }
        position_of_[v] = positions_.number_of(moved);
        range_.include(moved);
        ++used_vertices_;
    }
}

void MeshJoiner::refuse(const RawMesh& mesh, std::size_t vertex, const glm::vec3& moved) const {
    const glm::vec3 p(mesh.positions[vertex]);
    const bool in_file = !finite(p);
    const glm::vec3& shown = in_file ? p : moved;
    throw FileError(file_, fmt::format("{}{}vertex {}", mesh.name, mesh.name.empty() ? "" : ", ", vertex),
                    fmt::format("expected finite coordinates, found ({}, {}, {}){}", shown.x, shown.y,
                                shown.z, in_file ? "" : " after the transforms of its nodes"));
}

/// Numbers the normals of the file that are usable.
void MeshJoiner::number_normals(const RawMesh& mesh, const Placement& placement) {
    normal_of_.assign(mesh.normals.size(), unused);
    const double determinant = glm::determinant(placement.linear);
    if (mesh.normal_triangles.empty() || determinant == 0.0 || !std::isfinite(determinant)) return;
    make_room(normals_, mesh.normals.size(), file_);
    for (const glm::uvec3& corners : mesh.normal_triangles)
        for (int c = 0; c < 3; ++c)
            if (corners[c] != no_normal) normal_of_[corners[c]] = used;
    const glm::dmat3 to_world = glm::transpose(glm::inverse(placement.linear));
    for (std::size_t n = 0; n < mesh.normals.size(); ++n) {
        if (n % values_per_step == 0) job_.check();
        const glm::dvec3 moved = to_world * glm::dvec3(mesh.normals[n]);
        const double length = glm::length(moved);
        const bool usable = normal_of_[n] == used && length > 0.0 && std::isfinite(length);
        normal_of_[n] = usable ? normals_.number_of(glm::vec3(moved / length)) : no_normal;
    }
}

void MeshJoiner::count_degenerate(const Mesh& mesh) {
    for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
        if (f % values_per_step == 0) job_.check();
        const glm::uvec3& face = mesh.faces[f];
        const glm::dvec3 p0 = mesh.positions[face.x];
        const glm::dvec3 cross =
            glm::cross(glm::dvec3(mesh.positions[face.y]) - p0, glm::dvec3(mesh.positions[face.z]) - p0);
        if (cross == glm::dvec3(0.0)) ++report_.degenerate_triangles;
    }
}

void MeshJoiner::complete_report() {
    const auto add = [](std::vector<std::string>& list, std::uint64_t count, std::string_view one,
                        std::string_view several) {
        if (count != 0) list.push_back(counted_text(count, one, several));
    };
    add(report_.warnings, report_.dropped_points, "point is left out: a ray tracer meets triangles only",
        "points are left out: a ray tracer meets triangles only");
    add(report_.warnings, report_.dropped_lines, "line is left out: a ray tracer meets triangles only",
        "lines are left out: a ray tracer meets triangles only");
    add(report_.notes, report_.unused_vertices, "vertex is used by no face and is left out",
        "vertices are used by no face and are left out");
}

/// Takes the offset off the positions and rounds them. Different positions may become equal.
void MeshJoiner::round_positions(ReadMesh& result) {
    result.offset = range_.offset();
    const std::vector<glm::dvec3> exact = std::exchange(positions_, DoubleVectorJoin()).take();
    if (range_.is_of_floats()) {
        result.mesh.positions.assign(exact.begin(), exact.end());
    } else {
        VectorJoin rounded(exact.size());
        std::vector<std::uint32_t> number(exact.size());
        for (std::size_t v = 0; v < exact.size(); ++v) {
            if (v % values_per_step == 0) job_.check();
            number[v] = rounded.number_of(glm::vec3(exact[v] - result.offset));
        }
        result.mesh.positions = rounded.take();
        for (std::size_t f = 0; number.size() != result.mesh.positions.size() && f < faces_.size(); ++f) {
            if (f % values_per_step == 0) job_.check();
            glm::uvec3& face = faces_[f];
            face = {number[face.x], number[face.y], number[face.z]};
        }
    }
    report_.joined_vertices = used_vertices_ - result.mesh.positions.size();
    if (result.offset != glm::dvec3(0.0))
        report_.notes.push_back(
            fmt::format("its coordinates are relative to ({}, {}, {}), since 32-bit floats "
                        "would lose digits so far from the origin",
                        result.offset.x, result.offset.y, result.offset.z));
}

/// Adds warnings about the whole mesh.
void MeshJoiner::warn_of(const Mesh& mesh) {
    if (report_.degenerate_triangles == mesh.faces.size())
        report_.warnings.emplace_back(
            "no triangle of the mesh has an area: nothing of it can be seen or hit");
    for (std::string& warning : coordinate_warnings(bounds(mesh)))
        report_.warnings.push_back(std::move(warning));
}

ReadMesh MeshJoiner::finish() {
    complete_report();
    if (faces_.empty()) {
        const std::string declared = declared_text(report_);
        throw FileError(file_, "",
                        fmt::format("expected triangles, found none ({}, {}{}{})",
                                    counted_text(report_.dropped_lines, "line", "lines"),
                                    counted_text(report_.dropped_points, "point", "points"),
                                    declared.empty() ? "" : "; the file declares ", declared));
    }
    ReadMesh result;
    round_positions(result);
    result.mesh.faces = std::move(faces_);
    result.mesh.normals = normals_.take();
    result.mesh.normal_faces = std::move(normal_faces_);
    if (result.mesh.normals.empty()) result.mesh.normal_faces.clear();
    count_degenerate(result.mesh);
    warn_of(result.mesh);
    report_.vertices = result.mesh.positions.size();
    report_.triangles = result.mesh.faces.size();
    result.report = report_;
    return result;
}

} // namespace hitmap
