#pragma once

#include "core/analysis/regions/colour_by.h"
#include "core/jobs/progress.h"
#include "core/profile/models/scene_match.h"
#include "core/profile/query/element_regions.h"
#include "core/trace/model/recording.h"

#include <cstddef>
#include <cstdint>

namespace hitmap {

/// The number of faces of a patch: 64 or, in large meshes, as many as make 8,192 patches.
[[nodiscard]] std::size_t faces_of_a_patch(std::size_t faces);

/// Memory in bytes that dividing the faces of a scene takes at most, before it is free again.
[[nodiscard]] std::uint64_t estimate_region_bytes(std::uint64_t face_slots);

/// Divides the faces of a scene, without padding, into regions:
/// - patch: equal_patches(), by the order of the faces in the mesh. Pieces of the mesh that are too small for
///   a patch of their own join those near them, until they have as many faces as a patch
/// - box: the largest boxes of the tree with at most faces_of_a_patch(); a leaf with more is one, too. Faces
///   whose leaf is not known join in the same way. Without a tree, each face is a region
/// - place: the cells of PlaceGrid of the vertices' bounds, by the centres of faces
/// - instance: the faces of an instance; those of none, together
/// - face: each of its own
/// They depend on the scene alone, patches and places even on the mesh alone: a recording of the same mesh in
/// another memory layout has the same. Throws Cancelled.
/// @param by  not ColourBy::automatic
[[nodiscard]] ElementRegions face_regions(const RecordedScene& scene, ColourBy by,
                                          const JobContext& job = {});

/// The regions of one side of a match, on the elements of the other: an element is in the region of the
/// element that it is matched with, or in none. So the sums of both sides are of the same elements.
/// @param side   of `regions`
/// @param count  the number of elements of the other side
/// Throws Cancelled.
[[nodiscard]] ElementRegions regions_of_other_side(const ElementRegions& regions, const SceneMatch& match,
                                                   Side side, std::uint64_t count,
                                                   const JobContext& job = {});

} // namespace hitmap
