#pragma once

#include "core/analysis/comparison/cost.h"
#include "core/analysis/trials/stack_use.h"
#include "core/cache/results/level.h"
#include "core/cache/results/optimum_sums.h"

#include <glm/vec3.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace hitmap {

struct Change;      // core/analysis/findings/change.h
struct WorstRegion; // core/analysis/groups/worst_regions.h

/// Why something costs what it costs.
enum class FindingWhy : std::uint8_t {
    cold,        ///< of the reasons of misses (MissClasses), that of the most
    capacity,    ///< the same, or more capacity would help
    conflict,    ///< the same
    misses,      ///< look-ups miss, for reasons that the model was not asked for
    uncoalesced, ///< requests ask for more sectors than they would have to
    divergence,  ///< more requests than necessary, since few lanes of each are active
    work,        ///< lanes access more than necessary
    imbalance,   ///< one SM has much more to do than the others
    nothing,     ///< nothing was found
    hot_stack,   ///< pushes and pops of the traversal stack
};
[[nodiscard]] std::string_view name_of(FindingWhy why); ///< "cold", "capacity", ...

/// The level whose misses a finding about bytes is about; no value for other metrics.
[[nodiscard]] std::optional<Level> level_of_misses(Cost metric);

/// What a part of a recording has of a metric of requests; 0 of others.
[[nodiscard]] double amount_of(const TrafficSums& sums, Cost metric);

/// What a change saves, of the whole recording.
struct FindingGain {
    std::string change;    ///< Change::title
    std::string command{}; ///< Change::command; empty if no command makes it
    double amount = 0.0;   ///< less of Finding::metric
    double share = 0.0;    ///< the amount as a part of what the whole recording has
    /// The part of the waiting that is saved (waiting_of()), which findings are ranked by; of an imbalance,
    /// that of the SM which takes longest.
    double waiting = 0.0;
    bool exact = true; ///< false: an estimate
    /// What was changed; null: nothing that could be made, such as equal work for each SM.
    std::shared_ptr<const Change> made_by{};
};

/// What shows a finding.
struct FindingView {
    std::string_view panel; ///< "traffic", "sms"
    std::string allocation; ///< its label; may be empty
    std::string file;       ///< source file of the most expensive line; may be empty
    std::uint32_t line = 0; ///< 0: none
    /// That of FindingRegion; null: none.
    std::shared_ptr<const WorstRegion> region{};
};

/// Who evicts the lines of an allocation most, as EvictionReport counts it.
struct FindingEvictor {
    Level level = Level::l1;
    std::optional<std::string> allocation; ///< whose lines take their places; no value: in no allocation
    std::uint64_t evictions = 0;           ///< by these
    std::uint64_t asked_again = 0;         ///< those of them whose line was put in again later
    std::uint64_t all = 0;                 ///< evictions of lines of the allocation by any line
};

/// What optimal replacement of all lines would do for those of an allocation (OptimumReport).
struct FindingOptimum {
    Level level = Level::l1;
    OptimumSums sums{};
};

/// The kind of rays that has the most of an allocation: misses in the level of the finding, or look-ups in
/// L1 if it is about look-ups.
struct FindingRays {
    std::uint8_t kind = 0;  ///< LaneTag::ray_kind
    bool of_misses = false; ///< or of look-ups
    double amount = 0.0;    ///< of these rays
    double all = 0.0;       ///< of everything, also of lanes without a tag
};

/// The instance of a mesh that has noticeably more of an allocation than the others: of what FindingRays
/// counts.
struct FindingInstance {
    std::uint16_t number = 0;    ///< LaneTag::instance
    std::uint32_t instances = 0; ///< of the recording
    bool of_misses = false;      ///< or of look-ups
    double amount = 0.0;         ///< of work on this instance
    double all = 0.0;            ///< of everything, also of lanes without a tag
    double lookups_share = 0.0;  ///< its part of the look-ups of the level
};

/// The region of the scene where most of the allocation's look-ups miss, if it has noticeably more of the
/// misses than of the look-ups.
struct FindingRegion {
    std::shared_ptr<const WorstRegion> region; ///< not null; its share is that of the misses
    double lookups_share = 0.0;                ///< its part of the look-ups of the level
    glm::dvec3 centre{0.0}; ///< of its bounds, in the coordinates of the mesh file (mesh_offset())
};

/// One thing that costs much, and what would help.
struct Finding {
    std::string text;      ///< whole sentences with all of it
    std::string what_kind; ///< "allocation", "sm" or "recording"
    std::string what_name; ///< label of the allocation, number of the SM; empty for the recording
    FindingWhy why = FindingWhy::nothing;
    Cost metric = Cost::l1_lookups;
    double amount = 0.0; ///< what it has of the metric
    double share = 0.0;  ///< the amount as a part of what the whole recording has
    std::optional<FindingGain> gain;
    FindingView view;
    // What else is known of an allocation.
    std::optional<FindingEvictor> evictor{};
    std::optional<FindingOptimum> optimum{};
    std::optional<FindingRays> rays{};
    std::optional<FindingInstance> instance{};
    std::optional<FindingRegion> region{};
    std::optional<StackUse> stack{}; ///< if the stack is hot
};

} // namespace hitmap
