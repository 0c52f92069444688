#include "core/analysis/groups/worst_regions.h"

#include "core/analysis/groups/face_patches.h"
#include "core/cache/results/access_outcome.h"
#include "core/jobs/check_often.h"
#include "core/jobs/checked_sort.h"
#include "core/tree/box_tree.h"

#include <algorithm>
#include <utility>

namespace hitmap {

namespace {

/// In units of 2^-24.
std::uint64_t misses_of(const LevelSums& sums) {
    return sums.lookups * hit_unit - sums.hits;
}

/// Returns 0 for elements that the profile does not know.
LevelSums sums_of(const std::vector<ElementSums>& elements, std::size_t element, std::size_t level) {
    if (element >= elements.size()) return {};
    return level == 0 ? elements[element].l1() : elements[element].l2();
}

std::uint64_t misses_of_kind(const WindowSums& sums, ElementKindId kind, std::size_t level) {
    const KindSums& total = sums.totals[kind];
    return misses_of(level == 0 ? total.l1 : total.l2);
}

std::vector<WorstRegion> patches(const RecordedScene& scene, const FaceSurface& surface,
                                 const WindowSums& sums, std::size_t level, const JobContext& job) {
    const std::vector<ElementSums>& faces = sums.elements[element_kind_of(RegionKind::patch)];
    std::vector<std::uint64_t> misses(scene.face_slots.size());
    for (std::size_t f = 0; f < misses.size(); ++f) {
        check_often(f, job);
        if (!scene.is_padding(f)) misses[f] = misses_of(sums_of(faces, f, level));
    }
    std::vector<WorstRegion> regions;
    for (auto& patch : face_patches(surface, misses, largest_region_share, job)) {
        WorstRegion region;
        region.kind = RegionKind::patch;
        region.element = *std::ranges::max_element(
            patch, [&](std::uint32_t a, std::uint32_t b) { return misses[a] < misses[b]; });
        region.elements = patch.size();
        for (const std::uint32_t f : patch) {
            region.sums += sums_of(faces, f, level);
            region.area += surface.areas[f];
            for (int i = 0; i < 3; ++i)
                region.bounds.include(scene.vertices[scene.face_slots[f][i]]);
        }
        region.faces = std::move(patch);
        regions.push_back(std::move(region));
    }
    return regions;
}

std::vector<WorstRegion> worst_subtrees(const RecordedScene& scene, const WindowSums& sums, std::size_t level,
                                        const JobContext& job) {
    const BoxTree tree(scene, job);
    constexpr ElementKindId kind = element_kind_of(RegionKind::subtree);
    const std::vector<ElementSums>& boxes = sums.elements[kind];
    std::vector<LevelSums> subtrees(tree.size());
    for (std::uint32_t box = 0; box < tree.size(); ++box) {
        check_often(box, job);
        subtrees[box] = sums_of(boxes, box, level);
    }
    tree.add_up(subtrees);
    const double limit = largest_region_share * static_cast<double>(misses_of_kind(sums, kind, level));
    std::vector<std::uint32_t> open(tree.tops().begin(), tree.tops().end());
    std::vector<WorstRegion> regions;
    while (!open.empty()) {
        const std::uint32_t box = open.back();
        open.pop_back();
        const std::uint64_t misses = misses_of(subtrees[box]);
        if (misses == 0) continue;
        if (static_cast<double>(misses) > limit && !tree.is_leaf(box)) {
            for (auto child = tree.first_child(box); child != BoxTree::none; child = tree.next_sibling(child))
                open.push_back(child);
            continue;
        }
        WorstRegion region;
        region.kind = RegionKind::subtree;
        region.element = box;
        region.elements = tree.subtree_boxes(box);
        region.sums = subtrees[box];
        region.bounds = scene.boxes[box];
        region.area = 2.0 * static_cast<double>(region.bounds.half_area());
        regions.push_back(std::move(region));
    }
    return regions;
}

bool worse(const WorstRegion& a, const WorstRegion& b, RegionRank rank) {
    if (rank == RegionRank::misses_per_area) {
        const auto density_a = a.misses_per_area(); // without an area: ranks below all others
        const auto density_b = b.misses_per_area();
        if (density_a != density_b) return density_a > density_b;
    }
    const std::uint64_t misses_a = misses_of(a.sums);
    const std::uint64_t misses_b = misses_of(b.sums);
    return misses_a != misses_b ? misses_a > misses_b : a.element < b.element;
}

} // namespace

std::optional<double> WorstRegion::misses_per_area() const {
    if (!(area > 0.0)) return std::nullopt;
    return misses / area;
}

std::vector<WorstRegion> worst_regions(const RecordedScene& scene, const FaceSurface& surface,
                                       const WindowSums& sums, const RegionQuery& query,
                                       const JobContext& job) {
    const bool of_faces = query.kind == RegionKind::patch;
    auto regions = of_faces ? patches(scene, surface, sums, query.level, job)
                            : worst_subtrees(scene, sums, query.level, job);
    std::uint64_t all = 0;
    for (ElementKindId kind = 0; kind < sums.totals.size(); ++kind)
        all += misses_of_kind(sums, kind, query.level);
    for (WorstRegion& region : regions) {
        const auto misses = static_cast<double>(misses_of(region.sums));
        region.misses = misses / hit_unit;
        region.share = misses / static_cast<double>(all);
    }
    const double least =
        query.rank == RegionRank::misses
            ? 0.0
            : least_region_share *
                  static_cast<double>(misses_of_kind(sums, element_kind_of(query.kind), query.level));
    std::erase_if(regions, [&](const WorstRegion& region) {
        const std::uint64_t misses = misses_of(region.sums);
        return misses == 0 || static_cast<double>(misses) < least;
    });
    checked_sort(regions, job, [&](const auto& a, const auto& b) { return worse(a, b, query.rank); });
    if (regions.size() > query.count) regions.resize(query.count);
    return regions;
}

} // namespace hitmap
