#pragma once

#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/layout/model/recording_layout.h"
#include "core/trace/hmt/file/hmt_reader.h"

#include <memory>
#include <string>
#include <vector>

namespace hitmap {

/// The scene of a recording under a layout.
struct LayoutScene {
    RecordingLayout layout;               ///< as given, with sizes of buffers that follow from the mesh
    std::shared_ptr<RecordedScene> scene; ///< null if no mesh can be had
    std::vector<std::string> notes;       ///< what was found and what is missing, for the user
};

/// Finds the scene: the mesh file that the layout attaches, or else the stored contents of the buffers of
/// faces and vertices, or else the recording's own scene. Boxes come from stored contents; without these they
/// have the right number and no extent. Throws Error, FileError, Cancelled.
[[nodiscard]] LayoutScene scene_of_layout(const HmtFile& file, const RecordingLayout& layout,
                                          ThreadPool& pool, const JobContext& job);

} // namespace hitmap
