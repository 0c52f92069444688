#pragma once

#include "core/geometry/mesh/mesh.h"
#include "core/jobs/progress.h"
#include "core/raytracer/replayed_ray.h"
#include "core/trace/model/ray_event.h"
#include "core/trace/model/recording.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace hitmap {

/// The faces of a recording that rays are replayed against.
class ReplayedFaces {
public:
    /// @param recorded  the scene of the recording, which must outlive this. Throws Cancelled.
    ReplayedFaces(const RecordedScene& recorded, const JobContext& job);

    [[nodiscard]] const RecordedScene& recorded() const { return recorded_; }
    /// Its faces are those of the recording that are no padding.
    [[nodiscard]] const Mesh& mesh() const { return mesh_; }
    /// The source faces of the recording behind faces of mesh(); negative numbers, padding, stay.
    [[nodiscard]] std::vector<std::int32_t> sources_of(const std::vector<std::int32_t>& faces) const;
    /// [sources] What the traversal knows of source faces.
    [[nodiscard]] std::vector<SlotTraits> traits_of(const std::vector<std::int32_t>& sources) const;
    /// The source face that a program names; nothing if the scene has none.
    [[nodiscard]] std::optional<std::int32_t> face_of(std::uint32_t instance, std::uint32_t geometry,
                                                      std::uint32_t primitive) const;
    /// The element that a source face is; instance ~0 if no instance has it. Its distance is not set.
    [[nodiscard]] RayHit hit_of(std::int32_t source) const;
    /// The corners of a source face, as numbers of vertices of mesh(); nothing if it is padding.
    [[nodiscard]] std::optional<glm::uvec3> corners_of(std::int32_t source) const;
    /// Gives a scene in another memory order what does not depend on it: sources, cameras, size, instances.
    void complete(RecordedScene& scene, const std::vector<std::int32_t>& sources) const;

private:
    [[nodiscard]] SlotTraits traits_of(std::uint32_t source) const;

    const RecordedScene& recorded_;
    std::vector<std::int32_t> faces_;      ///< [faces of mesh_] source face
    std::vector<std::uint32_t> by_source_; ///< [faces of mesh_] face, in the order of sources
    Mesh mesh_;
};

} // namespace hitmap
