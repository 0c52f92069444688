#pragma once

#include "app/sweep/experiment.h"
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
    std::uint64_t memory_limit = 0; ///< bytes; 0: none
    bool recordings = false;        ///< keep the recordings
    bool timing = false;            ///< columns that depend on the clock
    /// Told of each scene when it was loaded, by any thread, but not by two at once; may be empty.
    std::function<void(const ExperimentScene&, const Scene&)> scene_loaded;
};

/// What was done, for a person.
struct SweepSummary {
    std::size_t runs = 0;
    std::size_t resumed = 0; ///< of these, results of an earlier sweep
    unsigned scenes_loaded = 0;
    unsigned trees_built = 0;
};

/// Bytes at the peak, about, of the largest recording with its caches, one at a time.
[[nodiscard]] std::uint64_t estimate_sweep_bytes(const Experiment& experiment, const SweepOptions& options);

/// Names of the runs that run_sweep would do: those without a result in `folder`, in its order. Throws as it
/// does before the first run.
[[nodiscard]] std::vector<std::string> remaining_runs(const Experiment& experiment,
                                                      const std::filesystem::path& folder,
                                                      const SweepOptions& options);

/// Runs what has no result in `folder` yet, as many recordings at once as there are cores and memory, and
/// writes results.csv and index.html there. Same experiment, same bytes, whatever was there before and
/// however many threads (timing apart). Throws FileError, UsageError, Error (a run that is larger than the
/// limit, no OpenGL), Cancelled; results of runs that were complete then stay and are taken up next time.
SweepSummary run_sweep(const Experiment& experiment, const std::filesystem::path& folder,
                       const SweepOptions& options, const JobContext& job = {});

} // namespace hitmap
