#pragma once

#include "app/cli/render/render_sides.h"
#include "core/profile/elements/element_range.h"
#include "core/profile/pixel_index/pixel_index.h"
#include "core/profile/pixels/window_pixels.h"

#include <memory>
#include <vector>

namespace hitmap {

/// Counts the pixels of one window of time. Throws what make_pixel_table() and choose_elements() throw.
[[nodiscard]] std::shared_ptr<const WindowPixels> count_pixels(const RenderedSide& side,
                                                               const FrameRange& frames,
                                                               const std::vector<ElementRange>& ranges,
                                                               const JobContext& job);

/// The pixels of a side in many windows of time. One simulation serves all of them, unless its index takes
/// too much memory or metrics choose other elements in each window; then each window is simulated.
class PixelWindows {
public:
    /// Simulates. Throws the same.
    /// @param side  must outlive this
    PixelWindows(const RenderedSide& side, std::vector<ElementRange> ranges, const JobContext& job);
    /// Throws the same.
    [[nodiscard]] std::shared_ptr<const WindowPixels> at(const FrameRange& frames,
                                                         const JobContext& job) const;

private:
    void make_index(const JobContext& job);

    const RenderedSide& side_;
    std::vector<ElementRange> ranges_;
    std::shared_ptr<const ElementRays> rays_; ///< if means over rays choose elements
    std::shared_ptr<const Profile> profile_;  ///< if metrics choose elements
    std::shared_ptr<const PixelIndex> index_; ///< null: each window is simulated
};

} // namespace hitmap
