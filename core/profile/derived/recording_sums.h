#pragma once

#include "core/profile/derived/cache_model.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace hitmap {

/// Sums over a window of a recording, as much as comparisons need. The last accesses of elements are not
/// among them: ElementSums::last_access has no meaning here.
struct RecordingSums {
    TimeWindow window;
    std::vector<KindSums> kinds;                    ///< [element_kinds()]
    std::vector<std::vector<ElementSums>> elements; ///< [kinds][elements of the kind]
    AllocationWindow allocations;                   ///< as Profile::allocations(window)
    std::optional<TrafficWindow> traffic;           ///< as Profile::traffic(window)
};

/// Throws Cancelled.
[[nodiscard]] RecordingSums sums_of(const Profile& profile, TimeWindow window, const JobContext& job = {});

/// The sums of the whole recording, made while the model runs: the same as those of a profile, without the
/// memory and the work that a time index takes. Throws what simulate_restricted throws, and Error where an
/// element has 2^32 look-ups or more in one cache.
[[nodiscard]] RecordingSums sum_recording(RequestSource& source, const ModelConfig& config,
                                          const Restriction& only, ThreadPool& pool,
                                          const JobContext& job = {});

/// Bytes that the sums of such a recording take, for asking before they are made.
[[nodiscard]] std::uint64_t estimate_sums_bytes(const RecordingInfo& info);

} // namespace hitmap
