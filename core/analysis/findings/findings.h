#pragma once

#include "core/analysis/findings/change.h"
#include "core/analysis/findings/finding.h"
#include "core/analysis/trials/trial_sums.h"
#include "core/analysis/trials/waiting.h"
#include "core/trace/model/recording.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace hitmap {

/// The most findings that are shown.
inline constexpr std::size_t most_findings = 7;
/// A change that saves less of the waiting (waiting_of()) is no finding.
inline constexpr double least_gain = 0.01;
/// An SM that has at least this many times the requests of the mean SM is a finding.
inline constexpr double least_imbalance = 3.0;

struct FindingDetails; // core/analysis/findings/details.h

/// What findings are made from beside sums.
struct FindingFacts {
    const RecordingInfo& info; ///< must outlive it
    LevelLatencies latencies;
    const FindingDetails* details = nullptr; ///< must outlive it; null: not known
};

/// The part of the waiting that a change saves, at most 1; below 0 it waits longer. 0 if nothing waits.
[[nodiscard]] double saved_waiting(const TrialSums& recorded, const TrialSums& changed,
                                   const LevelLatencies& latencies);

/// The same; no value if that is not more than the spread over frames, which is what the frames that wait
/// longer lose together: the change then helps in some frames about as much as it harms in others.
/// @param same_requests  whether both have the same requests; otherwise, their frames are not the same work
/// and
///                       are not compared
[[nodiscard]] std::optional<double> certain_gain(const TrialSums& recorded, const TrialSums& changed,
                                                 const LevelLatencies& latencies, bool same_requests);

/// What costs most, whether or not something helps: an SM that has much more requests than the others, and
/// the allocations that have least_gain of the waiting or more, by their part of it. At most most_findings.
/// Only the former has a gain. The reasons of misses are said if the sums have them.
[[nodiscard]] std::vector<Finding> costliest_findings(const RecordedTrial& recorded,
                                                      const FindingFacts& facts);

/// Makes findings: one for each allocation that a change saves the most waiting of, with the change that
/// saves the most; one if an SM has much more requests than the others; and changes that need more of the GPU
/// for what no change of the program helps. One of these that saves least_gain by the traversal stack alone
/// belongs to the stack, too. Changes of the program come first, then by the waiting that is saved. If there
/// is none, one finding says so. Texts are whole sentences.
[[nodiscard]] std::vector<Finding> findings_of(const RecordedTrial& recorded,
                                               std::span<const TriedChange> tried, const FindingFacts& facts);

} // namespace hitmap
