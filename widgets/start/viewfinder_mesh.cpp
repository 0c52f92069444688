#include "widgets/start/viewfinder_mesh.h"

#include "core/geometry/upright.h"

#include <limits>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

/// Number of faces that software rendering draws in a small picture without a noticeable delay.
constexpr std::size_t most_preview_faces = 100'000;
constexpr std::size_t faces_a_check = 65'536;

/// Selects every n-th face and the vertices of the selected faces.
RecordedScene thinned(const Mesh& mesh, const JobContext& job) {
    constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    const std::size_t step = mesh.faces.size() / most_preview_faces + 1;
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

std::shared_ptr<const ViewfinderMesh> load_viewfinder_mesh(const std::string& spec, const JobContext& job) {
    const Scene scene = load_upright_scene(spec, std::nullopt, job);
    auto preview = std::make_shared<ViewfinderMesh>();
    preview->spec = spec;
    preview->size = size_of(scene.mesh);
    preview->up = scene.up;
    preview->offset = scene.offset;
    preview->camera = scene.camera;
    preview->bounds = bounds(scene.mesh);
    preview->prepared = prepare_scene(std::make_shared<const RecordedScene>(thinned(scene.mesh, job)), job);
    return preview;
}

} // namespace hitmap
