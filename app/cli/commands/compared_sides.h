#pragma once

#include "app/cli/options/model_options.h"
#include "app/cli/options/side_options.h"
#include "core/analysis/comparison/side_sums.h"
#include "core/jobs/progress.h"
#include "core/trace/elements/told_kinds.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace hitmap {

/// Two recordings, or one with two configurations of the caches, and the frame of them that is compared.
struct ComparedInput {
    std::array<std::string, 2> files;
    ModelOptions model;
    SideOptions sides;
    std::uint64_t frames = 1;
    std::uint64_t frame = 0;
    std::string match = "work"; ///< how the frames of the sides are matched: "work" or "position"
};

/// Side A or B: what was simulated, and the results.
struct SideResult {
    std::string file;
    std::string part;  ///< part_text() of the recording
    std::string dealt; ///< deal_blocks_option of the recording; empty: its blocks are where they were
    ModelConfig config;
    Restriction only; ///< the part that is counted
    TimeWindow window;
    std::string_view positions;    ///< what the window counts
    std::uint64_t source_hash = 0; ///< hash of the source of the mesh; 0: unknown
    KindSet kinds;                 ///< told_kinds() of the recording
    SideSums sums;
    LayoutChoice layout{};
};

/// Simulates both sides. If both name the same part of one file, it is opened only once. Throws UsageError,
/// and what opening and simulating throw.
[[nodiscard]] std::array<SideResult, 2> simulate_sides(const ComparedInput& options, const JobContext& job);

} // namespace hitmap
