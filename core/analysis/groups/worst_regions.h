#pragma once

#include "core/analysis/groups/face_surface.h"
#include "core/geometry/mesh/aabb.h"
#include "core/profile/query/window_sums.h"
#include "core/trace/model/element_kind.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hitmap {

/// What regions are made of, which follows from the kind of their elements.
enum class RegionForm : std::uint8_t {
    patch,   ///< of faces: those that are connected by edges
    subtree, ///< of a kind with a tree, such as boxes: an element and all below it
    cluster, ///< of other kinds with geometry: elements that are near one another
};
/// No value if elements of the kind form no regions: they have no place in the scene.
[[nodiscard]] std::optional<RegionForm> region_form(ElementKindId elements);
/// The kinds whose elements form regions, in the order of lists: faces, boxes, then others.
[[nodiscard]] std::vector<ElementKindId> kinds_with_regions();
/// "patch", "subtree" of boxes; of a further kind "cell-cluster". Stable: files have it.
[[nodiscard]] std::string region_name(ElementKindId elements);
/// "patches", "subtrees", "cell-clusters".
[[nodiscard]] std::string region_plural(ElementKindId elements);

/// The order of regions, worst first.
enum class RegionRank : std::uint8_t { misses, misses_per_area };

/// A part of the scene where look-ups miss.
struct WorstRegion {
    ElementKindId kind = 0; ///< of its elements
    RegionForm form = RegionForm::patch;
    /// The element with the most misses (the lowest if several are equal); for a subtree, its topmost one.
    std::uint32_t element = 0;
    std::vector<std::uint32_t> members; ///< in ascending order; empty for a subtree
    std::uint64_t elements = 0;         ///< accessed or not; of a patch or a cluster without padding
    LevelSums sums;                     ///< sums of these elements for the level of the query
    double misses = 0.0;
    double share = 0.0; ///< share of the region in all misses of the level, over all kinds, in the window
    double area = 0.0;  ///< area of the faces of a patch; otherwise, surface of the bounds
    Aabb bounds;        ///< of a subtree: those of its topmost element

    /// No value if the area is 0.
    [[nodiscard]] std::optional<double> misses_per_area() const;
};

struct RegionQuery {
    ElementKindId kind = face_kind; ///< of kinds_with_regions()
    std::size_t level = 0;          ///< 0: L1, 1: L2
    RegionRank rank = RegionRank::misses;
    std::size_t count = 100; ///< maximum number of regions to return
    friend bool operator==(const RegionQuery&, const RegionQuery&) = default;
};

/// A region with a larger share of the misses of its kind of elements is divided if possible: a hot spot that
/// contains much of the scene does not say where to look.
inline constexpr double largest_region_share = 0.05;
/// If regions are ranked by area, those with a smaller share of the misses of their kind are left out: a few
/// misses on a tiny area would otherwise come first.
inline constexpr double least_region_share = 0.001;

/// Returns disjoint regions, worst first. Of equal ones, the one with the lowest element comes first.
///
/// Patches: misses and areas are first spread over neighbouring faces, so that single rays do not decide.
/// There are 16 to 32 rounds, each of which moves a sixth of the difference between two neighbours (less if
/// they are far apart, see FacePair::nearness). Then the faces with the most misses per area that together
/// have half of all misses of faces are selected, and connected ones form a patch. A patch with more than
/// largest_region_share is divided in the same way, with half of its own misses, until none is larger or all
/// its faces are equal. The sums and areas of a patch are those of its faces before spreading.
///
/// Subtrees: starting with the topmost boxes, a box whose subtree has more than largest_region_share of all
/// misses of boxes is replaced by its children. There are none if the recording does not contain the parents
/// of boxes.
///
/// Clusters: starting with all elements, those of a cluster with more than largest_region_share of all misses
/// of the kind are divided at the middle of the longest side of the bounds of their centres, until none has
/// more or all its centres are in one point.
///
/// `surface` is the surface of the scene. It is only needed for patches. Throws Cancelled.
[[nodiscard]] std::vector<WorstRegion> worst_regions(const RecordedScene& scene, const FaceSurface& surface,
                                                     const WindowSums& sums, const RegionQuery& query,
                                                     const JobContext& job = {});

} // namespace hitmap
