#pragma once

#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/profile/derived/model_choice.h"
#include "core/profile/query/profile.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "render/scene/scene_geometry.h"
#include "widgets/session/trace_request.h"

#include <QtCore/QString>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace hitmap {

/// A recording that is open, and what was read of it. Immutable.
struct OpenRecording {
    std::string spec; ///< as the person named it: path of a recording or a mesh, "builtin:NAME", or spec_of()
    std::string name; ///< short, for titles
    bool traced = false; ///< the recording was made here, from a mesh, and is in memory
    std::shared_ptr<const HmtFile> file;
    std::shared_ptr<const RecordedScene> scene;    ///< never null
    std::vector<RaySelection> rays;                ///< that its lane tags tell apart
    Camera camera;                                 ///< recorded, or one that frames the scene
    std::shared_ptr<const PreparedScene> prepared; ///< of `scene`, ready for the GPU

    [[nodiscard]] const RecordingInfo& info() const { return file->info(); }
};

/// A recording with what a model said about it. Immutable.
struct Simulation {
    std::shared_ptr<const OpenRecording> recording;
    std::shared_ptr<const Profile> profile;
    ModelChoice config;
    ModelConfig model;                   ///< what config says
    std::vector<KindSums> totals;        ///< [element_kinds()] over the whole recording
    std::vector<std::uint64_t> elements; ///< [element_kinds()] how many there are, without padding
};

/// True for recordings, by name.
[[nodiscard]] bool names_recording(const std::string& spec);
/// True for recordings, by name or by how the file begins; everything else is taken for a mesh or a built-in
/// scene.
[[nodiscard]] bool is_recording(const std::string& spec);

/// Returns the name of a recording as the first part of file names: without folder, suffix and characters
/// that file systems refuse.
[[nodiscard]] QString file_stem_of(const OpenRecording& recording);

/// What would trace the same again, as far as the recording says it: options of the tracer, and up axis and
/// camera where they were given. The scene is empty for a recording that was not traced here.
[[nodiscard]] TraceRequest request_of(const OpenRecording& recording);

/// Opens a recording; a mesh file or a built-in scene is traced first, into memory, with the options
/// that a spec_of() says, else the default ones.
/// Throws what loading, tracing and reading throw; Error where the recording has no scene to show; Cancelled.
[[nodiscard]] std::shared_ptr<const OpenRecording> open_recording(const std::string& spec, ThreadPool& pool,
                                                                  const JobContext& job);

/// Saves a recording that is in memory to a file (PATH.part until it is complete) and returns it as opened
/// from there: scene and prepared scene stay the same. Throws FileError, Cancelled.
[[nodiscard]] std::shared_ptr<const OpenRecording>
saved_recording(const OpenRecording& recording, const std::string& path, const JobContext& job = {});

/// Runs the cache model over it. Throws what model_config and make_profile throw.
[[nodiscard]] std::shared_ptr<const Simulation> simulate(std::shared_ptr<const OpenRecording> recording,
                                                         const ModelChoice& config, ThreadPool& pool,
                                                         const JobContext& job);

} // namespace hitmap
