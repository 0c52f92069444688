#pragma once

#include "core/jobs/made_once.h"
#include "core/jobs/progress.h"
#include "core/profile/elements/ray_mean.h"
#include "core/trace/stream/request_source.h"

#include <array>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace hitmap {

/// [element_kinds()][elements, with those of all allocations] NaN for elements that no lane with a tag
/// accessed or, for the lateness, no lane of a pixel that was written. Kinds that are not drawn, such as
/// pixels, have no values.
using ElementMeans = std::vector<std::vector<float>>;

/// Reads the source once or, for the lateness, twice: first, when each pixel was written. Every access counts
/// once. Takes 16 bytes an element meanwhile. Throws what reading throws; Error (allocations of elements
/// overlap), Cancelled.
[[nodiscard]] ElementMeans mean_over_rays(RequestSource& source, RayMean mean, const JobContext& job = {});

/// By which rays the elements of a recording were accessed. Each mean is computed when it is needed first and
/// then shared. Thread-safe.
class ElementRays {
public:
    /// Returns a source of the recording. If it returns the same one every time, only one thread may call
    /// get().
    using Open = std::function<std::shared_ptr<RequestSource>()>;
    /// @param info  of the recording, which must have lane tags
    ElementRays(const RecordingInfo& info, Open open);

    /// Whether the recording has what the mean is made of: for the lateness, pixels.
    [[nodiscard]] bool knows(RayMean mean) const { return mean == RayMean::bounce || has_pixels_; }
    /// Throws what mean_over_rays() and opening throw.
    [[nodiscard]] std::shared_ptr<const ElementMeans> get(RayMean mean, const JobContext& job) const;
    /// The same, with what is known already, for another file with the same requests.
    [[nodiscard]] std::shared_ptr<const ElementRays> of_copy(Open open) const;

private:
    using Means = std::array<MadeOnce<ElementMeans>, ray_means>;
    bool has_pixels_ = false;
    Open open_;
    std::shared_ptr<Means> means_ = std::make_shared<Means>();
};

/// Null if there are no tags.
[[nodiscard]] std::shared_ptr<const ElementRays>
element_rays(const RecordingInfo& info, std::span<const LaneTagRun> tags, ElementRays::Open open);

} // namespace hitmap
