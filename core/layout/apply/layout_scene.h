#pragma once

#include "core/geometry/up_axis.h"
#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/layout/model/recording_layout.h"
#include "core/trace/hmt/file/hmt_reader.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hitmap {

/// The scene of a recording under a layout.
struct LayoutScene {
    RecordingLayout layout;               ///< as given, with sizes of buffers that follow from the mesh
    std::shared_ptr<RecordedScene> scene; ///< null if no mesh can be had
    std::vector<std::string> notes;       ///< what was found and what is missing, for the user
    std::string contradiction;          ///< what requests and layout contradict each other in; empty: nothing
    bool of_recording = false;          ///< the scene is the recording's own, with another camera at most
    bool knows_box_extents = true;      ///< see box_extents_field
    bool knows_vertex_positions = true; ///< see vertex_positions_field
    std::optional<UpAxisGuess> up;      ///< how the mesh file was turned
    /// What was taken off the coordinates of the mesh file (Scene::offset); nothing: no mesh file was read.
    std::optional<glm::dvec3> offset;
};

/// Finds the scene: the mesh file that the layout attaches; or the recording's own scene while its elements
/// stay where they are; or the stored contents of the buffers of faces and vertices; or the recording's own
/// scene if it has as many elements; or else, for a framebuffer, a scene that has only the size of the image.
/// Faces of stored contents are held against the vertices that lanes read (compared_faces()).
/// Boxes come from stored contents; without these they have the right number and no extent. Throws Error,
/// FileError, Cancelled.
[[nodiscard]] LayoutScene scene_of_layout(const HmtFile& file, const RecordingLayout& layout,
                                          ThreadPool& pool, const JobContext& job);

} // namespace hitmap
