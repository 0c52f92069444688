#pragma once

#include "core/trace/model/request.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace hitmap {

/// The rays that threads trace for a pixel (Pankratz et al. 2021, section V-D.5 and table III).
struct ThreadPath {
    /// A digit for each ray that any pixel has, ordered by sample, bounce and kind: 1 if the pixel has it.
    std::string path;
    std::uint64_t threads = 0; ///< pixels with this path
};

struct ThreadPaths {
    std::uint64_t threads = 0;   ///< pixels
    std::uint64_t count = 0;     ///< different paths
    std::vector<ThreadPath> top; ///< the most frequent ones; of equally frequent ones the smaller text first
    std::string why_empty;       ///< why there are none, as a sentence without a full stop
};

/// The most different rays of a pixel. A recording that has more has no paths.
inline constexpr std::size_t most_path_rays = 1024;

/// @param tags  all lane tags of the recording, in any order
/// @param top   number of paths to list
[[nodiscard]] ThreadPaths thread_paths(std::span<const LaneTagRun> tags, std::size_t top);

} // namespace hitmap
