#pragma once

#include "core/trace/model/recording.h"

#include <cstdint>
#include <optional>

namespace hitmap {

/// How the threads of a launch are assigned to the pixels of an image.
enum class ThreadOrder : std::uint8_t {
    grid,    ///< threads (x, y) of a grid of blocks are pixels (x, y)
    threads, ///< thread i is pixel i = y * width + x
};

/// Returns the order in which the threads of the launch are the pixels of an image: the grid, if its threads
/// have the width and the height of the image, or else the numbers of threads, if there are as many threads
/// as pixels. No value if there are more or fewer threads.
[[nodiscard]] std::optional<ThreadOrder> thread_order_of(const Launch& launch, std::uint32_t width,
                                                         std::uint32_t height);

/// Returns the pixel of a thread of the launch; no value if the thread does not exist or is outside the
/// image.
/// @param warp        index of the warp in the launch; blocks have whole warps
/// @param warp_lanes  lanes of a warp, not 0
[[nodiscard]] std::optional<std::uint32_t> pixel_of_thread(const Launch& launch, std::uint64_t warp,
                                                           unsigned lane, unsigned warp_lanes,
                                                           ThreadOrder order, std::uint32_t width,
                                                           std::uint32_t height);

} // namespace hitmap
