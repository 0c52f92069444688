#pragma once

#include "core/geometry/up_axis.h"
#include "core/raytracer/options/trace_memory.h"
#include "render/elements/prepared_scene.h"

#include <memory>
#include <optional>
#include <string>

namespace hitmap {

/// The data for a small picture of a scene; for a large scene, every n-th face. Immutable.
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

/// Throws as load_upright_scene does.
[[nodiscard]] std::shared_ptr<const ViewfinderMesh> load_viewfinder_mesh(const std::string& spec,
                                                                         const JobContext& job = {});

} // namespace hitmap
