#include "core/analysis/comparison/side_sums.h"

#include "core/cache/results/source_lines.h"
#include "core/profile/sums/outcome_sums.h"
#include "core/trace/model/allocation_label.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace hitmap {

namespace {

constexpr std::array<DivisionInfo, division_count> divisions{{
    {Division::roles, "role", "roles of buffers", false},
    {Division::allocations, "allocation", "allocations", false},
    {Division::lines, "line", "source lines", false, false},
    {Division::box_levels, "box_level", "boxes by level", true},
    {Division::box_places, "box_place", "boxes by place", true},
    {Division::face_places, "face_place", "faces by place", true},
}};

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
    void add_allocations(std::span<const Costs> costs);
    void add_requests(const TrafficWindow& traffic);
    void add_look_ups();
    /// Adds the sums of groups of elements; `group_of` returns the group of an element.
    template <class Key, class GroupOf, class NameOf>
    void add_groups(Division division, const std::vector<ElementSums>& elements, GroupOf group_of,
                    NameOf name_of);

    const SideInput& side_;
    SideSums& sums_;
    const JobContext& job_;
};

void Summing::add_allocations(std::span<const Costs> costs) {
    const std::vector<std::string> labels = allocation_labels(side_.info);
    std::map<Role, Costs> roles;
    for (std::size_t i = 0; i < costs.size(); ++i) {
        const auto [role, fresh] = roles.try_emplace(side_.info.allocations[i].role, costs[i]);
        if (!fresh) role->second += costs[i];
        add(Division::allocations, {labels[i], costs[i]});
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
    std::vector<Costs> costs;
    for (const TrafficSums& sums : traffic.allocations)
        costs.push_back(costs_of(sums, known));
    add_allocations(costs);
    for (const SourceLineSums& line : sums_by_line(side_.info, traffic.instructions))
        add(Division::lines, {line.name, costs_of(line.sums, {false, known.reasons})});
}

void Summing::add_look_ups() {
    sums_.counting.served = side_.sums.allocations.window;
    std::vector<Costs> costs;
    for (const AllocationSums& sums : side_.sums.allocations.allocations)
        costs.push_back(costs_of(sums));
    add_allocations(costs);
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

void Summing::add_elements(const std::optional<PlaceGrid>& grid) {
    if (side_.scene == nullptr) return;
    const RecordedScene& scene = *side_.scene;
    const std::vector<ElementSums>& boxes = side_.sums.elements.at(box_kind);
    const std::vector<ElementSums>& faces = side_.sums.elements.at(face_kind);
    if (boxes.size() <= scene.box_level.size())
        add_groups<std::uint16_t>(
            Division::box_levels, boxes, [&](std::size_t e) { return scene.box_level[e]; },
            [](std::uint16_t level) {
                return PartSums{fmt::format("level {}", level), {}};
            });
    if (!grid) return;
    const auto name_of_cell = [&](std::optional<std::size_t> cell) {
        if (!cell) return PartSums{"boxes longer than one grid cell", {}};
        return PartSums{PlaceGrid::name_of(*cell), {}, grid->bounds_of(*cell)};
    };
    using Cell = std::optional<std::size_t>;
    if (boxes.size() <= scene.boxes.size() && knows_box_extents(side_.info))
        add_groups<Cell>(
            Division::box_places, boxes, [&](std::size_t e) { return grid->cell_of(scene.boxes[e]); },
            name_of_cell);
    if (faces.size() > scene.face_slots.size() || !knows_vertex_positions(side_.info)) return;
    add_groups<Cell>(
        Division::face_places, faces,
        [&](std::size_t e) {
            const glm::uvec3& face = scene.face_slots[e];
            const glm::vec3 sum = scene.vertices[face.x] + scene.vertices[face.y] + scene.vertices[face.z];
            return Cell(grid->cell_of(sum / 3.0F));
        },
        name_of_cell);
}

} // namespace

std::span<const DivisionInfo, division_count> division_table() {
    return divisions;
}

Cost usual_cost(const DivisionInfo& division, bool knows_requests, bool knows_written) {
    if (!knows_requests || division.of_elements) return Cost::l1_misses;
    return knows_written && division.knows_written ? Cost::dram_bytes : Cost::dram_read_bytes;
}

SideSums sum_side(const SideInput& side, const std::optional<PlaceGrid>& grid, const JobContext& job) {
    SideSums sums;
    sums.kinds = side.sums.kinds;
    Summing summing(side, sums, job);
    summing.add_buffers();
    summing.add_elements(grid);
    sums.work = work_of(side.info, side.sums.window, side.gpu);
    return sums;
}

} // namespace hitmap
