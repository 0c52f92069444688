#pragma once

#include "core/analysis/findings/change.h"
#include "core/analysis/findings/finding.h"
#include "core/cache/results/traffic_sums.h"

#include <cstddef>
#include <optional>
#include <string>

namespace hitmap {

/// What the text of a finding about an allocation is made from. References must outlive it.
struct FindingWords {
    const Finding& finding; ///< all but its text
    const TrafficSums& of;  ///< the traffic of the allocation
    const TrialSums& recorded;
    const TriedChange& change;  ///< of finding.gain
    std::string line;           ///< name of the source line that costs most; may be empty
    const TriedChange* twice{}; ///< the level that misses, with twice its capacity; may be null
};

/// What, how much, why and what would help, in whole sentences.
[[nodiscard]] std::string finding_text(const FindingWords& words);
/// That one SM has more requests than the others.
[[nodiscard]] std::string imbalance_text(const Finding& finding, std::uint32_t sms);
/// That nothing was found.
[[nodiscard]] std::string nothing_text(const TrialSums& recorded, std::size_t tried);

} // namespace hitmap
