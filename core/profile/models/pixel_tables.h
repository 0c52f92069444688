#pragma once

#include "core/profile/models/cache_model.h"
#include "core/profile/pixel_index/pixel_index_builder.h"
#include "core/profile/pixels/pixel_table.h"
#include "core/profile/query/time_window.h"
#include "core/profile/sums/chosen_elements.h"
#include "core/profile/sums/restriction.h"

#include <memory>
#include <utility>

namespace hitmap {

/// What the pixels of a recording count.
struct PixelRestriction {
    PixelRestriction() = default;
    // A restriction alone is what most callers have.
    PixelRestriction(Restriction restriction, std::shared_ptr<const ChosenElements> chosen = nullptr)
        : only(std::move(restriction)), elements(std::move(chosen)) {}

    Restriction only;
    /// The elements whose accesses count (CountedForPixels); null: all.
    std::shared_ptr<const ChosenElements> elements;
};

/// Runs a model over the whole source and returns the sums of the pixels in a window of time. A restriction
/// selects requests of an instruction or a line, lanes with addresses in an allocation, which may be any,
/// lanes that serve some rays, and accesses to chosen elements; the simulation itself is not restricted.
/// `source` must know its counts, as files do. Throws the errors of the model and of require_requests;
/// FileError if the recording has no framebuffer of a known size, if the restriction selects nothing, or if
/// it has no lane tags and its launches do not give the pixels of lanes; Cancelled.
[[nodiscard]] PixelTable make_pixel_table(RequestSource& source, const ModelConfig& config,
                                          const PixelRestriction& restriction, TimeWindow window,
                                          ThreadPool& pool, const JobContext& job = {});

/// Runs a model over the whole source and returns the index of the pixels, which serves all windows with the
/// numbers of make_pixel_table(). Throws what that throws, and PixelIndexTooLarge.
[[nodiscard]] std::shared_ptr<const PixelIndex>
make_pixel_index(RequestSource& source, const ModelConfig& config, const PixelRestriction& restriction,
                 const PixelIndexSizes& sizes, ThreadPool& pool, const JobContext& job = {});

} // namespace hitmap
