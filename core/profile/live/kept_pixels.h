#pragma once

#include "core/jobs/progress.h"
#include "core/profile/live/kept_distances.h"
#include "core/profile/sums/restriction.h"
#include "core/trace/stream/request_source.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace hitmap {

/// The pixel of each access of KeptDistances, for which its lane worked. Immutable.
struct KeptPixels {
    static constexpr std::uint32_t no_pixel = 0xffffffff; ///< the lane does not count, or has no pixel
    std::vector<std::vector<std::uint32_t>> tiles;        ///< [tiles][KeptRun::number]
    std::uint64_t pixels = 0;

    [[nodiscard]] std::uint64_t memory_bytes() const;
};

/// Finds the pixels of a recording whose distances were kept. The source is rewound first. Throws
/// DistancesTooLarge if distances and pixels together take more than the limit, and what make_pixel_table()
/// throws of its lanes.
[[nodiscard]] std::shared_ptr<const KeptPixels> keep_pixels(RequestSource& source, const KeptDistances& kept,
                                                            const Restriction& only, const KeptLimit& limit,
                                                            const JobContext& job = {});

} // namespace hitmap
