#pragma once

#include "app/sweep/experiment.h"
#include "app/sweep/run_result.h"
#include "core/profile/derived/cache_model.h"
#include "core/trace/model/recording.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hitmap {

/// A recording that was simulated, with what pictures of it need.
struct SimulatedRun {
    RecordingInfo info;
    ModelConfig config;
    Restriction only; ///< the part that is counted
    std::shared_ptr<const RecordedScene> scene;
    std::shared_ptr<const Profile> profile; ///< null where no pictures are wanted
    std::vector<KindSums> kinds;
    std::optional<TrafficSums> traffic; ///< only with the hierarchy model
};

/// Draws a picture, or one of each frame, into folder/pictures. `run_name` begins the files' names. One at a
/// time: they share the machine's OpenGL. Throws Error (no OpenGL), FileError, Cancelled.
[[nodiscard]] std::vector<RunPicture> draw_pictures(const SimulatedRun& run, const ExperimentPicture& picture,
                                                    const std::string& run_name,
                                                    const std::filesystem::path& folder,
                                                    const JobContext& job);

} // namespace hitmap
