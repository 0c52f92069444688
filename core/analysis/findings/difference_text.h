#pragma once

#include "core/analysis/findings/difference.h"
#include "core/analysis/trials/waiting_factors.h"
#include "core/cache/results/traffic_sums.h"
#include "core/profile/query/compared_sides.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hitmap {

/// What explains most of a difference.
struct DifferenceCause {
    FindingWhy why = FindingWhy::nothing;
    WaitingFactor factor = WaitingFactor::requests;
};

/// What the text of a difference of requests is made from. References must outlive it.
struct DifferenceWords {
    const TrafficSums& a;
    const TrafficSums& b;
    DifferenceCause cause;
    SideLetters letters;
};

/// What, how much and why, in whole sentences.
[[nodiscard]] std::string difference_text(const Difference& difference, const DifferenceWords& words);
/// @param elements  "triangles"
/// @param share     the place's share of the changes of all places
[[nodiscard]] std::string place_text(const Difference& difference, std::string_view elements, double share,
                                     const SideLetters& letters);
/// "B waits 36 % longer for memory than A." Empty if A waits for nothing.
[[nodiscard]] std::string waiting_text(double a, double b, const SideLetters& letters);
/// The options of the tracer that are in both lists with other values, as a sentence; empty if there are
/// none.
[[nodiscard]] std::string options_text(const std::vector<std::pair<std::string, std::string>>& a,
                                       const std::vector<std::pair<std::string, std::string>>& b,
                                       const SideLetters& letters);

} // namespace hitmap
