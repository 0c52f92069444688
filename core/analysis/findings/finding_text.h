#pragma once

#include "core/analysis/findings/change.h"
#include "core/analysis/findings/finding.h"
#include "core/cache/results/traffic_sums.h"

#include <cstdint>
#include <span>
#include <string>

namespace hitmap {

/// What the text of a finding about an allocation, or about all, is made from. References must outlive it.
struct FindingWords {
    const Finding& finding; ///< all but its text
    const TrafficSums& of;  ///< the traffic of the allocation
    const RecordedTrial& recorded;
    const TriedChange* change{}; ///< of finding.gain; null: none is known
    std::string line{};          ///< name of the source line that costs most; may be empty
    const TriedChange* twice{};  ///< the level that misses, with twice its capacity; may be null
    double twice_waiting = 0.0;  ///< the part of the waiting that this saves
    /// The reason of its misses or look-ups: finding.why, unless that is the stack.
    FindingWhy reason = FindingWhy::nothing;
};

/// What, how much, why and what would help, in whole sentences.
[[nodiscard]] std::string finding_text(const FindingWords& words);
/// What and how much, and why as far as the recording alone tells.
/// @param waiting  the part of all waiting that is for the allocation
[[nodiscard]] std::string cost_sentences(const FindingWords& words, double waiting);
/// What a change would save that needs more of the GPU, behind finding_text().
/// @param waiting  the part of the waiting that it saves
[[nodiscard]] std::string more_sentence(const FindingWords& words, const TriedChange& more, double waiting);
/// That one SM has more requests than the others.
/// @param requests  of all `sms` SMs
[[nodiscard]] std::string imbalance_text(const Finding& finding, double requests, std::uint64_t sms);
/// That nothing was found.
[[nodiscard]] std::string nothing_text(const RecordedTrial& recorded, std::span<const TriedChange> tried);

} // namespace hitmap
