#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

class OutputFiles;

/// Size of a picture or of a part of one, in device pixels.
struct FrameSize {
    int width = 0;
    int height = 0;
    friend bool operator==(const FrameSize&, const FrameSize&) = default;
};

/// An RGBA picture: 8 bits per channel, sRGB, straight (not premultiplied) alpha, row 0 at the top, no row
/// padding.
struct Image {
    FrameSize size;
    std::vector<std::uint8_t> rgba; ///< [4 * width * height]

    Image() = default;
    /// Initially transparent black: all bytes are 0.
    explicit Image(FrameSize image_size)
        : size(image_size),
          rgba(std::size_t{4} * static_cast<std::size_t>(size.width) *
               static_cast<std::size_t>(size.height)) {}

    [[nodiscard]] std::uint8_t* pixel(int x, int y) { return rgba.data() + offset(x, y); }
    [[nodiscard]] const std::uint8_t* pixel(int x, int y) const { return rgba.data() + offset(x, y); }
    friend bool operator==(const Image&, const Image&) = default;

private:
    [[nodiscard]] std::size_t offset(int x, int y) const {
        return 4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(size.width) +
                    static_cast<std::size_t>(x));
    }
};

/// Whether a file has an alpha channel.
enum class PngAlpha : std::uint8_t {
    if_needed, ///< unless the image is opaque
    always,
    never, ///< alpha is ignored
};
/// Returns the bytes of a PNG file. They depend on the arguments only: the file has no time and no name of a
/// program.
[[nodiscard]] std::vector<std::uint8_t> encode_png(const Image& image, PngAlpha alpha = PngAlpha::if_needed);
/// Returns the result of encode_png() with the resolution in a pHYs chunk, which says how large it is printed
/// (PNG specification 1.2, section 4.2.4.2).
[[nodiscard]] std::vector<std::uint8_t> with_resolution(std::vector<std::uint8_t> png, double dots_per_inch);
/// Decodes any PNG as RGBA. Throws FileError that names `file`, also for more than 2^28 pixels.
[[nodiscard]] Image decode_png(std::span<const std::uint8_t> bytes, std::string_view file);
/// Writes a PNG file in the same way as create_file (core/trace/io/byte_stream.h). Throws FileError.
void write_png(const Image& image, const std::string& file, OutputFiles* outputs = nullptr);
[[nodiscard]] Image read_png(const std::string& file);

} // namespace hitmap
