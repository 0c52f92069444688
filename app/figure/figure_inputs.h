#pragma once

#include "app/figure/figure.h"
#include "app/figure/figure_store.h"
#include "core/jobs/progress.h"
#include "core/profile/elements/element_range.h"
#include "core/profile/models/cache_model.h"
#include "core/profile/pixels/pixel_table.h"
#include "core/profile/query/profile.h"
#include "core/trace/model/recording.h"
#include "render/elements/prepared_scene.h"

#include <cstddef>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace hitmap {

/// The recordings of a figure and their simulations. Each is opened, traced or simulated when it is first
/// asked for, and only once. Used by one thread. All functions throw FileError, UsageError, Error and
/// Cancelled. `figure` and `store` must outlive it; `store` is locked by the caller.
class FigureInputs {
public:
    FigureInputs(const Figure& figure, FigureStore& store, const JobContext& job);

    [[nodiscard]] const RecordingInfo& info(std::size_t recording);
    /// Throws if the recording has no scene.
    [[nodiscard]] std::shared_ptr<const RecordedScene> scene(std::size_t recording);
    /// Throws if the scene has nothing to draw.
    [[nodiscard]] std::shared_ptr<const PreparedScene> prepared(std::size_t recording);
    [[nodiscard]] ModelConfig config(const FigureSource& source) const;
    [[nodiscard]] const Restriction& only(const FigureSource& source) const;
    [[nodiscard]] const Profile& profile(const FigureSource& source);
    /// Returns by which rays the elements were accessed, if one of the ranges needs that and it is known;
    /// otherwise null.
    [[nodiscard]] std::shared_ptr<const ElementRays> rays(std::size_t recording,
                                                          const std::vector<ElementRange>& ranges);
    /// Returns the regions of the faces of a scene. Throws if the recording has no scene.
    [[nodiscard]] const SceneRegions& regions(std::size_t recording);
    /// Counts the requests of the pixels in a window.
    [[nodiscard]] PixelTable pixels(const FigureSource& source, TimeWindow window);

    /// Returns the name of a recording for messages: its path, or its name in the recipe.
    [[nodiscard]] const std::string& name(std::size_t recording) const;

private:
    FigureMaterial& opened(std::size_t recording);
    /// Whether a panel of this source shows causes of misses or reuse distances.
    [[nodiscard]] bool explains(const FigureSource& source) const;

    const Figure& figure_;
    FigureStore& store_;
    JobContext job_;
    std::map<std::pair<std::size_t, std::size_t>, std::shared_ptr<const Profile>> profiles_;
};

} // namespace hitmap
