#pragma once

#include "app/figure/figure.h"
#include "core/analysis/regions/scene_regions.h"
#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/profile/elements/element_rays.h"
#include "core/profile/query/profile.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "core/trace/io/file_stamp.h"
#include "core/trace/stream/request_source.h"
#include "render/elements/prepared_scene.h"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace hitmap {

/// An opened recording of a figure, with what was read from it.
struct FigureMaterial {
    std::shared_ptr<const HmtFile> file;
    std::shared_ptr<const RecordedScene> scene;      ///< null: the recording has none
    std::shared_ptr<const PreparedScene> prepared{}; ///< null: not prepared yet
    std::unique_ptr<RequestSource> source{};         ///< null: not made yet
    std::optional<std::uint32_t> crc{};              ///< of the bytes of its file; no value: not computed yet
    FileStamp stamp{};                               ///< of its file when it was opened
    /// By which rays its elements were accessed; null: not asked for yet, or not known.
    std::shared_ptr<const ElementRays> rays{};
    std::shared_ptr<const SceneRegions> regions{}; ///< of its scene; null: not asked for yet
};

/// The recordings and simulations of figures. Whoever makes a figure again, with other captions or panels,
/// opens and simulates only what is new. One thread at a time uses it, and has it locked meanwhile.
class FigureStore {
public:
    /// @param pool  must outlive the store
    explicit FigureStore(ThreadPool& pool) : pool_(pool) {}

    [[nodiscard]] ThreadPool& pool() const { return pool_; }
    /// Waits until no other thread uses the store. Throws Cancelled.
    [[nodiscard]] std::unique_lock<std::timed_mutex> lock(const JobContext& job);

    /// Opens or traces a recording that is not there yet. If it has a CRC, that of its file is checked, and a
    /// file that has changed since it was opened is opened again, so that the CRC is that of the values.
    /// Throws FileError, UsageError, Error, Cancelled.
    [[nodiscard]] FigureMaterial& material(const FigureRecording& recording, const JobContext& job);
    /// Simulates what is not there yet. Throws the same.
    /// @param explain  whether causes of misses and reuse distances are needed, too
    [[nodiscard]] std::shared_ptr<const Profile> profile(const FigureRecording& recording,
                                                         const ExperimentCache& cache, bool explain,
                                                         const JobContext& job);

    /// Adds what is open already, and its simulation, unless they are known or the file has changed since it
    /// was opened. `recording` must describe it.
    void adopt(const FigureRecording& recording, FigureMaterial material, const ExperimentCache& cache,
               std::shared_ptr<const Profile> profile);
    /// Drops everything that this figure does not show.
    void keep_only(const Figure& figure);

private:
    /// Opens or traces a recording.
    [[nodiscard]] FigureMaterial open_material(const FigureRecording& recording, const JobContext& job) const;

    ThreadPool& pool_;
    std::timed_mutex mutex_;
    std::map<std::string, FigureMaterial> materials_; ///< by recording_key()
    /// By recording_key(), then cache_key(), and whether they explain misses.
    std::map<std::string, std::map<std::pair<std::string, bool>, std::shared_ptr<const Profile>>> profiles_;
};

/// Returns the model of a cache of a figure.
/// @param explain  whether causes of misses and reuse distances are needed, too
[[nodiscard]] ModelConfig figure_model(const ExperimentCache& cache, bool explain);

/// Returns the CRC-32 of the bytes of a file, that of zlib and PNG. Throws FileError, Cancelled.
[[nodiscard]] std::uint32_t crc_of_file(const std::string& path, const JobContext& job = {});

} // namespace hitmap
