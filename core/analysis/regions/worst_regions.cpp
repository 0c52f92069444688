#include "core/analysis/regions/worst_regions.h"

#include "core/analysis/regions/check_often.h"
#include "core/analysis/regions/face_patches.h"
#include "core/cache/results/access_outcome.h"
#include "core/jobs/checked_sort.h"

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
    const std::vector<ElementSums>& faces = sums.elements[face_kind];
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

/// A box with its subtree.
struct Subtree {
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    LevelSums sums;
    std::uint32_t boxes = 1;
    std::uint32_t first_child = none;
    std::uint32_t next_sibling = none;
};

/// All trees of boxes.
struct Forest {
    std::vector<Subtree> trees;
    std::vector<std::uint32_t> tops; ///< boxes without a parent
};

/// Boxes may be in any order in memory: parents first, leaves first or mixed. If parents form a cycle, as
/// an invalid file may have it, each box of the cycle is a top.
Forest forest_of(const RecordedScene& scene, const std::vector<ElementSums>& boxes, std::size_t level,
                 const JobContext& job) {
    const std::size_t count = scene.box_parent.size();
    const auto parent_of = [&](std::size_t box) {
        const std::int32_t parent = scene.box_parent[box];
        return parent < 0 ? Subtree::none : static_cast<std::uint32_t>(parent);
    };
    Forest forest;
    std::vector<Subtree>& trees = forest.trees;
    trees.resize(count);
    std::vector<std::uint32_t> open_children(count, 0); // children that are not added up yet
    for (std::size_t box = 0; box < count; ++box) {
        check_often(box, job);
        trees[box].sums = sums_of(boxes, box, level);
        if (const std::uint32_t parent = parent_of(box); parent != Subtree::none) ++open_children[parent];
    }
    std::vector<std::uint32_t> done; // children before their parents
    for (std::uint32_t box = 0; box < count; ++box)
        if (open_children[box] == 0) done.push_back(box);
    for (std::size_t i = 0; i < done.size(); ++i) {
        check_often(i, job);
        const std::uint32_t box = done[i];
        const std::uint32_t parent = parent_of(box);
        if (parent == Subtree::none) continue;
        Subtree& above = trees[parent];
        above.sums += trees[box].sums;
        above.boxes += trees[box].boxes;
        trees[box].next_sibling = std::exchange(above.first_child, box);
        if (--open_children[parent] == 0) done.push_back(parent);
    }
    for (std::uint32_t box = 0; box < count; ++box)
        if (parent_of(box) == Subtree::none || open_children[box] != 0) forest.tops.push_back(box);
    return forest;
}

std::vector<WorstRegion> worst_subtrees(const RecordedScene& scene, const WindowSums& sums, std::size_t level,
                                        const JobContext& job) {
    const Forest forest = forest_of(scene, sums.elements[box_kind], level, job);
    const std::vector<Subtree>& trees = forest.trees;
    const double limit = largest_region_share * static_cast<double>(misses_of_kind(sums, box_kind, level));
    std::vector<std::uint32_t> open = forest.tops;
    std::vector<WorstRegion> regions;
    while (!open.empty()) {
        const std::uint32_t box = open.back();
        open.pop_back();
        const Subtree& tree = trees[box];
        const std::uint64_t misses = misses_of(tree.sums);
        if (misses == 0) continue;
        if (static_cast<double>(misses) > limit && tree.first_child != Subtree::none) {
            for (auto child = tree.first_child; child != Subtree::none; child = trees[child].next_sibling)
                open.push_back(child);
            continue;
        }
        WorstRegion region;
        region.kind = RegionKind::subtree;
        region.element = box;
        region.elements = tree.boxes;
        region.sums = tree.sums;
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
                  static_cast<double>(misses_of_kind(sums, of_faces ? face_kind : box_kind, query.level));
    std::erase_if(regions, [&](const WorstRegion& region) {
        const std::uint64_t misses = misses_of(region.sums);
        return misses == 0 || static_cast<double>(misses) < least;
    });
    checked_sort(regions, job, [&](const auto& a, const auto& b) { return worse(a, b, query.rank); });
    if (regions.size() > query.count) regions.resize(query.count);
    return regions;
}

} // namespace hitmap
