#pragma once

#include "core/analysis/regions/scene_regions.h"
#include "core/cache/sdcm/packed_accesses.h"
#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/profile/elements/element_quantity.h"
#include "core/profile/elements/element_rays.h"
#include "core/profile/elements/requests_by_sm.h"
#include "core/profile/live/live_sums.h"
#include "core/profile/models/model_choice.h"
#include "core/profile/query/profile.h"
#include "core/relayout/model/relayout_options.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "core/trace/io/file_stamp.h"
#include "core/trace/io/limited_memory.h"
#include "core/tree/tree_shape.h"
#include "render/scene/scene_geometry.h"
#include "widgets/session/recording/lane_runs_once.h"
#include "widgets/session/recording/recording_spec.h"
#include "widgets/session/recording/stored_results.h"

#include <QtCore/QByteArray>
#include <QtCore/QString>

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

namespace hitmap {

/// An open recording and the data that was read from it, or one that is being traced (described). Immutable,
/// except that `lanes`, `by_sm`, `tree`, `regions`, `kept` and `element_rays` are made when they are needed.
struct OpenRecording {
    /// What was opened. If it is a file, its contents are known.
    RecordingSpec spec;
    std::string name; ///< short name for titles
    /// Whether the recording was made by tracing a mesh in this program, and is in memory.
    bool traced = false;
    /// Whether it is a file of another program that was read into memory as a recording.
    bool imported = false;
    bool from_cache = false;  ///< whether it was traced by an earlier start of the program
    FileStamp stamp{};        ///< of the file before it was opened; no bytes: traced
    std::string layout;       ///< path of the layout that was applied; empty: none
    bool relaid = false;      ///< whether its addresses were moved into another memory layout in memory
    bool dealt = false;       ///< whether its thread blocks were dealt to other SMs in memory
    bool replayed = false;    ///< whether rays of the program were replayed over a tree of ours, in memory
    bool interleaved = false; ///< whether launches ran at the same time (launches_interleave())
    std::shared_ptr<const HmtFile> file; ///< null while it is traced
    /// The recording before its rays were replayed; null if it was not replayed.
    std::shared_ptr<const HmtFile> unreplayed;
    /// Not null while it is traced: what is known of it then, without any count. Names, `scene`, `tree`,
    /// `camera` and `prepared` are complete; nothing is known of requests.
    std::shared_ptr<const RecordingInfo> described;
    std::shared_ptr<const RecordedScene> scene; ///< null: the recording has no scene
    std::vector<RaySelection> rays;             ///< selections of rays that its lane tags distinguish
    std::shared_ptr<LaneRunsOnce> lanes = std::make_shared<LaneRunsOnce>(); ///< of `file`
    /// The copy of the requests of `file` in which the accesses of a pixel are found.
    std::shared_ptr<RequestsBySmOnce> by_sm = std::make_shared<RequestsBySmOnce>();
    /// The tree of the boxes of `scene`; null if it is not known.
    std::shared_ptr<TreeOnce> tree;
    /// The accesses that simulations with the stack distance cache model share; null: too little of the disk
    /// is left for them.
    std::shared_ptr<PackedAccessesSlot> kept;
    /// By which rays the elements of `scene` were accessed; null if it is not known.
    std::shared_ptr<const ElementRays> element_rays;
    /// What the faces of `scene` can be coloured by; null if it has none.
    std::shared_ptr<const SceneRegions> regions;
    Camera camera; ///< the recorded camera, or one that shows the whole scene
    /// `scene`, prepared for the GPU; null if it has neither faces nor boxes to draw.
    std::shared_ptr<const PreparedScene> prepared;

    [[nodiscard]] const RecordingInfo& info() const { return described ? *described : file->info(); }
    /// Returns whether there is a mesh or a box tree to draw.
    [[nodiscard]] bool has_mesh() const { return prepared != nullptr; }
    /// Returns whether accesses of elements are known. If not, positions count requests.
    [[nodiscard]] bool has_elements() const { return !info().axis_is_requests(); }
};

/// A recording and the result of its simulation. Immutable.
struct Simulation {
    std::shared_ptr<const OpenRecording> recording;
    std::shared_ptr<const Profile> profile;
    ModelChoice config;
    ModelConfig model;                   ///< the model that `config` describes
    std::vector<KindSums> totals;        ///< [element_kinds()] sums over the whole recording
    std::vector<std::uint64_t> elements; ///< [element_kinds()] number of elements, without padding
    /// Not null: made by live_simulation(), whose profile is made from that of this simulation.
    std::shared_ptr<const Simulation> base = nullptr;
    std::shared_ptr<const LiveSums> distances = nullptr; ///< of live_simulation()
    bool from_cache = false; ///< whether `profile` was made by an earlier start of the program
};

/// Returns the scene of a simulated recording, which must have one, with what is known of it in a window.
/// Both must outlive it.
[[nodiscard]] SceneInTime scene_in_time(const Simulation& simulation, TimeWindow window = {});

/// Returns whether the name of a file is that of a recording. Does not open the file.
[[nodiscard]] bool names_recording(const std::string& path);
/// Returns whether the file has the format of this program, by its name or its first bytes. Throws FileError
/// (cannot be read).
[[nodiscard]] bool is_hmt_file(const std::string& path);
/// Returns whether it is a file that is a recording, by its name or its first bytes, which are read unless
/// the spec knows the contents of the file. All other files are opened as meshes.
[[nodiscard]] bool is_recording(const RecordingSpec& spec);

/// Returns the share that opening has in the time of opening and simulating: most of it if rays are traced or
/// a file of another program is read, little for a recording by its name. The numbers are those of the
/// built-in scenes. Does not open the file.
[[nodiscard]] double opening_share(const RecordingSpec& spec);

/// Returns a short name for titles: the name of the file without folders, and which part of it.
[[nodiscard]] std::string short_name(const RecordingSpec& spec);
/// Returns the name of a recording as the first part of file names: without folder, suffix and characters
/// that file systems refuse.
[[nodiscard]] QString file_stem_of(const OpenRecording& recording);

/// Returns JSON that names these recordings, for a file beside an exported file that does not name its
/// recordings itself. Empty if none of them is a part of another recording or has a layout that the user
/// named.
[[nodiscard]] QByteArray provenance_of_parts(std::initializer_list<const OpenRecording*> recordings);

/// Returns a request that traces the same recording again, as far as the recording contains it: the options
/// of the tracer, and the up axis and camera if they were given. The scene is empty for a recording that was
/// not traced by this program.
[[nodiscard]] TraceRequest request_of(const OpenRecording& recording);

/// The memory that a recording may take, for open_recording().
struct OpeningLimit {
    std::uint64_t bytes = any_memory;
    bool hierarchy =
        false; ///< whether it is simulated with the hierarchy model, even if it could be otherwise
};

/// How results of earlier starts of the program are used.
struct Storing {
    StoredResults* results = nullptr; ///< null: results are neither found nor kept
    bool anew = false;                ///< whether earlier results are replaced, not used
    bool writes = true;               ///< whether new results are written for later starts
};

/// Takes a recording that is being traced (OpenRecording::described), as soon as its scene is known.
using TakeTraced = std::function<void(const std::shared_ptr<const OpenRecording>&)>;

/// Opens a recording. A mesh file or a built-in scene is first traced into memory, with the options of a
/// TraceRequest, or otherwise the default options. Throws what loading, tracing and reading throw;
/// MemoryNeeded before the recording and its simulation take more memory than the limit; Cancelled.
/// @param whole  the recording of another program that `spec` names, or names a part of, if it was read into
///               memory already and no layout is applied to it; null: it is read
/// @param take_traced  is called before the rays of a recording are traced, with its scene, which the result
///                     shares; not called if its addresses are moved afterwards. May be empty
[[nodiscard]] std::shared_ptr<const OpenRecording>
open_recording(const RecordingSpec& spec, ThreadPool& pool, const JobContext& job,
               const OpeningLimit& limit = {}, const std::shared_ptr<const HmtFile>& whole = nullptr,
               const Storing& keeping = {}, const TakeTraced& take_traced = {});

/// The mesh of a recording, as source_mesh() has it. A recording names the file of its mesh without folders,
/// which is known if the mesh was traced here. The recording must have `file`.
[[nodiscard]] SourceMesh mesh_of(const OpenRecording& recording);

/// The same recording in another memory layout, in memory: relayout_recording(). Its spec names the recording
/// and the layout. Throws what relayout_recording() and reading throw; MemoryNeeded, Cancelled.
[[nodiscard]] std::shared_ptr<const OpenRecording> relaid_recording(const OpenRecording& recording,
                                                                    const RelayoutOptions& options,
                                                                    ThreadPool& pool, const JobContext& job,
                                                                    const OpeningLimit& limit = {});

/// Estimates the memory in bytes that a recording takes while it is open: its file if that is in memory, and
/// opening_memory().
[[nodiscard]] std::uint64_t memory_of(const OpenRecording& recording, bool hierarchy);

/// The model of recordings for which the user chose none.
struct DefaultModel {
    ModelChoice config = {};
    bool own_gpu = false; ///< the GPU that a recording names replaces it, where its preset is known
    friend bool operator==(const DefaultModel&, const DefaultModel&) = default;
};

/// Returns the model of a recording: the GPU that it names, where that is wanted and known, or else the
/// wanted configuration. Where the recording lacks what the stack distance cache model needs, a scene and
/// accesses of its elements, the default GPU of the hierarchy model replaces that. Throws what
/// find_gpu_preset throws.
[[nodiscard]] ModelChoice model_for(const OpenRecording& recording, const DefaultModel& wanted);

/// Saves a recording that is in memory to a file (PATH.part until it is complete) and returns it as opened
/// from there: scene and prepared scene stay the same. Throws FileError, Cancelled.
[[nodiscard]] std::shared_ptr<const OpenRecording>
saved_recording(const OpenRecording& recording, const std::string& path, const JobContext& job = {});

/// The share of the time of simulate() that `before` has for its work.
inline constexpr double before_simulation = 0.2;

/// Simulates a cache model for the recording. A recording of sums in the place of requests has the results of
/// one configuration, which replaces `config`. An earlier result is used only if the blocks of the recording
/// are sound, so that damaged data are an error as if it were simulated: HmtFile::check_blocks(). Throws what
/// model_config and make_profile throw.
/// @param before  is called if no earlier result is found, before the long work; may be empty. Its share of
///                `job` is from 0 to before_simulation
[[nodiscard]] std::shared_ptr<const Simulation> simulate(std::shared_ptr<const OpenRecording> recording,
                                                         const ModelChoice& config, ThreadPool& pool,
                                                         const JobContext& job, const Storing& keeping = {},
                                                         const std::function<void()>& before = {});

} // namespace hitmap
