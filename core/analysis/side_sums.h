#pragma once

#include "core/analysis/cost.h"
#include "core/analysis/place_grid.h"
#include "core/jobs/progress.h"
#include "core/profile/derived/headline.h"
#include "core/profile/derived/recording_sums.h"
#include "core/profile/filter/restriction.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// What the costs of a side are divided by, so that two sides can be compared part by part, by name.
enum class Division : std::uint8_t { roles, allocations, lines, box_levels, box_places, face_places };
inline constexpr std::size_t division_count = 6;

struct DivisionInfo {
    Division division;
    std::string_view name;  ///< "box_level", as in JSON
    std::string_view title; ///< "box levels"
    bool of_elements; ///< accesses, look-ups and misses of elements; else what requests or look-ups cost
    bool knows_written = true; ///< DRAM bytes with those written, of the whole recording
};
/// In the order of Division.
[[nodiscard]] std::span<const DivisionInfo, division_count> division_table();
[[nodiscard]] inline const DivisionInfo& info_of(Division division) {
    return division_table()[static_cast<std::size_t>(division)];
}

/// Whether parts of the division can have the cost, under a model that knows it: elements make no requests,
/// and buffers have no element accesses.
[[nodiscard]] inline bool division_has(const DivisionInfo& division, const CostInfo& cost) {
    return division.of_elements ? !cost.of_requests : cost.cost != Cost::accesses;
}

/// Whether something can be known of it: source lines have no DRAM bytes, only those read.
[[nodiscard]] inline bool division_knows(const DivisionInfo& division, const CostInfo& cost) {
    return division_has(division, cost) && (division.knows_written || cost.cost != Cost::dram_bytes);
}
/// What parts of the division are compared by where nothing else is chosen: what the sentence speaks of.
[[nodiscard]] Cost usual_cost(const DivisionInfo& division, bool knows_requests, bool knows_written);

/// One part of a side.
struct PartSums {
    std::string name;
    Costs costs;
    std::optional<Aabb> bounds{}; ///< of a place
};

/// What the sums of a side count.
struct SideCounting {
    Counted counted = Counted::lane_lookups; ///< look-ups and misses of everything together
    Restriction only{};                      ///< counts alone
    TimeWindow asked{};
    /// What sums of requests, roles, allocations and lines are of: it holds what was asked for. Elements are
    /// counted exactly.
    TimeWindow served{};

    /// Those sums hold much that was not asked for.
    [[nodiscard]] bool is_coarse() const { return served.count() > asked.count() + asked.count() / 10; }
};

/// What a comparison needs to know of one side.
struct SideSums {
    std::vector<KindSums> kinds; ///< [element_kinds()]
    Costs total;                 ///< of requests where they are counted; element accesses besides
    SideCounting counting{};
    /// [Division] Empty where the model or the recording does not know them; roles, allocations and lines
    /// also where a part alone counts, since they count everything. Allocations of one name are told apart by
    /// their numbers, roles that no allocation has are left out, and so are parts without any cost.
    std::array<std::vector<PartSums>, division_count> parts;
    /// Why requests, sectors and bytes are not known: a sentence without a full stop; empty where they are.
    std::string unknown;

    [[nodiscard]] const std::vector<PartSums>& of(Division division) const {
        return parts[static_cast<std::size_t>(division)];
    }
};

/// A side that is to be summed up.
struct SideInput {
    const RecordingInfo& info;
    const RecordedScene* scene; ///< null: none
    const RecordingSums& sums;
    Restriction only{}; ///< that they were made with
};

/// @param grid  for places; nothing: they are not asked for
/// Throws Cancelled.
[[nodiscard]] SideSums sum_side(const SideInput& side, const std::optional<PlaceGrid>& grid,
                                const JobContext& job = {});

} // namespace hitmap
