#pragma once

#include "core/trace/model/request.h"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace hitmap {

/// A ray of a pixel.
struct PathRay {
    std::uint32_t sample = 0;
    std::uint8_t bounce = 0;
    std::uint8_t kind = 0;
    friend auto operator<=>(const PathRay&, const PathRay&) = default;
};

/// The rays that threads trace for a pixel (Pankratz et al. 2021, section V-D.5 and table III).
struct ThreadPath {
    /// A digit for each of ThreadPaths::rays: 1 if the pixel has it.
    std::string path;
    std::uint64_t threads = 0; ///< pixels with this path
};

struct ThreadPaths {
    std::vector<PathRay> rays;   ///< that any pixel has, by sample, bounce and kind
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

/// The paths, and which pixel has which.
struct PixelPaths {
    ThreadPaths paths;
    /// [pixels] index in paths.top; `rare` for a path that is not listed, `none` without one
    std::vector<std::uint32_t> of_pixel;

    static constexpr std::uint32_t rare = ~std::uint32_t{0} - 1;
    static constexpr std::uint32_t none = ~std::uint32_t{0};
};
/// @param pixels  number of pixels; tags of others count in `paths` alone
[[nodiscard]] PixelPaths pixel_paths(std::span<const LaneTagRun> tags, std::size_t top, std::size_t pixels);

} // namespace hitmap
