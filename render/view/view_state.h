#pragma once

#include "core/profile/pixels/pixel_quantity.h"
#include "core/profile/query/frame_match.h"
#include "core/profile/query/metric.h"
#include "core/profile/query/time_window.h"
#include "render/view/view.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// Where frames begin that are matched by work with those of another recording (WorkMatch).
struct FrameBounds {
    std::vector<std::uint64_t> begins; ///< [total + 1], rising; the last one is the number of positions
    FrameMatch by = FrameMatch::pixels;
    friend bool operator==(const FrameBounds&, const FrameBounds&) = default;
};

/// Frames first..first+count-1 of `total`, which are shown together. Valid if 1 <= total <= most_frames, 1 <=
/// count, and first + count <= total.
struct FrameRange {
    static constexpr std::uint64_t most_frames = 65'536;

    std::uint64_t total = 1;
    std::uint64_t first = 0;
    std::uint64_t count = 1;
    /// Null: frames are equal shares of the positions. Files do not store them.
    std::shared_ptr<const FrameBounds> bounds{};

    [[nodiscard]] bool same_numbers(const FrameRange& other) const {
        return total == other.total && first == other.first && count == other.count;
    }
    friend bool operator==(const FrameRange& a, const FrameRange& b) {
        if (!a.same_numbers(b)) return false;
        return a.bounds == b.bounds || (a.bounds != nullptr && b.bounds != nullptr && *a.bounds == *b.bounds);
    }
};
/// Returns how the frames of two recordings are matched; by position if they do not have the same numbers.
[[nodiscard]] inline FrameMatch matched_by(const FrameRange& a, const FrameRange& b) {
    if (a.bounds == nullptr || b.bounds == nullptr || !a.same_numbers(b)) return FrameMatch::position;
    return std::max(a.bounds->by, b.bounds->by);
}

/// Clamps total, then count, then first to their limits.
[[nodiscard]] FrameRange clamped(const FrameRange& frames);
/// Returns the same number of frames, starting at `first`, which is clamped.
[[nodiscard]] FrameRange with_first_frame(const FrameRange& frames, std::uint64_t first);
/// Returns the same moment with another number of frames. The count stays if `total` allows it. If the frames
/// start at the first one, the result does, too; otherwise its middle frame contains the middle of the
/// current frames.
[[nodiscard]] FrameRange with_frame_count(const FrameRange& frames, std::uint64_t total);
/// Returns the window of the frames for N positions. `frames` must be valid. Bounds of another number of
/// positions or frames are ignored.
[[nodiscard]] TimeWindow frame_range_window(std::uint64_t positions, const FrameRange& frames);
/// Returns where frame f <= total begins, as a share of the positions, 0 to 1.
[[nodiscard]] double share_before(const FrameRange& frames, std::uint64_t f);
/// Returns the frame at a share of the positions, the first or the last one if it is outside of 0 to 1.
[[nodiscard]] std::uint64_t frame_at_share(const FrameRange& frames, double share);

/// What a pane shows of its recording.
enum class Shown : std::uint8_t {
    mesh, ///< the scene, with the metric on its elements
    image ///< the framebuffer, with a quantity on each of its pixels
};

/// The part of an image that is visible, independent of the size of the widget and of the image.
struct ImageArea {
    static constexpr float largest_zoom = 1024.0F;

    float zoom = 1.0F; ///< 1: all of the image is visible; 1 to largest_zoom
    /// The point in the middle, in widths and heights of the image from its upper left corner; 0 to 1.
    float x = 0.5F;
    float y = 0.5F;
    friend bool operator==(const ImageArea&, const ImageArea&) = default;
};

/// The image that a pane shows.
struct ImageLook {
    const PixelQuantity* quantity = pixel_quantity_named("l1-hit-rate"); ///< a row of pixel_quantities()
    ImageArea area;
    friend bool operator==(const ImageLook&, const ImageLook&) = default;
};

/// All inputs of the picture of a pane except the recording and the cache configuration. A plain value, which
/// can be stored, undone, linked, copied and read by `hitmap render --view`.
struct ViewState {
    Metric metric;
    FrameRange frames;
    View view; ///< its colours and its range are those of the image, too
    Shown shown = Shown::mesh;
    ImageLook image;
    friend bool operator==(const ViewState&, const ViewState&) = default;
};

/// Returns a JSON object with "metric" (its name on the command line), "frames" (total), "frame" (first),
/// "frame_count" (count) and the keys of View. "shows", "pixel_metric", "image_zoom" and "image_centre" are
/// present if one of them is not that of a default state, since earlier versions refuse them.
[[nodiscard]] std::string view_state_to_json(const ViewState& state);

/// Parses such an object. Missing keys keep the values of `defaults`; an object with only the keys of View is
/// therefore valid. Unknown keys are errors. Throws FileError that names `file` and the key, also if the
/// frames are not valid together.
[[nodiscard]] ViewState view_state_from_json(std::string_view json, std::string_view file,
                                             const ViewState& defaults = {});

} // namespace hitmap
