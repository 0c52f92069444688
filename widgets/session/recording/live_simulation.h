#pragma once

#include "core/jobs/progress.h"
#include "core/profile/live/live_sums.h"
#include "widgets/session/recording/open_recording.h"

#include <memory>

namespace hitmap {

/// Returns whether live_simulation() can replace a simulation with this configuration: both are of the stack
/// distance cache model, with the same lines and restriction.
[[nodiscard]] bool is_live_change(const Simulation& simulation, const ModelChoice& config);

/// Returns a simulation as it would be with another configuration, from kept distances: what a slider shows
/// while it moves. Sums by pixel are not known; those by SM are if the distances have them. Throws what
/// LiveProfile throws, and Cancelled.
/// @param base       must not be such a result itself; is_live_change()
/// @param distances  those of the recording, with the lines and the restriction
[[nodiscard]] std::shared_ptr<const Simulation>
live_simulation(const std::shared_ptr<const Simulation>& base,
                const std::shared_ptr<const LiveSums>& distances, const ModelChoice& config,
                const JobContext& job);

} // namespace hitmap
