#pragma once

#include "app/cli/input/model_input.h"
#include "app/cli/options/address_options.h"
#include "core/cache/results/address_map.h"
#include "core/profile/query/time_window.h"

#include <vector>

namespace hitmap {

/// Simulates the whole recording once and returns the sectors of each window by address and time. Throws
/// UsageError (options), FileError (a range without allocations), Cancelled.
/// @param windows  positions of the recording; an empty window is that of its next position
[[nodiscard]] std::vector<AddressMap> simulate_addresses(const AddressOptions& options,
                                                         const HierarchyConfig& config,
                                                         const std::vector<TimeWindow>& windows,
                                                         ModelInput& input, const JobContext& job);

} // namespace hitmap
