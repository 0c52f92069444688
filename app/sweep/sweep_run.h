#pragma once

#include "app/sweep/run_result.h"
#include "app/sweep/scene_store.h"
#include "app/sweep/sweep_plan.h"

#include <filesystem>
#include <mutex>
#include <span>
#include <string>

namespace hitmap {

/// What runs have in common. All that is referred to outlives the runs.
struct SweepContext {
    const Experiment& experiment;
    const std::filesystem::path& folder; ///< of the results; it and its subfolders exist
    SceneStore& scenes;
    std::mutex& drawing;     ///< held while pictures are drawn
    bool recordings = false; ///< keep them, in folder/recordings
    bool timing = false;
};

/// In the results' folder: "recordings/SCENE_CONFIGURATION.hmt".
[[nodiscard]] std::string recording_name(const std::string& scene, const std::string& configuration);

/// Returns whether the run is simulated after the tracer has finished. Runs with a restriction are, because
/// it can need lane tags, which are complete only then. Their group keeps its recording in memory until then.
[[nodiscard]] bool reads_recording(const Experiment& experiment, const SweepRun& run);

/// Traces once and simulates all caches meanwhile, for runs of one group. Draws their pictures and saves
/// their results; returns those. Throws whatever of it throws.
std::vector<RunResult> run_group(const SweepContext& sweep, std::span<const SweepRun> runs, ThreadPool& pool,
                                 const JobContext& job);

} // namespace hitmap
