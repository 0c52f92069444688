#pragma once

#include "core/geometry/mesh/mesh.h"
#include "core/geometry/up_axis.h"
#include "core/raytracer/options/trace_memory.h"
#include "render/elements/prepared_scene.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

namespace hitmap {

/// The data for a small picture of a scene; for a large scene, a surface of fewer faces. Immutable.
struct ViewfinderMesh {
    std::string spec;              ///< the scene that was loaded
    SceneSize size;                ///< size of the whole scene
    glm::dvec3 offset{0.0};        ///< Scene::offset for the axis of `up`
    std::optional<UpAxisGuess> up; ///< used if the user selects no axis; no value for built-in scenes
    Camera camera;                 ///< the scene's own, for that up axis
    Aabb bounds;                   ///< bounds of the whole scene, for that up axis
    std::shared_ptr<const PreparedScene> prepared; ///< the drawn part of the scene, for that up axis

    /// The values that tracing with this up axis uses.
    [[nodiscard]] Aabb bounds_for(UpChoice axis) const;
    [[nodiscard]] Camera camera_for(UpChoice axis) const;
    [[nodiscard]] glm::dvec3 offset_for(UpChoice axis) const;
    /// Converts a camera of the scene with one up axis to the scene with the other.
    [[nodiscard]] Camera moved(const Camera& camera, UpChoice from, UpChoice to) const;

private:
    [[nodiscard]] UpAxis axis_of(UpChoice axis) const;
};

/// The faces that a small picture shows of a mesh: all of a small one. Of a large one, a surface without
/// holes: one vertex in each cell of a grid that is as fine as the picture, and the faces between them. If
/// the faces are smaller than the cells and do not touch, every n-th face. Throws Cancelled.
/// @param most  vertices of a large mesh; at least 8
[[nodiscard]] RecordedScene preview_faces(const Mesh& mesh, std::size_t most, const JobContext& job = {});

/// Throws as load_upright_scene does.
[[nodiscard]] std::shared_ptr<const ViewfinderMesh> load_viewfinder_mesh(const std::string& spec,
                                                                         const JobContext& job = {});

} // namespace hitmap
