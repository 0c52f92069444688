#pragma once

#include "app/cli/options/model_options.h"
#include "core/cache/results/optimum_sums.h"
#include "core/profile/query/window_sums.h"
#include "core/profile/sums/level_groups.h"
#include "core/profile/sums/stack_traffic.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// The options of all commands that print the sums of a simulation.
struct ReportOptions {
    std::uint64_t frames = 0; ///< number of frames; 0: no table of frames
    std::string by;           ///< "sm", "launch" or empty
    bool json = false;
    std::string measured; ///< CSV file of Nsight Compute; empty: none
    bool optimum = false; ///< also the limit by optimal replacement
    ModelOptions model;
};

void add_report_options(CLI::App& command, ReportOptions& options);
/// Throws UsageError if an option does not go with the model.
void check_report_options(const ReportOptions& options);
/// Returns the estimated memory of what the options ask for besides the model.
/// @param sms  number of SMs of the device
[[nodiscard]] std::uint64_t report_bytes(const ReportOptions& options, std::uint64_t sms);

/// The sums of one pass over a recording.
struct SimulationReport {
    std::vector<KindSums> whole;               ///< [kinds]
    std::vector<std::vector<KindSums>> frames; ///< [frames][kinds]
    std::vector<std::vector<KindSums>> groups; ///< [SMs or launches][kinds]
    std::vector<AllocationSums> allocations;   ///< of all rays, also if only some rays are selected
    /// Like the fields below, only known if the hierarchy model ran. Counts all rays.
    std::optional<HierarchyResult> hierarchy;
    std::vector<LevelPair> frame_levels; ///< [frames]
    std::vector<LevelPair> group_levels; ///< [SMs or launches]
    /// No value if the recording does not say which rays the stack belongs to.
    std::optional<StackTraffic> stack;
    std::optional<OptimumReport> optimum; ///< if it was asked for
};

/// Simulates the recording. If the number of element accesses is known in advance, sums of frames are added
/// up while the model runs; otherwise the whole time index is built for them. Throws what simulate_sdcm
/// throws.
[[nodiscard]] SimulationReport simulate_report(RequestSource& source, const ReportOptions& options,
                                               ThreadPool& pool, const JobContext& job);

/// Prints tables or one JSON object. `name` is the name of the recording in headings.
void print_report(std::string_view name, const RecordingInfo& info, const SimulationReport& report,
                  const ReportOptions& options);

} // namespace hitmap
