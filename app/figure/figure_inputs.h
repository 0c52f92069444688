#pragma once

#include "app/figure/figure.h"
#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/profile/derived/cache_model.h"
#include "core/profile/pixels/pixel_table.h"
#include "core/profile/query/profile.h"
#include "core/trace/model/recording.h"
#include "render/scene/prepared_scene.h"

#include <cstddef>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace hitmap {

/// The recordings of a figure and their simulations. Each is opened, traced or simulated when it is first
/// asked for, and only once. Used by one thread. All functions throw FileError, UsageError, Error and
/// Cancelled. `figure` and `pool` must outlive it.
class FigureInputs {
public:
    FigureInputs(const Figure& figure, ThreadPool& pool, const JobContext& job);
    ~FigureInputs();
    FigureInputs(const FigureInputs&) = delete;
    FigureInputs& operator=(const FigureInputs&) = delete;
    FigureInputs(FigureInputs&&) = delete;
    FigureInputs& operator=(FigureInputs&&) = delete;

    [[nodiscard]] const RecordingInfo& info(std::size_t recording);
    /// Throws if the recording has no scene.
    [[nodiscard]] std::shared_ptr<const RecordedScene> scene(std::size_t recording);
    /// Throws if the scene has nothing to draw.
    [[nodiscard]] std::shared_ptr<const PreparedScene> prepared(std::size_t recording);
    [[nodiscard]] ModelConfig config(const FigureSource& source) const;
    [[nodiscard]] const Restriction& only(const FigureSource& source) const;
    [[nodiscard]] const Profile& profile(const FigureSource& source);
    /// Counts the requests of the pixels in a window.
    [[nodiscard]] PixelTable pixels(const FigureSource& source, TimeWindow window);

    /// Returns the name of a recording for messages: its path, or its name in the recipe.
    [[nodiscard]] const std::string& name(std::size_t recording) const;

private:
    struct Opened;
    Opened& opened(std::size_t recording);

    const Figure& figure_;
    ThreadPool& pool_;
    JobContext job_;
    std::vector<std::unique_ptr<Opened>> opened_; ///< [recordings] null until it is opened
    std::map<std::pair<std::size_t, std::size_t>, std::shared_ptr<const Profile>> profiles_;
};

} // namespace hitmap
