#pragma once

#include "core/analysis/groups/face_surface.h"
#include "core/jobs/progress.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hitmap {

/// Whether a patch is smaller than patches with neighbours are.
[[nodiscard]] constexpr bool is_small_patch(std::size_t faces, std::size_t faces_each) {
    return 2 * faces < faces_each;
}

/// Divides a surface into connected patches of about the same number of faces. They depend on the surface and
/// the order alone, not on any count of accesses.
///
/// A patch grows from one face over its neighbours until it has `faces_each`; the next one begins beside
/// those that are complete. A patch that ends with less than half as many, because it is enclosed, joins the
/// smallest one beside it. So only a piece of the mesh that is small itself is a small patch.
/// @param order       the faces to divide, each once; patches are numbered by their first face in it
/// @param faces_each  at least 1
/// Returns the number of the patch of each face slot, ElementRegions::none for those that are not in `order`.
/// Throws Cancelled.
[[nodiscard]] std::vector<std::uint32_t> equal_patches(const FaceSurface& surface,
                                                       std::span<const std::uint32_t> order,
                                                       std::size_t faces_each, const JobContext& job = {});

} // namespace hitmap
