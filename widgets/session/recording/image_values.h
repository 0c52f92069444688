#pragma once

#include "core/jobs/progress.h"
#include "core/profile/elements/element_range.h"
#include "core/profile/pixels/pixel_quantity.h"
#include "core/profile/pixels/window_pixels.h"
#include "core/profile/query/compared_sides.h"
#include "render/picture/panels.h"
#include "render/picture/raw_image.h"
#include "render/view/colour_range.h"
#include "render/view/view_state.h"
#include "widgets/session/recording/latest_wanted.h"
#include "widgets/session/recording/open_recording.h"

#include <QtCore/QPoint>
#include <QtCore/QString>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hitmap {

class Library;

/// Frames of a simulation whose requests are counted by pixel.
struct CountedPixels {
    std::shared_ptr<const Simulation> simulation;
    FrameRange frames; ///< must be valid
    /// Only accesses to elements within these count (PixelRestriction); empty: all.
    std::vector<ElementRange> ranges{};
    friend bool operator==(const CountedPixels&, const CountedPixels&) = default;
};
/// Returns the window of the frames.
[[nodiscard]] TimeWindow window_of(const CountedPixels& counted);

/// What an image shows.
struct WantedImage {
    CountedPixels counted;
    const PixelQuantity* quantity = nullptr; ///< a row of pixel_quantities()
    std::optional<CountedPixels> reference;  ///< for a difference: the other side
    Side own = Side::compared;               ///< for a difference: the side of `counted`
    SideLetters letters{};                   ///< for a difference
    friend bool operator==(const WantedImage&, const WantedImage&) = default;
};

/// The values of an image. A worker computes them; then they are immutable.
struct ImageValues {
    WantedImage request;
    std::uint32_t width = 0; ///< 0 if there is a refusal
    std::uint32_t height = 0;
    std::shared_ptr<const WindowPixels> pixels; ///< null: not known
    std::shared_ptr<const WindowPixels> other;  ///< for a difference: those of the other side
    bool simulated = false; ///< whether memory was lacking for an index, so that each window is simulated
    /// [width * height] NaN: the pixel has no value. For a difference, as pixel_differences() returns.
    std::shared_ptr<const std::vector<float>> values;
    std::optional<DataExtent> extent; ///< of `values`
    std::string refusal;              ///< why there is no image; empty if there is one

    [[nodiscard]] bool difference() const { return request.reference.has_value(); }
};

/// Indexes the pixels, unless the library has the index already, and computes the values. An image that
/// cannot be made has a refusal. Throws Cancelled.
[[nodiscard]] std::shared_ptr<const ImageValues> image_values(const WantedImage& request, Library& library,
                                                              const JobContext& job);
/// The same for the newest request for the same simulations, which is read when the pixels are indexed. If
/// they cannot be, the request is kept while its window is simulated.
[[nodiscard]] std::shared_ptr<const ImageValues> image_values(LatestWanted<WantedImage>& latest,
                                                              Library& library, const JobContext& job);
/// Returns whether two images are of the same simulations and count accesses to the same elements.
[[nodiscard]] bool same_simulations(const WantedImage& a, const WantedImage& b);

/// Returns the text of the colour bar beside an image, also before it has values.
[[nodiscard]] ColourBarText bar_text_of(const WantedImage& request, const std::string& refusal = {});
/// Returns what the values of an image are, for its range.
[[nodiscard]] RangeSubject range_subject_of(const WantedImage& request);
/// Returns the picture of an image for files, with its caption, as `hitmap render --panel image` draws it.
/// The image must have values.
[[nodiscard]] FramebufferPanel panel_of(const ImageValues& image, const View& view,
                                        const JobContext& job = {});
/// Returns what the values of an image are computed from, to write them as `hitmap render --panel image`
/// does. It refers to the image, which must have values.
[[nodiscard]] CountedImage counted_image(const ImageValues& image);

/// Returns why a recording has no image in pixels, as a sentence, as far as its header tells. Empty: it may
/// have one.
[[nodiscard]] QString why_no_image(const OpenRecording& recording);

} // namespace hitmap
