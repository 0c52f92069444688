#pragma once

#include "app/cli/options/address_options.h"
#include "app/cli/options/model_options.h"
#include "core/cache/results/address_map.h"
#include "core/profile/query/time_window.h"

namespace hitmap {

/// Simulates the whole recording and returns the sectors of the window by address and time. Throws UsageError
/// (options), FileError (a range without allocations), Cancelled.
/// @param window  positions of the recording; an empty window is that of its next position
[[nodiscard]] AddressMap simulate_addresses(const AddressOptions& options, const HierarchyConfig& config,
                                            TimeWindow window, ModelInput& input, const JobContext& job);

} // namespace hitmap
