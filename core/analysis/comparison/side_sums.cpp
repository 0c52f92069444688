#include "core/analysis/comparison/side_sums.h"

#include "core/cache/results/source_lines.h"
#include "core/profile/sums/outcome_sums.h"
#include "core/trace/elements/element_shape.h"
#include "core/trace/model/allocation_label.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace hitmap {

namespace {

std::vector<DivisionInfo> all_divisions() {
    std::vector<DivisionInfo> all{{Division::roles, "role", "roles of buffers"},
                                  {Division::allocations, "allocation", "allocations"},
                                  {Division::lines, "line", "source lines", {}, {}, false}};
    const auto add = [&](ElementKindId kind, ElementDivision by, std::string_view word) {
        const ElementKind& of = element_kinds()[kind];
        all.push_back({static_cast<Division>(all.size()), fmt::format("{}_{}", of.name, word),
                       fmt::format("{} by {}", of.plural, word), kind, by});
    };
    for (const ElementKindId kind : drawn_kinds()) {
        if (is_of_tree(element_kinds()[kind])) add(kind, ElementDivision::levels, "level");
        add(kind, ElementDivision::places, "place");
    }
    return all;
}

bool is_nothing(const Costs& costs) {
    return std::ranges::all_of(
        cost_table(), [&](const CostInfo& cost) { return !costs[cost.cost] || *costs[cost.cost] == 0.0; });
}

class Summing {
public:
    Summing(const SideInput& side, SideSums& sums, const JobContext& job)
        : side_(side), sums_(sums), job_(job) {}

    void add_buffers();
    void add_elements(const std::optional<PlaceGrid>& grid);

private:
    void add(Division division, PartSums part) {
        if (!is_nothing(part.costs))
            sums_.parts[static_cast<std::size_t>(division)].push_back(std::move(part));
    }
    /// @param traffic  [costs] of the same allocations; empty if requests are not known
    void add_allocations(std::span<const Costs> costs, std::span<const TrafficSums> traffic);
    void add_requests(const TrafficWindow& traffic);
    void add_look_ups();
    void add_levels(const DivisionInfo& division);
    void add_places(const DivisionInfo& division, const PlaceGrid& grid);
    /// Adds the sums of groups of elements; `group_of` returns the group of an element.
    template <class Key, class GroupOf, class NameOf>
    void add_groups(Division division, const std::vector<ElementSums>& elements, GroupOf group_of,
                    NameOf name_of);

    const SideInput& side_;
    SideSums& sums_;
    const JobContext& job_;
};

void Summing::add_allocations(std::span<const Costs> costs, std::span<const TrafficSums> traffic) {
    const std::vector<std::string> labels = allocation_labels(side_.info);
    std::map<Role, Costs> roles;
    for (std::size_t i = 0; i < costs.size(); ++i) {
        const auto [role, fresh] = roles.try_emplace(side_.info.allocations[i].role, costs[i]);
        if (!fresh) role->second += costs[i];
        PartSums part{labels[i], costs[i]};
        if (i < traffic.size()) part.traffic = traffic[i];
        add(Division::allocations, std::move(part));
    }
    for (const auto& [role, sum] : roles)
        add(Division::roles, {std::string(name_of(role)), sum});
}

void Summing::add_requests(const TrafficWindow& traffic) {
    sums_.counting.served = traffic.window;
    const auto accesses = sums_.total[Cost::accesses];
    const KnownTraffic known{traffic.knows_written, side_.sums.explained};
    sums_.total = costs_of(traffic.total, known);
    sums_.total[Cost::accesses] = accesses;
    sums_.traffic = traffic.total;
    sums_.explained = known.reasons;
    std::vector<Costs> costs;
    for (const TrafficSums& sums : traffic.allocations)
        costs.push_back(costs_of(sums, known));
    add_allocations(costs, traffic.allocations);
    for (SourceLineSums& line : sums_by_line(side_.info, traffic.instructions))
        add(Division::lines, {std::move(line.name), costs_of(line.sums, {false, known.reasons}), std::nullopt,
                              line.sums, std::move(line.file), line.line});
}

void Summing::add_look_ups() {
    sums_.counting.served = side_.sums.allocations.window;
    std::vector<Costs> costs;
    for (const AllocationSums& sums : side_.sums.allocations.allocations)
        costs.push_back(costs_of(sums));
    add_allocations(costs, {});
}

void Summing::add_buffers() {
    const std::optional<TrafficWindow>& traffic = side_.sums.traffic;
    const bool everything = side_.only.empty();
    sums_.total = costs_of(sum_of(sums_.kinds));
    sums_.counting = {Counted::lane_lookups, side_.only, side_.sums.window, side_.sums.window};
    if (!traffic) {
        sums_.unknown =
            "the stack distance cache model counts look-ups of elements, not requests, sectors or bytes";
        if (everything) add_look_ups();
    } else if (everything) {
        sums_.counting.counted = Counted::request_sectors;
        add_requests(*traffic);
    } else {
        sums_.counting.counted = Counted::element_sectors;
        sums_.unknown = "where a part alone counts, sectors of elements are counted, not requests or bytes";
    }
}

template <class Key, class GroupOf, class NameOf>
void Summing::add_groups(Division division, const std::vector<ElementSums>& elements, GroupOf group_of,
                         NameOf name_of) {
    const bool counts_accesses = std::ranges::all_of(sums_.kinds, &KindSums::counts_accesses);
    std::map<Key, KindSums> groups;
    constexpr std::size_t check_interval = std::size_t{1} << 16;
    for (std::size_t e = 0; e < elements.size(); ++e) {
        if (e % check_interval == 0) job_.check();
        const ElementSums& sums = elements[e];
        if (sums.accesses == 0) continue;
        KindSums& group = groups[group_of(e)];
        group.accesses += sums.accesses;
        group.counts_accesses = counts_accesses;
        group.l1 += sums.l1();
        group.l2 += sums.l2();
    }
    for (const auto& [key, sums] : groups) {
        PartSums part = name_of(key);
        part.costs = costs_of(sums);
        add(division, std::move(part));
    }
}

void Summing::add_levels(const DivisionInfo& division) {
    const std::vector<ElementSums>& elements = side_.sums.elements.at(*division.kind);
    const auto levels = element_levels(*side_.scene, *division.kind);
    if (elements.size() > levels.size()) return;
    add_groups<std::uint16_t>(
        division.division, elements, [&](std::size_t e) { return levels[e]; },
        [](std::uint16_t level) {
            return PartSums{fmt::format("level {}", level), {}};
        });
}

void Summing::add_places(const DivisionInfo& division, const PlaceGrid& grid) {
    const ElementKindId kind = *division.kind;
    const RecordedScene& scene = *side_.scene;
    const std::vector<ElementSums>& elements = side_.sums.elements.at(kind);
    if (elements.size() > element_count(scene, kind) || !knows_places(side_.info, kind)) return;
    const ElementKind& of = element_kinds()[kind];
    const ElementGeometry& geometry = of.geometry.value();
    using Cell = std::optional<std::size_t>;
    const auto name_of = [&](Cell cell) {
        if (!cell) return PartSums{fmt::format("{} longer than one grid cell", of.plural), {}};
        return PartSums{PlaceGrid::name_of(*cell), {}, grid.bounds_of(*cell)};
    };
    // Elements of a tree contain others: a long one is at no place.
    if (is_of_tree(of))
        add_groups<Cell>(
            division.division, elements,
            [&](std::size_t e) { return grid.cell_of(geometry.bounds(scene, kind, e)); }, name_of);
    else
        add_groups<Cell>(
            division.division, elements,
            [&](std::size_t e) { return Cell(grid.cell_of(mean_corner(scene, kind, e))); }, name_of);
}

void Summing::add_elements(const std::optional<PlaceGrid>& grid) {
    if (side_.scene == nullptr) return;
    for (const DivisionInfo& division : division_table()) {
        if (!division.kind) continue;
        if (division.by == ElementDivision::levels)
            add_levels(division);
        else if (grid)
            add_places(division, *grid);
    }
}

} // namespace

std::span<const DivisionInfo> division_table() {
    static const std::vector<DivisionInfo> all = all_divisions();
    return all;
}

const DivisionInfo* division_named(std::string_view name) {
    const auto all = division_table();
    const auto found = std::ranges::find(all, name, &DivisionInfo::name);
    return found == all.end() ? nullptr : &*found;
}

Cost usual_cost(const DivisionInfo& division, bool knows_requests, bool knows_written) {
    if (!knows_requests || division.of_elements()) return Cost::l1_misses;
    return knows_written && division.knows_written ? Cost::dram_bytes : Cost::dram_read_bytes;
}

SideSums sum_side(const SideInput& side, const std::optional<PlaceGrid>& grid, const JobContext& job) {
    SideSums sums;
    sums.kinds = side.sums.kinds;
    Summing summing(side, sums, job);
    summing.add_buffers();
    summing.add_elements(grid);
    sums.work = work_of(side.info, side.sums.window, side.gpu);
    sums.work->matched_by = side.matched_by;
    return sums;
}

} // namespace hitmap
