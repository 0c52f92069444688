#pragma once

#include "core/geometry/up_axis.h"
#include "core/raytracer/trace_memory.h"
#include "render/scene/prepared_scene.h"

#include <memory>
#include <optional>
#include <string>

namespace hitmap {

/// A scene as far as a small picture of it needs: of a large one, every so many faces. Immutable.
struct PreviewMesh {
    std::string spec;              ///< what was loaded
    SceneSize size;                ///< of the whole scene
    std::optional<UpAxisGuess> up; ///< what is taken where the user gives none; nothing for built-in scenes
    Camera camera;                 ///< the scene's own, with that up axis
    Aabb bounds;                   ///< of the whole scene, with that up axis
    std::shared_ptr<const PreparedScene> prepared; ///< likewise; its arrays hold the part that is drawn

    /// As tracing with this up axis would have them.
    [[nodiscard]] Aabb bounds_for(UpChoice axis) const;
    [[nodiscard]] Camera camera_for(UpChoice axis) const;
    /// A camera for the scene with one up axis, as it stands before the scene with the other.
    [[nodiscard]] Camera moved(const Camera& camera, UpChoice from, UpChoice to) const;

private:
    [[nodiscard]] UpAxis axis_of(UpChoice axis) const;
};

/// Throws what load_upright_scene throws.
[[nodiscard]] std::shared_ptr<const PreviewMesh> load_preview_mesh(const std::string& spec,
                                                                   const JobContext& job = {});

} // namespace hitmap
