#include "widgets/start/viewfinder_mesh.h"

#include "core/geometry/upright.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

/// Number of vertices, with twice as many faces, that software rendering draws in a small picture without a
/// noticeable delay.
constexpr std::size_t most_preview_vertices = 60'000;
constexpr std::size_t faces_a_check = 65'536;
/// Cells of the finest grid along the longest side of a scene: a picture shows little more.
constexpr std::uint32_t finest_cells = 192;
constexpr std::uint32_t coarsest_cells = 4;

/// Selects every n-th face and the vertices of the selected faces.
RecordedScene thinned(const Mesh& mesh, std::size_t most_faces, const JobContext& job) {
    constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    const std::size_t step = std::max<std::size_t>(1, (mesh.faces.size() + most_faces - 1) / most_faces);
    std::vector<std::uint32_t> number(mesh.positions.size(), none);
    RecordedScene scene;
    for (std::size_t f = 0; f < mesh.faces.size(); f += step) {
        if (f % faces_a_check == 0) job.check();
        glm::uvec3 face = mesh.faces[f];
        for (int c = 0; c < 3; ++c) {
            std::uint32_t& vertex = number[face[c]];
            if (vertex == none) {
                vertex = static_cast<std::uint32_t>(scene.vertices.size());
                scene.vertices.push_back(mesh.positions[face[c]]);
            }
            face[c] = vertex;
        }
        scene.face_slots.push_back(face);
    }
    return scene;
}

/// A mesh with one vertex in each cell of a grid, and the faces whose corners are in three cells, each once.
class ClusteredMesh {
public:
    /// @param cells  along the longest side
    ClusteredMesh(const Mesh& mesh, const Aabb& box, std::uint32_t cells) : mesh_(mesh), box_(box) {
        const glm::vec3 size = box.upper - box.lower;
        cell_ = std::max({size.x, size.y, size.z}) / static_cast<float>(cells);
    }

    /// Returns false, and has nothing, if it would have more vertices than that.
    bool place_vertices(std::size_t most, const JobContext& job) {
        number_.reserve(mesh_.positions.size());
        std::unordered_map<std::uint64_t, std::uint32_t> of_cell;
        for (std::size_t v = 0; v < mesh_.positions.size(); ++v) {
            if (v % faces_a_check == 0) job.check();
            const auto next = static_cast<std::uint32_t>(scene_.vertices.size());
            const auto [found, is_new] = of_cell.try_emplace(key_of(mesh_.positions[v]), next);
            if (is_new) scene_.vertices.push_back(mesh_.positions[v]);
            if (scene_.vertices.size() > most) return false;
            number_.push_back(found->second);
        }
        return true;
    }
    RecordedScene take_faces(const JobContext& job) {
        std::unordered_set<std::uint64_t> known;
        for (std::size_t f = 0; f < mesh_.faces.size(); ++f) {
            if (f % faces_a_check == 0) job.check();
            const glm::uvec3& of_mesh = mesh_.faces[f];
            const glm::uvec3 face{number_[of_mesh.x], number_[of_mesh.y], number_[of_mesh.z]};
            if (face.x == face.y || face.y == face.z || face.z == face.x) continue;
            std::array<std::uint64_t, 3> corners{face.x, face.y, face.z};
            std::ranges::sort(corners);
            constexpr unsigned bits = 21; // of a vertex, of which there are fewer than 2^21
            if (known.insert(corners[0] << 2 * bits | corners[1] << bits | corners[2]).second)
                scene_.face_slots.push_back(face);
        }
        return std::move(scene_);
    }

private:
    [[nodiscard]] std::uint64_t key_of(const glm::vec3& position) const {
        constexpr unsigned bits = 16; // of a coordinate, of which there are finest_cells + 1 at most
        std::uint64_t key = 0;
        for (int axis = 0; axis < 3; ++axis) {
            const float at = (position[axis] - box_.lower[axis]) / cell_;
            // A coordinate that is not finite is in the first cell.
            key = key << bits | (at >= 0.0F && at <= 65535.0F ? static_cast<std::uint64_t>(at) : 0);
        }
        return key;
    }

    const Mesh& mesh_;
    Aabb box_;
    float cell_ = 1.0F;
    std::vector<std::uint32_t> number_; ///< [positions] in scene_
    RecordedScene scene_;
};

Aabb turned_box(const Aabb& box, UpAxis from, UpAxis to) {
    Aabb turned;
    if (box.empty()) return turned;
    for (const glm::vec3& corner : {box.lower, box.upper})
        turned.include(turned_up(turned_back(corner, from), to));
    return turned;
}

} // namespace

UpAxis ViewfinderMesh::axis_of(UpChoice axis) const {
    return axis ? *axis : up ? up->axis : UpAxis::y;
}

Aabb ViewfinderMesh::bounds_for(UpChoice axis) const {
    return turned_box(bounds, axis_of(std::nullopt), axis_of(axis));
}

Camera ViewfinderMesh::camera_for(UpChoice axis) const {
    return axis_of(axis) == axis_of(std::nullopt) ? camera : framing_camera(bounds_for(axis));
}

glm::dvec3 ViewfinderMesh::offset_for(UpChoice axis) const {
    return turned_up(turned_back(offset, axis_of(std::nullopt)), axis_of(axis));
}

Camera ViewfinderMesh::moved(const Camera& camera_before, UpChoice from, UpChoice to) const {
    const auto turned = [&](const glm::vec3& v) {
        return turned_up(turned_back(v, axis_of(from)), axis_of(to));
    };
    return {turned(camera_before.position), turned(camera_before.forward), turned(camera_before.up),
            camera_before.fov_y_degrees};
}

RecordedScene preview_faces(const Mesh& mesh, std::size_t most, const JobContext& job) {
    const std::size_t most_faces = 2 * most;
    const Aabb box = bounds(mesh);
    if (mesh.faces.size() <= most_faces || box.empty()) return thinned(mesh, most_faces, job);
    for (std::uint32_t cells = finest_cells; cells >= coarsest_cells; cells = cells * 3 / 4) {
        ClusteredMesh clustered(mesh, box, cells);
        if (!clustered.place_vertices(most, job)) continue;
        RecordedScene scene = clustered.take_faces(job);
        if (!scene.face_slots.empty()) return scene;
        break; // all faces are within cells, also in coarser grids
    }
    return thinned(mesh, most_faces, job);
}

std::shared_ptr<const ViewfinderMesh> load_viewfinder_mesh(const std::string& spec, const JobContext& job) {
    const Scene scene = load_upright_scene(spec, std::nullopt, job);
    auto preview = std::make_shared<ViewfinderMesh>();
    preview->spec = spec;
    preview->size = size_of(scene.mesh);
    preview->up = scene.up;
    preview->offset = scene.offset;
    preview->camera = scene.camera;
    preview->bounds = bounds(scene.mesh);
    preview->prepared = prepare_scene(
        std::make_shared<const RecordedScene>(preview_faces(scene.mesh, most_preview_vertices, job)), job);
    return preview;
}

} // namespace hitmap
