#pragma once

#include "core/jobs/progress.h"
#include "core/profile/query/window_sums.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace hitmap {

/// A picture of a run, in the results' folder.
struct RunPicture {
    std::string picture; ///< the experiment's name for it
    std::string caption; ///< "frame 3 of 8"; may be empty
    std::string file;    ///< "pictures/statue_base_paper_zoom.png"
    friend bool operator==(const RunPicture&, const RunPicture&) = default;
};

/// What a run cost, by the clock.
struct RunTime {
    double seconds = 0.0;        ///< scene, tree, and what follows; scenes and trees may be there already
    double launch_seconds = 0.0; ///< of these: tracer, models, and writing, from the first launch to the end
    /// Of all cores meanwhile, for the whole process: of this run alone where there is one at a time.
    double launch_processor_seconds = 0.0;
};

/// Bytes of a recording that is kept.
struct RecordingSize {
    std::uint64_t bytes = 0;
    std::uint64_t request_bytes = 0; ///< of these: requests, lane tags, and the table of contents
};

/// What a run found out.
struct RunResult {
    std::uint64_t fingerprint = 0; ///< of the run
    std::uint64_t triangles = 0;
    std::uint64_t rays = 0;
    std::uint64_t requests = 0;
    std::uint64_t lane_accesses = 0;
    std::uint32_t depth = 0; ///< of the tree
    double sah_cost = 0.0;
    double end_point_overlap = 0.0;
    std::vector<KindSums> kinds; ///< sums of the part that is counted
    /// Traffic of all requests, whatever the restriction. Only the hierarchy model has it.
    std::optional<TrafficSums> traffic;
    bool explains_misses = false; ///< whether `traffic` has the classes of misses
    std::vector<RunPicture> pictures;
    std::optional<RunTime> time; ///< where that was asked for
    std::optional<RecordingSize> recording;
};

/// Written whole or not at all. Throws FileError.
void save_result(const RunResult& result, const std::filesystem::path& file, const JobContext& job = {});
/// Nothing where there is no such file, or none of this fingerprint, or a picture has gone: then the run is
/// to be done.
[[nodiscard]] std::optional<RunResult> load_result(const std::filesystem::path& file,
                                                   const std::filesystem::path& folder,
                                                   std::uint64_t fingerprint);

} // namespace hitmap
