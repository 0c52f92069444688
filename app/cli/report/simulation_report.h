#pragma once

#include "app/cli/options/model_options.h"
#include "core/profile/query/window_sums.h"
#include "core/profile/sums/level_groups.h"
#include "core/profile/sums/stack_traffic.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// The options of everything that prints what a simulation adds up.
struct ReportOptions {
    std::uint64_t frames = 0; ///< 0: not asked for
    std::string by;           ///< "sm", "launch" or empty
    bool json = false;
    std::string measured; ///< CSV of Nsight Compute; empty: none
    ModelOptions model;
};

void add_report_options(CLI::App& command, ReportOptions& options);

/// What one pass over a recording adds up.
struct SimulationReport {
    std::vector<KindSums> whole;               ///< [kinds]
    std::vector<std::vector<KindSums>> frames; ///< [frames][kinds]
    std::vector<std::vector<KindSums>> groups; ///< [SMs or launches][kinds]
    std::vector<AllocationSums> allocations;   ///< of all rays
    std::optional<HierarchyResult> hierarchy;  ///< of that model alone, as is what follows; of all rays
    std::vector<LevelPair> frame_levels;       ///< [frames]
    std::vector<LevelPair> group_levels;       ///< [SMs or launches]
    std::optional<StackTraffic> stack;         ///< where the recording says whose it is
};

/// Where the number of element accesses is known beforehand, frames cost nothing; otherwise the whole time
/// index is made for them. Throws what simulate_sdcm throws.
[[nodiscard]] SimulationReport simulate_report(RequestSource& source, const ReportOptions& options,
                                               ThreadPool& pool, const JobContext& job);

/// Prints tables, or one JSON object. `name`: of the recording, for a person.
void print_report(std::string_view name, const RecordingInfo& info, const SimulationReport& report,
                  const ReportOptions& options);

} // namespace hitmap
