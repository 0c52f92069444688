#pragma once

#include "core/jobs/progress.h"
#include "core/profile/query/window_sums.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace hitmap {

/// A picture of a run, in the folder of the results.
struct RunPicture {
    std::string picture; ///< its name in the experiment
    std::string caption; ///< frames_name(); may be empty
    std::string file;    ///< "pictures/statue_base_paper_zoom.png"
    std::string hash;    ///< of its bytes, as text (core/store/content_hash.h)
    friend bool operator==(const RunPicture&, const RunPicture&) = default;
};

/// The measured times of a run.
struct RunTime {
    /// Total time, including the scene and the tree. These take no time if an earlier run has made them.
    double seconds = 0.0;
    /// The part from the first launch to the end: tracing, simulation, and writing.
    double launch_seconds = 0.0;
    /// Processor time of all cores during launch_seconds. It is that of the whole process, and therefore that
    /// of this run only if there is one run at a time.
    double launch_processor_seconds = 0.0;
};

/// Sizes of a recording that is kept, in bytes.
struct RecordingSize {
    std::uint64_t bytes = 0;
    std::uint64_t request_bytes = 0; ///< the part of requests, lane tags and the table of contents
};

/// The result of a run.
struct RunResult {
    std::uint64_t fingerprint = 0; ///< fingerprint of the run
    std::uint64_t triangles = 0;
    std::uint64_t rays = 0;
    std::uint64_t requests = 0;
    std::uint64_t lane_accesses = 0;
    std::uint32_t depth = 0; ///< depth of the tree
    double sah_cost = 0.0;
    double end_point_overlap = 0.0;
    std::vector<KindSums> kinds; ///< sums of the part that is counted
    /// Traffic of all requests, regardless of the restriction. Only the hierarchy model has it.
    std::optional<TrafficSums> traffic;
    bool explains_misses = false; ///< whether `traffic` has the classes of misses
    std::vector<RunPicture> pictures;
    std::optional<RunTime> time; ///< only if times are measured
    std::optional<RecordingSize> recording;
};

/// A result of an earlier sweep.
struct StoredResult {
    std::optional<RunResult> result; ///< none: the run must be executed
    /// Why a result that is there cannot be used: what was expected and what was found. Empty if there is
    /// none, or if it is that of another experiment.
    std::string damage;
};

/// Writes the file completely or not at all, with a hash of its contents. Throws FileError.
void save_result(const RunResult& result, const std::filesystem::path& file, const JobContext& job = {});
/// Reads what save_result() wrote. Folders of results are copied, shared and kept for months, so that neither
/// the file nor its pictures are believed if their bytes have another hash than when they were written.
/// @param folder  that pictures are in
[[nodiscard]] StoredResult load_result(const std::filesystem::path& file, const std::filesystem::path& folder,
                                       std::uint64_t fingerprint);

} // namespace hitmap
