#pragma once

#include "core/raytracer/replayed_ray.h"
#include "core/replay/logged_warp.h"
#include "core/replay/replayed_faces.h"

#include <cstdint>
#include <vector>

/// Rays of a program on their way through a tree that is not its driver's.
namespace hitmap {

/// The rays of a warp as a traversal of world-space triangles takes them. Those whose numbers are none, or
/// that have no direction, are left out. A ray that hit a box goes no farther than that.
[[nodiscard]] ReplayedWarp replayed_warp(const LoggedWarp& warp, const ReplayedFaces& faces);

/// How the rays of the warp ended, from what they hit.
/// @param traced   the result of replayed_warp(), with its hits
/// @param sources  [slots] source faces
void set_ends(const LoggedWarp& warp, const ReplayedWarp& traced, const std::vector<std::int32_t>& sources,
              const ReplayedFaces& faces, ReplayEnds& ends);

} // namespace hitmap
