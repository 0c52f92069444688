#pragma once

#include "app/sweep/experiment.h"
#include "app/sweep/sweep_plan.h"
#include "core/geometry/scene.h"
#include "core/jobs/progress.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace hitmap {

struct SweepOptions {
    unsigned threads = 0;           ///< 0: all cores
    std::uint64_t memory_limit = 0; ///< bytes; 0: no limit
    bool recordings = false;        ///< whether to keep the recordings
    bool timing = false;            ///< whether to add columns that depend on the clock
    /// Names of the runs to do, without a table of results; empty: all, and the table.
    std::vector<std::string> only;
    /// Called with the reason when a stored result is damaged and its run is executed again, by any thread
    /// but never concurrently; may be empty.
    std::function<void(const std::string&)> result_damaged;
    /// Called after a scene was loaded, by any thread but never concurrently; may be empty.
    std::function<void(const ExperimentScene&, const Scene&)> scene_loaded;
};

/// Summary for users.
struct SweepSummary {
    std::size_t runs = 0;
    std::size_t resumed = 0;   ///< runs with results of an earlier sweep
    std::size_t elsewhere = 0; ///< runs that other processes did meanwhile
    unsigned scenes_loaded = 0;
    unsigned trees_built = 0;
};

/// Estimates the peak memory in bytes of the largest recording with its caches, if recordings are processed
/// one at a time.
[[nodiscard]] std::uint64_t estimate_sweep_bytes(const Experiment& experiment, const SweepOptions& options);

/// Returns the runs that run_sweep would execute, in its order: those without a result in `folder`, grouped
/// by their recordings. Throws as it does before its first run.
[[nodiscard]] std::vector<SweepGroup> remaining_runs(const Experiment& experiment,
                                                     const std::filesystem::path& folder,
                                                     const SweepOptions& options);

/// Executes all runs without a result in `folder`, with as many recordings in parallel as cores and memory
/// allow, and writes results.csv and index.html there. Several processes, on one machine or on several that
/// share the folder, can do this at the same time: each recording is made by one of them, or by another if
/// that one is killed, and all write the table when all results are there. Except for timing columns, the
/// output depends on the experiment only, not on earlier results or the number of threads. Throws FileError,
/// UsageError, Error (a run exceeds the memory limit, no OpenGL), Cancelled; results of completed runs are
/// then kept for the next sweep.
SweepSummary run_sweep(const Experiment& experiment, const std::filesystem::path& folder,
                       const SweepOptions& options, const JobContext& job = {});

} // namespace hitmap
