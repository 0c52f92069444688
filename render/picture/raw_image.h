#pragma once

#include "core/jobs/progress.h"
#include "core/profile/pixels/pixel_quantity.h"
#include "core/profile/pixels/window_pixels.h"
#include "core/profile/query/compared_sides.h"

#include <optional>
#include <string>
#include <string_view>

namespace hitmap {

/// What the values of an image, or of the difference of two, are computed from. The objects that it refers to
/// must outlive it.
struct CountedImage {
    const PixelQuantity& quantity;
    const WindowPixels& pixels;             ///< for a difference, that of side A
    const WindowPixels* compared = nullptr; ///< for a difference, that of side B
    SideLetters letters{};                  ///< for a difference
};

/// The formats of files that contain the values of an image in the place of colours.
enum class RawFormat {
    exr, ///< OpenEXR, 32-bit floating-point numbers
    npy, ///< an array of NumPy, [height, width], 64-bit floating-point numbers
};

/// Returns the format with this name, which is also the ending of its files: "exr". Nothing: there is none.
[[nodiscard]] std::optional<RawFormat> raw_format_named(std::string_view name);

/// Returns the bytes of a file with the values that pixel_values() or pixel_differences() returns. The window
/// and the command line write the same bytes. Throws Error as these functions do; Cancelled.
[[nodiscard]] std::string encode_raw_image(const CountedImage& image, RawFormat format,
                                           const JobContext& job);

} // namespace hitmap
