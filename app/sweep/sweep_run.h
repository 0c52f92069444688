#pragma once

#include "app/sweep/run_result.h"
#include "app/sweep/scene_store.h"
#include "app/sweep/sweep_plan.h"

#include <filesystem>
#include <mutex>
#include <string>

namespace hitmap {

/// The objects that all runs share. They must outlive the runs.
struct SweepContext {
    const Experiment& experiment;
    const std::filesystem::path& folder; ///< folder of the results; it and its subfolders exist
    SceneStore& scenes;
    std::mutex& drawing;     ///< locked while pictures are drawn
    bool recordings = false; ///< keep recordings, in folder/recordings
    bool timing = false;
};

/// Returns the path in the folder of the results: "recordings/SCENE_CONFIGURATION.hmt".
[[nodiscard]] std::string recording_name(const SweepGroup& group);

/// Returns whether the run is simulated after the tracer has finished. Runs with a restriction are, because
/// it can need lane tags, which are complete only then. Their group keeps its recording in memory until then.
[[nodiscard]] bool reads_recording(const Experiment& experiment, const SweepRun& run);

/// Executes the runs of one group: traces once and simulates all caches meanwhile, draws the pictures, and
/// saves the results. Returns the results. Throws what these steps throw.
std::vector<RunResult> run_group(const SweepContext& sweep, const SweepGroup& group, ThreadPool& pool,
                                 const JobContext& job);

} // namespace hitmap
