#include "core/analysis/groups/worst_regions.h"

#include "core/analysis/groups/element_clusters.h"
#include "core/analysis/groups/face_patches.h"
#include "core/cache/results/access_outcome.h"
#include "core/jobs/check_often.h"
#include "core/jobs/checked_sort.h"
#include "core/trace/elements/element_shape.h"
#include "core/tree/box_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
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

/// [elements of the scene] Misses in a level, 0 for padding.
std::vector<std::uint64_t> misses_of_elements(const RecordedScene& scene, const WindowSums& sums,
                                              const RegionQuery& query, const JobContext& job) {
    std::vector<std::uint64_t> misses(element_count(scene, query.kind));
    for (std::size_t e = 0; e < misses.size(); ++e) {
        check_often(e, job);
        if (!is_padding(scene, query.kind, e))
            misses[e] = misses_of(sums_of(sums.elements[query.kind], e, query.level));
    }
    return misses;
}

/// Makes a region of elements, apart from its area.
WorstRegion region_of(const RecordedScene& scene, const WindowSums& sums, const RegionQuery& query,
                      std::span<const std::uint64_t> misses, std::vector<std::uint32_t> members) {
    const auto bounds = element_kinds()[query.kind].geometry->bounds;
    WorstRegion region;
    region.element = *std::ranges::max_element(
        members, [&](std::uint32_t a, std::uint32_t b) { return misses[a] < misses[b]; });
    region.elements = members.size();
    for (const std::uint32_t element : members) {
        region.sums += sums_of(sums.elements[query.kind], element, query.level);
        region.bounds.include(bounds(scene, query.kind, element));
    }
    region.members = std::move(members);
    return region;
}

double surface_of(const Aabb& bounds) {
    return 2.0 * static_cast<double>(bounds.half_area());
}

std::vector<WorstRegion> patches(const RecordedScene& scene, const FaceSurface& surface,
                                 const WindowSums& sums, const RegionQuery& query, const JobContext& job) {
    const std::vector<std::uint64_t> misses = misses_of_elements(scene, sums, query, job);
    std::vector<WorstRegion> regions;
    for (auto& patch : face_patches(surface, misses, largest_region_share, job)) {
        regions.push_back(region_of(scene, sums, query, misses, std::move(patch)));
        for (const std::uint32_t f : regions.back().members)
            regions.back().area += surface.areas[f];
    }
    return regions;
}

std::vector<WorstRegion> clusters(const RecordedScene& scene, const WindowSums& sums,
                                  const RegionQuery& query, const JobContext& job) {
    const std::vector<std::uint64_t> misses = misses_of_elements(scene, sums, query, job);
    std::vector<WorstRegion> regions;
    for (auto& cluster : element_clusters(scene, query.kind, misses, largest_region_share, job)) {
        regions.push_back(region_of(scene, sums, query, misses, std::move(cluster)));
        regions.back().area = surface_of(regions.back().bounds);
    }
    return regions;
}

std::vector<WorstRegion> worst_subtrees(const RecordedScene& scene, const WindowSums& sums,
                                        const RegionQuery& query, const JobContext& job) {
    const BoxTree tree(element_parents(scene, query.kind), job);
    const std::vector<ElementSums>& elements = sums.elements[query.kind];
    std::vector<LevelSums> subtrees(tree.size());
    for (std::uint32_t element = 0; element < tree.size(); ++element) {
        check_often(element, job);
        subtrees[element] = sums_of(elements, element, query.level);
    }
    tree.add_up(subtrees);
    const double limit =
        largest_region_share * static_cast<double>(misses_of_kind(sums, query.kind, query.level));
    std::vector<std::uint32_t> open(tree.tops().begin(), tree.tops().end());
    std::vector<WorstRegion> regions;
    while (!open.empty()) {
        const std::uint32_t top = open.back();
        open.pop_back();
        const std::uint64_t misses = misses_of(subtrees[top]);
        if (misses == 0) continue;
        if (static_cast<double>(misses) > limit && !tree.is_leaf(top)) {
            for (auto child = tree.first_child(top); child != BoxTree::none; child = tree.next_sibling(child))
                open.push_back(child);
            continue;
        }
        WorstRegion& region = regions.emplace_back();
        region.element = top;
        region.elements = tree.subtree_boxes(top);
        region.sums = subtrees[top];
        region.bounds = element_kinds()[query.kind].geometry->bounds(scene, query.kind, top);
        region.area = surface_of(region.bounds);
    }
    return regions;
}

std::vector<WorstRegion> regions_of(RegionForm form, const RecordedScene& scene, const FaceSurface& surface,
                                    const WindowSums& sums, const RegionQuery& query, const JobContext& job) {
    switch (form) {
    case RegionForm::patch:
        return patches(scene, surface, sums, query, job);
    case RegionForm::subtree:
        return worst_subtrees(scene, sums, query, job);
    case RegionForm::cluster:
        break;
    }
    return clusters(scene, sums, query, job);
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

std::optional<RegionForm> region_form(ElementKindId elements) {
    const ElementKind& kind = element_kinds()[elements];
    if (!kind.geometry || !kind.has_look_ups) return std::nullopt;
    if (is_of_tree(kind)) return RegionForm::subtree;
    return elements == face_kind ? RegionForm::patch : RegionForm::cluster; // FaceSurface is of faces
}

std::vector<ElementKindId> kinds_with_regions() {
    std::vector<ElementKindId> kinds = in_drawing_order(drawn_kinds());
    std::erase_if(kinds, [](ElementKindId kind) { return !region_form(kind); });
    return kinds;
}

std::string region_name(ElementKindId elements) {
    if (region_form(elements) == RegionForm::patch) return "patch";
    if (elements == box_kind) return "subtree"; // as files had it before further kinds had trees
    return fmt::format("{}-{}", element_kinds()[elements].name,
                       region_form(elements) == RegionForm::subtree ? "subtree" : "cluster");
}

std::string region_plural(ElementKindId elements) {
    return region_form(elements) == RegionForm::patch ? "patches" : region_name(elements) + "s";
}

std::optional<double> WorstRegion::misses_per_area() const {
    if (!(area > 0.0)) return std::nullopt;
    return misses / area;
}

std::vector<WorstRegion> worst_regions(const RecordedScene& scene, const FaceSurface& surface,
                                       const WindowSums& sums, const RegionQuery& query,
                                       const JobContext& job) {
    const RegionForm form = region_form(query.kind).value();
    auto regions = regions_of(form, scene, surface, sums, query, job);
    std::uint64_t all = 0;
    for (ElementKindId kind = 0; kind < sums.totals.size(); ++kind)
        all += misses_of_kind(sums, kind, query.level);
    for (WorstRegion& region : regions) {
        region.kind = query.kind;
        region.form = form;
        const auto misses = static_cast<double>(misses_of(region.sums));
        region.misses = misses / hit_unit;
        region.share = misses / static_cast<double>(all);
    }
    const double least =
        query.rank == RegionRank::misses
            ? 0.0
            : least_region_share * static_cast<double>(misses_of_kind(sums, query.kind, query.level));
    std::erase_if(regions, [&](const WorstRegion& region) {
        const std::uint64_t misses = misses_of(region.sums);
        return misses == 0 || static_cast<double>(misses) < least;
    });
    checked_sort(regions, job, [&](const auto& a, const auto& b) { return worse(a, b, query.rank); });
    if (regions.size() > query.count) regions.resize(query.count);
    return regions;
}

} // namespace hitmap
