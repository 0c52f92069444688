#pragma once

#include "core/analysis/face_surface.h"
#include "core/geometry/aabb.h"
#include "core/profile/query/window_sums.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace hitmap {

enum class RegionKind : std::uint8_t {
    patch,   ///< of faces that are connected by edges
    subtree, ///< a box and all boxes below it
};
/// What makes a region worse than another.
enum class RegionRank : std::uint8_t { misses, misses_per_area };

/// A part of the scene where look-ups miss.
struct WorstRegion {
    RegionKind kind = RegionKind::patch;
    /// Of a patch its face with the most misses (of equal ones the lowest slot), of a subtree its topmost
    /// box.
    std::uint32_t element = 0;
    std::vector<std::uint32_t> faces; ///< face slots of a patch, rising; empty for a subtree
    std::uint64_t elements = 0;       ///< faces of the patch, boxes of the subtree
    LevelSums sums;                   ///< of these elements, of the level that was asked for
    double misses = 0.0;
    double share = 0.0; ///< of all misses of the level, of all kinds, in the window
    double area = 0.0;  ///< of the faces; surface of the topmost box
    Aabb bounds;

    /// Nothing where there is no area.
    [[nodiscard]] std::optional<double> misses_per_area() const;
};

struct RegionQuery {
    RegionKind kind = RegionKind::patch;
    std::size_t level = 0; ///< 0: L1, 1: L2
    RegionRank rank = RegionRank::misses;
    std::size_t count = 100; ///< largest number of regions that are returned
    friend bool operator==(const RegionQuery&, const RegionQuery&) = default;
};

/// No region has a larger share of the misses of its kind of elements, where it can be divided.
inline constexpr double largest_region_share = 0.05;
/// Ranked by area, regions with a smaller share of the misses of their kind are left out: a few misses on
/// next to no area are no place to look at.
inline constexpr double least_region_share = 0.001;

/// Regions without a face or box in common, worst first, of equal ones the lowest element first.
///
/// Patches: misses and areas are spread over neighbouring faces (16 to 32 rounds, each of which evens out a
/// sixth of the difference of two neighbours, less where they are far apart, see FacePair::nearness), so that
/// single rays do not decide. The faces with the most misses per area after that, which together have half of
/// all misses of faces, are kept; connected ones are a patch. A patch with more than largest_region_share is
/// cut in the same way, by half of its own misses, until none is larger or all its faces are alike. Sums and
/// areas of a patch are those of its faces, not the spread ones.
///
/// Subtrees: from the topmost boxes on, a box with more than largest_region_share of all misses of boxes,
/// those below it included, gives way to its children. Empty where the recording does not tell boxes'
/// parents.
///
/// `surface` is that of the scene; needed for patches alone. Throws Cancelled.
[[nodiscard]] std::vector<WorstRegion> worst_regions(const RecordedScene& scene, const FaceSurface& surface,
                                                     const WindowSums& sums, const RegionQuery& query,
                                                     const JobContext& job = {});

} // namespace hitmap
