#pragma once

#include "app/sweep/experiment.h"
#include "app/sweep/run_result.h"
#include "core/profile/models/cache_model.h"
#include "core/trace/model/recording.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hitmap {

/// A simulated recording and the data that its pictures need.
struct SimulatedRun {
    RecordingInfo info;
    ModelConfig config;
    Restriction only; ///< the part that is counted
    std::shared_ptr<const RecordedScene> scene;
    std::shared_ptr<const Profile> profile; ///< null if no pictures are drawn
    std::vector<KindSums> kinds;
    std::optional<TrafficSums> traffic; ///< only with the hierarchy model
};

/// Draws a picture, or one picture for each frame, into folder/pictures. File names start with `run_name`.
/// Only one thread may call it at a time, since all runs share one OpenGL context. Throws Error if there is
/// no OpenGL, FileError, Cancelled.
[[nodiscard]] std::vector<RunPicture> draw_pictures(const SimulatedRun& run, const ExperimentPicture& picture,
                                                    const std::string& run_name,
                                                    const std::filesystem::path& folder,
                                                    const JobContext& job);

} // namespace hitmap
