#pragma once

#include "core/profile/models/cache_model.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace hitmap {

/// The sums over a window of a recording that comparisons need. They do not include the last accesses of
/// elements: ElementSums::last_access has no meaning here.
struct RecordingSums {
    TimeWindow window;
    std::vector<KindSums> kinds;                    ///< [element_kinds()]
    std::vector<std::vector<ElementSums>> elements; ///< [kinds][elements of the kind]
    AllocationWindow allocations;                   ///< result of Profile::allocations(window)
    std::optional<TrafficWindow> traffic;           ///< result of Profile::traffic(window)
    bool explained = false;                         ///< whether the model gave the reasons of misses
};

/// Throws Cancelled.
[[nodiscard]] RecordingSums sums_of(const Profile& profile, TimeWindow window, const JobContext& job = {});

/// Simulates the recording and returns its sums, or those that it has in the place of requests. They equal
/// those of a profile, but need neither the memory nor the time of a time index. Throws what
/// simulate_restricted throws, and Error if an element has 2^32 look-ups or more in one cache.
[[nodiscard]] RecordingSums sum_recording(RequestSource& source, const ModelConfig& config,
                                          const Restriction& only, ThreadPool& pool,
                                          const JobContext& job = {});

/// Estimates the memory in bytes that the sums of such a recording take.
[[nodiscard]] std::uint64_t estimate_sums_bytes(const RecordingInfo& info);

} // namespace hitmap
