#pragma once

#include "core/jobs/progress.h"
#include "core/trace/model/recording.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace hitmap {

/// Two faces that share an edge.
struct FacePair {
    std::uint32_t a = 0; ///< face slot
    std::uint32_t b = 0;
    /// How close the two faces are: 1 / (1 + (d / s)^2), where d is the distance of their centroids and s a
    /// hundredth of the diagonal of the scene's faces.
    float nearness = 0.0F;
    friend bool operator==(const FacePair&, const FacePair&) = default;
};

/// The faces of a scene as a surface. Corners at the same position are one corner, even if they are different
/// vertices, so that faces of a mesh without shared vertices have neighbours too. Padding and faces without
/// area have no neighbours. An edge with n faces gives n - 1 pairs.
struct FaceSurface {
    std::vector<double> areas;   ///< [face slots] 0 for padding
    std::vector<FacePair> pairs; ///< in a fixed order
};

/// Takes time and memory proportional to the number of faces. Throws Cancelled.
[[nodiscard]] FaceSurface face_surface(const RecordedScene& scene, const JobContext& job = {});

/// The two ends of an edge.
using EdgeEnds = std::array<glm::vec3, 2>;

/// The border of a set of faces: the edges that only one of its faces has.
/// @param faces  face slots, each once
[[nodiscard]] std::vector<EdgeEnds> rim_of(const RecordedScene& scene, std::span<const std::uint32_t> faces,
                                           const JobContext& job = {});

} // namespace hitmap
