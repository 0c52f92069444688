#pragma once

#include "core/analysis/comparison/cost.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hitmap {

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
};
[[nodiscard]] std::string_view name_of(FindingWhy why); ///< "cold", "capacity", ...

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
};

/// What shows a finding.
struct FindingView {
    std::string_view panel; ///< "traffic", "sms"
    std::string allocation; ///< its label; may be empty
    std::string file;       ///< source file of the most expensive line; may be empty
    std::uint32_t line = 0; ///< 0: none
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
};

} // namespace hitmap
