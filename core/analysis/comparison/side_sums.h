#pragma once

#include "core/analysis/comparison/cost.h"
#include "core/analysis/comparison/place_grid.h"
#include "core/analysis/comparison/side_work.h"
#include "core/cache/results/traffic_sums.h"
#include "core/jobs/progress.h"
#include "core/profile/models/headline.h"
#include "core/profile/models/recording_sums.h"
#include "core/profile/sums/restriction.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// The ways to divide the costs of a side into parts, so that two sides can be compared part by part, by
/// name: rows of a table. Those after `lines` divide elements; which there are follows from the table of
/// kinds.
enum class Division : std::uint8_t { roles, allocations, lines };

/// How elements of a kind are divided.
enum class ElementDivision : std::uint8_t {
    levels, ///< by their level in the tree
    places, ///< by the cell of a grid over the scene that they are in
};

struct DivisionInfo {
    Division division;
    std::string name;  ///< "box_level", as in JSON
    std::string title; ///< "boxes by level"
    /// Elements of which kind are divided, which have accesses, look-ups and misses; no value: the costs of
    /// requests or look-ups are.
    std::optional<ElementKindId> kind{};
    ElementDivision by = ElementDivision::levels; ///< with a kind
    bool knows_written = true; ///< DRAM bytes include those written, over the whole recording

    [[nodiscard]] bool of_elements() const { return kind.has_value(); }
};
/// The table of divisions: [Division].
[[nodiscard]] std::span<const DivisionInfo> division_table();
[[nodiscard]] inline const DivisionInfo& info_of(Division division) {
    return division_table()[static_cast<std::size_t>(division)];
}
/// Null if there is none of this name.
[[nodiscard]] const DivisionInfo* division_named(std::string_view name);

/// Whether parts of the division can have the cost, under a model that knows it: elements make no requests,
/// and buffers have no element accesses.
[[nodiscard]] inline bool division_has(const DivisionInfo& division, const CostInfo& cost) {
    return division.of_elements() ? !cost.of_requests : cost.cost != Cost::accesses;
}

/// Whether the cost is ever known for the division: source lines have no written DRAM bytes, only read ones.
[[nodiscard]] inline bool division_knows(const DivisionInfo& division, const CostInfo& cost) {
    return division_has(division, cost) && (division.knows_written || cost.cost != Cost::dram_bytes);
}
/// The cost by which parts of the division are compared by default, and which the sentences mention.
[[nodiscard]] Cost usual_cost(const DivisionInfo& division, bool knows_requests, bool knows_written);

/// One part of a side.
struct PartSums {
    std::string name;
    Costs costs;
    std::optional<Aabb> bounds{};         ///< bounds of the place, for parts that are places
    std::optional<TrafficSums> traffic{}; ///< of its requests, for allocations and lines, if they are known
    std::string file{};                   ///< of a source line; empty if not known
    std::uint32_t line = 0;
};

/// What the sums of a side count.
struct SideCounting {
    Counted counted = Counted::lane_lookups; ///< how look-ups and misses of the total are counted
    Restriction only{};                      ///< the only part that is counted
    TimeWindow asked{};
    /// The window that sums of requests, roles, allocations and lines cover; it contains the requested one.
    /// Sums of elements cover exactly the requested window.
    TimeWindow served{};

    /// Whether those sums cover much more than was requested.
    [[nodiscard]] bool is_coarse() const { return served.count() > asked.count() + asked.count() / 10; }
};

/// What a comparison needs to know about one side.
struct SideSums {
    std::vector<KindSums> kinds; ///< [element_kinds()]
    Costs total; ///< costs of requests if these are counted, and in addition the element accesses
    std::optional<TrafficSums> traffic{}; ///< of all requests, if they are known
    bool explained = false;               ///< whether `traffic` has the reasons of misses
    SideCounting counting{};
    std::optional<SideWork> work{}; ///< whose costs they are; not known: nothing is said against a comparison
    /// [Division] Empty if the model or the recording does not know the division. Roles, allocations and
    /// lines are also empty if only a part is counted, because they count everything. Allocations with the
    /// same name are distinguished by their numbers. Roles without an allocation and parts without any cost
    /// are left out.
    std::vector<std::vector<PartSums>> parts{division_table().size()};
    /// Why requests, sectors and bytes are not known: a sentence without a full stop; empty if they are
    /// known.
    std::string unknown;

    [[nodiscard]] const std::vector<PartSums>& of(Division division) const {
        return parts[static_cast<std::size_t>(division)];
    }
};

/// A side whose costs are to be added up.
struct SideInput {
    const RecordingInfo& info;
    const RecordedScene* scene; ///< may be null
    const RecordingSums& sums;
    Restriction only{};                           ///< the restriction that the sums were made with
    SideGpu gpu{};                                ///< whose caches were simulated
    FrameMatch matched_by = FrameMatch::position; ///< SideWork::matched_by
};

/// @param grid  for the division by places; nothing: that division is not needed
/// Throws Cancelled.
[[nodiscard]] SideSums sum_side(const SideInput& side, const std::optional<PlaceGrid>& grid,
                                const JobContext& job = {});

} // namespace hitmap
